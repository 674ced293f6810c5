"""Log lines on stderr: one a line, whatever they hold."""

import asyncio
import logging
import math
import sys

log = logging.getLogger(__name__)

LEVELS = ("debug", "info", "warning", "error")


class PlainLines(logging.Formatter):
    """Writes control characters as escapes, so that nothing from outside can forge a line or move a cursor."""

    def __init__(self) -> None:
        super().__init__("%(asctime)s %(levelname)s %(message)s", "%Y-%m-%d %H:%M:%S")

    def format(self, record: logging.LogRecord) -> str:
        lines = [_escaped(line) for line in super().format(record).split("\n")]
        return lines[0] if record.exc_info is None else "\n    | ".join(lines)

    def formatMessage(self, record: logging.LogRecord) -> str:  # noqa: N802, the name is logging's
        return _escaped(super().formatMessage(record))


class LoopFaults:
    """Logs what an event loop complains of; the same complaint over and over once in a while only."""

    EVERY = 10.0

    def __init__(self) -> None:
        self._last, self._at = "", -math.inf

    def __call__(self, loop: asyncio.AbstractEventLoop, context: dict[str, object]) -> None:
        text = f"{context.get('message')}: {context.get('exception')!r}"
        if text != self._last or loop.time() - self._at >= self.EVERY:
            self._last, self._at = text, loop.time()
            log.error("%s", text)


def _escaped(text: str) -> str:
    return "".join(char if char.isprintable() else char.encode("unicode_escape").decode("ascii") for char in text)


def begin(level: str) -> None:
    """Send the log to stderr."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(PlainLines())
    logging.basicConfig(level=level.upper(), handlers=[handler], force=True)
