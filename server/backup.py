"""A copy of the record while the server goes on writing it: one file, whole or not at all, for its owner alone.

It is a database like the record itself. The SSH door's host keys, by which guests know the server, are in a table
of their own inside it.
"""

import contextlib
import os
import secrets
import sqlite3
import time
from collections.abc import Callable, Iterator, Sequence
from itertools import count
from pathlib import Path

import msgspec

from tuicards.errors import StorageError
from tuicards.plain_file import read_plain

STEP = 64
"""Pages copied at a time; between two steps the record takes what waits."""

FILES = "create table kept_files (name text primary key, content blob not null) strict"

HOST_KEYS = "ssh_host_*"
LONGEST_KEY = 64 * 1024


class Copied(msgspec.Struct, frozen=True):
    """What a backup came to."""

    file: str
    bytes: int
    parties: int
    seconds: float


def places_for(asked: Path) -> Iterator[Path]:
    """The file itself; or, in the folder that was asked for, names for a new one without end, the best first."""
    if not asked.is_dir():
        yield asked
        return
    name = time.strftime("tuicards-%Y%m%d-%H%M%S")
    yield asked / f"{name}.db"
    yield from (asked / f"{name}-{number}.db" for number in count(2))


def host_keys(folder: Path) -> list[Path]:
    """What belongs to a backup besides the record."""
    return sorted(path for path in folder.glob(HOST_KEYS) if path.is_file())


class Copy:
    """A backup in the making: `take` the record, then `finish`, or `discard` it. Nothing is seen of it until then."""

    def __init__(self, asked: Path) -> None:
        """Raises StorageError: `backup_exists`, `cannot_write`."""
        self._began, self._asked = time.perf_counter(), asked
        self._file = next(places_for(asked))
        self._fresh = self._file.with_name(f".{self._file.name[:60]}.{secrets.token_hex(4)}")
        with self._told():
            if self._file == asked and os.path.lexists(self._file):
                raise FileExistsError
            os.close(os.open(self._fresh, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))

    def take(self, record: sqlite3.Connection, between: Callable[[], None]) -> None:
        """All pages. `between` is called after each step; what it raises ends the copy.

        Raises StorageError `cannot_write`.
        """
        with self._told(), contextlib.closing(sqlite3.connect(self._fresh)) as copy:
            copy.execute("pragma synchronous = off")
            record.backup(copy, pages=STEP, progress=lambda *_: between())

    def finish(self, beside: Sequence[Path]) -> Copied:
        """Add small files, and put it in its place once all of it is on the disk. This may take a while.

        Raises StorageError: `backup_exists`, `cannot_write`.
        """
        with self._told():
            parties = self._add(beside)
            size = _on_disk(self._fresh)
            self._put()
        self.discard()
        return Copied(str(self._file), size, parties, round(time.perf_counter() - self._began, 3))

    def discard(self) -> None:
        """Leave nothing of it but what is finished."""
        for left in (self._fresh, self._fresh.with_name(self._fresh.name + "-journal")):
            with contextlib.suppress(OSError, ValueError):
                left.unlink(missing_ok=True)

    def _put(self) -> None:
        """In the first place where nothing is. Raises OSError, FileExistsError."""
        for file in places_for(self._asked):
            with contextlib.suppress(FileExistsError):
                _put(self._fresh, file)
                self._file = file
                return
        raise FileExistsError

    def _add(self, beside: Sequence[Path]) -> int:
        """How many parties are in it. The copy is no journalled file: it is all in one."""
        with contextlib.closing(sqlite3.connect(self._fresh)) as copy:
            copy.execute("pragma journal_mode = delete")
            with copy:
                copy.execute("drop table if exists kept_files")
                copy.execute(FILES)
                rows = [(path.name, read_plain(path, LONGEST_KEY)) for path in beside]
                copy.executemany("insert into kept_files values (?, ?)", rows)
            (parties,) = copy.execute("select count(*) from parties").fetchone()
        return int(parties)

    @contextlib.contextmanager
    def _told(self) -> Iterator[None]:
        """Faults as they are told; whatever it is, nothing is left of the copy."""
        try:
            yield
        except BaseException as error:
            self.discard()
            if isinstance(error, FileExistsError):
                raise StorageError("backup_exists", file=str(self._file)) from None
            if isinstance(error, OSError | ValueError | sqlite3.Error):
                why = getattr(error, "strerror", None) or str(error)
                raise StorageError("cannot_write", file=str(self._file), why=why) from None
            raise


def _on_disk(file: Path) -> int:
    """Its length, once all of it is on the disk."""
    opened = os.open(file, os.O_RDONLY)
    try:
        os.fsync(opened)
        return os.fstat(opened).st_size
    finally:
        os.close(opened)


def _put(fresh: Path, file: Path) -> None:
    """In its place, in one step, and never over another file. Raises FileExistsError."""
    try:
        os.link(fresh, file)
    except FileExistsError:
        raise
    except OSError:  # a disk without links to files
        if os.path.lexists(file):
            raise FileExistsError(file) from None
        fresh.rename(file)
