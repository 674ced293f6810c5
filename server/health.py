"""Whether a server is well: that its record is kept, and that its loop answers in time."""

import asyncio
import time
from collections import deque

from server.state import State
from server.tally import Histogram

LOOK_EVERY = 0.1
"""Seconds; well below LATE, since a turn of the loop that ends before a look is due is not seen by it."""
LATE = 0.25
"""Seconds that everybody feels at the table."""
LOOKS = 20
"""So many of the last looks are judged: one hiccup, or a machine that slept, is no illness."""


class Lateness:
    """How much later than asked the loop comes to something."""

    def __init__(self) -> None:
        self.seen = Histogram()
        self._last: deque[float] = deque(maxlen=LOOKS)

    def add(self, seconds: float) -> None:
        self.seen.add(max(0.0, seconds))
        self._last.append(seconds)

    @property
    def lasting(self) -> bool:
        """Whether it is late more often than not."""
        return 2 * sum(seconds > LATE for seconds in self._last) > LOOKS

    async def watch(self) -> None:
        """Look again and again, for as long as it is let."""
        while True:
            asked = time.monotonic() + LOOK_EVERY
            await asyncio.sleep(LOOK_EVERY)
            self.add(time.monotonic() - asked)


def ailments(state: State, late: bool) -> list[str]:
    """What is wrong, in words for machines; nothing where all is well."""
    found = {"refused": ["record_refused"], "gone": ["record_gone"]}.get(state.record, [])
    return [*found, *(["loop_late"] if late else [])]
