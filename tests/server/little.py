"""A game as small as a game can be: all bid at once, then play their cards in turn; the higher sum wins.

Out of turn a seat may mark and unmark itself, which nobody else learns of.
"""

from collections.abc import Mapping, Sequence
from typing import Any, TypeAlias

import msgspec

from tuicards.errors import BadOptions, IllegalMove
from tuicards.games.api import Event, Fact, Move, OptionSpec, Outcome, Seat, TableView, Topic, choose_options, ranks
from tuicards.games.cards import Dice
from tuicards.games.plausible import is_sound

DECK = tuple(map(str, range(10, 22)))


class Bid(Move, frozen=True, tag="bid"):
    tricks: int


class Play(Move, frozen=True, tag="play"):
    card: str


class Mark(Move, frozen=True, tag="mark"):
    pass


class Unmark(Move, frozen=True, tag="unmark"):
    pass


LittleMove: TypeAlias = Bid | Play | Mark | Unmark


class BidMade(Event, frozen=True, tag="bid_made"):
    seat: Seat


class Played(Event, frozen=True, tag="played"):
    seat: Seat
    card: str


class TrickWon(Event, frozen=True, tag="trick_won"):
    seat: Seat


LittleEvent: TypeAlias = BidMade | Played | TrickWon


class Options(msgspec.Struct, frozen=True):
    cards: int = 2


class State(msgspec.Struct, frozen=True):
    hands: tuple[tuple[str, ...], ...]
    bids: tuple[int | None, ...]
    scores: tuple[int, ...]
    turn: Seat = 0
    marked: frozenset[Seat] = frozenset()


class LittleView(TableView, frozen=True, kw_only=True):
    legal: tuple[LittleMove, ...] = ()
    marked: bool = False


class Little:
    """See the module."""

    name = "little"
    title = "Little"
    version = 1
    seats = range(2, 5)
    out_of_turn = True
    usual_seats = 2
    options = (OptionSpec("cards", ("2", "3")),)
    presets: Mapping[str, Mapping[str, str]] = {"long": {"cards": "3"}}
    phrases: Mapping[str, str] = {}
    move_type: Any = LittleMove
    event_type: Any = LittleEvent
    view_type = LittleView
    deal_event: type[Event] | None = None

    def parse_options(self, chosen: Mapping[str, str], preset: str | None = None) -> Options:
        return Options(int(choose_options(self.options, self.presets, chosen, preset)["cards"]))

    def format_options(self, options: Options) -> dict[str, str]:
        return {"cards": str(options.cards)}

    def check(self, seats: int, options: Options) -> None:
        if seats not in self.seats:
            raise BadOptions("bad_seats", seats=seats)

    def new(self, seats: int, seed: bytes, options: Options) -> State:
        self.check(seats, options)
        deck = Dice(seed, 0).shuffled(DECK)
        hands = tuple(deck[seat * options.cards : (seat + 1) * options.cards] for seat in range(seats))
        return State(hands, (None,) * seats, (0,) * seats)

    def to_act(self, state: State) -> frozenset[Seat]:
        if not any(state.hands):
            return frozenset()
        waiting = frozenset(seat for seat, bid in enumerate(state.bids) if bid is None)
        return waiting or frozenset({state.turn})

    def legal(self, state: State, seat: Seat) -> tuple[LittleMove, ...]:
        if not any(state.hands):
            return ()
        mark: LittleMove = Unmark() if seat in state.marked else Mark()
        if seat not in self.to_act(state):
            return (mark,)
        if state.bids[seat] is None:
            return Bid(0), Bid(1), mark
        return *(Play(card) for card in state.hands[seat]), mark

    def apply(self, state: State, seat: Seat, move: LittleMove) -> tuple[State, tuple[LittleEvent, ...]]:
        if isinstance(move, Play) and move.card == "stumble":
            raise KeyError(move.card)
        if move not in self.legal(state, seat):
            raise IllegalMove("not_your_turn" if seat not in self.to_act(state) else "not_legal")
        replace = msgspec.structs.replace
        match move:
            case Mark():
                return replace(state, marked=state.marked | {seat}), ()
            case Unmark():
                return replace(state, marked=state.marked - {seat}), ()
            case Bid(tricks=tricks):
                bids = (*state.bids[:seat], tricks, *state.bids[seat + 1 :])
                return replace(state, bids=bids), (BidMade(seat),)
            case Play(card=card):
                return self._play(state, seat, card)

    def time_out(self, state: State, seat: Seat) -> LittleMove:
        return Bid(0) if state.bids[seat] is None else Play(min(state.hands[seat]))

    def _play(self, state: State, seat: Seat, card: str) -> tuple[State, tuple[LittleEvent, ...]]:
        hand = tuple(held for held in state.hands[seat] if held != card)
        after = msgspec.structs.replace(
            state,
            hands=(*state.hands[:seat], hand, *state.hands[seat + 1 :]),
            scores=(*state.scores[:seat], state.scores[seat] + int(card), *state.scores[seat + 1 :]),
            turn=(seat + 1) % len(state.hands),
        )
        won = (TrickWon(seat),) if after.turn == 0 else ()
        return after, (Played(seat, card), *won)

    def view(self, state: State, seat: Seat | None) -> LittleView:
        return LittleView(
            seat=seat,
            teams=tuple(range(len(state.hands))),
            phase="play" if None not in state.bids else "bid",
            to_act=tuple(sorted(self.to_act(state))),
            legal=() if seat is None else self.legal(state, seat),
            hand=() if seat is None else state.hands[seat],
            counts=tuple(map(len, state.hands)),
            totals=state.scores,
            outcome=self.outcome(state),
            marked=seat in state.marked,
        )

    def plausible(self, view: LittleView, events: Sequence[Event]) -> bool:
        return is_sound(view, events, self.seats, DECK)

    def outcome(self, state: State) -> Outcome | None:
        return None if any(state.hands) else Outcome(ranks(state.scores), state.scores, Fact("party_won"))

    def resample(self, state: State, seat: Seat | None, seed: bytes) -> State:
        return state

    def parse_move(self, text: str) -> LittleMove:
        match text.split():
            case ["bid", tricks]:
                return Bid(int(tricks))
            case ["play", card]:
                return Play(card)
            case ["mark"]:
                return Mark()
            case ["unmark"]:
                return Unmark()
        raise IllegalMove("bad_move", text=text)

    def format_move(self, move: LittleMove) -> str:
        match move:
            case Bid(tricks=tricks):
                return f"bid {tricks}"
            case Play(card=card):
                return f"play {card}"
        return str(type(move).__struct_config__.tag)

    def facts(self, view: LittleView, topic: Topic) -> tuple[Fact, ...]:
        return ()


LITTLE = Little()
