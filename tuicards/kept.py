"""The finished parties that this user sat at or watched: a folder of replay files, the newest kept."""

import contextlib
import hashlib
import re
import time
from collections.abc import Mapping
from pathlib import Path

import msgspec

from tuicards.errors import StorageError
from tuicards.records import PartyRecord, read_record, to_text, write_record
from tuicards.state_folder import state_folder

KEPT = 200
"""So many records are kept; older ones go."""

STAMP, STAMP_LENGTH = "%Y%m%d-%H%M%S", 15
"""What a file's name begins with."""

ENDING = ".jsonl"


class KeptRecord(msgspec.Struct, frozen=True):
    """A file of the folder and what is in it, or why it cannot be read."""

    path: Path
    record: PartyRecord | None
    trouble: StorageError | None = None


def records_folder(environ: Mapping[str, str]) -> Path | None:
    """Where records are kept; None where this user has no state folder."""
    folder = state_folder(environ)
    return None if folder is None else folder / "records"


def keep_record(folder: Path, record: PartyRecord, now: float) -> Path:
    """Keep a record, and let the oldest go where there are too many. One that is kept already stays as it is.

    Names sort by time, and tell game and table. Raises StorageError `record_unwritable`.
    """
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        same = parties_in(folder).get(party_mark(record))
    except OSError as error:
        raise StorageError("record_unwritable", file=str(folder), reason=error.strerror or str(error)) from None
    if same is not None:
        return same
    path = folder / file_name(record, now)
    write_record(path, to_text(record), mode=0o600)
    _forget_oldest(folder)
    return path


def file_name(record: PartyRecord, now: float) -> str:
    """The usual name of a record's file: when it came, which game, which table, and a mark of its own."""
    return time.strftime(STAMP, time.gmtime(now)) + party_mark(record)


def parties_in(folder: Path) -> dict[str, Path]:
    """The oldest file of each party that is there, by the party's mark. Raises OSError."""
    return {path.name[STAMP_LENGTH:]: path for path in reversed(_files(folder))}


def kept_records(folder: Path | None) -> tuple[KeptRecord, ...]:
    """What is kept, newest first. Files that cannot be read are among them, with the reason."""
    return tuple(_kept(path) for path in _newest_first(folder))


def kept_file(folder: Path | None, number: int) -> Path:
    """The file with this number in the list, from 1. Raises StorageError `record_none_kept`, `record_no_such`."""
    files = _newest_first(folder)
    if not files:
        raise StorageError("record_none_kept", folder=str(folder or ""))
    if not 1 <= number <= len(files):
        raise StorageError("record_no_such", number=number, count=len(files))
    return files[number - 1]


def _newest_first(folder: Path | None) -> list[Path]:
    try:
        return [] if folder is None else _files(folder)[::-1]
    except OSError:
        return []


def _files(folder: Path) -> list[Path]:
    """Oldest first. Raises OSError, save where there is no folder yet."""
    with contextlib.suppress(FileNotFoundError):
        return sorted(path for path in folder.iterdir() if path.name.endswith(ENDING) and path.name[:1].isdigit())
    return []


def _kept(path: Path) -> KeptRecord:
    try:
        return KeptRecord(path, read_record(path))
    except StorageError as error:
        return KeptRecord(path, None, error)


def _forget_oldest(folder: Path) -> None:
    with contextlib.suppress(OSError):
        for path in _files(folder)[:-KEPT]:
            path.unlink()


def party_mark(record: PartyRecord) -> str:
    """What the names of all files of one party end with, whoever noted it and when."""
    return f"-{_plain(record.header.game)}-{_plain(record.table)}-{_mark(record)}{ENDING}"


def _plain(word: str) -> str:
    """A word from the wire as it may stand in a file's name."""
    return re.sub(r"[^A-Za-z0-9]", "", word)[:12] or "x"


def _mark(record: PartyRecord) -> str:
    """Tells two parties apart; the same for the same one."""
    return hashlib.sha256(record.header.seed + record.header.game.encode()).hexdigest()[:8]
