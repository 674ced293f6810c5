"""The time that each seat has left, counted down by this machine's own clock from what the server told last."""

import math

import msgspec

from tuicards.client_state import ClientState, LinkEvent
from tuicards.errors import BadOptions
from tuicards.games.api import Seat
from tuicards.speech import Speaker
from tuicards.time_control import read_clock
from tuicards.wire.messages import TableInfo, Update

LITTLE = 10
"""Seconds from which on one's own time is little."""

Left = tuple[int | None, ...]
"""Whole seconds left of each seat, 0 when the time is up; None where no clock runs against it."""


class TimeLeft(msgspec.Struct, frozen=True):
    """Milliseconds of each seat at the moment `told`, and the seats whose time runs since then.

    Moments are seconds of any clock that never goes back.
    """

    left: tuple[int | None, ...] = ()
    told: float = 0.0
    running: frozenset[Seat] = frozenset()

    def after(self, event: LinkEvent, state: ClientState, now: float) -> "TimeLeft":
        """What is left after one more message, which has led to this state."""
        if state.table is None:
            return TimeLeft()
        match event:
            case Update(table=table, left=left) if table == state.table.table:
                return TimeLeft(left, now, _running(state))
            case TableInfo():
                return TimeLeft(self._at(now), now, _running(state))
            case _:
                return self

    def seconds(self, now: float) -> Left:
        """The time left at a moment; a second counts until it is over."""
        return tuple(None if left is None else math.ceil(left / 1000) for left in self._at(now))

    def next_second(self, now: float, first: Seat | None = None) -> float | None:
        """Seconds until another number is to be shown, by the time of the seat `first` where it runs.

        None while nothing runs, and when all that runs is used up.
        """
        left = self._at(now)
        running = [seat for seat in sorted(self.running) if seat < len(left) and left[seat]]
        if not running:
            return None
        leading = left[first if first in running else running[0]] or 0
        return ((leading - 1) % 1000 + 1) / 1000

    def _at(self, now: float) -> tuple[int | None, ...]:
        gone = max(0, round((now - self.told) * 1000))
        return tuple(
            max(0, left - gone) if left is not None and seat in self.running else left
            for seat, left in enumerate(self.left)
        )


def _running(state: ClientState) -> frozenset[Seat]:
    stands_still = state.table is None or state.table.paused or state.view is None
    return frozenset() if stands_still or state.view is None else frozenset(state.view.to_act)


def clock_face(seconds: int) -> str:
    """Minutes and seconds, as on a clock: `0:24`, `12:05`."""
    return f"{seconds // 60}:{seconds % 60:02}"


def same_control(one: str, other: str) -> bool:
    """Whether two texts are the same time control, however they are written."""
    try:
        return read_clock(one) == read_clock(other)
    except BadOptions:
        return one == other


def control_words(clock: str, speaker: Speaker) -> str:
    """What people call a time control; one that cannot be read stays as it is."""
    try:
        control = read_clock(clock)
    except BadOptions:
        return clock
    if control.kind == "none":
        return speaker.say("clock.none")
    if control.kind == "turn":
        return speaker.say("clock.turn", {"seconds": control.seconds})
    whole = control.seconds % 60 == 0
    amount = {"minutes": control.seconds // 60} if whole else {"seconds": control.seconds}
    code = "clock.bank_minutes" if whole else "clock.bank_seconds"
    return speaker.say(code, {**amount, "increment": control.increment})
