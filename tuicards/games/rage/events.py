"""What everybody sees happen at a Rage table."""

from typing import Literal, TypeAlias

import msgspec

from tuicards.games.api import Event, Seat
from tuicards.games.rage.cards import Card, Colour


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
    """No number card could be turned, only the `skipped` ones: trump stays as it was (R64)."""

    colour: Colour | None
    skipped: tuple[Card, ...] = ()


class PileShuffled(Event, frozen=True, tag="pile_shuffled"):
    """The pile was empty: the cards turned so far were shuffled into a new one (R64)."""

    cards_shuffled: int


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


class TeamRound(msgspec.Struct, frozen=True, gc=False, array_like=True):
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
    """`winners` are teams, `seats_named` their seats (R80-R82)."""

    winners: tuple[int, ...]
    seats_named: tuple[Seat, ...] = ()


RageEvent: TypeAlias = (
    RoundStarted | TrumpTurned | TrumpKept | TrumpNamed | TrumpGone | TrumpRestored | PileShuffled | BidMade
    | BidsShown | CardPlayed | TrickWon | RoundScored | PartyEnded
)  # fmt: skip
