"""Log lines on stderr: one a line, whatever they hold; for people, or as JSON for programs.

A line may have an event, by which programs know it, and facts: see `about`.
"""

import asyncio
import json
import logging
import math
import os
import sys
from collections.abc import Mapping
from datetime import UTC, datetime
from types import MappingProxyType
from typing import Any

log = logging.getLogger(__name__)

LEVELS = ("debug", "info", "warning", "error")
FORMATS = ("text", "json")

PRIORITIES: Mapping[int, str] = MappingProxyType({
    logging.DEBUG: "<7>", logging.INFO: "<6>", logging.WARNING: "<4>", logging.ERROR: "<3>", logging.CRITICAL: "<2>",
})  # fmt: skip
"""How the journal of systemd is told how grave a line is."""

LOUD = ("asyncssh", "zeroconf")
"""Libraries that tell of every connection; only their warnings are wanted."""


def about(event: str, **facts: str | int | float | None) -> dict[str, Any]:
    """For `extra` of a log call: what has happened, and to whom. Facts that are None are left out."""
    return {"event": event, "facts": {name: value for name, value in facts.items() if value is not None}}


class PlainLines(logging.Formatter):
    """Writes control characters as escapes, so that nothing from outside can forge a line or move a cursor."""

    def __init__(self, *, journal: bool = False) -> None:
        """`journal`: for the journal, which knows the time, and wants a priority on each line."""
        self._journal = journal
        time = "" if journal else "%(asctime)s "
        super().__init__(f"{time}%(levelname)s %(message)s", "%Y-%m-%d %H:%M:%S")

    def format(self, record: logging.LogRecord) -> str:
        lines = [_escaped(line) for line in super().format(record).split("\n")]
        priority = PRIORITIES.get(record.levelno, "") if self._journal else ""
        return f"\n{priority}    | ".join([priority + lines[0], *(lines[1:] if record.exc_info is not None else ())])

    def formatMessage(self, record: logging.LogRecord) -> str:  # noqa: N802, the name is logging's
        return _escaped(super().formatMessage(record))


class JsonLines(logging.Formatter):
    """One JSON object a line, in ASCII: `ts` (RFC 3339, UTC), `level`, `event`, `msg`, then the facts."""

    def __init__(self, *, journal: bool = False) -> None:
        super().__init__()
        self._journal = journal

    def format(self, record: logging.LogRecord) -> str:
        at = datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds")
        line = {
            "ts": at.replace("+00:00", "Z"),
            "level": record.levelname.lower(),
            "event": getattr(record, "event", record.name.removeprefix("server.")),
            "msg": record.getMessage(),
        }
        line |= {name: fact for name, fact in getattr(record, "facts", {}).items() if name not in line}
        if record.exc_info:
            line["trace"] = self.formatException(record.exc_info)
        priority = PRIORITIES.get(record.levelno, "") if self._journal else ""
        return priority + json.dumps(line, default=str)


class LoopFaults:
    """Logs what an event loop complains of; the same complaint over and over once in a while only."""

    EVERY = 10.0

    def __init__(self) -> None:
        self._last, self._at = "", -math.inf

    def __call__(self, loop: asyncio.AbstractEventLoop, context: dict[str, object]) -> None:
        text = f"{context.get('message')}: {context.get('exception')!r}"
        if text != self._last or loop.time() - self._at >= self.EVERY:
            self._last, self._at = text, loop.time()
            log.error("%s", text, extra=about("loop_fault"))


def _escaped(text: str) -> str:
    return "".join(char if char.isprintable() else char.encode("unicode_escape").decode("ascii") for char in text)


def begin(level: str, form: str = "text", environ: Mapping[str, str] = os.environ) -> None:
    """Send the log to stderr. May be said again while the server runs."""
    handler = logging.StreamHandler(sys.stderr)
    lines = JsonLines if form == "json" else PlainLines
    handler.setFormatter(lines(journal=to_journal(environ)))
    logging.basicConfig(level=level.upper(), handlers=[handler], force=True)
    for name in LOUD:
        logging.getLogger(name).setLevel(max(logging.WARNING, logging.getLevelName(level.upper())))


def to_journal(environ: Mapping[str, str]) -> bool:
    """Whether stderr is read by the journal of systemd: JOURNAL_STREAM names its device and inode."""
    try:
        state = os.fstat(sys.stderr.fileno())
    except (OSError, ValueError, AttributeError):
        return False
    return environ.get("JOURNAL_STREAM") == f"{state.st_dev}:{state.st_ino}"
