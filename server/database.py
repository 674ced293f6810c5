"""The SQLite file: its tables, its state of health, reading it all and writing a batch of records."""

import logging
import os
import sqlite3
import stat
import time
from collections.abc import Callable, Iterable
from pathlib import Path

from server.backup import Copy, host_keys
from server.compacting import compact
from server.folding import fold_party, fold_table
from server.lockfile import FolderLock
from server.reading import read_all
from server.records import PartyOver, Record, Saved, TableClosed
from server.schema import APPLICATION, VERSION, bring_up_to_date, fits, statements
from tuicards.errors import StorageError

log = logging.getLogger(__name__)

FILE = "tuicards.db"
SIDE_FILES = ("-wal", "-shm", "-journal")
MAGIC = b"SQLite format 3\0"
PATIENCE = 0.3
"""Seconds to wait for a file that another program has locked."""


def busy(error: Exception | None) -> bool:
    """Whether the file is only in use by another program for the moment."""
    return isinstance(error, sqlite3.OperationalError) and "locked" in str(error)


def hopeless(error: Exception) -> bool:
    """Whether it is the records that are at fault, so that trying again is in vain."""
    of_the_file = (
        isinstance(error, sqlite3.OperationalError | OSError | MemoryError) or type(error) is sqlite3.DatabaseError
    )
    return not of_the_file


class Database:
    """The file in a folder, open and sound, and no other server's."""

    def __init__(self, folder: Path) -> None:
        """Raises StorageError: `data_in_use`, `data_unusable`, `data_of_newer_version`.

        A file that is damaged or another program's is set aside under a new name, which is logged.
        """
        self._path = folder / FILE
        try:
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            self._lock = FolderLock(folder)
        except OSError as error:
            raise StorageError("data_unusable", folder=str(folder), why=_why(error)) from None
        try:
            self._db = self._open()
        except (OSError, sqlite3.Error) as error:
            self._lock.release()
            code = "data_in_use" if busy(error) else "data_unusable"
            raise StorageError(code, folder=str(folder), why=_why(error)) from None
        except StorageError:
            self._lock.release()
            raise
        self._known = {self._path: _which(self._path)}
        """Which files they are, whatever their names come to mean."""

    def _open(self) -> sqlite3.Connection:
        fault = self._fault()
        if fault:
            self._set_aside(fault)
        if not self._path.exists():
            os.close(os.open(self._path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
        db = _connect(self._path)
        try:
            _prepare(db, self._path.parent)
        except BaseException:
            db.close()
            raise
        return db

    def _fault(self) -> str | None:
        """What is wrong with the file that is there, if one is. Raises OSError when it may not be read."""
        if not os.path.lexists(self._path):
            return "gone, without its journal" if self._sides() else None
        kind = self._path.stat().st_mode
        if not stat.S_ISREG(kind):
            return "a folder" if stat.S_ISDIR(kind) else "no file"
        with self._path.open("rb") as file:
            start = file.read(len(MAGIC))
        if start != MAGIC:
            return "empty" if not start else "no database"
        return fault_inside(self._path)

    def _set_aside(self, fault: str) -> None:
        aside = set_aside(self._path)
        log.warning("%s is %s; what was there is now %s, and a new one is begun", self._path, fault, aside.name)

    def _sides(self) -> list[Path]:
        return sides(self._path)

    def load(self) -> Saved:
        """People and tables. What cannot be read is left where it is and named in the log.

        Raises StorageError `data_unusable` when the disk refuses.
        """
        try:
            return read_all(self._db)
        except (sqlite3.Error, UnicodeDecodeError) as error:
            raise StorageError("data_unusable", folder=str(self._path.parent), why=_why(error)) from None

    def write(self, records: Iterable[Record]) -> Exception | None:
        """Keep the records, all or none. Returns why not, where the disk refuses."""
        try:
            with self._db:
                for record in records:
                    self._keep(record)
        except Exception as error:  # whatever it is, the writing goes on
            return error
        return None

    def _keep(self, record: Record) -> None:
        """Do what the record says. With the end of a party its moves are folded, in the same commit."""
        for statement in statements(record):
            self._db.execute(*statement)
        match record:
            case PartyOver(uid=uid, party=party):
                fold_party(self._db, uid, party)
            case TableClosed(uid=uid, why=""):
                fold_table(self._db, uid)

    def in_place(self) -> bool:
        """Whether file and journal are still those that are written; they may be deleted or replaced underneath."""
        for path in (self._path, *self._sides()):
            self._known.setdefault(path, _which(path))
        return all(known == _which(path) for path, known in self._known.items())

    def copy_into(self, copy: Copy, between: Callable[[], None]) -> None:
        """Raises StorageError `cannot_write`, and what `between` raises."""
        copy.take(self._db, between)

    def beside(self) -> list[Path]:
        """Small files in its folder that belong to a backup."""
        return host_keys(self._path.parent)

    def close(self) -> None:
        self._db.close()
        self._lock.release()


def _which(path: Path) -> tuple[int, int]:
    """Device and number of the file; zeros where there is none."""
    try:
        status = path.stat()
    except OSError:
        return 0, 0
    return status.st_dev, status.st_ino


def _connect(path: Path) -> sqlite3.Connection:
    return sqlite3.connect(path, timeout=PATIENCE, check_same_thread=False)


def sides(path: Path) -> list[Path]:
    """The files beside the database that belong to it."""
    return [side for ending in SIDE_FILES if (side := path.with_name(path.name + ending)).exists()]


def set_aside(path: Path) -> Path:
    """Give it, and the files that belong to it, a name that nobody uses: the new one. Raises OSError."""
    aside = path.with_name(f"{path.name}.aside-{time.strftime('%Y%m%d-%H%M%S')}-{os.getpid()}")
    beside = sides(path)
    if os.path.lexists(path):
        path.rename(aside)
    for side in beside:
        side.rename(aside.with_name(aside.name + side.name.removeprefix(path.name)))
    return aside


def fault_inside(path: Path) -> str | None:
    """What is wrong with a database, if something is. Raises sqlite3.OperationalError while it cannot be read."""
    db = _connect(path)
    try:
        (application,) = db.execute("pragma application_id").fetchone()
        if application != APPLICATION:
            return "another program's"
        (health,) = db.execute("pragma integrity_check(1)").fetchone()
        return None if health == "ok" and fits(db) else "damaged"
    except sqlite3.OperationalError:
        raise
    except (sqlite3.DatabaseError, UnicodeDecodeError):  # damaged names break the text of SQLite's own errors
        return "damaged"
    finally:
        db.close()


def _prepare(db: sqlite3.Connection, folder: Path) -> None:
    db.execute("pragma journal_mode = wal")
    db.execute("pragma synchronous = full")
    (version,) = db.execute("pragma user_version").fetchone()
    if version > VERSION:
        raise StorageError("data_of_newer_version", folder=str(folder))
    if version < VERSION:
        bring_up_to_date(db, version)
    compact(db)


def _why(error: Exception) -> str:
    return (error.strerror or str(error)) if isinstance(error, OSError) else str(error)
