"""How long an answer takes: numbered pings, and the pong of the newest one."""

from tuicards.wire.messages import Ping


class Pings:
    """`delay` is in seconds; None while unknown. Times are of one clock, in seconds."""

    def __init__(self) -> None:
        self.delay: float | None = None
        self._number = 0
        self._sent = 0.0

    def next(self, now: float) -> Ping:
        """To be sent now."""
        self._number += 1
        self._sent = now
        return Ping(self._number)

    def answered(self, number: int, now: float) -> None:
        """A pong of the newest ping measures the way there and back."""
        if number == self._number:
            self.delay = now - self._sent
