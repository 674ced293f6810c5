"""A table's journal in a cluster: what its actor puts there is in the table's log in Redis before anybody is told."""

import asyncio
import logging
from collections.abc import Sequence
from dataclasses import dataclass

import msgspec

from server.cluster.archiving import Archive, Ending
from server.cluster.keys import Keys
from server.cluster.link import Link
from server.cluster.past import Past
from server.cluster.table_log import Behind, Claimed, TableLog, claim, unpacked
from server.records import PartyBegun, Record, SavedTable

log = logging.getLogger(__name__)

LONGEST = 200
"""Entries of a log. After so many without a new party, one that stands for all takes their place."""


class TableJournal:
    """The owner's `server.store.Journal` for one table. What is put between two `settled` is kept as one entry."""

    def __init__(self, table_log: TableLog, archive: Archive, past: Past | None = None, length: int = 0) -> None:
        """`past`: all that is in the log already, in so many entries."""
        self._log = table_log
        self._past = past or Past()
        self._length = length
        self._put: list[Record] = []
        self._appending = asyncio.Lock()
        self._ending = Ending(table_log.uid, self._past, table_log, archive)

    def put(self, records: Sequence[Record]) -> None:
        self._put += records

    async def settled(self) -> None:
        """Return when all that was put is in the log, however long Redis is away.

        Raises Outdated where another node owns the table by now: from then on nothing is kept; Away when the link
        closes. Whoever is cancelled may come again.
        """
        async with self._appending:
            entry, self._put = self._put, []
            if entry:
                self._past.take(entry)
                await self._append(entry)
                self._ending.work_on()

    async def make_sure(self) -> None:
        """Return when Redis has all that was settled: where it has lost its newest, that is written once more.

        Raises as `settled` does.
        """
        async with self._appending:
            try:
                if self._log.seq:
                    await self._log.check()
            except Behind:
                await self._append_base()

    def finish(self) -> None:
        """Archive what is over already. Returns at once."""
        self._ending.work_on()

    async def _append(self, entry: Sequence[Record]) -> None:
        begins = any(isinstance(record, PartyBegun) for record in entry)
        if begins or self._log.seq == 0 or self._length >= LONGEST:
            await self._log_base()
            return
        self._length += 1
        try:
            await self._log.append(entry)
        except Behind:
            await self._append_base()

    async def _append_base(self) -> None:
        log.warning("Redis has lost the newest of a table's log: it is written once more")
        await self._log_base()

    async def _log_base(self) -> None:
        self._length = 1
        await self._log.append(self._past.whole(), base=True)


@dataclass(frozen=True, slots=True)
class Taken:
    """A table that has a new owner."""

    journal: TableJournal
    saved: SavedTable
    """For `Table.restored`."""


def new_journal(link: Link, keys: Keys, uid: str, run: int, fence: int, archive: Archive) -> TableJournal:
    """For a table that nobody has had before. Its log begins with what is put first."""
    return TableJournal(TableLog(link, keys, uid, run, fence), archive)


async def take_over(link: Link, keys: Keys, uid: str, run: int, fence: int, archive: Archive) -> Taken | None:
    """The table with everything that was acknowledged of it; its last owner can add nothing any more.

    None where there is no such table, where it is closed, and where its log cannot be read, which is named in ours.
    What is over is archived here, where that was not done yet. `fence` is a number of the cluster's counter that
    nobody else has used. Raises Outdated where somebody has taken it over with a higher one; Away.
    """
    claimed = await claim(link, keys, uid, run, fence)
    past = None if claimed is None else _read(uid, claimed)
    if claimed is None or past is None:
        return None
    journal = TableJournal(claimed.log, archive, past, len(claimed.entries))
    journal.finish()
    saved = past.saved()
    return None if saved is None else Taken(journal, saved)


def _read(uid: str, claimed: Claimed) -> Past | None:
    past = Past(claimed.archived)
    try:
        for entry in claimed.entries:
            past.take(unpacked(entry))
    except (msgspec.MsgspecError, ValueError) as error:
        log.error("the log of table %s cannot be read and is left as it is: %s", uid, error)
        return None
    return past
