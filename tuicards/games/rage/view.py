"""What one may see of a Rage table."""

from typing import Literal

import msgspec

from tuicards.games.api import Seat, TableView
from tuicards.games.rage.cards import Card, Colour
from tuicards.games.rage.events import TeamRound
from tuicards.games.rage.moves import RageMove
from tuicards.games.rage.tricks import Played, Trick


class TrumpChange(msgspec.Struct, frozen=True, gc=False, array_like=True):
    """One step in the history of trump this round: what it became and why."""

    cause: Literal["deal", "change", "named", "out", "restored", "redraw"]
    colour: Colour | None
    card: Card | None = None
    """The face-up trump card, where one was turned."""
    seat: Seat | None = None
    """Who played the Change or the Out Rage."""


class RoundLine(msgspec.Struct, frozen=True, gc=False, array_like=True):
    """A finished round on the score sheet, one line a team."""

    hand_size: int
    lines: tuple[TeamRound, ...]


class RageView(TableView, frozen=True, kw_only=True):
    """What one may see of a Rage table (R95). `phase` is `bid`, `play` or `over`.

    `legal` holds every move the seat may make now. `totals` is per team.
    """

    legal: tuple[RageMove, ...] = ()
    round: int
    """1-based."""
    rounds: int
    hand_size: int
    dealer: Seat
    trump: Colour | None
    trump_card: Card | None
    """The card face up, None while there is no trump or a player named it."""
    trump_history: tuple[TrumpChange, ...]
    turned: tuple[Card, ...]
    """All cards turned from the pile this round that are out of play, the trump card not among them (R17)."""
    pile: int
    """How many cards lie face down in the trump pile."""
    bids: tuple[int | None, ...]
    """Bid of each seat; None: not made, or hidden from this seat."""
    has_bid: tuple[bool, ...]
    forbidden_bid: int | None = None
    """The one number that the hook forbids the seat now asked to bid (R26)."""
    taken: tuple[int, ...]
    """Tricks won this round by each seat."""
    bonus: tuple[int, ...]
    mad: tuple[int, ...]
    tricks_done: int
    trick: tuple[Played, ...]
    """The cards on the table, the leader's first; empty between tricks."""
    led: Colour | None
    winning: Seat | None
    """Who would win the trick as it lies."""
    last_trick: Trick | None
    """The finished trick before this one, in this round or at the end of the round before."""
    tricks: tuple[Trick, ...] = ()
    """All finished tricks of this round (R95)."""
    exact: tuple[int, ...]
    """Rounds in which each team met its bid (R81)."""
    history: tuple[RoundLine, ...]
