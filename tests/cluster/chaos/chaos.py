"""The whole run: start, let everybody play, do the nodes harm, calm down, stop, and look what is left."""

import asyncio
import random
import time
from dataclasses import dataclass
from pathlib import Path

from server.cluster.keys import Keys
from tests.cluster.chaos.aftermath import Aftermath, look_at
from tests.cluster.chaos.course import Course, a_plan
from tests.cluster.chaos.faults import Faults
from tests.cluster.chaos.ledger import ClusterLedger
from tests.cluster.chaos.nodes import Node, Places
from tests.cluster.chaos.owners import Owners
from tests.cluster.redis_process import RedisProcess
from tests.soak.mishaps import end, mishaps
from tests.soak.person import Person
from tests.soak.plan import Plan

ARRIVING = 5.0
"""Seconds in which everybody comes."""
MISHAPS_EVERY = 40.0
"""Seconds between two mishaps of one person, on average."""
FREEZES, LONGEST_FREEZE = 0.1, 2.0
"""The share of mishaps after which nothing is read for a while, and how long at most."""
HURRY = 0.05
"""Seconds to think, on average, when no party begins any more."""
LAST_PARTIES = 120.0
"""Seconds in which every party has to come to its end then."""
CLEARING = 15.0
"""Seconds until nothing is left of the tables when all have gone."""


@dataclass(frozen=True)
class Result:
    """All that there is to report."""

    course: Course
    people: int
    ledger: ClusterLedger
    faults: Faults
    owners: Owners
    nodes: list[Node]
    aftermath: Aftermath
    last_parties: float
    """Seconds that they took."""
    stopped_in: float
    """The longest of all nodes."""
    broken: list[str]


class Chaos:
    """One run in one folder."""

    def __init__(self, course: Course, folder: Path) -> None:
        self._course, self._folder = course, folder
        self._chance = random.Random(course.seed)
        self._redis = RedisProcess(folder / "redis", "--auto-aof-rewrite-percentage", "0")
        self._nodes = [Node(f"n{number}", folder, self._redis) for number in range(1, course.nodes + 1)]
        self._ledger = ClusterLedger()
        self._people = [person for number in range(course.tables) for person in self._table(number)]
        self._broken: list[str] = []
        self._began = time.monotonic()
        self._story = (folder / "story.log").open("w", buffering=1)

    def _tell(self, what: str) -> None:
        """To whoever looks later what happened when."""
        print(f"{time.strftime('%H:%M:%S')} {time.monotonic() - self._began:7.2f} {what}", file=self._story)

    def _table(self, number: int) -> list[Person]:
        plan, watchers = a_plan(self._chance)
        return [self._person(f"P{number} {place}", plan, place) for place in range(plan.people + watchers)]

    def _person(self, name: str, plan: Plan, place: int) -> Person:
        way = Places(self._nodes, self._chance.randrange(len(self._nodes)))
        watches, seed = place >= plan.people, self._chance.getrandbits(32)
        return Person(name, plan, place == 0, way, self._ledger, self._course.pace, seed, watches=watches,
                      keeps_records=True)  # fmt: skip

    async def run(self) -> Result:
        self._redis.start()
        owners = Owners(self._redis.url, Keys())
        try:
            await owners.open()
            return await self._run(owners)
        finally:
            await asyncio.gather(*(node.drop() for node in self._nodes))
            await owners.close()
            self._redis.kill()
            self._story.close()

    async def _run(self, owners: Owners) -> Result:
        await asyncio.gather(*(node.begin() for node in self._nodes))
        faults = Faults(self._course, self._nodes, self._redis, owners, self._tell)
        watch = asyncio.create_task(owners.watch())
        lives = [asyncio.create_task(self._live(person)) for person in self._people]
        troubles = asyncio.create_task(
            mishaps(self._people, self._chance, every=MISHAPS_EVERY, freezes=FREEZES, lasting=(0.2, LONGEST_FREEZE))
        )
        try:
            await asyncio.sleep(ARRIVING)
            await faults.storm()
            troubles.cancel()
            last_parties = await self._last_parties()
            await self._clear(owners)
            for task in lives:
                if task.done() and not task.cancelled():
                    task.result()
        finally:
            await end([watch, troubles, *lives])
        stopped_in = max([await node.end() for node in self._nodes])
        folders = [node.server.data for node in self._nodes]
        aftermath = await asyncio.to_thread(
            look_at, self._folder / "redis", folders, self._ledger, self._folder / "records"
        )
        return Result(self._course, len(self._people), self._ledger, faults, owners, self._nodes, aftermath,
                      last_parties, stopped_in, self._broken)  # fmt: skip

    async def _live(self, person: Person) -> None:
        await asyncio.sleep(self._chance.uniform(0, ARRIVING))
        await person.live()

    async def _last_parties(self) -> float:
        """Everybody plays to the end what has begun."""
        self._tell("last orders")
        began = time.monotonic()
        for person in self._people:
            person.hurry(HURRY)
        quiet = 0
        while quiet < 10:
            await asyncio.sleep(0.1)
            quiet = quiet + 1 if all(person.at_rest for person in self._people) else 0
            if time.monotonic() - began > LAST_PARTIES:
                waiting = [person.told() for person in self._people if not person.at_rest]
                self._broken.append(f"{len(waiting)} people still play or wait: {waiting[:10]}")
                break
        return time.monotonic() - began

    async def _clear(self, owners: Owners) -> None:
        """All go, and the tables with them."""
        self._tell("all go")
        for person in self._people:
            person.go()
        end = time.monotonic() + CLEARING
        left = await owners.left_over()
        while left and time.monotonic() < end:
            await asyncio.sleep(0.1)
            left = await owners.left_over()
        if left:
            self._broken.append(f"tables are left when all have gone: {left}")
        await asyncio.sleep(2)
        self._tell("stop")
