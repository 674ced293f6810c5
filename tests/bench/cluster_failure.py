"""How long a table stands still whose node is killed: until all its people have a picture of the next owner."""

import contextlib
import os
import random
import signal
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from itertools import count

from tests.bench.bare_redis import Redis, redis
from tests.bench.load import Load, Process, Table, house
from tests.bench.measured import Measured

TABLES = 3
"""Of each node that is killed."""

SILENT = ("--no-announce", "--log-level", "error")
"""That a node is gone is no news here."""

_numbers = count(1)


def kills(rounds: int, clubs: int, measured: Measured) -> None:
    """So many clubs, in each of which the owner of the tables is killed so often; people are at another node."""
    with contextlib.ExitStack() as stack:
        shared = stack.enter_context(redis("always"))
        homes = _begin(stack, [(shared, club, "home") for club in range(clubs)])
        for number in range(rounds):
            owners = _begin(stack, [(shared, club, f"owner{number}") for club in range(clubs)])
            measured.add("killed: s", *_stand_still(list(zip(homes, owners, strict=True))))


def _begin(stack: contextlib.ExitStack, wanted: list[tuple[Redis, int, str]]) -> list[Process]:
    """Nodes, each of a club; they start side by side."""
    houses = [
        house(*("--cluster", shared.url, "--cluster-prefix", f"club{club}", "--node", name), *SILENT)
        for shared, club, name in wanted
    ]
    with ThreadPoolExecutor(len(houses)) as pool:
        return list(pool.map(stack.enter_context, houses))


class Orphans(Load):
    """Tables whose owner is killed."""

    def __init__(self, homes_and_owners: list[tuple[Process, Process]]) -> None:
        pairs = [pair for pair in homes_and_owners for _ in range(TABLES)]
        self._meanwhile = lambda: None
        self._begin(Table(home.port, next(_numbers), owner.port) for home, owner in pairs)
        self._owner_of = {id(table): owner for table, (_, owner) in zip(self.tables, pairs, strict=True)}

    def kill(self) -> Iterator[float]:
        """All owners, each at some moment; the seconds of each table from there to the picture at its last seat."""
        self.flat_out(0.3)
        killed = dict(self._killed())
        pictures = {id(seat): seat.updates for table in self.tables for seat in table.seats}
        left = {id(table): table for table in self.tables}
        while left:
            for descriptor, _ in self._poll.poll(10.0):
                seat, table = self._of[descriptor]
                seat.read()
                if id(table) in left and all(seat.updates > pictures[id(seat)] for seat in table.seats):
                    del left[id(table)]
                    yield time.perf_counter() - killed[self._owner_of[id(table)].pid]

    def _killed(self) -> Iterator[tuple[int, float]]:
        for pid in {owner.pid for owner in self._owner_of.values()}:
            time.sleep(random.uniform(0.0, 0.2))
            os.kill(pid, signal.SIGKILL)
            yield pid, time.perf_counter()


def _stand_still(homes_and_owners: list[tuple[Process, Process]]) -> list[float]:
    orphans = Orphans(homes_and_owners)
    times = list(orphans.kill())
    orphans.close()
    return times
