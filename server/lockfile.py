"""One server per data folder: a lock that ends with the process, however it ends."""

import os
from pathlib import Path

from tuicards.errors import StorageError

try:
    import fcntl
except ImportError:  # a system without it has no locks of this kind; the database's own must do
    fcntl = None  # type: ignore[assignment]


LOCK = "server.lock"


class FolderLock:
    """Holds LOCK in a folder. Raises StorageError `data_in_use`; OSError where no file can be made."""

    def __init__(self, folder: Path) -> None:
        self._file = os.open(folder / LOCK, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        if fcntl is None:
            return
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            os.close(self._file)
            raise StorageError("data_in_use", folder=str(folder)) from None

    def release(self) -> None:
        os.close(self._file)
