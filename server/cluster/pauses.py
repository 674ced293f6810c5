"""How long to wait between two tries while Redis is away."""

LONGEST = 0.5
"""Seconds: so soon after Redis is back a node goes on."""


class Pauses:
    """Each twice as long as the one before, so that a short absence is over soon and a long one costs little."""

    def __init__(self, shortest: float, longest: float = LONGEST) -> None:
        self._shortest, self._longest = shortest, longest
        self._next = shortest

    def next(self) -> float:
        """Seconds until the next try, after one that failed."""
        now, self._next = self._next, min(2 * self._next, self._longest)
        return now

    def over(self) -> None:
        """A try was successful."""
        self._next = self._shortest
