"""The SQLite file: its tables, its state of health, reading it all and writing a batch of records."""

import logging
import os
import sqlite3
import time
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import msgspec

from server.lockfile import FolderLock
from server.records import (
    Moved,
    PartyBegun,
    PartyOver,
    PersonForgotten,
    PersonKept,
    Record,
    Saved,
    SavedTable,
    Snapshot,
    TableClosed,
    TableKept,
)
from tuicards.errors import StorageError
from tuicards.games.history import Entry, Header

log = logging.getLogger(__name__)

FILE = "tuicards.db"
SIDE_FILES = ("-wal", "-shm", "-journal")
MAGIC = b"SQLite format 3\0"
APPLICATION = 0x74756963
VERSION = 1
PATIENCE = 0.3
"""Seconds to wait for a file that another program has locked."""

SCHEMA = """
create table people (name text primary key, token_hash blob not null, seen integer not null) strict;
create table tables (uid text primary key, snapshot text not null, closed integer not null default 0) strict;
create table parties (
    uid text not null, party integer not null, game text not null, version integer not null,
    seats integer not null, seed blob not null, options text not null, began integer not null,
    outcome text, ended integer, primary key (uid, party)
) strict;
create table moves (
    uid text not null, party integer not null, number integer not null, seat integer not null,
    move text not null, request integer not null, seq integer not null, at integer not null,
    primary key (uid, party, number)
) strict, without rowid;
"""


def busy(error: Exception | None) -> bool:
    """Whether the file is only in use by another program for the moment."""
    return isinstance(error, sqlite3.OperationalError) and "locked" in str(error)


def hopeless(error: Exception) -> bool:
    """Whether it is the records that are at fault, so that trying again is in vain."""
    return isinstance(error, sqlite3.IntegrityError | sqlite3.ProgrammingError | sqlite3.InterfaceError | ValueError)


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

    def _open(self) -> sqlite3.Connection:
        if os.path.lexists(self._path):
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
        """What is wrong with the file that is there. Raises OSError when it may not be read."""
        if self._path.is_dir():
            return "a folder"
        with self._path.open("rb") as file:
            start = file.read(len(MAGIC))
        if start != MAGIC:
            return "empty" if not start else "no database"
        return _fault_inside(self._path)

    def _set_aside(self, fault: str) -> None:
        stamp = time.strftime("%Y%m%d-%H%M%S")
        aside = self._path.with_name(f"{FILE}.aside-{stamp}-{os.getpid()}")
        self._path.rename(aside)
        for ending in SIDE_FILES:
            side = self._path.with_name(FILE + ending)
            if side.exists():
                side.rename(aside.with_name(aside.name + ending))
        log.warning("%s is %s; it is now %s, and a new one is begun", self._path, fault, aside.name)

    def load(self) -> Saved:
        """People and tables. What cannot be read is left where it is and named in the log.

        Raises StorageError `data_unusable` when the disk refuses.
        """
        try:
            return self._load()
        except sqlite3.Error as error:
            raise StorageError("data_unusable", folder=str(self._path.parent), why=_why(error)) from None

    def _load(self) -> Saved:
        people = [PersonKept(*row) for row in self._db.execute("select name, token_hash, seen from people")]
        rows = self._db.execute("select uid, snapshot from tables where closed = 0").fetchall()
        tables = [table for uid, snapshot in rows if (table := self._load_table(uid, snapshot))]
        return Saved(tuple(people), tuple(tables))

    def _load_table(self, uid: str, text: str) -> SavedTable | None:
        try:
            snapshot = msgspec.json.decode(text, type=Snapshot)
            return SavedTable(snapshot, self._header(snapshot), self._moves(snapshot))
        except msgspec.MsgspecError as error:
            log.error("the record of table %s cannot be read and is left as it is: %s", uid, error)
            return None

    def _header(self, snapshot: Snapshot) -> Header | None:
        row = self._db.execute(
            "select game, version, seats, seed, options from parties where uid = ? and party = ?",
            (snapshot.uid, snapshot.party),
        ).fetchone()
        if row is None:
            return None
        game, version, seats, seed, options = row
        return Header(game, version, seats, seed, msgspec.json.decode(options, type=dict[str, str]))

    def _moves(self, snapshot: Snapshot) -> tuple[Moved, ...]:
        rows = self._db.execute(
            "select number, seat, move, request, seq from moves where uid = ? and party = ? order by number",
            (snapshot.uid, snapshot.party),
        )
        key = snapshot.uid, snapshot.party
        return tuple(
            Moved(*key, number, Entry(seat, move), request, seq) for number, seat, move, request, seq in rows
        )

    def write(self, records: Iterable[Record]) -> Exception | None:
        """Keep the records, all or none. Returns why not, where the disk refuses."""
        try:
            with self._db:
                for record in records:
                    self._db.execute(*_statement(record))
        except (sqlite3.Error, OSError, ValueError) as error:
            return error
        return None

    def close(self) -> None:
        self._db.close()
        self._lock.release()


def _connect(path: Path) -> sqlite3.Connection:
    return sqlite3.connect(path, timeout=PATIENCE, check_same_thread=False)


def _fault_inside(path: Path) -> str | None:
    db = _connect(path)
    try:
        (application,) = db.execute("pragma application_id").fetchone()
        if application != APPLICATION:
            return "another program's"
        (health,) = db.execute("pragma quick_check(1)").fetchone()
        return None if health == "ok" else "damaged"
    except sqlite3.OperationalError:
        raise
    except sqlite3.DatabaseError:
        return "damaged"
    finally:
        db.close()


def _prepare(db: sqlite3.Connection, folder: Path) -> None:
    db.execute("pragma journal_mode = wal")
    db.execute("pragma synchronous = full")
    (version,) = db.execute("pragma user_version").fetchone()
    if version > VERSION:
        raise StorageError("data_of_newer_version", folder=str(folder))
    if version == 0:
        db.executescript(
            f"begin; {SCHEMA} pragma application_id = {APPLICATION}; pragma user_version = {VERSION}; commit;"
        )


def _statement(record: Record) -> tuple[str, tuple[Any, ...]]:
    now = int(time.time())
    match record:
        case PersonKept(name, token_hash, seen):
            return "insert or replace into people values (?, ?, ?)", (name, token_hash, seen or now)
        case PersonForgotten(name):
            return "delete from people where name = ?", (name,)
        case TableKept(snapshot):
            text = msgspec.json.encode(snapshot).decode()
            return "insert or replace into tables (uid, snapshot) values (?, ?)", (snapshot.uid, text)
        case TableClosed(uid):
            return "update tables set closed = 1 where uid = ?", (uid,)
        case PartyBegun(uid, party, header):
            options = msgspec.json.encode(header.options).decode()
            values = (header.game, header.version, header.seats, header.seed, options, now)
            insert = "insert or replace into parties values (?, ?, ?, ?, ?, ?, ?, ?, null, null)"
            return insert, (uid, party, *values)
        case Moved(uid, party, index, entry, request, seq):
            step = (index, entry.seat, entry.move, request, seq, now)
            return "insert or replace into moves values (?, ?, ?, ?, ?, ?, ?, ?)", (uid, party, *step)
        case PartyOver(uid, party, outcome):
            end = "update parties set outcome = ?, ended = ? where uid = ? and party = ?"
            return end, (outcome, now, uid, party)


def _why(error: Exception) -> str:
    return (error.strerror or str(error)) if isinstance(error, OSError) else str(error)
