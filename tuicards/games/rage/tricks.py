"""A trick, and who wins it (R45-R49, R56)."""

from collections.abc import Sequence

import msgspec

from tuicards.games.api import Seat
from tuicards.games.rage.cards import RANK_OF, Card, Colour, effective_colour


class Played(msgspec.Struct, frozen=True, gc=False, array_like=True):
    """A card in a trick: who, which, and the colour named with it."""

    seat: Seat
    card: Card
    colour: Colour | None = None


class Trick(msgspec.Struct, frozen=True, gc=False, array_like=True):
    """A finished trick."""

    cards: tuple[Played, ...]
    winner: Seat


TRUMP_POWER = 100
"""Added to a trump's rank, so that it beats every card of the led colour (R45)."""


def trick_winner(cards: Sequence[Played], trump: Colour | None, two_wilds: str = "first") -> Seat:
    """Who wins the cards, given in play order, with trump as it is at the end (R45-R49, R56)."""
    led: Colour | None = None
    best, winner = -1, cards[0].seat
    for played in cards:
        card = played.card
        colour = effective_colour(card, played.colour)
        led = led or colour
        if colour is None or (colour != trump and colour != led):
            continue
        power = RANK_OF[card] + (TRUMP_POWER if colour == trump else 0)
        if power > best or (power == best and two_wilds == "last"):
            best, winner = power, played.seat
    return winner
