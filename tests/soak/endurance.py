"""The whole test: start, let everybody live, kill and start again, calm down, stop, and look what is left."""

import asyncio
import contextlib
import random
import time
from collections.abc import Coroutine
from dataclasses import dataclass
from pathlib import Path

from tests.soak.aftermath import Aftermath, look_at
from tests.soak.ledger import Ledger
from tests.soak.mishaps import end, mishaps
from tests.soak.nuisances import nuisance
from tests.soak.person import Person
from tests.soak.plan import Plan
from tests.soak.process import ServerProcess, Usage

LIMITS = ("--max-connections", "3000", "--max-tables", "1000")

CLOCKS = ("none", "none", "turn:5", "bank:30+2")
GAMES: tuple[tuple[str, int, dict[str, str]], ...] = (
    ("rage", 4, {"round_plan": "6,5,4,3,2,1"}),
    ("rage", 3, {"round_plan": "1,2,3,4,5"}),
    ("rage", 6, {"round_plan": "4,3,2,1"}),
    ("rage", 4, {}),
    ("goat", 4, {"limit": "6"}),
    ("goat", 4, {}),
)

MEASURED_EVERY = 3.0
MISHAPS_EVERY = 60.0
"""Seconds between two mishaps of one person, on average."""
FREEZES = 0.2
"""The share of mishaps after which the connection stands, but nothing is read."""
STORMY = 0.6
"""The share of the time in which the server is killed again and again; after it nothing is killed, and the server's
memory and descriptors are compared."""
NUISANCES = 6


@dataclass(frozen=True)
class Course:
    """How long, how many, how fast."""

    minutes: float
    tables: int
    kills: float
    """Seconds between two kills, on average."""
    pace: float
    """Seconds that a person thinks, on average."""
    seed: int


@dataclass(frozen=True)
class Result:
    """All that there is to report."""

    course: Course
    server: ServerProcess
    ledger: Ledger
    aftermath: Aftermath
    people: int
    usage: tuple[Usage, ...]
    """Of the time in which the server was not killed."""
    files_before: int
    files_after: int
    """Descriptors of the last server when everybody had gone."""
    stopped_in: float


class Endurance:
    """One run in one folder."""

    def __init__(self, course: Course, folder: Path) -> None:
        self._course = course
        self._chance = random.Random(course.seed)
        self._server = ServerProcess(folder, LIMITS)
        self._ledger = Ledger()
        self._usage: list[Usage] = []
        self._people = [person for number in range(course.tables) for person in self._table(number)]

    def _table(self, number: int) -> list[Person]:
        game, seats, options = self._chance.choice(GAMES)
        people = self._chance.choice((1, 1, 2, 2, seats))
        plan = Plan(game, seats, people, dict(options), self._chance.choice(CLOCKS))
        return [
            Person(f"P{number} {place}", plan, place == 0, self._server, self._ledger, self._course.pace,
                   self._chance.getrandbits(32))
            for place in range(people)
        ]  # fmt: skip

    async def run(self) -> Result:
        await self._server.start()
        files_before = self._server.measure().files
        lives = [asyncio.create_task(self._live(person)) for person in self._people]
        others = [asyncio.create_task(task) for task in self._disturbances()]
        try:
            await self._storm(self._course.minutes * 60 * STORMY)
            self._usage.clear()
            await asyncio.sleep(self._course.minutes * 60 * (1 - STORMY))
            usage = tuple(self._usage)
            for task in (*others, *lives):
                self._raise_if_failed(task)
        finally:
            await end(others)
            for person in self._people:
                person.go()
            await asyncio.sleep(2)
            await end(lives)
        files_after = self._server.measure().files
        stopped_in = await self._server.stop()
        aftermath = await asyncio.to_thread(look_at, self._server.data, self._ledger.moves)
        return Result(
            self._course, self._server, self._ledger, aftermath, len(self._people), usage, files_before, files_after,
            stopped_in,
        )  # fmt: skip

    @staticmethod
    def _raise_if_failed(task: asyncio.Task[None]) -> None:
        if task.done() and not task.cancelled():
            task.result()

    async def _live(self, person: Person) -> None:
        await asyncio.sleep(self._chance.uniform(0, 5))
        await person.live()

    def _disturbances(self) -> list[Coroutine[None, None, None]]:
        return [
            self._watch(),
            mishaps(self._people, self._chance, every=MISHAPS_EVERY, freezes=FREEZES, lasting=(1, 12)),
            *(self._nuisance() for _ in range(NUISANCES)),
        ]

    def _nuisance(self) -> Coroutine[None, None, None]:
        return nuisance(self._server, self._ledger, random.Random(self._chance.getrandbits(32)))

    async def _storm(self, seconds: float) -> None:
        """Kill the server at random moments, and start it again."""
        end = time.monotonic() + seconds
        while (left := end - time.monotonic()) > 0:
            await asyncio.sleep(min(left, self._chance.expovariate(1 / self._course.kills)))
            if time.monotonic() < end:
                await self._server.kill()
                await self._server.start()

    async def _watch(self) -> None:
        while True:
            await asyncio.sleep(MEASURED_EVERY)
            if self._server.up.is_set():
                with contextlib.suppress(OSError):
                    self._usage.append(self._server.measure())
                for person in self._people:
                    person.check_progress()
