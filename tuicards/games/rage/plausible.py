"""Whether a Rage picture that came from elsewhere can be drawn and told; see `tuicards.games.plausible`."""

from collections.abc import Sequence

from tuicards.games.api import Event
from tuicards.games.plausible import each_once, is_sound, moves_from_hand, within
from tuicards.games.rage.cards import COLOUR_OF
from tuicards.games.rage.events import BidsShown, RoundScored
from tuicards.games.rage.moves import Bid
from tuicards.games.rage.options import FEWEST_SEATS, MOST_HELD, MOST_ROUNDS, MOST_SEATS
from tuicards.games.rage.tricks import Trick
from tuicards.games.rage.view import RageView

SIZES = range(FEWEST_SEATS, MOST_SEATS + 1)
PHASES = ("bid", "play", "over")


def plausible(view: RageView, events: Sequence[Event]) -> bool:
    """Whether lists have a place for each seat or team, and tricks, bids and rounds fit what is being played."""
    return (
        is_sound(view, events, SIZES, COLOUR_OF)
        and _lists_fit(view)
        and _round_fits(view)
        and _bids_fit(view)
        and _tricks_fit(view)
        and all(_event_fits(view, event) for event in events)
    )


def _lists_fit(view: RageView) -> bool:
    per_seat = (view.bids, view.has_bid, view.taken, view.bonus, view.mad)
    return (
        all(len(values) == len(view.counts) for values in per_seat)
        and len(view.exact) == len(view.totals)
        and all(len(line.lines) == len(view.totals) for line in view.history)
    )


def _round_fits(view: RageView) -> bool:
    return (
        view.phase in PHASES
        and (view.phase == "over") == (view.outcome is not None)
        and 1 <= view.round <= view.rounds <= MOST_ROUNDS
        and len(view.history) <= view.rounds
        and within((view.hand_size, *(line.hand_size for line in view.history)), 1, MOST_HELD)
        and within((view.tricks_done, *view.counts, *view.taken), 0, view.hand_size)
        and (view.phase != "play" or len(view.to_act) == 1)
    )


def _bids_fit(view: RageView) -> bool:
    legal = [move.tricks for move in view.legal if isinstance(move, Bid)]
    known = all(made or bid is None for made, bid in zip(view.has_bid, view.bids, strict=True))
    return known and within((*view.bids, *legal, view.forbidden_bid), 0, view.hand_size) and moves_from_hand(view)


def _tricks_fit(view: RageView) -> bool:
    lying = [played.seat for played in view.trick]
    finished = view.tricks if view.last_trick is None else (*view.tricks, view.last_trick)
    return (
        each_once(lying)
        and (view.winning in lying if lying else view.winning is None)
        and len(view.tricks) == view.tricks_done
        and all(_is_whole(trick, len(view.counts)) for trick in finished)
    )


def _is_whole(trick: Trick, seats: int) -> bool:
    laid = [played.seat for played in trick.cards]
    return len(laid) == seats and each_once(laid) and trick.winner in laid


def _event_fits(view: RageView, event: Event) -> bool:
    if isinstance(event, BidsShown):
        return len(event.bids) == len(view.counts)
    return not isinstance(event, RoundScored) or len(event.lines) == len(view.totals)
