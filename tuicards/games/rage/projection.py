"""The view of a seat, made field by field from what it may see (R95): what everybody sees, and what is its own."""

from collections.abc import Mapping
from types import MappingProxyType

import msgspec

from tuicards.games.api import Seat
from tuicards.games.latest import Latest
from tuicards.games.rage.bidding import bidders, forbidden_bid, legal_bids
from tuicards.games.rage.moves import RageMove
from tuicards.games.rage.play import legal_plays
from tuicards.games.rage.scores import outcome
from tuicards.games.rage.state import State
from tuicards.games.rage.tricks import trick_winner
from tuicards.games.rage.view import RageView

HIDDEN_IN: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {"in_turn": (), "simultaneous": ("bid",), "secret": ("bid", "play")}
)
"""The phases in which bids are hidden, by `bid_mode`."""


def open_bids(state: State, seat: Seat | None) -> tuple[int | None, ...]:
    """Every bid this seat may know: all, or while they are hidden its own (R23, R25, R95)."""
    if state.phase not in HIDDEN_IN[state.setup.options.bid_mode]:
        return state.bids
    return tuple(bid if other == seat else None for other, bid in enumerate(state.bids))


def view(state: State, seat: Seat | None) -> RageView:
    public = watched(state)
    if seat is None:
        return public
    moves = legal(state, seat) if seat in public.to_act else ()
    own = open_bids(state, seat)
    return msgspec.structs.replace(public, seat=seat, legal=moves, hand=state.hands[seat], bids=own)


def _public(state: State) -> RageView:
    """What a watcher sees."""
    setup, sheet, this, trump = state.setup, state.sheet, state.round, state.trump
    winning = trick_winner(state.trick, trump.colour, setup.options.two_wilds) if state.trick else None
    return RageView(
        seat=None,
        teams=setup.teams,
        phase=state.phase,
        to_act=asked(state),
        counts=tuple(map(len, state.hands)),
        totals=sheet.totals,
        outcome=outcome(state),
        round=this.number,
        rounds=len(setup.options.round_plan),
        hand_size=this.hand_size,
        dealer=this.dealer,
        trump=trump.colour,
        trump_card=None if trump.colour is None else trump.card,
        trump_history=trump.history,
        turned=trump.turned,
        pile=len(trump.pile),
        bids=open_bids(state, None),
        has_bid=tuple([bid is not None for bid in state.bids]),
        forbidden_bid=forbidden_bid(state),
        taken=state.taken,
        bonus=state.bonus,
        mad=state.mad,
        tricks_done=len(state.tricks),
        trick=state.trick,
        led=state.led,
        winning=winning,
        last_trick=state.tricks[-1] if state.tricks else sheet.last_trick,
        tricks=state.tricks,
        exact=sheet.exact,
        history=sheet.history,
    )


watched = Latest(_public)


def to_act(state: State) -> frozenset[Seat]:
    return frozenset(asked(state))


def asked(state: State) -> tuple[Seat, ...]:
    """The seats to act, in ascending order."""
    if state.phase == "play":
        return (state.turn,)
    return bidders(state) if state.phase == "bid" else ()


def legal(state: State, seat: Seat) -> tuple[RageMove, ...]:
    if state.phase == "play":
        return _plays(state) if seat == state.turn else ()
    return legal_bids(state, seat) if state.phase == "bid" else ()


def _legal_now(state: State) -> tuple[RageMove, ...]:
    return legal_plays(state, state.turn)


_plays = Latest(_legal_now)
"""Asked for by the table, and once more for the seat's view."""
