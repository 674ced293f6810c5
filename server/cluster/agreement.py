"""What must be unique over all nodes: one node decides at a time, and has heard all that was decided before."""

import asyncio
import contextlib
import logging
import time
from collections.abc import Callable, Sequence
from typing import Any, TypeVar

from server.cluster.common_scripts import LEAVE_LOCK, TAKE_LOCK
from server.cluster.faults import Away, Lapsed, Refusal
from server.cluster.keys import Keys
from server.cluster.link import Link
from server.cluster.pauses import Pauses
from server.cluster.position import Hearing
from server.cluster.stating import Stating

log = logging.getLogger(__name__)

LOCK = 5.0
"""Seconds after which others may take the lock of a node that does not give it up."""

FRESH = 4.0
"""Seconds after which a node decides nothing any more under a lock that it took."""

PATIENCE = 5.0
"""Seconds that somebody waits for a decision, while the lock or Redis cannot be had."""

MOST_AT_ONCE = 50
"""Decisions under one lock."""

PAUSE = 0.005
"""Seconds between two attempts to take a lock that another node has; where Redis is away, the first of them."""

Decision = TypeVar("Decision")


class _Stale(Exception):
    """The lock was taken too long ago to decide anything."""


class _Asked:
    """A decision that somebody waits for."""

    def __init__(self, decide: Callable[[int], Any]) -> None:
        self._decide = decide
        self.future: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        self.until = time.monotonic() + PATIENCE
        self._value: Any = None
        self._error: Exception | None = None

    def decide(self, session: int) -> None:
        try:
            self._value = self._decide(session)
        except Exception as error:
            self._error = error

    def tell(self, instead: Exception | None = None) -> None:
        error = instead or self._error
        if self.future.done():  # nobody waits for it any more
            return
        if error is not None:
            self.future.set_exception(error)
        else:
            self.future.set_result(self._value)


class Agreement:
    """The lock, as one run of a node uses it: for all who wait here at once."""

    def __init__(self, link: Link, keys: Keys, run: int, stating: Stating, hearing: Hearing) -> None:
        self._link, self._run, self._stating, self._hearing = link, run, stating, hearing
        self._keys = [keys.lock, keys.state("latest_hold"), keys.counter, keys.facts]
        self._number = 0
        self._asked: list[_Asked] = []
        self._decided: list[_Asked] = []
        """Those of them whose decision is not written yet."""
        self._pauses = Pauses(PAUSE)
        self._task: asyncio.Task[None] | None = None

    async def agreed(self, decide: Callable[[int], Decision]) -> Decision:
        """What `decide` returns or raises, once all that it has stated is written. It gets a new session's number.

        Raises Lapsed where somebody else decided meanwhile, or the run is no more: nothing of it is written. Raises
        Away where nothing could be decided for so long; then `decide` was not called.
        """
        self._stating.check()
        asked = _Asked(decide)
        self._asked.append(asked)
        if self._task is None or self._task.done():
            self._task = asyncio.create_task(self._decide_all())
        decided: Decision = await asked.future
        return decided

    async def close(self) -> None:
        """Decide nothing more."""
        if self._task is not None and not self._task.done():
            self._task.cancel()
            await asyncio.wait([self._task])
            await self._leave()
        self._dismiss([*self._decided, *self._asked], Away)

    async def _decide_all(self) -> None:
        try:
            while self._waiting():
                await self._hold()
        except Refusal:
            log.exception("nothing can be decided")
            self._dismiss(self._asked, Away)

    def _waiting(self) -> bool:
        """Whether anybody waits; those who have waited for too long are told so."""
        now = time.monotonic()
        self._dismiss([asked for asked in self._asked if asked.until <= now], Away)
        self._asked = [asked for asked in self._asked if not asked.future.done()]
        return bool(self._asked)

    async def _hold(self) -> None:
        """Take the lock and decide, or fail to take it and pause."""
        taken, some = time.monotonic(), self._asked[:MOST_AT_ONCE]
        try:
            held = await self._take(len(some))
        except Away:
            await asyncio.sleep(self._pauses.next())
            return
        self._pauses.over()
        if held is None:
            await asyncio.sleep(PAUSE)
        else:
            last, fact = held
            await self._decide(taken, some, last - len(some) + 1, fact.decode())

    async def _take(self, many: int) -> tuple[int, bytes] | None:
        """The last of so many sessions, and the fact up to which all is to be known; None: another has the lock."""
        self._number += 1
        words = (self._run, self._number, round(LOCK * 1000), many)
        held: tuple[int, bytes] | None = await self._link.attempt(TAKE_LOCK, self._keys, words)
        return held

    async def _decide(self, taken: float, some: Sequence[_Asked], session: int, fact: str) -> None:
        def decide() -> None:
            if time.monotonic() > taken + FRESH:
                raise _Stale
            self._decided = self._asked[: len(some)]
            del self._asked[: len(some)]
            for number, asked in enumerate(some, session):
                if not asked.future.done():
                    asked.decide(number)

        try:
            async with asyncio.timeout(FRESH):
                await self._hearing.reached(fact)
            await self._stating.write_under(self._name(), decide)
        except (TimeoutError, _Stale):
            await self._leave()
        except (Lapsed, Away) as error:
            self._dismiss(some, type(error))
            await self._leave()
        for asked in self._decided:
            asked.tell()
        self._decided = []

    def _name(self) -> str:
        return f"{self._run}:{self._number}"

    async def _leave(self) -> None:
        """Give the lock up, so that nobody has to wait until its time is over."""
        with contextlib.suppress(Away):
            await self._link.attempt(LEAVE_LOCK, self._keys[:1], [self._name()])

    @staticmethod
    def _dismiss(some: Sequence[_Asked], why: type[Away | Lapsed]) -> None:
        for asked in some:
            asked.tell(why())
