"""Rage's cards: codes, colours, ranks and decks (R1-R4)."""

from collections.abc import Mapping
from typing import Literal, NewType, TypeAlias

Card = NewType("Card", str)


Colour: TypeAlias = Literal["R", "O", "Y", "G", "B", "P"]


COLOURS: tuple[Colour, ...] = ("R", "O", "Y", "G", "B", "P")


SPECIALS = ("WI", "BO", "MA", "CH", "OU")


SHOWN = 40
"""How many characters of a wrong text an error repeats."""


WILD, BONUS, MAD, CHANGE, OUT = (Card(code) for code in SPECIALS)


NUMBER_CARDS = tuple(Card(f"{colour}{rank}") for colour in COLOURS for rank in range(16))


COPIES: Mapping[str, Mapping[Card, int]] = {
    "fundex110": {WILD: 2, BONUS: 2, MAD: 2, CHANGE: 4, OUT: 4},
    "amigo112": {WILD: 2, BONUS: 3, MAD: 3, CHANGE: 4, OUT: 4},
}
"""How many copies of each special card an edition has (R3)."""


DECKS: Mapping[str, tuple[Card, ...]] = {
    edition: NUMBER_CARDS + tuple(card for card, copies in counts.items() for _ in range(copies))
    for edition, counts in COPIES.items()
}


COLOUR_OF: dict[Card, Colour | None] = {
    **{Card(f"{colour}{rank}"): colour for colour in COLOURS for rank in range(16)},
    **dict.fromkeys((WILD, BONUS, MAD, CHANGE, OUT)),
}
"""Printed colour; None for a special card."""


RANK_OF: dict[Card, int] = {
    **{Card(f"{colour}{rank}"): rank for colour in COLOURS for rank in range(16)},
    **dict.fromkeys((BONUS, MAD, CHANGE, OUT), -1),
    WILD: 16,
}


EYE_ORDER: dict[Card, int] = {card: place for place, card in enumerate(COLOUR_OF)}
"""How a hand is sorted: by colour, rank ascending, special cards last."""


def effective_colour(card: Card, named: Colour | None) -> Colour | None:
    """The colour a card counts as in a trick: printed, or named with a Wild (section 2.5)."""
    return named if card == WILD else COLOUR_OF[card]
