"""Files as they are read: no more than what can be ours, and never a wait for one that is no file."""

import errno
import os
import stat
from pathlib import Path

AT_ONCE: int = getattr(os, "O_NONBLOCK", 0)
"""Opens a file without waiting for the other end of a pipe; an end for writing that nobody reads is refused."""


def read_plain(path: Path, limit: int) -> bytes:
    """The file's bytes, one more than `limit` at most, so that a longer file can be told.

    Raises OSError, also for a folder, and for a pipe or a device, which might never come to an end or begin.
    """
    opened = os.open(path, os.O_RDONLY | AT_ONCE)
    with open(opened, "rb") as file:
        check_plain(opened)
        return file.read(limit + 1)


def check_plain(file: int | Path) -> None:
    """Raises OSError for what is no file, by its name or opened."""
    kind = os.stat(file).st_mode
    if stat.S_ISDIR(kind):
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))
    if not stat.S_ISREG(kind):
        raise OSError(errno.EINVAL, "Not a plain file")
