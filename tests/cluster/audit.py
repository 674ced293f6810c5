"""Whether what a cluster has kept is whole: every table's log, and every party that came to its end.

`logged_ever` reads what Redis has written into its append-only files, and so the entries too that were dropped since;
`logged_now` asks Redis. `faults_of_logs` and `faults_of_archives` tell what is wrong, in one line each.
"""

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

import msgspec

from server.archive import finished_parties
from server.cluster.keys import Keys
from server.cluster.link import Link
from server.cluster.table_log import unpacked
from server.records import Moved, PartyOver, Record
from server.table_fold import TableFold
from tuicards.games.api import AnyGame, Outcome
from tuicards.records import PartyRecord
from tuicards.verify import verify


class Logged(NamedTuple):
    """An entry of a table's log."""

    uid: str
    number: int
    fence: int
    base: bool
    records: tuple[Record, ...]


class Acknowledged(NamedTuple):
    """A person's move, as the log has it."""

    uid: str
    party: int
    seat: int
    request: int


def logged_ever(folder: Path, keys: Keys) -> list[Logged]:
    """Every entry that was ever written, in order, as long as Redis has not rewritten its files."""
    files = sorted(folder.glob("appendonlydir/*.incr.aof"), key=lambda path: int(path.name.split(".")[-3]))
    before, after = (part.encode() for part in keys.log("*").split("*"))
    return [
        _entry(command[1].removeprefix(before).removesuffix(after).decode(), command[2], command[3:])
        for file in files
        for command in _commands(file.read_bytes())
        if command[0].upper() == b"XADD" and command[1].startswith(before) and command[1].endswith(after)
    ]


async def logged_now(link: Link, keys: Keys) -> list[Logged]:
    """The entries of the tables that are there."""
    before, after = keys.log("*").split("*")
    found, cursor = set(), b"0"
    while True:
        cursor, some = await link.ask("SCAN", cursor, "MATCH", keys.log("*"), "COUNT", 1000)
        found |= {name.decode() for name in some}
        if cursor == b"0":
            break
    return [
        _entry(name.removeprefix(before).removesuffix(after), place, fields)
        for name in sorted(found)
        for place, fields in await link.ask("XRANGE", name, "-", "+")
    ]


def faults_of_logs(entries: Iterable[Logged], games: Mapping[str, AnyGame] | None = None) -> list[str]:
    """No number twice and none missing, no lower fence after a higher one, no move missing or changed, every party
    that is over true. `games`: those that are not in the program."""
    tables: dict[str, _Reader] = {}
    for entry in entries:
        tables.setdefault(entry.uid, _Reader(entry.uid, games or {})).take(entry)
    return [fault for table in tables.values() for fault in table.faults]


def moves_in(entries: Iterable[Logged]) -> set[Acknowledged]:
    """Every move of a person; what was acknowledged has to be among them."""
    return {
        Acknowledged(move.uid, move.party, move.entry.seat, move.id)
        for entry in entries
        for move in entry.records
        if isinstance(move, Moved) and move.id
    }


def faults_of_archives(folders: Iterable[Path], entries: Iterable[Logged] = ()) -> list[str]:
    """Every archived party is true, is the same wherever it is, and none that came to its end in the logs is missing.

    `folders`: the data folders of the nodes.
    """
    faults: list[str] = []
    seen: dict[bytes, PartyRecord] = {}
    for folder in folders:
        here = set()
        for record in finished_parties(folder):
            seed, bare = record.header.seed, msgspec.structs.replace(record, played=None, names=())
            faults += [f"{folder}: party {seed.hex()} is there twice"] * (seed in here)
            faults += [f"{folder}: party {seed.hex()} is another elsewhere"] * (seen.setdefault(seed, bare) != bare)
            faults += _untrue(record, str(folder))
            here.add(seed)
    missing = {seed for seed in _finished_seeds(entries) if seed not in seen}
    return faults + [f"party {seed.hex()} is archived nowhere" for seed in sorted(missing)]


class _Reader:
    """Reads the log of one table."""

    def __init__(self, uid: str, games: Mapping[str, AnyGame]) -> None:
        self.faults: list[str] = []
        self._uid, self._games = uid, games
        self._last: Logged | None = None
        self._table = TableFold()

    def take(self, entry: Logged) -> None:
        last, self._last = self._last, entry
        if entry.number <= (last.number if last else 0):
            self._fault(entry, "was written before")
        elif not entry.base and entry.number != (last.number if last else 0) + 1:
            self._fault(entry, "follows on a gap")
        if last and entry.fence < last.fence:
            self._fault(entry, f"has fence {entry.fence}, after {last.fence}")
        self._fold(entry)

    def _fold(self, entry: Logged) -> None:
        before = {(move.party, move.index): move for move in self._table.moves}
        for record in entry.records:
            if isinstance(record, Moved):
                self._check(entry, record, before)
            self._table.take(record)
            if isinstance(record, PartyOver):
                self.faults += [f"table {self._uid}: {fault}" for fault in self._untrue_end()]

    def _check(self, entry: Logged, move: Moved, before: dict[tuple[int, int], Moved]) -> None:
        """The next one, which may be told again, but not otherwise."""
        if move.index != len(self._table.moves):
            self._fault(entry, f"has move {move.index}, after {len(self._table.moves)}")
        if before.get((move.party, move.index), move) != move:
            self._fault(entry, f"has another move {move.index}")

    def _untrue_end(self) -> list[str]:
        begun, over = self._table.begun, self._table.over
        if begun is None or over is None:
            return ["a party is over that has not begun"]
        record = PartyRecord(
            header=begun.header,
            entries=tuple(move.entry for move in self._table.moves),
            outcome=msgspec.json.decode(over.outcome, type=Outcome),
            names=("",) * begun.header.seats,
            party=begun.party,
            secret=begun.secret,
            nonces=begun.nonces,
        )
        return _untrue(record, "its log", self._games.get(begun.header.game))

    def _fault(self, entry: Logged, what: str) -> None:
        self.faults.append(f"table {self._uid}: entry {entry.number} {what}")


def _untrue(record: PartyRecord, where: str, game: AnyGame | None = None) -> list[str]:
    verdict = verify(record, game=game)
    return [] if verdict.right else [f"{where}: party {record.party} of {record.table}: {verdict.code}"]


def _finished_seeds(entries: Iterable[Logged]) -> set[bytes]:
    tables: dict[str, TableFold] = {}
    seeds = set()
    for entry in entries:
        table = tables.setdefault(entry.uid, TableFold())
        for record in entry.records:
            table.take(record)
            if isinstance(record, PartyOver) and table.begun is not None:
                seeds.add(table.begun.header.seed)
    return seeds


def _entry(uid: str, place: bytes, words: Iterable[bytes]) -> Logged:
    words = list(words)
    fields = dict(zip(words[::2], words[1::2], strict=True))
    number = int(place.split(b"-")[0])
    return Logged(uid, number, int(fields[b"f"]), b"b" in fields, unpacked(fields[b"v"]))


def _commands(content: bytes) -> Iterator[list[bytes]]:
    """The commands of an append-only file. What was cut off at its end is no command."""
    at = 0
    while at < len(content):
        count, at = _number(content, at)
        words = []
        for _ in range(count):
            length, at = _number(content, at)
            words.append(content[at : at + length])
            at += length + 2
        if at > len(content):
            return
        yield words


def _number(content: bytes, at: int) -> tuple[int, int]:
    """The number of the line there, after `*` or `$`, and where the next one begins."""
    end = content.find(b"\r\n", at)
    return (int(content[at + 1 : end]), end + 2) if end >= 0 else (0, len(content) + 1)
