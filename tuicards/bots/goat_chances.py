"""How likely a hand of unseen Goat cards is to beat a set."""

from collections.abc import Sequence
from functools import lru_cache
from math import comb

from tuicards.games.goat import DECK, VALUES, Card, GoatView

LOW_FALLS, HIGH_FALLS, TRUMP_FALLS = 0.85, 0.65, 0.35
"""How readily a hand is believed to beat a low plain card, a king, ten or ace, and a trump: too readily, in truth."""


def unseen(view: GoatView) -> tuple[Card, ...]:
    """The cards that this seat neither holds nor sees on the table, nor saw in the trick before."""
    seen = set(view.hand)
    for laid in view.trick:
        seen.update(laid.cards)
    if view.last_trick and sum(view.tricks):
        for laid in view.last_trick.laid:
            seen.update(laid.cards)
    return tuple(card for card in DECK if card not in seen)


def chance_to_beat(cards: Sequence[Card], led: str, trump: str, pool: Sequence[Card], held: int) -> float:
    """Chance that a hand of so many cards out of the pool beats every one of the cards (G19).

    Sorted downwards, the k-th card must be topped by at least k cards of the hand.
    """
    value = VALUES[trump][led]
    others = [value[card] for card in pool]
    above = [sum(other > target for other in others) for target in sorted([value[card] for card in cards])[::-1]]
    groups = tuple(count - before for count, before in zip(above, [0, *above], strict=False))
    return _nested(groups, len(pool) - above[-1], held)


def chance_at_a_glance(cards: Sequence[Card], led: str, trump: str, pool: Sequence[Card], held: int) -> float:
    """The same without reckoning: by what kind of cards they are, as if each had to be beaten by itself."""
    chance = 1.0
    for card in cards:
        chance *= TRUMP_FALLS if card[1] == trump else HIGH_FALLS if card[0] in "KTA" else LOW_FALLS
    return 0.0 if "A" + trump in cards else chance


@lru_cache(maxsize=65536)
def _nested(groups: tuple[int, ...], rest: int, held: int) -> float:
    """Share of the hands that hold, for every k, at least k cards of the first k groups."""
    total = comb(sum(groups) + rest, held)
    return _ways(groups, rest, held, 1, 0) / total if total else 0.0


def _ways(groups: tuple[int, ...], rest: int, held: int, wanted: int, drawn: int) -> int:
    if not groups:
        return comb(rest, held - drawn)
    first, more = groups[0], groups[1:]
    return sum(
        comb(first, here) * _ways(more, rest, held, wanted + 1, drawn + here)
        for here in range(max(0, wanted - drawn), min(first, held - drawn) + 1)
    )
