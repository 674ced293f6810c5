"""The last page of a crash: a file with the traceback, and one line for the person."""

import contextlib
import os
import tempfile
import traceback
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

from tuicards.plain_file import AT_ONCE
from tuicards.safe_text import safe_text
from tuicards.state_folder import state_folder


def record_crash(error: BaseException) -> str:
    """Appends the traceback, without the values of variables, to a file, and returns the lines to show."""
    headline = safe_text(f"tuicards stopped because of a fault of its own: {type(error).__name__}: {error}"[:300])
    page = f"{datetime.now(UTC).isoformat()}\n{''.join(traceback.format_exception(error))}\n"
    for path in _places():
        with contextlib.suppress(OSError):
            _append(path, page)
            return f"{headline}\nThe details are in {path}"
    return headline


def _places() -> Iterator[Path]:
    """Files for crashes, best first: in the user's state folder, or where all programs may write."""
    folder = state_folder(os.environ)
    if folder is not None:
        yield folder / "crash.log"
    with contextlib.suppress(OSError):
        yield Path(tempfile.mkdtemp(prefix="tuicards-")) / "crash.log"


def _append(path: Path, page: str) -> None:
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    with open(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND | AT_ONCE, 0o600), "a", encoding="utf-8") as file:
        file.write(page)
