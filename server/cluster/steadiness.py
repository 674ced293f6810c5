"""Whether a node has lived and reached Redis for long enough to judge others."""


class Steadiness:
    """Told of each renewal by when it was asked for, on the monotonic clock, and of each that failed.

    Where Redis was away, or this process stood still, the others may have had no chance to renew their leases either:
    they get the time of a whole lease for it.
    """

    def __init__(self, lease: float) -> None:
        self._lease = lease
        self._last: float | None = None
        self._since: float | None = None

    def beat(self, now: float) -> None:
        """A renewal that was asked for now has come about."""
        if self._since is None or self._last is None or now - self._last > self._lease / 2:
            self._since = now
        self._last = now

    def broken(self) -> None:
        """A renewal has failed."""
        self._since = None

    def lasts(self, now: float) -> bool:
        """Renewals have followed one another for a whole lease."""
        return self._since is not None and now - self._since >= self._lease
