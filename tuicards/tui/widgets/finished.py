"""The finished tricks that can be looked through at the table."""

from collections.abc import Sequence

import msgspec

from tuicards.games.api import Event
from tuicards.games.goat import GoatView, Laid, Led, MolodkaDeclared, Trick, TrickWon
from tuicards.games.goat.events import Beaten, Passed
from tuicards.games.rage import RageView
from tuicards.games.rage import Trick as RageTrick


def rage_tricks(view: RageView, before: tuple[RageTrick, ...]) -> tuple[RageTrick, ...]:
    """All tricks of the round; until the next round has one, still those of the round before."""
    last = view.last_trick
    if view.tricks or last is None:
        return view.tricks
    return before if before[-1:] == (last,) else (*before, last)


def goat_tricks(
    view: GoatView, before: tuple[Trick, ...], laid: Sequence[Laid], events: Sequence[Event]
) -> tuple[Trick, ...]:
    """All tricks of the game that were seen; until the next game has one, still those of the game before.

    `laid` lay on the table before the events. The newest trick is as the view shows it.
    """
    tricks, attempt = list(before), list(laid)
    for event in events:
        if isinstance(event, TrickWon):
            tricks.append(Trick(tuple(attempt), event.seat))
        attempt = _after(event, attempt)
    if view.last_trick is None:
        return ()
    whole = (*tricks[:-1], view.last_trick)
    return whole[-sum(view.tricks) :] if sum(view.tricks) else whole


def _after(event: Event, attempt: list[Laid]) -> list[Laid]:
    """What lies on the table after an event."""
    match event:
        case Led(seat=seat, cards=cards) | MolodkaDeclared(seat=seat, cards=cards):
            return [Laid(seat, "lead", len(cards), cards)]
        case Beaten(seat=seat, cards=cards):
            return [*attempt, Laid(seat, "beat", len(cards), cards)]
        case Passed(seat=seat, count=count, cards=cards):
            return [*attempt, Laid(seat, "pass", count, cards)]
        case TrickWon():
            return []
    return attempt


def rage_looked(view: RageView, trick: RageTrick, number: int) -> RageView:
    """The view as if this trick, the `number`th of its round, had just been finished."""
    history = view.trump_history if view.tricks else ()
    return msgspec.structs.replace(view, last_trick=trick, tricks_done=number, trump_history=history)


def goat_looked(view: GoatView, trick: Trick) -> GoatView:
    """The view as if this trick had just been finished."""
    return msgspec.structs.replace(view, last_trick=trick)
