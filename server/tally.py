"""What a server counts while it runs: plain numbers, which whoever reports them reads."""

from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Iterable

from server.records import Moved, PartyBegun, PartyOver, Record

WAITS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0)
"""Seconds, from what a quick disk takes to what everybody feels."""


class Histogram:
    """How long something took, each time. One thread counts; others may read."""

    def __init__(self, bounds: tuple[float, ...] = WAITS) -> None:
        self.bounds = bounds
        """In seconds, rising."""
        self.counts = [0] * (len(bounds) + 1)
        """So often up to each bound and over the one before; at last so often over all of them."""
        self.total = 0.0
        """Seconds, all together."""

    def add(self, seconds: float) -> None:
        self.counts[bisect_left(self.bounds, seconds)] += 1
        self.total += seconds


class Tally:
    """Counts since the server began. None ever falls."""

    def __init__(self) -> None:
        self.bytes_in = 0
        self.bytes_out = 0
        self.begun: Counter[str] = Counter()
        """Parties, by game."""
        self.over: Counter[str] = Counter()
        self.moves: Counter[str] = Counter()
        self.refusals: Counter[str] = Counter()
        """By code; codes stand in the program, so that nobody outside can make up more of them."""
        self.thinking: defaultdict[str, Histogram] = defaultdict(Histogram)
        """Of bots, by level, from being asked to the answer."""

    def thought(self, level: str, seconds: float) -> None:
        """A bot of the level has answered."""
        self.thinking[level].add(seconds)

    def note(self, game: str, records: Iterable[Record]) -> None:
        """Count what the records of a table of this game tell."""
        for record in records:
            if isinstance(record, Moved):
                self.moves[game] += 1
            elif isinstance(record, PartyBegun):
                self.begun[game] += 1
            elif isinstance(record, PartyOver):
                self.over[game] += 1
