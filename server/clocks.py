"""The clocks of a table: how long each seat may still think."""

from collections.abc import Collection, Mapping

from tuicards.games.api import Seat
from tuicards.time_control import LEAST, TimeControl


class Clocks:
    """What is left to each seat, in seconds, and whose time runs; `now` is any clock that never goes back.

    Several clocks may run at once. Who is out of time keeps an empty clock until the move that ends the turn; the
    next turn has at least the increment, and at least `LEAST` seconds, whoever has played and whoever is then there.
    """

    def __init__(self, control: TimeControl, seats: int, left: Mapping[Seat, float] | None = None) -> None:
        """Full clocks, or for some seats what is left; all of them stand."""
        self.control = control
        self._left = {**dict.fromkeys(range(seats), float(control.seconds)), **(left or {})}
        self._since: dict[Seat, float] = {}

    @property
    def limited(self) -> bool:
        return self.control.kind != "none"

    @property
    def running(self) -> frozenset[Seat]:
        return frozenset(self._since)

    def run(self, seats: Collection[Seat], now: float) -> None:
        """From now on these clocks run, and no others."""
        for seat in self._since.keys() - set(seats):
            self._left[seat] = self.left(seat, now)
            del self._since[seat]
        for seat in seats if self.limited else ():
            self._since.setdefault(seat, now)

    def moved(self, seat: Seat, now: float, own: bool) -> None:
        """The seat's turn is over: its clock stands, ready for the next one. `own`: no bot has played."""
        left = self.left(seat, now)
        self._since.pop(seat, None)
        if self.control.kind == "turn":
            left = float(self.control.seconds)
        else:
            left = max(left + (self.control.increment if own else 0), float(LEAST))
        self._left[seat] = left

    def left(self, seat: Seat, now: float) -> float:
        """Never below 0."""
        since = self._since.get(seat, now)
        return max(0.0, self._left[seat] - max(0.0, now - since))

    def ends(self) -> dict[Seat, float]:
        """When the running clocks will be empty."""
        return {seat: since + self._left[seat] for seat, since in self._since.items()}

    def expired(self, now: float) -> list[Seat]:
        """Whose time is up, those first whose time was up first."""
        ends = self.ends()
        return sorted((seat for seat, end in ends.items() if end <= now), key=lambda seat: (ends[seat], seat))
