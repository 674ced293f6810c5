"""How much one may ask for: token buckets."""

from server.clock import Clock


class Bucket:
    """Lets `burst` through at once and `rate` a second after that."""

    def __init__(self, rate: float, burst: int, clock: Clock) -> None:
        self._rate, self._burst, self._clock = rate, burst, clock
        self._level = float(burst)
        self._read = clock()

    def take(self) -> bool:
        """Whether one more may pass now."""
        now = self._clock()
        self._level = min(self._burst, self._level + (now - self._read) * self._rate)
        self._read = now
        if self._level < 1:
            return False
        self._level -= 1
        return True
