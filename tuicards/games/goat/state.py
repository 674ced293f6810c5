"""A Goat party between two moves."""

import msgspec

from tuicards.games.api import Seat
from tuicards.games.goat.cards import NO_SEATS, Card, Suit
from tuicards.games.goat.events import GameScore
from tuicards.games.goat.options import Options
from tuicards.games.goat.view import Laid, Trick
from tuicards.secrecy import told_without


class Party(msgspec.Struct, frozen=True, kw_only=True):
    """What outlasts a game. `losers` is the team that reached the limit, once the party is over."""

    options: Options
    seed: bytes
    game: int = 1
    dealer: Seat
    penalties: tuple[int, int] = (0, 0)
    eggs: int = 0
    double: bool = False
    """Whether the next decided game counts double (`eggs=double_next`)."""
    history: tuple[GameScore, ...] = ()
    last_piles: tuple[tuple[Card, ...], ...] = ()
    losers: int | None = None

    def __repr__(self) -> str:
        return told_without(self, "seed")


class Buried(msgspec.Struct, frozen=True, gc=False):
    """A pass that went into a pile: known to who passed it, hidden from all others until the game ends (V6)."""

    seat: Seat
    cards: tuple[Card, ...]
    drawn: int
    """How many cards each seat had drawn when it was laid."""


class Unable(msgspec.Struct, frozen=True, gc=False):
    """Who passes under `must_beat` shows that no set of the cards then held beats the target."""

    seat: Seat
    held: tuple[Card, ...]
    """As far as all can tell which cards they were: a hand that draws hides which of its cards are old."""
    target: tuple[Card, ...]


class Deal(msgspec.Struct, frozen=True, gc=False):
    """What changes when a trick ends: stock, piles and trick counts of one game."""

    trump: Suit
    indicator: Card
    stock: tuple[Card, ...]
    """Top first."""
    piles: tuple[tuple[Card, ...], tuple[Card, ...]] = ((), ())
    tricks: tuple[int, int] = (0, 0)
    buried: tuple[Buried, ...] = ()
    last_drawer: Seat | None = None
    """Who drew the last card of the stock (G47)."""
    last_trick: Trick | None = None
    """The finished trick as all may see it, this game's or the last of the game before."""


class State(msgspec.Struct, frozen=True, gc=False):
    """A party between two moves. Sets on the table hold the truth; views hide the passes."""

    party: Party
    deal: Deal
    hands: tuple[tuple[Card, ...], ...]
    """Each in order."""
    leader: Seat
    """Who had the lead when the trick began."""
    turn: Seat
    attempt: int = 1
    laid: tuple[Laid, ...] = ()
    best: int = 0
    """Place of the winning set in `laid`."""
    armed: frozenset[Seat] = NO_SEATS
    exposed: tuple[Card, ...] = ()
    """Cards that lay face up in the cancelled attempt of this trick (V12)."""
    unable: tuple[Unable, ...] = ()
    """What passes have shown this game, under `must_beat`."""
