"""Tiny: a third game, in one file, to prove that this is all a game needs.

Twelve cards, three to a hand. Everyone lays one; the highest takes the trick, and three tricks are a party.
"""

from collections.abc import Mapping, Sequence
from typing import TypeAlias

import msgspec

from tuicards.errors import BadOptions, IllegalMove
from tuicards.games.api import (
    Event,
    Fact,
    Move,
    OptionSpec,
    Outcome,
    Seat,
    TableView,
    Topic,
    choose_options,
    ranks,
)
from tuicards.games.cards import Dice
from tuicards.games.plausible import is_sound

DECK = tuple("ABCDEFGHIJKL")
HAND = 3


class Options(msgspec.Struct, frozen=True, kw_only=True):
    low_wins: bool = False


class Lay(Move, frozen=True, tag="lay"):
    card: str


class Laid(Event, frozen=True, tag="tiny_laid"):
    seat: Seat
    card: str


class Taken(Event, frozen=True, tag="tiny_taken"):
    seat: Seat


class TinyView(TableView, frozen=True, kw_only=True):
    legal: tuple[Lay, ...] = ()
    trick: tuple[tuple[Seat, str], ...]


class State(msgspec.Struct, frozen=True):
    options: Options
    hands: tuple[tuple[str, ...], ...]
    stock: tuple[str, ...]
    turn: Seat
    trick: tuple[tuple[Seat, str], ...] = ()
    won: tuple[int, ...] = ()


LOW = OptionSpec("low_wins", ("off", "on"))


class Tiny:
    name = "tiny"
    title = "Tiny"
    version = 1
    seats = range(2, 5)
    out_of_turn = False
    usual_seats = 3
    options: tuple[OptionSpec, ...] = (LOW,)
    presets: Mapping[str, Mapping[str, str]] = {"low": {"low_wins": "on"}}
    phrases: Mapping[str, str] = {
        "tiny_laid": "{seat} lays {card}",
        "tiny_taken": "{seat} takes the trick",
        "tiny_hand": "Your cards: {cards}",
        "tiny_score": "{seat} has {count} tricks",
        "tiny_turn": "{seat} is to play",
        "tiny_result": "{winners} won",
        "tiny_not_your_turn": "It is not your turn.",
        "tiny_no_such_card": "You do not hold {card}.",
        "bad_move": "{text} is no move.",
        "wrong_seats": "Tiny is for 2 to 4.",
        "option.low_wins": "The lowest card wins",
    }
    move_type = Lay
    event_type: TypeAlias = Laid | Taken
    view_type = TinyView
    deal_event: type[Event] | None = None

    def parse_options(self, chosen: Mapping[str, str], preset: str | None = None) -> Options:
        texts = choose_options(self.options, self.presets, chosen, preset)
        return Options(low_wins=texts["low_wins"] == "on")

    def format_options(self, options: Options) -> dict[str, str]:
        return {"low_wins": "on" if options.low_wins else "off"}

    def check(self, seats: int, options: Options) -> None:
        if seats not in self.seats:
            raise BadOptions("wrong_seats", seats=seats)

    def new(self, seats: int, seed: bytes, options: Options) -> State:
        self.check(seats, options)
        deck = Dice(seed, 1).shuffled(DECK)
        hands = tuple(deck[HAND * seat : HAND * (seat + 1)] for seat in range(seats))
        return State(options, hands, deck[HAND * seats :], 0, won=(0,) * seats)

    def to_act(self, state: State) -> frozenset[Seat]:
        return frozenset({state.turn} if any(state.hands) else ())

    def legal(self, state: State, seat: Seat) -> tuple[Lay, ...]:
        return tuple(Lay(card) for card in sorted(state.hands[seat])) if seat in self.to_act(state) else ()

    def apply(self, state: State, seat: Seat, move: Lay) -> tuple[State, tuple[Event, ...]]:
        if seat not in self.to_act(state):
            raise IllegalMove("tiny_not_your_turn")
        if move.card not in state.hands[seat]:
            raise IllegalMove("tiny_no_such_card", card=move.card)
        hand = tuple(card for card in state.hands[seat] if card != move.card)
        hands = (*state.hands[:seat], hand, *state.hands[seat + 1 :])
        trick = (*state.trick, (seat, move.card))
        laid = Laid(seat, move.card)
        if len(trick) < len(hands):
            turn = (seat + 1) % len(hands)
            return msgspec.structs.replace(state, hands=hands, trick=trick, turn=turn), (laid,)
        best = min if state.options.low_wins else max
        winner = best(trick, key=lambda play: play[1])[0]
        won = tuple(count + (seat == winner) for seat, count in enumerate(state.won))
        return msgspec.structs.replace(state, hands=hands, trick=(), turn=winner, won=won), (laid, Taken(winner))

    def time_out(self, state: State, seat: Seat) -> Lay:
        return Lay(min(state.hands[seat]))

    def view(self, state: State, seat: Seat | None) -> TinyView:
        return TinyView(
            seat=seat,
            teams=tuple(range(len(state.hands))),
            phase="play" if self.to_act(state) else "over",
            to_act=tuple(self.to_act(state)),
            legal=() if seat is None else self.legal(state, seat),
            hand=() if seat is None else tuple(sorted(state.hands[seat])),
            counts=tuple(map(len, state.hands)),
            totals=state.won,
            outcome=self.outcome(state),
            trick=state.trick,
        )

    def plausible(self, view: TinyView, events: Sequence[Event]) -> bool:
        return is_sound(view, events, self.seats, DECK)

    def outcome(self, state: State) -> Outcome | None:
        if any(state.hands):
            return None
        places = ranks(state.won)
        winners = tuple(seat for seat, place in enumerate(places) if place == 1)
        return Outcome(places, state.won, Fact("tiny_result", {"winners": winners}))

    def resample(self, state: State, seat: Seat | None, seed: bytes) -> State:
        others = [other for other in range(len(state.hands)) if other != seat]
        unseen = [card for other in others for card in state.hands[other]] + list(state.stock)
        mixed = iter(Dice(seed, 0).shuffled(unseen))
        hands = list(state.hands)
        for other in others:
            hands[other] = tuple(next(mixed) for _ in state.hands[other])
        return msgspec.structs.replace(state, hands=tuple(hands), stock=tuple(mixed))

    def parse_move(self, text: str) -> Lay:
        verb, _, card = text.partition(" ")
        if verb != "lay" or card not in DECK:
            raise IllegalMove("bad_move", text=text)
        return Lay(card)

    def format_move(self, move: Lay) -> str:
        return f"lay {move.card}"

    def facts(self, view: TinyView, topic: Topic) -> tuple[Fact, ...]:
        match topic:
            case "hand":
                return (Fact("tiny_hand", {"cards": view.hand}),)
            case "trick" | "last" | "tricks":
                return tuple(Fact("tiny_laid", {"seat": seat, "card": card}) for seat, card in view.trick)
            case "scores":
                return tuple(Fact("tiny_score", {"seat": seat, "count": won}) for seat, won in enumerate(view.totals))
            case "table":
                return tuple(Fact("tiny_turn", {"seat": seat}) for seat in view.to_act)


TINY = Tiny()
