"""What one may see of a Goat table (V1-V16)."""

from typing import Literal

import msgspec

from tuicards.games.api import Seat, TableView
from tuicards.games.goat.cards import Card, Suit
from tuicards.games.goat.events import GameScore
from tuicards.games.goat.moves import GoatMove


class Laid(msgspec.Struct, frozen=True, gc=False, array_like=True):
    """One seat's part of an attempt. `cards` is empty for a pass that this viewer may not see."""

    seat: Seat
    kind: Literal["lead", "beat", "pass"]
    count: int
    cards: tuple[Card, ...] = ()


class Trick(msgspec.Struct, frozen=True, gc=False, array_like=True):
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
