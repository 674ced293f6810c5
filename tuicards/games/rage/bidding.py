"""Bids: who may bid what (R20-R26)."""

import msgspec

from tuicards.errors import IllegalMove
from tuicards.games.api import Seat
from tuicards.games.rage.events import BidMade, BidsShown
from tuicards.games.rage.moves import BIDS, Bid
from tuicards.games.rage.state import State, Step


def forbidden_bid(state: State) -> int | None:
    """The number that the hook forbids the last bidder while he is asked (R26)."""
    if state.setup.options.hook == "off" or state.phase != "bid" or state.bids.count(None) != 1:
        return None
    number = state.round.hand_size - sum(bid or 0 for bid in state.bids)
    return number if number >= 0 else None


def bidders(state: State) -> tuple[Seat, ...]:
    """Who may bid now: one in turn (R20), or all who have not (R25)."""
    if state.setup.options.bid_mode == "in_turn":
        return (state.turn,)
    return tuple(seat for seat, bid in enumerate(state.bids) if bid is None)


def legal_bids(state: State, seat: Seat) -> tuple[Bid, ...]:
    if seat not in bidders(state):
        return ()
    bids = BIDS[: state.round.hand_size + 1]
    forbidden = forbidden_bid(state)
    return bids if forbidden is None else bids[:forbidden] + bids[forbidden + 1 :]


def _check_bid(state: State, seat: Seat, tricks: int) -> None:
    """Raises IllegalMove unless the seat may make this bid (R20-R22, R26)."""
    hand_size = state.round.hand_size
    if state.phase != "bid":
        raise IllegalMove("wrong_phase", phase=state.phase)
    if not 0 <= seat < state.setup.seats:
        raise IllegalMove("no_such_seat", number=seat)
    made = state.bids[seat]
    if made is not None:
        raise IllegalMove("already_bid", tricks=made)
    if seat not in bidders(state):
        raise IllegalMove("not_your_turn", seat=state.turn)
    if type(tricks) is not int or not 0 <= tricks <= hand_size:
        raise IllegalMove("bid_out_of_range", low=0, high=hand_size)
    if tricks == forbidden_bid(state):
        raise IllegalMove("bid_forbidden_by_hook", tricks=tricks, hand_size=hand_size)


def bid(state: State, seat: Seat, move: Bid) -> Step:
    _check_bid(state, seat, move.tricks)
    mode, seats = state.setup.options.bid_mode, state.setup.seats
    bids = (*state.bids[:seat], move.tricks, *state.bids[seat + 1 :])
    made = BidMade(seat, move.tricks if mode == "in_turn" else None)
    if None in bids:
        turn = (state.turn + 1) % seats if mode == "in_turn" else state.turn
        return msgspec.structs.replace(state, bids=bids, turn=turn), (made,)
    lead = (state.round.dealer + 1) % seats
    events = (made, BidsShown(all_made(bids))) if mode == "simultaneous" else (made,)
    return msgspec.structs.replace(state, phase="play", bids=bids, turn=lead), events


def all_made(bids: tuple[int | None, ...]) -> tuple[int, ...]:
    return tuple(bid for bid in bids if bid is not None)
