"""Keeping the record: in memory, or in one SQLite file with one writer.

A store never stops a game. What the disk refuses stays in memory and is tried again; until it succeeds
nobody waits for the disk, and `trouble` says so.
"""

import asyncio
import contextlib
import logging
import threading
import time
from collections import deque
from collections.abc import Sequence
from itertools import chain
from pathlib import Path
from typing import NamedTuple, Protocol

from server.backup import Copied, Copy
from server.database import Database, hopeless
from server.records import (
    Banned,
    KeyBound,
    KeyForgotten,
    Moved,
    PartyBegun,
    PersonForgotten,
    PersonKept,
    Record,
    Saved,
    Spoken,
    TableClosed,
    TableKept,
    Unbanned,
)
from server.state import Keeping
from server.table_fold import TableFold
from server.tally import Histogram
from tuicards.errors import StorageError

log = logging.getLogger(__name__)

RETRY = 0.5
"""Seconds between two attempts to write what the disk has refused."""

MOST_UNSAVED = 100_000
"""So often may records be put for a disk that refuses; further ones are lost."""

LOOK_EVERY = 5.0
"""Seconds between two looks whether the file is still in its place."""

LAST_ATTEMPTS = 4
"""So often is tried again before records are given up at the end."""


class Journal(Protocol):
    """Where records go. Records put together are kept together or not at all."""

    def put(self, records: Sequence[Record]) -> None:
        """Take records in. Returns at once and never fails."""

    async def settled(self) -> None:
        """Return when all that was put so far is kept, or at once while the disk refuses.

        Raises `server.cluster.faults.Outdated` where another server writes this journal by now; none of it is kept.
        """


class Store(Journal, Protocol):
    """A journal of everything, with what is known of it."""

    @property
    def trouble(self) -> bool:
        """Whether the disk has refused to keep records."""

    @property
    def keeping(self) -> Keeping:
        """Where records go now."""

    @property
    def waiting(self) -> int:
        """So often records were put that are not kept yet."""

    @property
    def commits(self) -> Histogram:
        """How long keeping some has taken."""

    async def back_up(self, asked: Path) -> Copied:
        """Copy all that is kept into this file, or into a new one in this folder, while it is used.

        Raises StorageError: `nothing_kept`, `backup_exists`, `cannot_write`, `stopping`.
        """

    def load(self) -> Saved:
        """All that a server needs to go on where it stopped."""

    async def close(self) -> None:
        """Keep what was put, and let go of the files."""


class MemoryStore:
    """Forgets everything with the process."""

    def __init__(self, trouble: bool = False) -> None:
        """`trouble`: it takes the place of one on a disk that cannot be used."""
        self.trouble = trouble
        self._people: dict[str, PersonKept] = {}
        self._tables: dict[str, TableFold] = {}
        self._bans: dict[tuple[str, str], Banned] = {}
        self.keeping: Keeping = "memory"
        self.waiting = 0
        self.commits = Histogram()
        self._keys: dict[str, KeyBound] = {}

    def load(self) -> Saved:
        return Saved(
            tuple(self._people.values()),
            tuple(saved for table in self._tables.values() if (saved := table.saved()) is not None),
            tuple(self._bans.values()),
            tuple(self._keys.values()),
        )

    def put(self, records: Sequence[Record]) -> None:
        for record in records:
            self._take(record)

    def _take(self, record: Record) -> None:
        match record:
            case PersonKept(name=name):
                self._people[name] = record
            case PersonForgotten(name=name):
                self._people.pop(name, None)
            case KeyBound(fingerprint=key):
                self._keys[key] = record
            case KeyForgotten(fingerprint=key):
                self._keys.pop(key, None)
            case Banned(kind=kind, value=value):
                self._bans[kind, value] = record
            case Unbanned(kind=kind, value=value):
                self._bans.pop((kind, value), None)
            case TableClosed(uid=uid):
                self._tables.pop(uid, None)
            case TableKept(snapshot=snapshot):
                self._tables.setdefault(snapshot.uid, TableFold()).take(record)
            case PartyBegun() | Moved() | Spoken() if record.uid in self._tables:
                self._tables[record.uid].take(record)
            case _:
                pass

    async def settled(self) -> None:
        pass

    async def back_up(self, asked: Path) -> Copied:
        raise StorageError("nothing_kept")

    async def close(self) -> None:
        pass


class _Copying:
    """A backup that somebody waits for."""

    def __init__(self, asked: Path, loop: asyncio.AbstractEventLoop) -> None:
        self.asked, self._loop = asked, loop
        self.taken: asyncio.Future[Copy] = loop.create_future()

    def end(self, result: Copy | StorageError) -> None:
        with contextlib.suppress(RuntimeError):  # that loop is closed: nobody waits there any more
            self._loop.call_soon_threadsafe(self._finish, result)

    def _finish(self, result: Copy | StorageError) -> None:
        if self.taken.done():  # nobody waits for it any more
            if isinstance(result, Copy):
                result.discard()
        elif isinstance(result, StorageError):
            self.taken.set_exception(result)
        else:
            self.taken.set_result(result)


class _Waiter(NamedTuple):
    """Somebody who waits until what was put is kept."""

    put: int
    """So often had been put by then."""
    loop: asyncio.AbstractEventLoop
    done: asyncio.Future[None]


class SqliteStore:
    """Keeps records in `tuicards.db` in a folder, on the disk before anybody is told.

    One thread writes. While it waits for the disk, further records gather, and go with the next commit.
    """

    def __init__(self, folder: Path) -> None:
        """Raises StorageError: `data_in_use`, `data_unusable`, `data_of_newer_version`."""
        self._database = Database(folder)
        self._lock = threading.Lock()
        self._change = threading.Condition(self._lock)
        self._at_rest = False
        """Whether the thread waits for something to do."""
        self._unsaved: list[tuple[Record, ...]] = []
        self._put = 0
        """So often have records been put."""
        self._waiting: deque[_Waiter] = deque()
        self._copies: list[_Copying] = []
        self._refused = False
        self._gone = False
        """Whether what is written is in no file of that name any more."""
        self._closing = False
        self.commits = Histogram()
        self._looked = -LOOK_EVERY
        self._thread = threading.Thread(target=self._write_all, name="store", daemon=True)
        self._thread.start()

    @property
    def trouble(self) -> bool:
        return self._refused or self._gone

    @property
    def keeping(self) -> Keeping:
        return "gone" if self._gone else "refused" if self._refused else "kept"

    @property
    def waiting(self) -> int:
        return len(self._unsaved)

    def load(self) -> Saved:
        with self._lock:
            return self._database.load()

    def put(self, records: Sequence[Record]) -> None:
        with self._lock:
            if records and len(self._unsaved) < MOST_UNSAVED:
                self._unsaved.append(tuple(records))
                self._put += 1
            self._rouse()

    def _rouse(self) -> None:
        """There is something to do; a thread that is at work looks by itself. The lock is held."""
        if self._at_rest:
            self._change.notify()

    async def settled(self) -> None:
        loop = asyncio.get_running_loop()
        with self._lock:
            if not self._unsaved or self._refused:
                return
            done = loop.create_future()
            self._waiting.append(_Waiter(self._put, loop, done))
        await done

    async def back_up(self, asked: Path) -> Copied:
        copying = _Copying(asked, asyncio.get_running_loop())
        with self._lock:
            if self._closing:
                raise StorageError("stopping")
            self._copies.append(copying)
            self._rouse()
        copy = await copying.taken
        return await asyncio.to_thread(copy.finish, self._database.beside())

    async def close(self) -> None:
        with self._lock:
            self._closing = True
            self._rouse()
        await asyncio.to_thread(self._thread.join)

    # ---- the writing thread ----------------------------------------------------------------------------

    def _write_all(self) -> None:
        attempts = LAST_ATTEMPTS
        while attempts and self._wait_for_work():
            if self._unsaved and not self._write_some() and self._closing:
                attempts -= 1
            self._copy_next()
            self._look_after_file()
        if self._unsaved:
            log.error("%d records could not be kept", sum(map(len, self._unsaved)))
        self._database.close()

    def _wait_for_work(self) -> bool:
        """Wait for something to do, or until the file is to be looked after; False at the end."""
        with self._lock:
            if self._refused:
                self._change.wait_for(lambda: False, RETRY)
            if not self._work:
                self._at_rest = True
                self._change.wait_for(lambda: self._work, LOOK_EVERY)
                self._at_rest = False
            return bool(self._unsaved or self._copies or not self._closing)

    @property
    def _work(self) -> bool:
        """Whether there is something to do."""
        return bool(self._unsaved or self._copies or self._closing)

    def _copy_next(self) -> None:
        if self._copies:
            copying = self._copies.pop(0)
            try:
                copy = Copy(copying.asked)
                self._database.copy_into(copy, self._between_steps)
                copying.end(copy)
            except StorageError as error:
                copying.end(error)

    def _between_steps(self) -> None:
        """A backup lets nobody wait: what is to be kept meanwhile is kept, and goes into the copy too."""
        if self._closing:
            raise StorageError("stopping")
        if self._unsaved and not self._refused:
            self._write_some()

    def _look_after_file(self) -> None:
        """Say once that the file was deleted or replaced under the server, and once that it is there again."""
        now = time.monotonic()
        if now < self._looked + LOOK_EVERY:
            return
        self._looked = now
        gone = not self._database.in_place()
        if gone and not self._gone:
            log.error("the record's file was deleted or replaced: what is played now is lost when the server stops")
        elif self._gone and not gone:
            log.warning("the record's file is back")
        self._gone = gone

    def _write_some(self) -> bool:
        with self._lock:
            batch = tuple(self._unsaved)
        began = time.perf_counter()
        refusal = self._write(batch)
        self.commits.add(time.perf_counter() - began)
        with self._lock:
            if refusal is None:
                del self._unsaved[: len(batch)]
            self._note(refusal)
            self._release(self._put if self._refused else self._put - len(self._unsaved))
        return refusal is None

    def _write(self, batch: Sequence[Sequence[Record]]) -> Exception | None:
        """All at once; where a record is at fault, one after the other, so that it takes none but its own along."""
        refusal = self._database.write(chain.from_iterable(batch))
        if refusal is None or not hopeless(refusal):
            return refusal
        for records in batch:
            refusal = self._database.write(records)
            if refusal is not None and not hopeless(refusal):
                return refusal
            if refusal is not None:
                log.error("%d records can never be kept: %r", len(records), refusal)
        return None

    def _note(self, refusal: Exception | None) -> None:
        """Say once that the disk refuses, and once that it takes records again."""
        if refusal is not None and not self._refused:
            log.warning("records cannot be kept, and wait in memory: %s", refusal)
        elif refusal is None and self._refused:
            log.warning("records are kept again")
        self._refused = refusal is not None

    def _release(self, kept: int) -> None:
        """Nobody waits any more who has put no more than what was put so often."""
        waiting: dict[asyncio.AbstractEventLoop, list[asyncio.Future[None]]] = {}
        while self._waiting and self._waiting[0].put <= kept:
            _, loop, done = self._waiting.popleft()
            waiting.setdefault(loop, []).append(done)
        for loop, all_done in waiting.items():
            with contextlib.suppress(RuntimeError):  # that loop is closed: nobody waits there any more
                loop.call_soon_threadsafe(_finish, all_done)


def _finish(waiting: Sequence[asyncio.Future[None]]) -> None:
    for done in waiting:
        if not done.done():
            done.set_result(None)
