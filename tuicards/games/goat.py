"""Goat (Burkozel): two pairs, 36 cards, secret passes, molodka. The rules are tuicards/rules/goat.md (G1 to G54).

A card is its code, rank then suit: `6s`, `Th` (the ten of hearts), `Ad`. Moves are written
`lead Qs 7s`, `beat 9d Js`, `pass 6c`, `molodka`, `arm` and `disarm`.
"""

from typing import Literal, NewType, TypeAlias

import msgspec

from tuicards.games.api import Event, Move, Seat, TableView

Card = NewType("Card", str)
Suit: TypeAlias = Literal["s", "h", "d", "c"]
SUITS: tuple[Suit, ...] = ("s", "h", "d", "c")
RANKS = "6789JQKTA"
"""Low to high (G2): the ten is above the king."""


class Options(msgspec.Struct, frozen=True, kw_only=True):
    """Section 7 of the rules. The field's default is the option's."""

    limit: Literal[12, 6, 8, 16, 24] = 12
    discards: Literal["face_down", "face_up"] = "face_down"
    trump_card: Literal["middle", "bottom"] = "middle"
    molodka_suit: Literal["any", "trump"] = "any"
    must_beat: Literal["off", "on"] = "off"
    eggs: Literal["title", "double_next", "two_each"] = "title"
    reveal: Literal["piles", "totals"] = "piles"


class Lead(Move, frozen=True, tag="lead"):
    """Lead 1 to 4 cards of one suit (G15)."""

    cards: tuple[Card, ...]


class Beat(Move, frozen=True, tag="beat"):
    """Beat every card of the winning set (G19-G21)."""

    cards: tuple[Card, ...]


class Pass(Move, frozen=True, tag="pass"):
    """Lay as many cards face down (G22)."""

    cards: tuple[Card, ...]


class Molodka(Move, frozen=True, tag="molodka"):
    """Declare four cards of one suit on one's own turn (G30-G37)."""


class Arm(Move, frozen=True, tag="arm"):
    """Ask for molodka as soon as one's turn comes (G41); nobody else learns of it."""


class Disarm(Move, frozen=True, tag="disarm"):
    """Withdraw it."""


GoatMove: TypeAlias = Lead | Beat | Pass | Molodka | Arm | Disarm


class GameStarted(Event, frozen=True, tag="game_started"):
    game: int
    dealer: Seat
    leader: Seat
    trump: Suit
    indicator: Card


class Led(Event, frozen=True, tag="led"):
    seat: Seat
    cards: tuple[Card, ...]


class Beaten(Event, frozen=True, tag="beat"):
    seat: Seat
    cards: tuple[Card, ...]


class Passed(Event, frozen=True, tag="passed"):
    """`cards` only under `discards=face_up`."""

    seat: Seat
    count: int
    cards: tuple[Card, ...] = ()


class Returned(msgspec.Struct, frozen=True, array_like=True):
    """Cards that a molodka sent back to a hand; `cards` is empty where they lay face down (V12)."""

    seat: Seat
    kind: Literal["lead", "beat", "pass"]
    count: int
    cards: tuple[Card, ...] = ()


class MolodkaDeclared(Event, frozen=True, tag="molodka"):
    seat: Seat
    cards: tuple[Card, ...]
    returned: tuple[Returned, ...] = ()


class TrickWon(Event, frozen=True, tag="trick_won"):
    seat: Seat
    count: int
    """Cards in the trick."""


class Drew(Event, frozen=True, tag="drew"):
    seat: Seat
    count: int


class GameScore(msgspec.Struct, frozen=True, array_like=True):
    """A finished game on the party's sheet; pairs are (team A, team B)."""

    points: tuple[int, int]
    tricks: tuple[int, int]
    penalties: tuple[int, int]
    """Penalty points given for this game."""
    totals: tuple[int, int]
    """Penalty points after it."""


class GameEnded(Event, frozen=True, tag="game_ended"):
    """`piles` (team A's, team B's, sorted) only under `reveal=piles` (V13). Equal points are eggs (G50)."""

    game: int
    score: GameScore
    eggs: int
    piles: tuple[tuple[Card, ...], ...] = ()


class PartyEnded(Event, frozen=True, tag="party_ended"):
    """The team that reached the limit: the goats (G51, G53)."""

    losers: int
    with_eggs: bool


GoatEvent: TypeAlias = (
    GameStarted | Led | Beaten | Passed | MolodkaDeclared | TrickWon | Drew | GameEnded | PartyEnded
)


class Laid(msgspec.Struct, frozen=True, array_like=True):
    """One seat's part of an attempt. `cards` is empty for a pass that this viewer may not see."""

    seat: Seat
    kind: Literal["lead", "beat", "pass"]
    count: int
    cards: tuple[Card, ...] = ()


class Trick(msgspec.Struct, frozen=True, array_like=True):
    """A finished trick (V15)."""

    laid: tuple[Laid, ...]
    winner: Seat


class GoatView(TableView, frozen=True, kw_only=True):
    """What one may see of a Goat table (V1-V16). `phase` is `lead`, `respond` or `over`.

    `totals` are the penalty points of team A (seats 0 and 2) and team B.
    """

    legal: tuple[GoatMove, ...] = ()
    game: int
    """1-based."""
    dealer: Seat
    leader: Seat
    """Who had the lead when the trick began."""
    trump: Suit
    indicator: Card
    stock: int
    tricks: tuple[int, int]
    """Tricks of each team this game."""
    pile_counts: tuple[int, int]
    attempt: int
    """1, or 2 after a molodka."""
    needed: int
    """Cards each responder must lay; 0 before a lead."""
    trick: tuple[Laid, ...]
    """The attempt so far, the leader's set first. One's own pass is shown to oneself."""
    winning: Seat | None
    winning_cards: tuple[Card, ...]
    armed: bool = False
    """Whether this seat has armed a molodka; always False in others' views."""
    last_trick: Trick | None
    eggs: int
    limit: int
    history: tuple[GameScore, ...]
    last_piles: tuple[tuple[Card, ...], ...] = ()
    """The counted piles of the game that ended last, under `reveal=piles`."""
