"""Goat's cards: suits, strength, points, and which set beats which (G1-G3, G18-G21)."""

from collections.abc import Iterable, Mapping, Sequence
from operator import gt
from typing import Literal, NewType, TypeAlias

from tuicards.games.api import Seat

Card = NewType("Card", str)


Suit: TypeAlias = Literal["s", "h", "d", "c"]


SUITS: tuple[Suit, ...] = ("s", "h", "d", "c")


RANKS = "6789JQKTA"
"""Low to high (G2): the ten is above the king."""


DECK: tuple[Card, ...] = tuple(Card(rank + suit) for suit in SUITS for rank in RANKS)
"""All cards, by suit and then by strength: the order of a hand and of a counted pile."""


ORDER: Mapping[Card, int] = {card: place for place, card in enumerate(DECK)}


_place = ORDER.__getitem__


POINTS: Mapping[Card, int] = {card: {"J": 2, "Q": 3, "K": 4, "T": 10, "A": 11}.get(card[0], 0) for card in DECK}
"""What each card counts in a pile (G3)."""


HAND = 4


SEATS = range(4)


AROUND = ((0, 1, 2, 3), (1, 2, 3, 0), (2, 3, 0, 1), (3, 0, 1, 2))
"""The seats clockwise, from each seat."""


TEAMS = (0, 1, 0, 1)


NO_SEATS: frozenset[Seat] = frozenset()


def _value(card: Card, trump: str, led: str) -> int:
    strength = RANKS.index(card[0])
    if card[1] == trump:
        return len(RANKS) + strength
    return strength if card[1] == led else -1


VALUES: Mapping[str, Mapping[str, Mapping[Card, int]]] = {
    trump: {led: {card: _value(card, trump, led) for card in DECK} for led in SUITS} for trump in SUITS
}
"""Value of each card by trump and led suit: what makes sets comparable place by place (section 3.2)."""


BEATERS: Mapping[str, Mapping[Card, frozenset[Card]]] = {
    trump: {
        card: frozenset(
            other for other, value in VALUES[trump][card[1]].items() if value > VALUES[trump][card[1]][card]
        )
        for card in DECK
    }
    for trump in SUITS
}
"""The cards that beat each card, by trump (G18)."""


def in_order(cards: Iterable[Card]) -> tuple[Card, ...]:
    """The cards by suit and then by strength."""
    return tuple(sorted(cards, key=_place))


def points(cards: Iterable[Card]) -> int:
    """What a pile counts (G3, G48)."""
    return sum(map(POINTS.__getitem__, cards))


def beats(offered: Sequence[Card], target: Sequence[Card], trump: str) -> bool:
    """Whether each offered card can be set on another card of the target that it beats (G18-G21).

    The target is face-up cards of one attempt: trumps and cards of at most one other suit.
    """
    if len(offered) != len(target):
        return False
    if len(offered) == 1:
        return offered[0] in BEATERS[trump][target[0]]
    values = values_against(target, trump)
    mine = sorted([values[card] for card in offered], reverse=True)
    return all(map(gt, mine, sorted([values[card] for card in target], reverse=True)))


def values_against(target: Sequence[Card], trump: str) -> Mapping[Card, int]:
    for card in target:
        if card[1] != trump:
            return VALUES[trump][card[1]]
    return VALUES[trump][trump]
