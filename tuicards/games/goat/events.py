"""What everybody sees happen at a Goat table (F5)."""

from typing import Literal, TypeAlias

import msgspec

from tuicards.games.api import Event, Seat
from tuicards.games.goat.cards import Card, Suit


class GameStarted(Event, frozen=True, gc=False, tag="game_started"):
    game: int
    dealer: Seat
    leader: Seat
    trump: Suit
    indicator: Card


class Led(Event, frozen=True, gc=False, tag="led"):
    seat: Seat
    cards: tuple[Card, ...]


class Beaten(Event, frozen=True, gc=False, tag="beat"):
    seat: Seat
    cards: tuple[Card, ...]


class Passed(Event, frozen=True, gc=False, tag="passed"):
    """`cards` only under `discards=face_up`."""

    seat: Seat
    count: int
    cards: tuple[Card, ...] = ()


class Returned(msgspec.Struct, frozen=True, gc=False, array_like=True):
    """Cards that a molodka sent back to a hand; `cards` is empty where they lay face down (V12)."""

    seat: Seat
    kind: Literal["lead", "beat", "pass"]
    count: int
    cards: tuple[Card, ...] = ()


class MolodkaDeclared(Event, frozen=True, gc=False, tag="molodka"):
    seat: Seat
    cards: tuple[Card, ...]
    returned: tuple[Returned, ...] = ()


class TrickWon(Event, frozen=True, gc=False, tag="trick_won"):
    seat: Seat
    count: int
    """Cards in the trick."""


class Drew(Event, frozen=True, gc=False, tag="drew"):
    seat: Seat
    count: int


class GameScore(msgspec.Struct, frozen=True, gc=False, array_like=True):
    """A finished game on the party's sheet; pairs are (team A, team B)."""

    points: tuple[int, int]
    tricks: tuple[int, int]
    penalties: tuple[int, int]
    """Penalty points given for this game."""
    totals: tuple[int, int]
    """Penalty points after it."""


class GameEnded(Event, frozen=True, gc=False, tag="game_ended"):
    """`piles` (team A's, team B's, sorted) only under `reveal=piles` (V13). Equal points are eggs (G50)."""

    game: int
    score: GameScore
    eggs: int
    piles: tuple[tuple[Card, ...], ...] = ()


class PartyEnded(Event, frozen=True, gc=False, tag="party_ended"):
    """The team that reached the limit: the goats (G51, G53)."""

    losers: int
    with_eggs: bool


GoatEvent: TypeAlias = (
    GameStarted | Led | Beaten | Passed | MolodkaDeclared | TrickWon | Drew | GameEnded | PartyEnded
)
