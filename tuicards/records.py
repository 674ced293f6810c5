"""Replay files: a whole party in lines of JSON, as PROTOCOL.md describes them; written, read and checked.

A file holds the seed and so every card. It is made only of parties that are over.
"""

from pathlib import Path
from typing import TypeVar

import msgspec

from tuicards import __version__
from tuicards.errors import StorageError
from tuicards.fair_deal import Dealt, is_nonce, is_secret
from tuicards.games.api import Outcome
from tuicards.games.history import Entry, Header
from tuicards.plain_file import read_plain
from tuicards.whole_file import write_whole

FORMAT = 1
"""Version of the file's form. A file of a later one is refused, never half understood."""

LONGEST_FILE = 1024 * 1024
"""Bytes. The longest party of any game needs a tenth of it."""

PART_LENGTH = 15_000
"""Characters of a replay file that fit one message, whichever they are."""

MOST_PARTS = LONGEST_FILE // PART_LENGTH

SEED_LENGTH = 64
MOST_SEATS = 32
NAME_LENGTH = 40

Kind = TypeVar("Kind")


class Witness(msgspec.Struct, frozen=True):
    """What one client noted before the first card was dealt."""

    commitment: str
    """What the server had shown."""
    nonce: str = ""
    """The client's own, where it had a seat and the server has taken it."""
    seat: int | None = None
    """Where that counted."""


class PartyRecord(msgspec.Struct, frozen=True, kw_only=True):
    """A party that is over, with who played it. The moves alone are the truth; all else can be checked by them."""

    header: Header
    entries: tuple[Entry, ...]
    outcome: Outcome
    names: tuple[str, ...]
    """Who sat on each seat at the end."""
    table: str = ""
    """The table's code."""
    title: str = ""
    party: int = 1
    """Which party of that table."""
    played: int | None = None
    """When it ended, in seconds since 1970; None where nobody noted it."""
    program: str = f"tuicards {__version__}"
    """What wrote the record down."""
    secret: str = ""
    """The header's seed is made of this and of the nonces, as `tuicards.fair_deal` has it; empty: nobody noted it."""
    nonces: tuple[str, ...] = ()
    """What each seat had added."""
    witness: Witness | None = None
    """What the client that kept the record had seen of the deal before the party began."""


class _FirstLine(msgspec.Struct, kw_only=True):
    tuicards: str
    format: int
    program: str = ""
    game: str = ""
    rules: int = 0
    seats: int = 0
    names: tuple[str, ...] = ()
    options: dict[str, str] = {}
    seed: str = ""
    table: str = ""
    title: str = ""
    party: int = 1
    played: int | None = None
    secret: str = ""
    nonces: tuple[str, ...] = ()
    witness: Witness | None = None


class _LastLine(msgspec.Struct):
    outcome: Outcome


# ---- writing ------------------------------------------------------------------------------------------


def to_text(record: PartyRecord) -> str:
    """The record as a replay file: the header, a line for each move, the outcome. Every line has its end."""
    header = record.header
    first = _FirstLine(
        tuicards="replay",
        format=FORMAT,
        program=record.program,
        game=header.game,
        rules=header.version,
        seats=header.seats,
        names=record.names,
        options=header.options,
        seed=header.seed.hex(),
        table=record.table,
        title=record.title,
        party=record.party,
        played=record.played,
        secret=record.secret,
        nonces=record.nonces,
        witness=record.witness,
    )
    lines: list[object] = [first, *record.entries, _LastLine(record.outcome)]
    return "".join(msgspec.json.encode(line).decode() + "\n" for line in lines)


def in_parts(text: str, length: int) -> list[str]:
    """The text in pieces of at most so many characters; at least one."""
    return [text[start : start + length] for start in range(0, len(text), length)] or [""]


def write_record(path: Path, text: str, *, replace: bool = False, mode: int = 0o666) -> None:
    """Put the text of a record into a file, whole or not at all.

    Raises StorageError: `record_exists` where there is a file and `replace` does not allow to overwrite it,
    `record_unwritable` where the disk refuses.
    """
    try:
        write_whole(path, text.encode(), mode, replace=replace)
    except FileExistsError:
        raise StorageError("record_exists", file=str(path)) from None
    except (OSError, ValueError) as error:
        raise StorageError("record_unwritable", file=str(path), reason=_reason(error)) from None


# ---- reading ------------------------------------------------------------------------------------------


def read_record(path: Path) -> PartyRecord:
    """The record in a file. Whether its moves can be made is for `tuicards.replay` to find out.

    Raises StorageError: `record_unreadable`, and what `from_text` raises.
    """
    try:
        content = read_plain(path, LONGEST_FILE)
    except (OSError, ValueError) as error:
        raise StorageError("record_unreadable", file=str(path), reason=_reason(error)) from None
    return from_bytes(content, path.name)


def from_bytes(content: bytes, name: str) -> PartyRecord:
    """The record in a file's bytes; `name` is the file's name in errors, each of which tells the line.

    Raises StorageError: `record_too_long`, `record_foreign`, `record_of_later_format`, `record_bad_header`,
    `record_bad_line`, `record_cut_off`.
    """
    if len(content) > LONGEST_FILE:
        raise StorageError("record_too_long", file=name, limit=LONGEST_FILE // 1024)
    lines = content.split(b"\n")
    if lines and not lines[-1].strip():
        lines.pop()
    first = _first_line(lines[0] if lines else b"", name)
    last = _decoded(lines[-1], _LastLine)
    if last is None:
        cut = len(lines) == 1 or not content.endswith(b"\n") or _decoded(lines[-1], Entry) is not None
        raise StorageError("record_cut_off" if cut else "record_bad_line", file=name, line=len(lines))
    entries = tuple(_entry(line, number, first.seats, name) for number, line in enumerate(lines[1:-1], 2))
    return PartyRecord(
        header=Header(first.game, first.rules, first.seats, bytes.fromhex(first.seed), first.options),
        entries=entries,
        outcome=last.outcome,
        names=first.names,
        table=first.table,
        title=first.title,
        party=first.party,
        played=first.played,
        program=first.program,
        secret=first.secret,
        nonces=first.nonces,
        witness=first.witness,
    )


def _first_line(line: bytes, name: str) -> _FirstLine:
    start = _decoded(line, _FirstLine)
    if start is None or start.tuicards != "replay":
        raise StorageError("record_foreign", file=name, line=1)
    if start.format != FORMAT:
        raise StorageError("record_of_later_format", file=name, line=1, found=start.format, known=FORMAT)
    sizes = 1 <= start.seats <= MOST_SEATS and len(start.names) == start.seats
    names = all(len(text) <= NAME_LENGTH for text in (*start.names, start.table, start.game))
    if not (sizes and names and _is_seed(start.seed) and _is_fair_deal(start)):
        raise StorageError("record_bad_header", file=name, line=1)
    return start


def _is_seed(text: str) -> bool:
    try:
        return len(bytes.fromhex(text)) <= SEED_LENGTH
    except ValueError:
        return False


def _is_fair_deal(start: _FirstLine) -> bool:
    """Whether what is said about the deal has its form; whether it is true is for `tuicards.verify` to find out."""
    seen = start.witness
    noted = seen is None or (is_secret(seen.commitment) and (seen.nonce == "" or is_nonce(seen.nonce)))
    return noted and Dealt(start.secret, start.nonces).well_formed(start.seats)


def _entry(line: bytes, number: int, seats: int, name: str) -> Entry:
    entry = _decoded(line, Entry)
    if entry is None or not 0 <= entry.seat < seats:
        raise StorageError("record_bad_line", file=name, line=number)
    return entry


def _decoded(line: bytes, kind: type[Kind]) -> Kind | None:
    """The value of a line, or None where it is none of that kind. Fields that are not known are left out."""
    try:
        return msgspec.json.decode(line, type=kind)
    except (msgspec.MsgspecError, UnicodeError, RecursionError, ValueError):
        return None


def _reason(error: Exception) -> str:
    return (error.strerror or str(error)) if isinstance(error, OSError) else str(error)
