"""What positions of all games are made of."""

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple, Protocol

import msgspec

from tuicards.games.api import Event, Seat


class Impossible(Exception):
    """No deal agrees with what a position says. The text says why."""


class Dealt(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """How the deal began. Each game takes the fields that it knows."""

    number: int = 1
    """Of the round, or of the game in a party of Goat."""
    dealer: Seat
    history: tuple[Any, ...] = ()
    """The score sheet so far, as in the view."""
    pile: str = ""
    """Rage: the cards that are known to lie on top of the pile, the first trump card among them."""
    leader: Seat | None = None
    """Goat: who has the first lead; else the seat after the dealer."""
    indicator: str = ""
    """Goat: the card that shows trump."""
    totals: tuple[int, ...] = ()
    """Goat: penalty points."""
    eggs: int = 0


class Beginning(NamedTuple):
    """A deal as it began, and what has happened since."""

    state: Any
    begun: tuple[Event, ...]
    """What all were told of the deal itself; of a party's first one nothing."""
    moves: list[tuple[Seat, str]]
    """With what is hidden made up."""


class Written(Protocol):
    """What a position says of the deal, for the rules of its game."""

    @property
    def seats(self) -> int: ...
    @property
    def seat(self) -> Seat: ...
    @property
    def deal(self) -> Dealt: ...
    @property
    def hands(self) -> tuple[str, ...]: ...
    @property
    def moves(self) -> tuple[str, ...]: ...


def read_moves(position: Written) -> list[tuple[Seat, str]]:
    """Seat and text of each move. Raises Impossible."""
    moves = []
    for line in position.moves:
        seat, _, text = line.partition(" ")
        if not seat.isdecimal() or int(seat) >= position.seats or not text:
            raise Impossible(f"{line!r} is no move: it begins with a seat from 0 to {position.seats - 1}")
        moves.append((int(seat), text))
    return moves


def known_hands(position: Written) -> list[list[str]]:
    """The cards of each seat that are written down. Raises Impossible."""
    if len(position.hands) != position.seats:
        raise Impossible(f"{position.seats} hands are needed, one for each seat; '' where nothing is known")
    return [hand.split() for hand in position.hands]


def without(cards: Sequence[str], taken: Iterable[str]) -> list[str]:
    """The cards less those that are taken, each of which must be there. Raises Impossible."""
    left = list(cards)
    for card in taken:
        if card not in left:
            raise Impossible(f"{card} is no card, or lies in two places")
        left.remove(card)
    return left
