"""Running dry: no party begins any more, and when the last one is over the server stops. What people hear of it."""

import math
from typing import Any

from tuicards.errors import Refused
from tuicards.wire.messages import Said

LONGEST = 24 * 60
"""Minutes."""

LOOK_BACK = 5.0
"""Seconds for people to look at how their party ended, before they are sent away."""

EVERY = 300
"""Seconds between two notices."""
LAST_NOTICES = (120, 60, 30)
"""Seconds left at further ones."""


class Drain:
    """Whether a server runs dry, and until when at the latest. Times are of the server's clock."""

    def __init__(self) -> None:
        self.on = False
        self._ends = math.inf
        self._notices: list[int] = []
        """Seconds left at which something is still to be said, falling."""
        self._quiet_since: float | None = None
        """Since when no party has been running."""

    def begin(self, now: float, minutes: int | None) -> Said:
        """Begin, or begin anew with another time. What everybody is to hear; raises Refused `bad_number`."""
        if minutes is not None and not 1 <= minutes <= LONGEST:
            raise Refused("bad_number", value=str(minutes), least="1", most=str(LONGEST))
        self.on, self._quiet_since = True, None
        self._ends = math.inf if minutes is None else now + 60 * minutes
        seconds = 0 if minutes is None else 60 * minutes
        due = {*range(EVERY, seconds, EVERY), *(left for left in LAST_NOTICES if left < seconds)}
        self._notices = sorted(due, reverse=True)
        return _say("drain_begun", minutes=minutes)

    def cancel(self) -> Said:
        """Take it back. What everybody is to hear; raises Refused `not_draining`."""
        if not self.on:
            raise Refused("not_draining")
        self.on, self._ends, self._notices = False, math.inf, []
        return _say("drain_cancelled")

    def check(self) -> None:
        """Whether something new may begin. Raises Refused `draining`."""
        if self.on:
            raise Refused("draining")

    def left(self, now: float) -> float | None:
        """The seconds until the end at the latest; None where there is no such time."""
        return None if math.isinf(self._ends) else max(0.0, self._ends - now)

    def news(self, now: float, running: int) -> Said | None:
        """What everybody is to hear now of how long it still takes, while so many parties run."""
        if self.on and not running and self._quiet_since is None:
            return _say("drain_empty")
        left, due = self.left(now), None
        while left is not None and self._notices and self._notices[0] >= left:
            due = self._notices.pop(0)
        return None if due is None else _countdown(due)

    def for_newcomer(self, now: float) -> Said | None:
        """What somebody is to hear who comes in now."""
        if not self.on:
            return None
        left = self.left(now)
        return _say("drain_begun", minutes=None) if left is None else _countdown(math.ceil(left))

    def over(self, now: float, running: int, people: int) -> bool:
        """Whether the server is to stop now: time is up, or no party runs any more."""
        if not self.on or now >= self._ends:
            return self.on
        if running:
            self._quiet_since = None
        elif self._quiet_since is None:
            self._quiet_since = now
        return self._quiet_since is not None and (not people or now >= self._quiet_since + LOOK_BACK)


def _countdown(seconds: int) -> Said:
    if seconds < 60:
        return _say("drain_soon", seconds=seconds)
    return _say("drain_left", minutes=round(seconds / 60))


def _say(code: str, **params: Any) -> Said:
    return Said(code=code, params={name: value for name, value in params.items() if value is not None})
