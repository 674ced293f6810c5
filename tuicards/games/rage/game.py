"""Rage as a game among others."""

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from tuicards.errors import IllegalMove
from tuicards.games.api import Event, Fact, Outcome, Seat, Topic, choose_options
from tuicards.games.cards import Dice
from tuicards.games.rage.bidding import bid
from tuicards.games.rage.deal import deal_order, first_sheet, start_round
from tuicards.games.rage.events import RageEvent, RoundStarted
from tuicards.games.rage.moves import Play, RageMove, format_move, parse_move
from tuicards.games.rage.options import (
    FEWEST_SEATS,
    MOST_SEATS,
    OPTION_SPECS,
    PRESETS,
    Options,
    check,
    format_options,
    parse_dealer,
    parse_plan,
    teams_of,
)
from tuicards.games.rage.phrases import PHRASES
from tuicards.games.rage.plausible import plausible
from tuicards.games.rage.play import play
from tuicards.games.rage.projection import legal, to_act, view
from tuicards.games.rage.resampling import resample
from tuicards.games.rage.scores import outcome
from tuicards.games.rage.silent import silent_move
from tuicards.games.rage.state import Setup, State, Step
from tuicards.games.rage.telling import FACTS
from tuicards.games.rage.view import RageView


class Rage:
    """Rage as a `Game`."""

    name = "rage"
    title = "Rage"
    version = 1
    seats = range(FEWEST_SEATS, MOST_SEATS + 1)
    out_of_turn = False
    usual_seats = 4
    options = OPTION_SPECS
    presets = PRESETS
    phrases = PHRASES
    move_type: Any = RageMove
    event_type: Any = RageEvent
    view_type = RageView
    deal_event: type[Event] | None = RoundStarted

    def parse_options(self, chosen: Mapping[str, str], preset: str | None = None) -> Options:
        """Options from texts. Raises BadOptions `unknown_option`, `unknown_preset`, `bad_option_value`."""
        texts: dict[str, Any] = dict(choose_options(OPTION_SPECS, PRESETS, chosen, preset))
        texts["round_plan"] = parse_plan(texts["round_plan"])
        texts["first_dealer"] = parse_dealer(texts["first_dealer"])
        return msgspec.convert(texts, Options)

    def format_options(self, options: Options) -> dict[str, str]:
        """Every option as text; a round plan that has a name gets it."""
        return format_options(options)

    def check(self, seats: int, options: Options) -> None:
        """Raises BadOptions for what section 5.1 forbids and section 6 limits."""
        check(seats, options)

    def new(self, seats: int, seed: bytes, options: Options) -> State:
        """The first round is dealt, trump is turned up, bidding is open."""
        check(seats, options)
        dealer = Dice(seed, 0).below(seats) if options.first_dealer is None else options.first_dealer
        setup = Setup(seats, seed, options, dealer, teams_of(seats, options.teams))
        return start_round(setup, first_sheet(setup), 1, deal_order(setup, 1))[0]

    def to_act(self, state: State) -> frozenset[Seat]:
        """One seat in turn; while all bid at once, those who have not bid."""
        return to_act(state)

    def legal(self, state: State, seat: Seat) -> tuple[RageMove, ...]:
        """Bids ascending, or plays in the order of the hand; empty out of turn."""
        return legal(state, seat)

    def apply(self, state: State, seat: Seat, move: RageMove) -> Step:
        """The next state, played on to where somebody must act. Raises IllegalMove."""
        if state.phase == "over":
            raise IllegalMove("party_over")
        return play(state, seat, move) if isinstance(move, Play) else bid(state, seat, move)

    def time_out(self, state: State, seat: Seat) -> RageMove:
        """The lowest bid, or the lowest card."""
        return silent_move(state, seat)

    def view(self, state: State, seat: Seat | None) -> RageView:
        """What the seat may see (R95)."""
        return view(state, seat)

    def plausible(self, view: RageView, events: Sequence[RageEvent]) -> bool:
        """Whether every list has its places, and tricks, bids and rounds fit what is being played."""
        return plausible(view, events)

    def outcome(self, state: State) -> Outcome | None:
        """Ranks and totals of the seats, each with its team's (R80-R82, R94)."""
        return outcome(state)

    def resample(self, state: State, seat: Seat | None, seed: bytes) -> State:
        """Unseen cards, hidden bids and the chance to come are others; what play has shown of them holds."""
        return resample(state, seat, seed)

    def parse_move(self, text: str) -> RageMove:
        """`bid 3`, `R12`, `WI:G`, `CH:B`. Raises IllegalMove `bad_move`."""
        return parse_move(text)

    def format_move(self, move: RageMove) -> str:
        """The text form of a move."""
        return format_move(move)

    def facts(self, view: RageView, topic: Topic) -> tuple[Fact, ...]:
        """The topic told line by line."""
        return tuple(FACTS[topic](view))


RAGE = Rage()
