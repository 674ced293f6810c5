"""Rage: bids, six colours and special cards, 2 to 8 seats. The rules are tuicards/rules/rage.md (R1 to R95).

A card is its code: `R12` a number card, `WI BO MA CH OU` a special one. Moves are written `bid 3`,
`R12`, `WI:G` (a Wild named green) and `CH:B` (a Change that names blue, where the option allows it).
"""

from typing import Literal, NewType, TypeAlias

import msgspec

from tuicards.games.api import Event, Move, Seat, TableView

Card = NewType("Card", str)
Colour: TypeAlias = Literal["R", "O", "Y", "G", "B", "P"]
COLOURS: tuple[Colour, ...] = ("R", "O", "Y", "G", "B", "P")
SPECIALS = ("WI", "BO", "MA", "CH", "OU")


class Options(msgspec.Struct, frozen=True, kw_only=True):
    """Section 5 of the rules. The field's default is the option's."""

    edition: Literal["fundex110", "amigo112"] = "fundex110"
    extended_players: Literal["off", "on"] = "off"
    teams: Literal["none", "pairs", "threes"] = "none"
    round_plan: tuple[int, ...] = (10, 9, 8, 7, 6, 5, 4, 3, 2, 1)
    """Hand size of each round. Text: `down up down_up up_down` or a list such as `1,2,3`."""
    bid_mode: Literal["in_turn", "simultaneous", "secret"] = "in_turn"
    hook: Literal["off", "last_bidder"] = "off"
    rage_play: Literal["void_only", "anytime"] = "void_only"
    out_scope: Literal["round", "trick_restore", "trick_redraw"] = "round"
    change_source: Literal["pile", "player"] = "pile"
    two_wilds: Literal["first", "last"] = "first"
    scoring: Literal["fundex", "flat"] = "fundex"
    sweep: Literal["off", "double"] = "off"
    first_dealer: Seat | None = None
    """None: random."""


class Bid(Move, frozen=True, tag="bid"):
    """Promise to win `tricks` tricks this round (R20-R22)."""

    tricks: int


class Play(Move, frozen=True, tag="play"):
    """Play a card; a Wild names a colour with it (R52), a Change too under `change_source=player`."""

    card: Card
    colour: Colour | None = None


RageMove: TypeAlias = Bid | Play


class RoundStarted(Event, frozen=True, tag="round_started"):
    round: int
    hand_size: int
    dealer: Seat


class TrumpTurned(Event, frozen=True, tag="trump_turned"):
    """A card was turned from the pile; `skipped` special cards lay above it. `cause`: deal, change, redraw."""

    card: Card
    colour: Colour
    cause: Literal["deal", "change", "redraw"]
    skipped: tuple[Card, ...] = ()


class TrumpKept(Event, frozen=True, tag="trump_kept"):
    """No number card could be turned: trump stays as it was (R64)."""

    colour: Colour | None


class TrumpNamed(Event, frozen=True, tag="trump_named"):
    """A Change named the trump (`change_source=player`)."""

    seat: Seat
    colour: Colour


class TrumpGone(Event, frozen=True, tag="trump_gone"):
    """An Out Rage: no trump (R66)."""

    seat: Seat


class TrumpRestored(Event, frozen=True, tag="trump_restored"):
    """The trump of before the Out Rage is back (`out_scope=trick_restore`)."""

    colour: Colour


class BidMade(Event, frozen=True, tag="bid_made"):
    """A seat has bid; `tricks` is None while bids are hidden."""

    seat: Seat
    tricks: int | None = None


class BidsShown(Event, frozen=True, tag="bids_shown"):
    """Hidden bids are turned up, one per seat."""

    bids: tuple[int, ...]


class CardPlayed(Event, frozen=True, tag="card_played"):
    seat: Seat
    card: Card
    colour: Colour | None = None
    """The colour named with a Wild or a Change."""


class TrickWon(Event, frozen=True, tag="trick_won"):
    seat: Seat
    bonus: int = 0
    mad: int = 0


class TeamRound(msgspec.Struct, frozen=True, array_like=True):
    """One team's line in a round's score: bid, tricks, Bonus and Mad captured, points, total after it."""

    bid: int
    taken: int
    bonus: int
    mad: int
    points: int
    total: int


class RoundScored(Event, frozen=True, tag="round_scored"):
    """One line a team (R70-R74); without teams a team is a seat."""

    round: int
    hand_size: int
    lines: tuple[TeamRound, ...]


class PartyEnded(Event, frozen=True, tag="party_ended"):
    """`winners` are teams (R80-R82)."""

    winners: tuple[int, ...]


RageEvent: TypeAlias = (
    RoundStarted | TrumpTurned | TrumpKept | TrumpNamed | TrumpGone | TrumpRestored | BidMade | BidsShown
    | CardPlayed | TrickWon | RoundScored | PartyEnded
)  # fmt: skip


class Played(msgspec.Struct, frozen=True, array_like=True):
    """A card in a trick: who, which, and the colour named with it."""

    seat: Seat
    card: Card
    colour: Colour | None = None


class Trick(msgspec.Struct, frozen=True, array_like=True):
    """A finished trick."""

    cards: tuple[Played, ...]
    winner: Seat


class TrumpChange(msgspec.Struct, frozen=True, array_like=True):
    """One step in the history of trump this round: what it became and why."""

    cause: Literal["deal", "change", "named", "out", "restored", "redraw"]
    colour: Colour | None
    card: Card | None = None
    """The face-up trump card, where one was turned."""
    seat: Seat | None = None
    """Who played the Change or the Out Rage."""


class RoundLine(msgspec.Struct, frozen=True, array_like=True):
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
    exact: tuple[int, ...]
    """Rounds in which each team met its bid (R81)."""
    history: tuple[RoundLine, ...]
