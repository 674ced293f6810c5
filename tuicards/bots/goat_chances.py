"""What beats what in Goat, and how likely a hand of unseen cards is to beat a set."""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from math import comb

from tuicards.games.goat import RANKS, SUITS, GoatView

POINTS = {"A": 11, "T": 10, "K": 4, "Q": 3, "J": 2}
TRUMP_BASE = len(RANKS)
PACK = tuple(rank + suit for suit in SUITS for rank in RANKS)


def points(cards: Iterable[str]) -> int:
    """Points of the cards (G3)."""
    return sum(POINTS.get(card[0], 0) for card in cards)


def strength(card: str, led: str, trump: str) -> int:
    """How a card counts once a suit is led: trumps above the led suit, all else below everything."""
    rank = RANKS.index(card[0])
    if card[1] == trump:
        return TRUMP_BASE + rank
    return rank if card[1] == led else -1


def unseen(view: GoatView) -> tuple[str, ...]:
    """The cards that this seat neither holds nor sees on the table, nor saw in the trick before."""
    seen = set(view.hand)
    for laid in view.trick:
        seen.update(laid.cards)
    if view.last_trick and sum(view.tricks):
        for laid in view.last_trick.laid:
            seen.update(laid.cards)
    return tuple(card for card in PACK if card not in seen)


def chance_to_beat(cards: Sequence[str], led: str, trump: str, pool: Sequence[str], held: int) -> float:
    """Chance that a hand of so many cards out of the pool beats every one of the cards (G19).

    Sorted downwards, the k-th card must be topped by at least k cards of the hand.
    """
    values = sorted((strength(card, led, trump) for card in cards), reverse=True)
    others = sorted((strength(card, led, trump) for card in pool), reverse=True)
    above = [sum(other > value for other in others) for value in values]
    groups = tuple(count - before for count, before in zip(above, [0, *above], strict=False))
    return _nested(groups, len(pool) - above[-1], held)


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
