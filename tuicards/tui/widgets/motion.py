"""The little that moves: a card that has just been laid shines for a moment. Nothing ever waits for it."""

from collections.abc import Sequence

from tuicards.games.api import Event, Seat

GLOW = 0.4
"""Seconds for which a card shines."""

LAYING = frozenset({"card_played", "led", "beat", "passed", "molodka"})
"""Events by which cards come to lie at the seat that they name."""


def just_laid(events: Sequence[Event], finished: bool) -> tuple[Seat, ...]:
    """The seats whose cards have come with these events to the trick that is shown.

    `finished`: the one that has just ended stays in sight, whatever has been laid since.
    """
    last: list[Seat] = []
    laid: list[Seat] = []
    for event in events:
        if event.__struct_config__.tag in LAYING:
            laid.append(getattr(event, "seat"))  # noqa: B009
        elif event.__struct_config__.tag == "trick_won":
            last, laid = laid, []
    return tuple(last if finished else laid or last)
