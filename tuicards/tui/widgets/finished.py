"""The finished tricks that can be looked through at the table."""

from collections.abc import Sequence
from typing import TypeVar

import msgspec

from tuicards.games.api import Event
from tuicards.games.goat import GameStarted, GoatView, Laid, Led, MolodkaDeclared, Trick, TrickWon
from tuicards.games.goat.events import Beaten, Passed
from tuicards.games.rage import CardPlayed, Played, RageView, RoundStarted
from tuicards.games.rage import Trick as RageTrick
from tuicards.games.rage import TrickWon as RageTrickWon

AnyTrick = TypeVar("AnyTrick", Trick, RageTrick)


def rage_tricks(
    view: RageView, before: Sequence[RageTrick], laid: Sequence[Played], events: Sequence[Event], anew: bool = False
) -> tuple[RageTrick, ...]:
    """All tricks of the round; until the next round has one, those of the round before, as far as they were seen.

    `laid` lay on the table before the events; `anew`: those before are of another round than the events begin in.
    """
    if view.tricks or view.last_trick is None:
        return view.tricks
    rounds, cards = [list(before), *([[]] if anew else [])], list(laid)
    for event in events:
        match event:
            case CardPlayed(seat=seat, card=card, colour=colour):
                cards.append(Played(seat, card, colour))
            case RageTrickWon(seat=seat):
                rounds[-1].append(RageTrick(tuple(cards), seat))
                cards = []
            case RoundStarted():
                rounds.append([])
    seen = _newest(rounds)
    return tuple(seen) if seen[-1:] == [view.last_trick] else (view.last_trick,)


def goat_tricks(
    view: GoatView, before: Sequence[Trick], laid: Sequence[Laid], events: Sequence[Event], anew: bool = False
) -> tuple[Trick, ...]:
    """All tricks of the game that were seen; until the next game has one, still those of the game before.

    `laid` lay on the table before the events; `anew`: those before are of another game than the events begin in.
    The newest trick is as the view shows it.
    """
    games, attempt = [list(before), *([[]] if anew else [])], list(laid)
    for event in events:
        if isinstance(event, TrickWon):
            games[-1].append(Trick(tuple(attempt), event.seat))
        elif isinstance(event, GameStarted):
            games.append([])
        attempt = _after(event, attempt)
    if view.last_trick is None:
        return ()
    whole = (*_newest(games)[:-1], view.last_trick)
    return whole[-sum(view.tricks) :] if sum(view.tricks) else whole


def _newest(groups: Sequence[list[AnyTrick]]) -> list[AnyTrick]:
    """The tricks of the newest round or game that has any."""
    return next((group for group in reversed(groups) if group), [])


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
