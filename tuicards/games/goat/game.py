"""Goat as a game among others."""

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from tuicards.errors import BadOptions, IllegalMove
from tuicards.games.api import Event, Fact, Outcome, Seat, Topic, choose_options
from tuicards.games.cards import Dice
from tuicards.games.goat.cards import HAND, NO_SEATS, SEATS
from tuicards.games.goat.deal import deal_next_game
from tuicards.games.goat.events import GameStarted, GoatEvent
from tuicards.games.goat.legal import (
    holds_molodka,
    molodka_is_closed,
    possible_answers,
    possible_leads,
    possible_out_of_turn,
)
from tuicards.games.goat.moves import Beat, GoatMove, Lead, Pass
from tuicards.games.goat.options import OPTIONS, Options
from tuicards.games.goat.phrases import PHRASES
from tuicards.games.goat.plausible import plausible
from tuicards.games.goat.play import OTHERS, lay_beat, lay_lead, lay_pass
from tuicards.games.goat.projection import outcome, view
from tuicards.games.goat.resampling import dealt_anew, exchanged_deal, hidden_slots, with_cards
from tuicards.games.goat.silent import silent_move
from tuicards.games.goat.state import Party, State
from tuicards.games.goat.telling import (
    hand_facts,
    last_facts,
    score_facts,
    table_facts,
    trick_facts,
)
from tuicards.games.goat.view import GoatView
from tuicards.games.goat.writing import ALONE, read_move


class Goat:
    """The game of Goat. A state is a whole party: games until a team reaches the limit."""

    name = "goat"
    title = "Goat"
    version = 1
    seats = range(4, 5)
    out_of_turn = True
    usual_seats = 4
    options = OPTIONS
    presets: Mapping[str, Mapping[str, str]] = {
        "classic": {spec.name: spec.default for spec in OPTIONS},
        "short": {"limit": "6"},
        "open": {"discards": "face_up"},
    }
    phrases = PHRASES
    move_type: Any = GoatMove
    event_type: Any = GoatEvent
    view_type = GoatView
    deal_event: type[Event] | None = GameStarted

    def parse_options(self, chosen: Mapping[str, str], preset: str | None = None) -> Options:
        texts = choose_options(self.options, self.presets, chosen, preset)
        return msgspec.convert({**texts, "limit": int(texts["limit"])}, Options)

    def format_options(self, options: Options) -> dict[str, str]:
        return {spec.name: str(getattr(options, spec.name)) for spec in self.options}

    def check(self, seats: int, options: Options) -> None:
        """All options go together; only the number of seats can be wrong: BadOptions `wrong_seats`."""
        if seats not in self.seats:
            raise BadOptions("wrong_seats", seats=seats)

    def new(self, seats: int, seed: bytes, options: Options) -> State:
        """A party's first deal: a random dealer, and the seat after it leads (G6, G7, G54)."""
        self.check(seats, options)
        dealer = Dice(seed, 0).below(len(SEATS))
        return deal_next_game(Party(options=options, seed=seed, dealer=dealer), (dealer + 1) % 4)

    def to_act(self, state: State) -> frozenset[Seat]:
        return NO_SEATS if state.party.losers is not None else frozenset((state.turn,))

    def legal(self, state: State, seat: Seat) -> tuple[GoatMove, ...]:
        """On turn: leads, or beats and then passes; molodka last. Out of turn: arming, for who holds one (G41)."""
        if state.party.losers is not None:
            return ()
        hand = state.hands[seat]
        if seat != state.turn:
            return possible_out_of_turn(state, seat)
        moves = possible_answers(state, hand) if state.laid else possible_leads(hand)
        if (
            len(hand) == HAND
            and hand[0][1] == hand[3][1]
            and holds_molodka(state, seat)
            and not molodka_is_closed(state)
        ):
            moves.append(ALONE["molodka"])
        return tuple(moves)

    def apply(self, state: State, seat: Seat, move: GoatMove) -> tuple[State, tuple[Event, ...]]:
        """The next state and its events; arming has none. Refusals come in the order of section 2.5."""
        if state.party.losers is not None:
            raise IllegalMove("party_over")
        if isinstance(move, Pass):
            return lay_pass(state, seat, move.cards)
        if isinstance(move, Lead):
            return lay_lead(state, seat, move.cards)
        if isinstance(move, Beat):
            return lay_beat(state, seat, move.cards)
        return OTHERS[type(move)](state, seat)

    def time_out(self, state: State, seat: Seat) -> GoatMove:
        """The cheapest card leads, the cheapest n pass (F6)."""
        return silent_move(state, seat)

    def view(self, state: State, seat: Seat | None) -> GoatView:
        """V1 to V16: a watcher sees what is public, a seat its own cards besides."""
        return view(state, seat, () if seat is None else self.legal(state, seat))

    def plausible(self, view: GoatView, events: Sequence[GoatEvent]) -> bool:
        """Whether sets, hands, piles and the score sheet have sizes that a game can have."""
        return plausible(view, events)

    def outcome(self, state: State) -> Outcome | None:
        """Both winners are first, both goats third. `scores` is each seat's penalty points, its team's."""
        return outcome(state)

    def resample(self, state: State, seat: Seat | None, seed: bytes) -> State:
        """The unseen cards of this game dealt anew, other arms withdrawn, other games to come."""
        after = msgspec.structs.replace(
            state,
            party=msgspec.structs.replace(state.party, seed=seed),
            armed=NO_SEATS if seat is None else state.armed & {seat},
        )
        if state.party.losers is not None:
            return after
        slots, dice = hidden_slots(state, seat), Dice(seed, 0)
        dealt = exchanged_deal if state.unable else dealt_anew
        there = zip((slot.card for slot in slots), dealt(state, slots, dice), strict=True)
        return with_cards(after, dict(there))

    def parse_move(self, text: str) -> GoatMove:
        """Case, commas, blanks and `10` for `T` are free."""
        move = read_move(text)
        if move is None:
            raise IllegalMove("bad_move", text=text[:200])
        return move

    def format_move(self, move: GoatMove) -> str:
        if isinstance(move, Lead | Beat | Pass):
            return " ".join((str(move.__struct_config__.tag), *move.cards))
        return str(move.__struct_config__.tag)

    def facts(self, view: GoatView, topic: Topic) -> tuple[Fact, ...]:
        match topic:
            case "table":
                return tuple(table_facts(view))
            case "hand":
                return tuple(hand_facts(view))
            case "trick":
                return tuple(trick_facts(view))
            case "last" | "tricks":
                return tuple(last_facts(view))
            case "scores":
                return tuple(score_facts(view))


GOAT = Goat()
