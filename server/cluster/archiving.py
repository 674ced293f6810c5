"""The end of what a table's log holds: finished parties go into the node's own store, closed tables out of Redis."""

import asyncio
import logging
from collections.abc import Coroutine, Sequence

from server.cluster.faults import Away, Outdated
from server.cluster.past import Past
from server.cluster.table_log import TableLog
from server.records import Record, TableClosed
from server.store import Store

log = logging.getLogger(__name__)

AGAIN = 0.5
"""Seconds between two looks whether the disk takes records again."""

FAREWELL = 2.0
"""Seconds that archiving may take at the end. What is left over is for the next owner of the table."""


class Archive:
    """A node's own store, as the place for what is over. There each table is a closed one."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._tasks: set[asyncio.Task[None]] = set()

    async def keep(self, records: Sequence[Record]) -> None:
        """Return when they are kept. That may take as long as the disk refuses."""
        self._store.put(records)
        await self._store.settled()
        while self._store.keeping in ("refused", "gone"):
            await asyncio.sleep(AGAIN)
            await self._store.settled()

    def start(self, work: Coroutine[None, None, None]) -> None:
        """Do it beside everything else."""
        task = asyncio.create_task(work, name="archiving")
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def close(self) -> None:
        """Finish what can be finished soon. To be called while store and link are open."""
        tasks = set(self._tasks)
        if tasks:
            await asyncio.wait(tasks, timeout=FAREWELL)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


class Ending:
    """Archives what is over of one table. Done twice, on one node or on two, it is as done once."""

    def __init__(self, uid: str, past: Past, log: TableLog, archive: Archive) -> None:
        self._uid, self._past, self._log, self._archive = uid, past, log, archive
        self._parties: list[int] = []
        self._closed = self._working = False

    def work_on(self) -> None:
        """All that is over now is in the log, and may be archived. Returns at once."""
        self._parties = sorted(self._past.over)
        self._closed = self._past.closed
        if not self._working and (self._parties or self._closed):
            self._working = True
            self._archive.start(self._work())

    async def _work(self) -> None:
        """Whoever owns the table by now does it in our place; and where the link has closed, whoever will."""
        try:
            while self._parties:
                await self._archive_party(self._parties.pop(0))
            if self._closed:
                await self._archive.keep(self._past.last())
                await self._log.close()
                self._closed = False
        except (Outdated, Away) as fault:
            log.debug("a table's end is left to its next owner: %r", fault)
        finally:
            self._working = False

    async def _archive_party(self, party: int) -> None:
        records = self._past.over.get(party)
        if records is not None:
            await self._archive.keep([*records, TableClosed(self._uid)])
            await self._log.archived(party)
            self._past.archived(party)
