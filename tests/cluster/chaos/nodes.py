"""The nodes as processes, each with a supervisor that starts it anew whenever it ends."""

import asyncio
import contextlib
from pathlib import Path

import msgspec

from server.orders import Drain
from tests.cluster.chaos.wire import Wire
from tests.cluster.redis_process import RedisProcess
from tests.ports import free_port
from tests.soak.connection import Connection, Patience, connect
from tests.soak.process import ServerProcess
from tuicards.timing import Timing

OPTIONS = ("--no-announce", "--log-level", "info", "--max-connections", "3000", "--max-tables", "1000")

EXPECTED = ("the other nodes have given this one up", "Redis", "cluster", "lease")
"""What a node may complain of where its lease or its line was lost."""


class Node:
    """One name; a process after the other under it, with one folder and one port."""

    def __init__(self, name: str, folder: Path, redis: RedisProcess) -> None:
        self.name, self.folder = name, folder / name
        self.wire = Wire(redis)
        self.troubled = False
        """Whether something is being done to it."""
        self.rests_for = 0.5
        """Seconds from its end to its next start."""
        self.told_to_end = False
        self.ends: list[int] = []
        """Exit codes of processes that have ended by themselves."""
        self.vain_starts = 0
        self._task: asyncio.Task[None] | None = None

    async def begin(self) -> None:
        """Returns when it listens."""
        await self.wire.__aenter__()
        control = self.folder / "control.sock"
        cluster = ("--cluster", self.wire.url, "--node", self.name, "--control", str(control))
        self.server = ServerProcess(self.folder, (*OPTIONS, *cluster))
        self._control = control
        self.server.port = free_port()  # a node that begins anew listens where it did before
        await self.server.start()
        self._task = asyncio.create_task(self._supervise())

    async def _supervise(self) -> None:
        while True:
            code = await self.server.ended()
            if not self.told_to_end:
                self.ends.append(code)
            self.told_to_end = False
            await asyncio.sleep(self.rests_for)
            while not await self._started():
                self.vain_starts += 1
                await asyncio.sleep(0.5)

    async def _started(self) -> bool:
        try:
            await self.server.start()
        except RuntimeError:
            return False
        return True

    async def kill(self) -> None:
        """At once. The supervisor starts it anew."""
        self.told_to_end = True
        await self.server.kill()

    async def terminate(self) -> float:
        """In order; the seconds that takes."""
        self.told_to_end = True
        return await self.server.stop()

    async def drain(self) -> None:
        """By the operator's order; it ends when it has handed everything over."""
        self.told_to_end = True
        reader, writer = await asyncio.open_unix_connection(str(self._control))
        writer.write(msgspec.json.encode(Drain()) + b"\n")
        answer = await reader.readline()
        writer.close()
        if b"done" not in answer:
            raise RuntimeError(f"{self.name} does not drain: {answer!r}")

    async def end(self) -> float:
        """In order, for good; the seconds that takes."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
        try:
            return await self.server.stop()
        finally:
            await self.wire.__aexit__(None, None, None)

    async def drop(self) -> None:
        """Whatever it is doing: nothing is left of it."""
        if self._task is not None:
            self._task.cancel()
        with contextlib.suppress(Exception):
            self.server.go_on()
            await self.server.kill()

    def complaints(self) -> list[str]:
        """Lines of its log that tell of a fault of its own."""
        return [line for line in self.server.complaints() if not any(word in line for word in EXPECTED)]


class Places:
    """One person's way in: from node to node as a client goes that knows them all."""

    def __init__(self, nodes: list[Node], first: int) -> None:
        self._nodes, self._at = nodes, first
        self._timing = Timing()
        self._last: Connection | None = None
        self._failures = 0
        self._tried = False

    async def connect(self) -> Connection:
        """Raises OSError."""
        if self._tried:
            self._at += 1
            self._failures = 0 if self._last is not None and self._last.answered else self._failures + 1
        self._tried, self._last = True, None
        self._last = await connect(self._nodes[self._at % len(self._nodes)].server.port, patience=self._patience())
        return self._last

    def _patience(self) -> Patience:
        """Once around in haste, then with patience."""
        many, timing = len(self._nodes), self._timing
        hasty = self._failures % (2 * many) < many
        greeting = timing.for_greeting(many) if hasty else timing.connect
        return Patience(greeting, timing.quiet, timing.of_silence(many))
