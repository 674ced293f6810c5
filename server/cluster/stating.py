"""Facts on their way to all nodes: in order, each once, written together while Redis has not answered yet."""

import asyncio
import logging
import time
from collections.abc import Callable
from itertools import chain

from server.cluster.common_scripts import DONE, FACTS_KEPT, STATE
from server.cluster.facts import Fact
from server.cluster.faults import Away, Lapsed
from server.cluster.keys import Keys
from server.cluster.link import Link
from server.cluster.rows import Row, row
from server.cluster.script import Word
from server.tally import Histogram

log = logging.getLogger(__name__)

MOST_AT_ONCE = 100
"""Facts. While Redis runs a script, everybody else waits."""


class Stating:
    """The facts of one run of a node. One batch is under way at a time."""

    def __init__(self, link: Link, keys: Keys, run: int, lapsed: Callable[[], None]) -> None:
        """`lapsed` is called, once, when the others have given this run up."""
        self._link, self._run, self._lapsed = link, run, lapsed
        states = [keys.state(kind) for kind in ("people", "keys", "bans", "present", "tables", "codes")]
        counts = [keys.state("count"), keys.state(f"done:{run}")]
        self._keys = [keys.facts, *counts, keys.nodes, keys.lock, keys.state("latest_hold"), *states]
        self._rows: list[Row] = []
        self._batch = 0
        self._stated = self._written = 0
        self._turn = asyncio.Lock()
        self._task: asyncio.Task[None] | None = None
        self._waiting: list[tuple[int, asyncio.Future[None]]] = []
        self._over: type[Away | Lapsed] | None = None
        self.commits = Histogram()

    @property
    def waiting(self) -> int:
        """Facts that are not written yet."""
        return len(self._rows)

    def state(self, *facts: Fact) -> None:
        """Take facts in. Returns at once; after the end of the run they go nowhere."""
        if self._over is None:
            self._rows += [row(self._run, fact) for fact in facts]
            self._stated += len(facts)
            if self._task is None or self._task.done():
                self._task = asyncio.create_task(self._write_all())

    def check(self) -> None:
        """Raises Lapsed when the run is no more, Away when the link was closed."""
        if self._over is not None:
            raise self._over

    async def settled(self) -> None:
        """Return when all that was stated is written. Raises Lapsed, and Away after the link was closed."""
        self.check()
        if self._written < self._stated:
            done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
            self._waiting.append((self._stated, done))
            await done

    async def write_under(self, hold: str, decide: Callable[[], None]) -> None:
        """Write what `decide` states in one step that gives the lock up, if nobody has had it since this hold.

        Raises Lapsed where somebody has: nothing is written. Raises what `decide` raises.
        """
        async with self._turn:
            self.check()
            decide()
            await self._write(len(self._rows), hold)

    async def close(self) -> None:
        """Write no more."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.wait([self._task])
        self._end(Away)

    async def _write_all(self) -> None:
        while self._rows and self._over is None:
            async with self._turn:
                await self._write_some()

    async def _write_some(self) -> None:
        try:
            self.check()
            await self._write(min(len(self._rows), MOST_AT_ONCE))
        except (Away, Lapsed):
            return  # whoever waits has been told

    async def _write(self, many: int, hold: str = "") -> None:
        if many or hold:
            self._batch += 1
            words = chain.from_iterable(self._rows[:many])
            began = time.perf_counter()
            await self._call(hold, *words)
            self.commits.add(time.perf_counter() - began)
            del self._rows[:many]
            self._written += many
            self._release()

    async def _call(self, hold: str, *words: Word) -> None:
        try:
            answer = await self._link.call(STATE, self._keys, [self._run, self._batch, hold, FACTS_KEPT, *words])
        except Away:
            self._end(Away)
            raise
        except Exception:
            log.exception("the cluster's facts cannot be written")
            answer = None
        if answer != DONE:
            self._end(Lapsed)
            self._lapsed()
            raise Lapsed

    def _release(self) -> None:
        while self._waiting and self._waiting[0][0] <= self._written:
            _, done = self._waiting.pop(0)
            if not done.done():
                done.set_result(None)

    def _end(self, why: type[Away | Lapsed]) -> None:
        self._over = self._over or why
        for _, done in self._waiting:
            if not done.done():
                done.set_exception(self._over())
        self._waiting.clear()
