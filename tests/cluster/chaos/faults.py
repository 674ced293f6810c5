"""What goes wrong: one fault after the other, by chance, and never at all nodes at once."""

import asyncio
import collections
import random
import time
from collections.abc import Callable, Coroutine
from typing import NamedTuple

from tests.cluster.chaos.course import Course
from tests.cluster.chaos.nodes import Node
from tests.cluster.chaos.owners import Owners
from tests.cluster.redis_process import RedisProcess

SHORT, LONG = 1.0, 8.0
"""Seconds for which a node stands still or is cut off."""
REST = 4.0
"""The longest time until a node that was killed is started anew."""
REDIS_AWAY = 3.0
"""The longest time for which Redis is away."""
PATIENCE = 60.0
"""Seconds for a node to run dry, and for one to be there again after a fault."""

AT_RANDOM = 0.4
"""The share of faults for which it does not matter how many tables a node has."""

LOOKS = 15
"""So often in a row a node has to be found well, ten times a second, after a fault."""

WEIGHTS = {"kill": 4, "stop": 3, "cut": 2, "blackhole": 2, "term": 2, "drain": 1, "redis_stop": 1, "redis_kill": 1}


class Fault(NamedTuple):
    """One that has been."""

    kind: str
    node: str
    """Empty: Redis."""
    began: float
    over: float
    """When the node was told to go on, or started anew."""


class Faults:
    """Brings them about, and notes them."""

    def __init__(
        self, course: Course, nodes: list[Node], redis: RedisProcess, owners: Owners, tell: Callable[[str], None]
    ) -> None:
        self._course, self._nodes, self._redis, self._owners, self._tell = course, nodes, redis, owners, tell
        self._chance = random.Random(course.seed + 1)
        self._redis_away = False
        self._running: set[asyncio.Task[None]] = set()
        self.past: list[Fault] = []
        self.counts: collections.Counter[str] = collections.Counter()

    async def storm(self) -> None:
        """For as long as the course has it; returns when all is well again."""
        end = time.monotonic() + self._course.seconds
        number = 0
        while (left := end - time.monotonic()) > 0:
            await asyncio.sleep(min(left, self._pause()))
            if time.monotonic() < end and self._begin(self._kind(number)):
                number += 1
        while self._running:
            await asyncio.gather(*self._running)

    def _pause(self) -> float:
        return 0.5 + self._chance.expovariate(1 / self._course.every)

    def _kind(self, number: int) -> str:
        kinds = self._course.kinds
        if kinds:
            return kinds[number % len(kinds)]
        return self._chance.choices(list(WEIGHTS), list(WEIGHTS.values()))[0]

    def _begin(self, kind: str) -> bool:
        """Whether there is somebody to whom it may happen."""
        well = [node for node in self._nodes if not node.troubled]
        if kind.startswith("redis"):
            if self._redis_away:
                return False
            self._spawn(self._redis_fault(kind))
        else:
            if len(well) < 2:
                return False
            node = self._victim(well)
            node.troubled = True
            self._spawn(self._node_fault(kind, node))
        self.counts[kind] += 1
        return True

    def _victim(self, well: list[Node]) -> Node:
        """Mostly the one with the most tables: who has begun anew has none, and is missed by nobody."""
        if self._chance.random() < AT_RANDOM:
            return self._chance.choice(well)
        return max(well, key=lambda node: len(self._owners.of_node(node.name, time.monotonic())))

    def _spawn(self, work: Coroutine[None, None, None]) -> None:
        task = asyncio.create_task(work)
        self._running.add(task)
        task.add_done_callback(self._running.discard)

    async def _node_fault(self, kind: str, node: Node) -> None:
        began = time.monotonic()
        self._tell(f"{kind} {node.name}")
        await getattr(self, f"_{kind}")(node)
        self.past.append(Fault(kind, node.name, began, time.monotonic()))
        await self._until_well(node)
        node.troubled = False

    async def _until_well(self, node: Node) -> None:
        """It listens, and the others count with it, for a while already: it may still be about to find out."""
        looks = 0
        async with asyncio.timeout(PATIENCE):
            while looks < LOOKS:
                await asyncio.sleep(0.1)
                looks = looks + 1 if node.server.up.is_set() and await self._owners.lives(node.name) else 0
        self._tell(f"{node.name} is well")

    async def _kill(self, node: Node) -> None:
        node.rests_for = self._chance.uniform(0.2, REST)
        await node.kill()
        await asyncio.sleep(node.rests_for)

    async def _stop(self, node: Node) -> None:
        node.server.pause()
        await asyncio.sleep(self._chance.uniform(SHORT, LONG))
        node.server.go_on()

    async def _cut(self, node: Node) -> None:
        node.wire.break_off()
        await asyncio.sleep(self._chance.uniform(SHORT, LONG))
        node.wire.mend()

    async def _blackhole(self, node: Node) -> None:
        node.wire.cut()
        await asyncio.sleep(self._chance.uniform(SHORT, LONG))
        node.wire.mend()

    async def _term(self, node: Node) -> None:
        node.rests_for = self._chance.uniform(0.2, REST)
        await node.terminate()

    async def _drain(self, node: Node) -> None:
        node.rests_for = 0.5
        await node.drain()
        async with asyncio.timeout(PATIENCE):
            while node.told_to_end:  # noqa: ASYNC110 - the supervisor takes that back when the process has ended
                await asyncio.sleep(0.1)

    async def _redis_fault(self, kind: str) -> None:
        self._redis_away = True
        began, length = time.monotonic(), self._chance.uniform(0.5, REDIS_AWAY)
        self._tell(kind)
        if kind == "redis_stop":
            self._redis.pause()
            await asyncio.sleep(length)
            self._redis.go_on()
        else:
            self._redis.kill()
            await asyncio.sleep(length)
            await asyncio.to_thread(self._redis.start)
        self.past.append(Fault(kind, "", began, time.monotonic()))
        self._tell("redis is well")
        self._redis_away = False
