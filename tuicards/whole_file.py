"""Files that are never half written."""

import contextlib
import os
import secrets
from pathlib import Path


def write_whole(path: Path, content: bytes, mode: int, *, replace: bool = True, exact: bool = False) -> None:
    """Puts a file in its place in one step; where that fails, what was there stays and nothing else is left.

    `mode` is cut by the umask as usual, unless it is `exact`. Raises OSError, FileExistsError where there is a file
    and `replace` does not allow to overwrite it, and ValueError for a path that cannot be one.
    """
    fresh = path.with_name(f".{path.name[:60]}.{secrets.token_hex(4)}")
    try:
        with open(os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL, mode), "wb") as file:
            file.write(content)
            if exact:
                file.flush()
                os.fchmod(file.fileno(), mode)
        if not replace and os.path.lexists(path):
            raise FileExistsError(path)
        fresh.replace(path)
    finally:
        with contextlib.suppress(OSError, ValueError):
            fresh.unlink(missing_ok=True)
