"""Time as the tables count it."""

import time
from collections.abc import Callable
from typing import TypeAlias

Clock: TypeAlias = Callable[[], float]
"""Seconds from some moment on; it never goes back."""

LONGEST_STEP = 2.0
REACHABLE = 1.0


class SteadyClock:
    """Seconds in which this process could be reached.

    It has to be read at least once a second. Where it was not for more than `LONGEST_STEP`, the process was stopped
    or the machine asleep: that time does not count, and the clock stands for `REACHABLE` seconds more. So whatever
    is due after such a gap leaves people at least that long to act. The time of day plays no part.
    """

    def __init__(self, source: Clock = time.monotonic) -> None:
        self._source = source
        self._read = source()
        self._stands_until = self._read
        self._now = 0.0

    def __call__(self) -> float:
        read = self._source()
        step = read - self._read
        if 0.0 <= step <= LONGEST_STEP and self._read >= self._stands_until:
            self._now += step
        else:
            self._stand(read)
        self._read = read
        return self._now

    def _stand(self, read: float) -> None:
        """Go on only from where it may."""
        if read - self._read > LONGEST_STEP:
            self._stands_until = read + REACHABLE
        self._now += max(0.0, read - max(self._read, self._stands_until))
