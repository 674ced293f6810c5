"""Who came, who was not let in, and what owners and operators did: one JSON object a line, in a file.

A thread writes, so that a slow disk holds nobody up; what it cannot write is lost, and the log says so once.
No token and no password is ever written.
"""

import json
import logging
import os
import queue
import threading
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Protocol

from tuicards.plain_file import AT_ONCE

log = logging.getLogger(__name__)

MOST_WAITING = 10_000
FAREWELL = 2.0
"""Seconds that the last lines may take."""

LONGEST = 200
"""Characters of a text from outside."""


class Audit(Protocol):
    """Where it is noted."""

    def note(self, event: str, **facts: str | int | None) -> None:
        """Note what has happened, now. Returns at once and never fails. Facts that are None are left out."""

    def reopen(self) -> None:
        """Go on in a new file where the old one has been moved away."""

    def close(self) -> None:
        """Write what waits."""


class NoAudit:
    """Notes nothing."""

    def note(self, event: str, **facts: str | int | None) -> None:
        pass

    def reopen(self) -> None:
        pass

    def close(self) -> None:
        pass


class AuditFile:
    """Notes in a file that only its owner may read."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._waiting: queue.Queue[str | None] = queue.Queue(MOST_WAITING)
        self._file: int | None = None
        self._troubled = False
        self._torn = b""
        """What ends a line that could not be written whole."""
        self._anew = threading.Event()
        self._thread = threading.Thread(target=self._write_all, name="audit", daemon=True)
        self._thread.start()

    def note(self, event: str, **facts: str | int | None) -> None:
        try:
            self._waiting.put_nowait(line(event, facts))
        except queue.Full:
            log.debug("a line of the audit log is lost")

    def reopen(self) -> None:
        self._anew.set()

    def close(self) -> None:
        try:
            self._waiting.put(None, timeout=FAREWELL)
        except queue.Full:
            return
        self._thread.join(FAREWELL)

    # ---- the writing thread ----------------------------------------------------------------------------

    def _write_all(self) -> None:
        while (text := self._waiting.get()) is not None:
            if self._anew.is_set():
                self._anew.clear()
                self._let_go()
            self._try_to_write(text.encode())
        self._let_go()

    def _try_to_write(self, data: bytes) -> None:
        try:
            if self._file is None:
                self._file = os.open(self._path, os.O_WRONLY | os.O_APPEND | os.O_CREAT | AT_ONCE, 0o600)
            rest = self._torn + data
            while rest:
                rest = rest[os.write(self._file, rest) :]
                self._torn = b"\n" if rest else b""
            self._note_trouble(None)
        except OSError as error:
            self._let_go()
            self._note_trouble(error)

    def _note_trouble(self, error: OSError | None) -> None:
        """Say once that nothing can be noted, and once that it can be again."""
        if error is not None and not self._troubled:
            log.warning("nothing can be noted in %s: %s", self._path, error.strerror or error)
        elif error is None and self._troubled:
            log.warning("it is noted again in %s what happens", self._path)
        self._troubled = error is not None

    def _let_go(self) -> None:
        if self._file is not None:
            os.close(self._file)
            self._file = None


def line(event: str, facts: dict[str, Any]) -> str:
    """One line: ASCII, with everything that could end it or move a cursor written as an escape."""
    at = datetime.now(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
    shown = {name: _short(value) for name, value in facts.items() if value is not None}
    return json.dumps({"at": at, "event": event, **shown}) + "\n"


def _short(value: str | int) -> str | int:
    return value[:LONGEST] if isinstance(value, str) else value
