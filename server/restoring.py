"""From a backup to a record: checked whole before anything changes, and nothing is ever deleted."""

import contextlib
import os
import secrets
import sqlite3
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from server.backup import HOST_KEYS
from server.database import FILE, MAGIC, fault_inside, set_aside, sides
from server.lockfile import LOCK, FolderLock
from server.schema import VERSION
from tuicards.errors import StorageError
from tuicards.plain_file import read_plain
from tuicards.whole_file import write_whole


@dataclass(frozen=True, slots=True)
class Restored:
    """What has been done."""

    folder: Path
    parties: int
    keys: tuple[str, ...]
    """Names of the host keys that were in the backup."""
    aside: tuple[str, ...]
    """What was there before is called now."""

    def lines(self) -> list[str]:
        """For the operator."""
        keys = f", and {', '.join(self.keys)}" if self.keys else ""
        return [
            f"{self.folder} holds {self.parties} games now{keys}",
            *(f"what was there before is now {name}" for name in self.aside),
        ]


def restore(file: Path, folder: Path, *, force: bool = False) -> Restored:
    """Make the backup the record of the folder. With `force` a record that is there is set aside.

    Raises StorageError: `no_backup`, `backup_newer`, `record_there`, `data_in_use`, `data_unusable`; then there is
    no folder and no file that was not there before.
    """
    _check_kind(file)
    folders = [path for path in (folder, *folder.parents) if not os.path.lexists(path)]
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        with _locked(folder):
            return _restore(file, folder, force)
    except (OSError, StorageError) as error:
        for made in folders:
            with contextlib.suppress(OSError):
                made.rmdir()
        if isinstance(error, StorageError):
            raise
        raise StorageError("data_unusable", folder=str(folder), why=error.strerror or str(error)) from None


@contextlib.contextmanager
def _locked(folder: Path) -> Iterator[None]:
    """No server begins there meanwhile; what fails leaves no lock file, unless there was one."""
    there = os.path.lexists(folder / LOCK)
    lock = FolderLock(folder)
    try:
        yield
    except BaseException:
        if not there:
            (folder / LOCK).unlink(missing_ok=True)
        raise
    finally:
        lock.release()


def _check_kind(file: Path) -> None:
    """Raises StorageError `no_backup`."""
    try:
        start = read_plain(file, len(MAGIC) - 1)
    except (OSError, ValueError) as error:
        raise _unusable(file, getattr(error, "strerror", None) or str(error)) from None
    if start != MAGIC:
        raise _unusable(file, "it is empty" if not start else "it is no database")


def _restore(file: Path, folder: Path, force: bool) -> Restored:
    if not force and _holds_record(folder):
        raise StorageError("record_there", folder=str(folder))
    fresh = folder / f".{FILE}.{secrets.token_hex(4)}"
    try:
        os.close(os.open(fresh, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
        keys, parties = _unpack(file, fresh)
        aside = tuple(_make_room(folder, keys))
        for name, content in keys.items():
            write_whole(folder / name, content, 0o600, exact=True)
        fresh.rename(folder / FILE)
        _hand_over(folder, (FILE, LOCK, *keys))
        _sync(folder)
    finally:
        with contextlib.suppress(OSError):
            fresh.unlink(missing_ok=True)
    return Restored(folder, parties, tuple(keys), aside)


def _unpack(file: Path, fresh: Path) -> tuple[dict[str, bytes], int]:
    """A checked copy of the record, with what was beside it and how many parties there are.

    Raises StorageError: `no_backup`, `backup_newer`; OSError where the disk refuses.
    """
    try:
        _copy(file, fresh)
        fault = fault_inside(fresh)
        if fault is not None:
            raise _unusable(file, f"it is {fault}")
        keys, parties = _take_out(file, fresh)
    except (sqlite3.Error, UnicodeDecodeError) as error:
        raise _unusable(file, str(error)) from None
    with fresh.open("rb") as copy:
        os.fsync(copy.fileno())
    return keys, parties


def _copy(file: Path, fresh: Path) -> None:
    """Nothing is written beside the backup, unless a journal is there already."""
    only_read = "?mode=ro" if sides(file) else "?mode=ro&immutable=1"
    source = sqlite3.connect(file.absolute().as_uri() + only_read, uri=True)
    copy = sqlite3.connect(fresh)
    try:
        copy.execute("pragma synchronous = off")
        source.backup(copy)
        copy.execute("pragma journal_mode = delete")
    finally:
        source.close()
        copy.close()


def _take_out(file: Path, fresh: Path) -> tuple[dict[str, bytes], int]:
    """The keys leave the copy; only names of host keys count, whatever else is there. Raises `backup_newer`."""
    copy = sqlite3.connect(fresh)
    try:
        (version,) = copy.execute("pragma user_version").fetchone()
        if version > VERSION:
            raise StorageError("backup_newer", file=str(file))
        keys = {}
        with copy:
            if copy.execute("select 1 from sqlite_master where name = 'kept_files'").fetchone():
                keys = {str(name): bytes(content) for name, content in copy.execute("select * from kept_files")}
                copy.execute("drop table kept_files")
        (parties,) = copy.execute("select count(*) from parties").fetchone()
    finally:
        copy.close()
    return {name: content for name, content in keys.items() if _is_host_key(name)}, int(parties)


def _is_host_key(name: str) -> bool:
    return Path(name).name == name and Path(name).match(HOST_KEYS)


def _make_room(folder: Path, keys: dict[str, bytes]) -> list[str]:
    """Set aside what is in the way and different; the new names."""
    aside = [set_aside(folder / FILE).name] if _holds_record(folder) else []
    for name, content in keys.items():
        path = folder / name
        if os.path.lexists(path) and not (path.is_file() and path.read_bytes() == content):
            aside.append(set_aside(path).name)
    return aside


def _holds_record(folder: Path) -> bool:
    return os.path.lexists(folder / FILE) or bool(sides(folder / FILE))


def _hand_over(folder: Path, names: Iterable[str]) -> None:
    """What root puts into another user's folder belongs to that user, who runs the server there."""
    if os.geteuid() == 0:
        owner = folder.stat()
        for name in names:
            os.chown(folder / name, owner.st_uid, owner.st_gid, follow_symlinks=False)


def _sync(folder: Path) -> None:
    opened = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(opened)
    finally:
        os.close(opened)


def _unusable(file: Path, why: str) -> StorageError:
    return StorageError("no_backup", file=str(file), why=why)
