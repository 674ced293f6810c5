"""Time as the tables count it."""

import time
from collections.abc import Callable
from typing import TypeAlias

Clock: TypeAlias = Callable[[], float]
"""Seconds from some moment on; it never goes back."""

LONGEST_STEP = 3.0


class SteadyClock:
    """Seconds in which this process could be reached.

    It has to be read at least once a second. Where it was not, the process was stopped or the machine
    asleep: that time does not count, so that nobody's patience with others runs out in it.
    """

    def __init__(self, source: Clock = time.monotonic) -> None:
        self._source = source
        self._read = source()
        self._now = 0.0

    def __call__(self) -> float:
        read = self._source()
        self._now += min(read - self._read, LONGEST_STEP)
        self._read = read
        return self._now
