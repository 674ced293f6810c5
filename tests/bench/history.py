"""What a long history costs: `python -m tests.bench.history [--quick]`. How soon a server is there, and its size.

The parties are whole ones of Rage with four seats, played by chance; a few different ones stand for all.
"""

import asyncio
import random
import secrets
import shutil
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import count
from pathlib import Path

import msgspec

from server.house import House
from server.mail import Asked
from server.records import Moved, PartyBegun, PartyOver, Record, TableClosed, TableKept
from server.store import SqliteStore
from server.table import Table
from tests.bench.load import house
from tests.bench.rows import Row
from tests.bench.screen import middle
from tests.bench.taken import Curve, told
from tuicards.games import GAMES
from tuicards.games.api import to_plain
from tuicards.wire.messages import JoinTable, MakeMove, StartParty

PEOPLE = ("Ann", "Bo", "Cai", "Dee")
KINDS = 20
"""So many different parties."""

RUNNING = 100
BATCH = 200
STARTS = 5


def party(number: int, share: float) -> list[Record]:
    """The records of one table and its party, played by chance until so large a share of it is done."""
    chance, ids, records = random.Random(number), count(1), list[Record]()
    game = GAMES["rage"]
    table = Table(
        game, House(("normal",), seed=lambda: secrets.token_bytes(32)), uid="", code="", title="kitchen",
        owner=PEOPLE[0], seats=4, options=game.parse_options({}),
    )  # fmt: skip
    for name in PEOPLE:
        records += table.do(Asked(name, JoinTable(id=next(ids), table="")), 1.0).records
    records += table.do(Asked(PEOPLE[0], StartParty(id=next(ids))), 1.0).records
    moves = 0
    while table.party is not None and table.party.to_act and moves < share * 260:
        seat = min(table.party.to_act)
        move = chance.choice(game.legal(table.party.state, seat))
        asked = MakeMove(id=next(ids), table="", seq=table.party.seq, move=to_plain(move))
        records += table.do(Asked(PEOPLE[seat], asked), 2.0).records
        moves += 1
    return records


def named(records: Sequence[Record], uid: str, code: str) -> list[Record]:
    """The same at another table."""
    replace, renamed = msgspec.structs.replace, list[Record]()
    for record in records:
        if isinstance(record, TableKept):
            renamed.append(TableKept(replace(record.snapshot, uid=uid, code=code)))
        elif isinstance(record, PartyBegun | Moved | PartyOver):
            renamed.append(replace(record, uid=uid))
    return renamed


async def write(folder: Path, finished: int, running: int, killed: Path) -> None:
    """A data folder with so many parties that have ended, and so many that go on; and what a kill leaves of it."""
    store = SqliteStore(folder)
    whole, half = [party(kind, 1.0) for kind in range(KINDS)], [party(kind, 0.5) for kind in range(KINDS)]
    for number in range(finished):
        uid = f"finished{number}"
        store.put([*named(whole[number % KINDS], uid, code(number)), TableClosed(uid)])
        if number % BATCH == 0:
            await store.settled()
    for number in range(running):
        store.put(named(half[number % KINDS], f"running{number}", code(number)))
    await store.settled()
    shutil.copytree(folder, killed)
    await store.close()


def code(number: int) -> str:
    """A table's code."""
    letters = "ABCDEFGHJKLMNPQRSTUVWXYZ"
    return "".join(letters[number // len(letters) ** place % len(letters)] for place in range(4))


def start(data: Path) -> float:
    """Seconds until a server with this folder takes connections."""
    began = time.perf_counter()
    with house(data=data):
        return time.perf_counter() - began


def start_after_kill(left: Path) -> float:
    """The same where nothing has been put in order: a part of the record is still in its journal."""
    with tempfile.TemporaryDirectory() as folder:
        return start(shutil.copytree(left, Path(folder) / "data"))


class Grown(msgspec.Struct):
    """A history of so many finished parties, beside 100 that run: seconds to start, mebibytes on the disk."""

    finished: int
    starts: list[float]
    after_kill: list[float]
    size: float


@cache
def grown(finished: int) -> Grown:
    with tempfile.TemporaryDirectory() as folder:
        data, killed = Path(folder) / "data", Path(folder) / "killed"
        data.mkdir()
        asyncio.run(write(data, finished, RUNNING, killed))
        starts = [start(data) for _ in range(STARTS)]
        after_kill = [start_after_kill(killed) for _ in range(STARTS)]
        size = sum(file.stat().st_size for file in data.rglob("*") if file.is_file()) / 2**20
    return Grown(finished, starts, after_kill, size)


def curve(quick: bool) -> Curve:
    """From nearly nothing to ten thousand."""
    sizes = map(grown, (1, 10, 100) if quick else (1, 10, 100, 1000, 10_000))
    lines = ((each.finished, middle(each.starts), middle(each.after_kill), each.size) for each in sizes)
    return Curve("history", ("finished parties", "start, s", "after kill -9, s", "on disk, MiB"), lines)


def rows(quick: bool) -> Iterator[Row]:
    """The longest history."""
    longest = grown(100 if quick else 10_000)
    what = f"start, {longest.finished:,} parties on disk, {RUNNING} running"
    yield Row("P15", what, "s", longest.starts, 1.0, True)
    yield Row("P15", f"{what}, after kill -9", "s", longest.after_kill, 1.0, True)


def main() -> int:
    told(curve("--quick" in sys.argv))
    return 0


if __name__ == "__main__":
    sys.exit(main())
