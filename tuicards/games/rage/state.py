"""A Rage party between two moves."""

from typing import Literal, TypeAlias

import msgspec

from tuicards.games.api import Event, Seat
from tuicards.games.rage.cards import Card, Colour
from tuicards.games.rage.options import Options
from tuicards.games.rage.tricks import Played, Trick
from tuicards.games.rage.view import RoundLine, TrumpChange
from tuicards.secrecy import told_without


class Setup(msgspec.Struct, frozen=True, gc=False):
    """What stays the same for the whole party."""

    seats: int
    seed: bytes
    options: Options
    first_dealer: Seat
    teams: tuple[int, ...]
    """Team of each seat (R91)."""

    def __repr__(self) -> str:
        return told_without(self, "seed")


class Sheet(msgspec.Struct, frozen=True, gc=False):
    """The score sheet: what earlier rounds have left behind. `totals` and `exact` are per team."""

    totals: tuple[int, ...]
    exact: tuple[int, ...]
    history: tuple[RoundLine, ...] = ()
    last_trick: Trick | None = None


class Round(msgspec.Struct, frozen=True, gc=False):
    """What stays the same for a round; `number` is 1-based."""

    number: int
    hand_size: int
    dealer: Seat


class Trump(msgspec.Struct, frozen=True, gc=False):
    """Trump in force, and the cards it comes from."""

    colour: Colour | None
    card: Card | None
    """The trump card; while trump is suspended to be restored, it lies face down."""
    pile: tuple[Card, ...]
    """Face down, top first."""
    turned: tuple[Card, ...] = ()
    """Turned from the pile and out of play (R17)."""
    history: tuple[TrumpChange, ...] = ()
    suspended: Colour | None = None
    """The trump that an Out of this trick put out of force for this trick only (`out_scope`)."""
    reshuffles: int = 0
    """How often this round `turned` became a new pile (R64)."""


class State(msgspec.Struct, frozen=True, gc=False):
    """A party between two moves. Lists are per seat; hands are sorted for the eye."""

    setup: Setup
    sheet: Sheet
    round: Round
    phase: Literal["bid", "play", "over"]
    turn: Seat
    """Who bids or plays next; without meaning while all bid at once and when the party is over."""
    bids: tuple[int | None, ...]
    trump: Trump
    hands: tuple[tuple[Card, ...], ...]
    trick: tuple[Played, ...]
    led: Colour | None
    tricks: tuple[Trick, ...]
    """The finished tricks of this round."""
    taken: tuple[int, ...]
    bonus: tuple[int, ...]
    mad: tuple[int, ...]


Step: TypeAlias = tuple[State, tuple[Event, ...]]
