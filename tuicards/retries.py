"""How long a link waits before it tries again: twice as long after each connection that did not last."""

from collections.abc import Callable

from tuicards.timing import Timing


class Retries:
    """`jitter` gives numbers from 0 to 1 that spread the retries of many clients."""

    def __init__(self, timing: Timing, jitter: Callable[[], float]) -> None:
        self._timing, self._jitter = timing, jitter
        self._failures = 0

    def begin_anew(self) -> None:
        """The next wait is the shortest."""
        self._failures = 0

    def note(self, lived: float) -> None:
        """A connection is over that lived so many seconds."""
        if lived >= self._timing.settled:
            self.begin_anew()

    def next_wait(self) -> float:
        """Seconds: twice the wait before, up to the longest, less up to half of it by chance."""
        wait = min(self._timing.first_retry * 2.0 ** min(self._failures, 16), self._timing.last_retry)
        self._failures += 1
        return wait * (1 - self._jitter() / 2)
