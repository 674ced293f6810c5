"""The little that moves: a card that has just been laid shines for a moment. Nothing ever waits for it."""

from collections.abc import Sequence

from tuicards.games.api import Event, Seat

GLOW = 0.4
"""Seconds for which a card shines."""

LAYING = frozenset({"card_played", "led", "beat", "passed", "molodka"})
"""Events by which cards come to lie at the seat that they name."""


def just_laid(events: Sequence[Event]) -> tuple[Seat, ...]:
    """The seats whose cards have come with these events."""
    laid = (event for event in events if event.__struct_config__.tag in LAYING)
    return tuple(getattr(event, "seat") for event in laid)  # noqa: B009
