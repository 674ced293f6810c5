"""One line on a terminal that says how far a match is, and when it will be over."""

import time
from typing import TextIO

EVERY = 0.5
"""Seconds between two lines."""


class Progress:
    """Told only where `stream` is a terminal."""

    def __init__(self, stream: TextIO | None) -> None:
        self._stream = stream if stream is not None and stream.isatty() else None
        self._start = time.monotonic()
        self._before: int | None = None
        self._next = 0.0

    def told(self, done: int, wanted: int) -> None:
        """So many units are done of those wanted."""
        now = time.monotonic()
        if self._before is None:
            self._before, self._start = done, now
        if self._stream is None or now < self._next:
            return
        self._next = now + EVERY
        self._stream.write(f"\r\x1b[K{done} of {wanted} deals{self._left(done, wanted, now)}")
        self._stream.flush()

    def _left(self, done: int, wanted: int, now: float) -> str:
        played = done - (self._before or 0)
        if not played:
            return ""
        seconds = (now - self._start) / played * (wanted - done)
        end = time.strftime("%H:%M", time.localtime(time.time() + seconds))
        return f", {seconds / 60:.0f} min left, until {end}" if seconds >= 90 else f", {seconds:.0f} s left"

    def over(self) -> None:
        """The line is taken away."""
        if self._stream is not None:
            self._stream.write("\r\x1b[K")
            self._stream.flush()
