"""Tables whose node is gone: each goes on at one of those that are left, and tables that are handed over."""

import asyncio
import contextlib
import logging
from collections.abc import Callable, Collection, Coroutine, Mapping

import msgspec

from server.cluster.archiving import Archive
from server.cluster.facts import Listed
from server.cluster.faults import Away, Outdated
from server.cluster.journal import TableJournal, Taken, take_over
from server.cluster.keys import Keys
from server.cluster.link import Link
from server.cluster.numbers import NUMBER
from server.cluster.strays import strays
from server.cluster.turns import in_turn
from server.lobby import Lobby
from server.logs import about

log = logging.getLogger(__name__)

TURN = 0.7
"""Seconds for which the next in the order of nodes waits for the one before."""

AT_ONCE = 8
"""Tables taken over at the same time."""

LOOK_FOR_STRAYS = 60.0
"""Seconds between two looks for tables that nobody knows of."""

SWEEP = 3.0
"""Seconds between two looks for tables that nobody runs."""


class TakingOver:
    """Goes on with tables. Whoever claims one with a higher fence has it, so that two who try do no harm."""

    def __init__(
        self,
        link: Link,
        keys: Keys,
        run: int,
        archive: Archive,
        lobby: Lobby,
        *,
        listed: Mapping[str, Listed],
        alive: Callable[[], Collection[int]],
        lives: Callable[[int], bool],
        arrived: Callable[[Listed, Taken | None], None],
        over: Callable[[str], None],
    ) -> None:
        """`listed`: all tables by code; `alive`: the runs that are; `lives`: whether one is.

        `arrived` is told of each that goes on here, or is no more; `over`, afterwards, of each that was tried.
        """
        self._link, self._keys, self._run, self._archive, self._lobby = link, keys, run, archive, lobby
        self._listed, self._alive, self._lives = listed, alive, lives
        self._arrived, self._over = arrived, over
        self._tasks: set[asyncio.Task[None]] = set()
        self._busy: set[str] = set()
        self._waiting: dict[str, tuple[int, asyncio.Task[None]]] = {}
        """Of the busy ones those that wait for their turn, each with the run that they wait to follow."""
        self._let_go: set[str] = set()
        """Tables, each by its name for ever, that their last owner runs no more."""
        self._few = asyncio.Semaphore(AT_ONCE)
        self._stopped = False
        self.journals: dict[str, tuple[TableJournal, int]] = {}
        """Of tables that were claimed and do not run yet, each with its fence."""

    def start(self) -> None:
        """Look from time to time for tables that nobody runs."""
        self._spawn(self._sweep())
        self._spawn(self._look_for_strays())

    def gone(self, run: int) -> None:
        """The tables of this run go on elsewhere."""
        for listed in self._listed.values():
            if listed.run == run:
                self._try(listed, self._turn(listed))

    def handed(self, listed: Listed) -> None:
        """This one is to go on here."""
        self._try(listed, 0.0, handed=True)

    def stop(self) -> None:
        """Take nothing over any more, from now on."""
        self._stopped = True
        for task in self._tasks:
            task.cancel()

    async def close(self) -> None:
        """Stop, and wait until nothing is on its way."""
        self.stop()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def _turn(self, listed: Listed) -> float:
        """After how many seconds it is this node's turn, where nobody was faster."""
        return (self._rank(listed) + (listed.run == self._run)) * TURN

    def _rank(self, listed: Listed) -> int:
        """This node's place among those that may take the table: another order for each table."""
        return in_turn(listed.uid, [*self._alive(), self._run]).index(self._run)

    def _try(self, listed: Listed, after: float, handed: bool = False) -> None:
        """`handed`: nobody else runs it, whatever is known of it."""
        if handed:
            self._let_go.add(listed.uid)
        self._wait_no_more(listed, handed)
        if listed.uid not in self._busy and not self._stopped:
            self._busy.add(listed.uid)
            self._waiting[listed.uid] = listed.run, self._spawn(self._take(listed, after))

    def _wait_no_more(self, listed: Listed, handed: bool) -> None:
        """Who waited to follow another run than the one that has had the table since has another turn now."""
        run, task = self._waiting.get(listed.uid, (listed.run, None))
        if task is not None and (handed or run != listed.run):
            task.cancel()
            del self._waiting[listed.uid]
            self._busy.discard(listed.uid)

    def _spawn(self, work: Coroutine[None, None, None]) -> asyncio.Task[None]:
        task = asyncio.create_task(work, name="taking over")
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    async def _take(self, listed: Listed, after: float) -> None:
        await asyncio.sleep(after)
        del self._waiting[listed.uid]
        try:
            if listed.uid in self._let_go or self._is_orphan(listed):
                async with self._few:
                    await self._claim(listed)
        except (Outdated, Away):
            log.debug("table %s goes on at another node", listed.code)
        finally:
            self._busy.discard(listed.uid)
            self._let_go.discard(listed.uid)
            self._over(listed.code)

    def _is_orphan(self, listed: Listed) -> bool:
        """Whether still nobody runs it."""
        now = self._listed.get(listed.code)
        if now is None or now.uid != listed.uid or self._lobby.tables.runs_here(now.code):
            return False
        return now.run == listed.run and (now.run == self._run or not self._lives(now.run))

    async def _claim(self, listed: Listed) -> None:
        fence = int(await self._link.call(NUMBER, [self._keys.counter]))
        taken = await take_over(self._link, self._keys, listed.uid, self._run, fence, self._archive)
        if taken is not None:
            listed = msgspec.structs.replace(listed, code=taken.saved.snapshot.code)
            self.journals[listed.uid] = taken.journal, fence
        self._arrived(listed, taken)
        facts = about("taken_over", table=listed.code)
        log.info("table %s goes on here" if taken else "table %s is no more", listed.code, extra=facts)

    async def _look_for_strays(self) -> None:
        """Tables that their owner did not live to tell of, or to archive."""
        while True:
            with contextlib.suppress(Away):
                known = {listed.uid for listed in self._listed.values()}
                for uid in await strays(self._link, self._keys, {*self._alive(), self._run}):
                    stray = Listed("", uid, 0, 0)
                    if uid not in known and self._rank(stray) == 0:
                        self._try(stray, 0.0, handed=True)
            await asyncio.sleep(LOOK_FOR_STRAYS)

    async def _sweep(self) -> None:
        """What has just been handed over is its new owner's turn first."""
        while True:
            for listed in list(self._listed.values()):
                if self._is_orphan(listed):
                    self._try(listed, self._turn(listed))
            await asyncio.sleep(SWEEP)
