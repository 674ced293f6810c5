"""The last page of a crash: a file with the traceback, and one line for the person."""

import os
import traceback
from datetime import UTC, datetime
from pathlib import Path


def crash_file() -> Path:
    """Where crashes are written: the state folder of the person."""
    state = os.environ.get("XDG_STATE_HOME") or Path.home() / ".local" / "state"
    return Path(state) / "tuicards" / "crash.log"


def record_crash(error: BaseException) -> str:
    """Appends the traceback, without the values of variables, and returns the line to show."""
    trace = "".join(traceback.format_exception(error))
    headline = f"tuicards stopped because of a fault of its own: {type(error).__name__}: {error}"[:300]
    try:
        path = crash_file()
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        with path.open("a", encoding="utf-8") as file:
            file.write(f"{datetime.now(UTC).isoformat()}\n{trace}\n")
    except (OSError, RuntimeError):
        return f"{headline}\n{trace}"
    return f"{headline}\nThe details are in {path}"
