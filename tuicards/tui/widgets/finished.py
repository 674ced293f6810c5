"""The finished tricks that can be looked through at the table."""

from collections.abc import Sequence

import msgspec

from tuicards.games.api import Event
from tuicards.games.goat import GoatView, Trick
from tuicards.games.rage import CardPlayed, Played, RageView, RoundStarted
from tuicards.games.rage import Trick as RageTrick
from tuicards.games.rage import TrickWon as RageTrickWon


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


def _newest(groups: Sequence[list[RageTrick]]) -> list[RageTrick]:
    """The tricks of the newest round that has any."""
    return next((group for group in reversed(groups) if group), [])


def rage_looked(view: RageView, trick: RageTrick, number: int) -> RageView:
    """The view as if this trick, the `number`th of its round, had just been finished."""
    history = view.trump_history if view.tricks else ()
    return msgspec.structs.replace(view, last_trick=trick, tricks_done=number, trump_history=history)


def goat_looked(view: GoatView, trick: Trick) -> GoatView:
    """The view as if this trick had just been finished."""
    return msgspec.structs.replace(view, last_trick=trick)
