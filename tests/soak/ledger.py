"""What people were told, to be held against the record in the end."""

import collections
import time
from typing import NamedTuple

from tuicards.wire.messages import Said, Update


class Acknowledged(NamedTuple):
    """A move that the server has answered with Done."""

    table: str
    party: int
    request: int
    seat: int
    move: str


class Ledger:
    """Counts, times, and every promise that was broken."""

    def __init__(self) -> None:
        self.moves: list[Acknowledged] = []
        self.delays: list[float] = []
        """Seconds from sending a move to its answer."""
        self.counts: collections.Counter[str] = collections.Counter()
        self.refusals: collections.Counter[str] = collections.Counter()
        self.broken: list[str] = []
        self._shown: dict[tuple[str, int], int] = {}
        self._progress: dict[str, float] = {}
        self.longest_wait = 0.0
        """Seconds in which a table in play made no step for one who was there."""
        self.waited_for = ""
        """By whom, where, and for whom."""

    def acknowledged(self, move: Acknowledged, delay: float | None) -> None:
        self.moves.append(move)
        if delay is not None:
            self.delays.append(delay)

    def shown(self, table: str, party: int, seq: int) -> None:
        """Somebody has been shown this picture: from now on nobody may be shown an older one on a new connection."""
        key = (table, party)
        if seq > self._shown.get(key, 0):
            self._shown[key] = seq
            self._progress[table] = time.monotonic()

    def came_back(self, table: str, party: int, seq: int, shown: int) -> None:
        """The first picture on a new connection, to one who had been shown `shown` of it."""
        self.counts["resumed at a table"] += 1
        if seq < shown:
            self.broken.append(f"table {table} party {party}: shown {shown}, and {seq} after coming back")

    def pictured(self, name: str, update: Update) -> None:
        """Somebody is shown this. Whoever wants to look at it later keeps it."""

    def heard(self, said: Said) -> None:
        """Somebody hears this."""

    def recorded(self, table: str, party: int, text: str) -> None:
        """Somebody has been given the record of a party."""

    def waited(self, table: str, since: float, circumstances: str) -> None:
        """The table plays, and the one who tells has been there since then."""
        last = max(self._progress.get(table, since), since)
        wait = time.monotonic() - last
        if wait > self.longest_wait:
            self.longest_wait, self.waited_for = wait, circumstances

    def percentile(self, share: float) -> float:
        """Of the delays, in seconds; 0 where there are none."""
        ordered = sorted(self.delays)
        return ordered[min(len(ordered) - 1, int(len(ordered) * share))] if ordered else 0.0
