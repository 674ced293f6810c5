"""What a seat may do, and how it is written."""

from collections.abc import Mapping
from functools import lru_cache
from typing import TypeAlias

import msgspec

from tuicards.errors import IllegalMove
from tuicards.games.api import Move
from tuicards.games.rage.cards import CHANGE, COLOUR_OF, COLOURS, SHOWN, WILD, Card, Colour
from tuicards.games.rage.options import MOST_HELD, number


class Bid(Move, frozen=True, tag="bid"):
    """Promise to win `tricks` tricks this round (R20-R22)."""

    tricks: int


class Play(Move, frozen=True, tag="play"):
    """Play a card; a Wild names a colour with it (R52), a Change too under `change_source=player`."""

    card: Card
    colour: Colour | None = None


RageMove: TypeAlias = Bid | Play


def _moves_of(naming: tuple[Card, ...]) -> dict[Card, tuple[Play, ...]]:
    return {
        card: tuple(Play(card, colour) for colour in COLOURS) if card in naming else (Play(card),)
        for card in COLOUR_OF
    }


MOVES_OF: Mapping[str, dict[Card, tuple[Play, ...]]] = {
    "pile": _moves_of((WILD,)),
    "player": _moves_of((WILD, CHANGE)),
}
"""By `change_source`: the ways to play a card. A card with six ways names a colour (R52, R62)."""


BIDS = tuple(Bid(tricks) for tricks in range(MOST_HELD + 1))


@lru_cache(maxsize=512)
def parse_move(text: str) -> RageMove:
    """`bid 3`, `R12`, `WI:G`, `CH:B`; capitals and blanks do not matter. Raises IllegalMove `bad_move`."""
    words = text.upper().split()
    bid = words[1] if len(words) == 2 and words[0] == "BID" else ""
    tricks = number(bid, MOST_HELD)
    if tricks is not None:
        return Bid(tricks)
    card, colon, colour = (part.strip() for part in text.upper().partition(":"))
    if card in COLOUR_OF and (colour in COLOURS if colon else not colour):
        return msgspec.convert({"move": "play", "card": card, "colour": colour or None}, Play)
    raise IllegalMove("bad_move", text=text[:SHOWN])


def format_move(move: RageMove) -> str:
    if isinstance(move, Bid):
        return f"bid {move.tricks}"
    return move.card if move.colour is None else f"{move.card}:{move.colour}"
