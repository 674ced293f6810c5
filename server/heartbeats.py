"""When each connection's next heartbeat is due: one timer for all of them.

A task that sleeps between two heartbeats would be some ten objects for each connection, again and again, which is
nearly all that the collector of garbage would find to look through on a server where people think.
"""

import asyncio
import logging
from collections import deque
from collections.abc import Callable

log = logging.getLogger(__name__)

AT_ONCE = 50
"""So many hearts beat in one round of the loop, however many are due after the process was stopped."""


class Heart:
    """One connection's; `stop` it, and it beats no more."""

    __slots__ = ("beat", "due")

    def __init__(self, beat: Callable[[], float], due: float) -> None:
        self.beat: Callable[[], float] | None = beat
        self.due = due

    def stop(self) -> None:
        self.beat = None


class Heartbeats:
    """Hearts that beat at nearly the same pace, so that who was first is first again."""

    def __init__(self) -> None:
        self._hearts: deque[Heart] = deque()
        self._timer: asyncio.TimerHandle | None = None

    def begin(self, beat: Callable[[], float], wait: float) -> Heart:
        """A heart that beats for the first time after so many seconds, and then after as many as `beat` says."""
        heart = Heart(beat, asyncio.get_running_loop().time() + wait)
        self._hearts.append(heart)
        self._set_timer()
        return heart

    def _set_timer(self) -> None:
        if self._timer is None and self._hearts:
            self._timer = asyncio.get_running_loop().call_at(self._hearts[0].due, self._beat_due)

    def _beat_due(self) -> None:
        self._timer = None
        now = asyncio.get_running_loop().time()
        for _ in range(min(AT_ONCE, len(self._hearts))):
            if self._hearts[0].due > now:
                break
            self._beat(self._hearts.popleft(), now)
        self._set_timer()

    def _beat(self, heart: Heart, now: float) -> None:
        """What one of them raises is logged, and stops that one alone."""
        if heart.beat is None:
            return
        try:
            heart.due = now + heart.beat()
        except Exception:
            log.exception("a heartbeat has failed")
        else:
            self._hearts.append(heart)
