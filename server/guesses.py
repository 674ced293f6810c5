"""How often one may be wrong: passwords, and codes of tables, cannot be tried one after the other."""

import math

from server.clock import Clock
from tuicards.errors import Refused

REMEMBERED = 4096
"""So many guessers are known at once; the one who guessed longest ago is forgotten first."""


class Guesses:
    """Counts wrong guesses by who makes them: `most` in a row of `within` seconds, then none for `pause` seconds."""

    def __init__(self, clock: Clock, most: int, within: float = 60.0, pause: float = 60.0) -> None:
        self._clock, self._most, self._within, self._pause = clock, most, within, pause
        self._wrong: dict[str, list[float]] = {}
        """When each was wrong lately, those least lately wrong first."""

    def check(self, *who: str) -> None:
        """Raises Refused `too_many_guesses`, with the seconds to wait, if one of these may not guess now."""
        wait = max((self._wait(each) for each in who), default=0.0)
        if wait > 0:
            raise Refused("too_many_guesses", seconds=math.ceil(wait))

    def wrong(self, *who: str) -> None:
        """A guess of these was wrong."""
        now = self._clock()
        for each in who:
            times = [time for time in self._wrong.pop(each, []) if now - time < self._within]
            self._wrong[each] = [*times, now][-self._most :]
        while len(self._wrong) > REMEMBERED:
            del self._wrong[next(iter(self._wrong))]

    def _wait(self, who: str) -> float:
        times = self._wrong.get(who, [])
        if len(times) < self._most or times[-1] - times[0] >= self._within:
            return 0.0
        return times[-1] + self._pause - self._clock()
