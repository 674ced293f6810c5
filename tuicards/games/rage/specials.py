"""What special cards do as soon as they are played, and what an Out leaves behind (section 3)."""

from collections.abc import Callable, Mapping

import msgspec

from tuicards.games.api import Event, Seat
from tuicards.games.rage.cards import CHANGE, OUT, Card, Colour
from tuicards.games.rage.deal import out_of_play, turn_up
from tuicards.games.rage.events import TrumpGone, TrumpNamed, TrumpRestored
from tuicards.games.rage.state import State, Trump
from tuicards.games.rage.view import TrumpChange


def _change(state: State, seat: Seat, named: Colour | None) -> tuple[Trump, tuple[Event, ...]]:
    """R62, R65: a new trump, turned from the pile or named by the player."""
    trump = state.trump
    if named is None:
        return turn_up(trump, state.setup.seed, state.round.number, "change", seat)
    history = (*trump.history, TrumpChange("named", named, None, seat))
    turned = trump.turned + out_of_play(trump)
    return Trump(named, None, trump.pile, turned, history, None, trump.reshuffles), (TrumpNamed(seat, named),)


def _out(state: State, seat: Seat, named: Colour | None) -> tuple[Trump, tuple[Event, ...]]:
    """R66, R67: no trump, for this trick at least; without trump, no effect."""
    trump = state.trump
    if trump.colour is None:
        return trump, ()
    scope = state.setup.options.out_scope
    history = (*trump.history, TrumpChange("out", None, None, seat))
    suspended = None if scope == "round" else trump.colour
    if scope == "trick_restore":
        gone = msgspec.structs.replace(trump, colour=None, history=history, suspended=suspended)
    else:
        turned = trump.turned + out_of_play(trump)
        gone = Trump(None, None, trump.pile, turned, history, suspended, trump.reshuffles)
    return gone, (TrumpGone(seat),)


EFFECTS: Mapping[Card, Callable[[State, Seat, Colour | None], tuple[Trump, tuple[Event, ...]]]] = {
    CHANGE: _change,
    OUT: _out,
}
"""What a card does as soon as it is played, before the next seat acts."""


def trump_after_trick(state: State) -> tuple[Trump, tuple[Event, ...]]:
    """Trump for the next trick, where an Out counted for one trick only (R66, R68)."""
    trump = state.trump
    if trump.suspended is None:
        return trump, ()
    if state.setup.options.out_scope == "trick_restore":
        history = (*trump.history, TrumpChange("restored", trump.suspended, trump.card))
        back = msgspec.structs.replace(trump, colour=trump.suspended, history=history, suspended=None)
        return back, (TrumpRestored(trump.suspended),)
    trump, events = turn_up(trump, state.setup.seed, state.round.number, "redraw")
    return msgspec.structs.replace(trump, suspended=None), events
