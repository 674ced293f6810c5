"""Whether Redis can be reached just now."""

import logging
import time
from collections.abc import Callable

from server.cluster.faults import Barred

log = logging.getLogger(__name__)


class Contact:
    """Two kinds of orders tell how they fare; Redis is away while either of them fails."""

    def __init__(self) -> None:
        self._failing: set[str] = set()
        self._left = 0.0
        self._barred = False
        """Whether that was told since it went away."""
        self.changed: Callable[[bool], None] = lambda away: None
        """Called with True when Redis goes away, and with False when it is back."""

    @property
    def away(self) -> bool:
        return bool(self._failing)

    def failed(self, kind: str, why: Exception) -> None:
        """An order of this kind was not carried out."""
        was_away = self.away
        self._failing.add(kind)
        if was_away and isinstance(why, Barred) and not self._barred:
            log.warning("Redis lets this node not in: %s", why)
        self._barred = self._barred or isinstance(why, Barred)
        if not was_away:
            self._left = time.monotonic()
            log.warning("Redis is away: %s", why)
            self._tell(True)

    def succeeded(self, kind: str) -> None:
        """An order of this kind was carried out."""
        was_away = self.away
        self._failing.discard(kind)
        if was_away and not self.away:
            self._barred = False
            log.warning("Redis is back after %.1f s", time.monotonic() - self._left)
            self._tell(False)

    def _tell(self, away: bool) -> None:
        """What goes wrong with whoever hears it must not keep the others' orders from Redis."""
        try:
            self.changed(away)
        except Exception:
            log.exception("whether Redis is away could not be told")
