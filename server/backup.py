"""A copy of the record while the server goes on writing it: one file, whole or not at all, for its owner alone.

It is a database like the record itself. The SSH door's host keys, by which guests know the server, are in a table
of their own inside it.
"""

import contextlib
import os
import secrets
import sqlite3
import time
from collections.abc import Callable, Sequence
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


def place_for(asked: Path) -> Path:
    """The file itself, or a new one in the folder that was asked for."""
    return asked / time.strftime("tuicards-%Y%m%d-%H%M%S.db") if asked.is_dir() else asked


def host_keys(folder: Path) -> list[Path]:
    """What belongs to a backup besides the record."""
    return sorted(path for path in folder.glob(HOST_KEYS) if path.is_file())


def back_up(record: sqlite3.Connection, asked: Path, beside: Sequence[Path], between: Callable[[], None]) -> Copied:
    """Copy the record and small files beside it. `between` is called after each step; what it raises ends the copy.

    Raises StorageError: `backup_exists`, `cannot_write`.
    """
    began, file = time.perf_counter(), place_for(asked)
    if os.path.lexists(file):
        raise StorageError("backup_exists", file=str(file))
    fresh = file.with_name(f".{file.name[:60]}.{secrets.token_hex(4)}")
    try:
        os.close(os.open(fresh, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
        parties = _fill(record, fresh, beside, between)
        size = _on_disk(fresh)
        _put(fresh, file)
    except FileExistsError:
        raise StorageError("backup_exists", file=str(file)) from None
    except (OSError, ValueError, sqlite3.Error) as error:
        why = getattr(error, "strerror", None) or str(error)
        raise StorageError("cannot_write", file=str(file), why=why) from None
    finally:
        for left in (fresh, fresh.with_name(fresh.name + "-journal")):
            with contextlib.suppress(OSError, ValueError):
                left.unlink(missing_ok=True)
    return Copied(str(file), size, parties, round(time.perf_counter() - began, 3))


def _fill(record: sqlite3.Connection, fresh: Path, beside: Sequence[Path], between: Callable[[], None]) -> int:
    """How many parties are in it. The copy is no journalled file: it is all in one."""
    copy = sqlite3.connect(fresh)
    try:
        copy.execute("pragma synchronous = off")
        record.backup(copy, pages=STEP, progress=lambda *_: between())
        copy.execute("pragma journal_mode = delete")
        with copy:
            copy.execute("drop table if exists kept_files")
            copy.execute(FILES)
            rows = [(path.name, read_plain(path, LONGEST_KEY)) for path in beside]
            copy.executemany("insert into kept_files values (?, ?)", rows)
        (parties,) = copy.execute("select count(*) from parties").fetchone()
    finally:
        copy.close()
    return int(parties)


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
