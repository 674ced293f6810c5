"""Random play through any game: the walks that the conformance suite and the property tests take."""

import random
from collections.abc import Iterator
from typing import Any, NamedTuple

from tests.games.tiny import TINY
from tuicards.errors import BadOptions
from tuicards.games import GAMES
from tuicards.games.api import AnyGame, Event, Move, Seat
from tuicards.games.history import Entry, Header

ALL_GAMES: tuple[AnyGame, ...] = (*GAMES.values(), TINY)
LONGEST_PARTY = 2_000
"""Moves; a party of any game with any options is shorter."""


class Setup(NamedTuple):
    """A game, a number of seats and options that go together."""

    game: AnyGame
    seats: int
    chosen: dict[str, str]

    def __str__(self) -> str:
        chosen = ",".join(f"{name}={value}" for name, value in self.chosen.items()) or "usual"
        return f"{self.game.name}-{self.seats}-{chosen}"

    def header(self, number: int) -> Header:
        options = self.game.format_options(self.game.parse_options(self.chosen))
        seed = f"{self}{number}".encode()
        return Header(self.game.name, self.game.version, self.seats, seed, options)


class Step(NamedTuple):
    """One move of a walk, with the state before and after it."""

    before: Any
    seat: Seat
    move: Move
    after: Any
    events: tuple[Event, ...]


def fits(game: AnyGame, seats: int, chosen: dict[str, str]) -> bool:
    """Whether a party can start like this."""
    try:
        game.check(seats, game.parse_options(chosen))
    except BadOptions:
        return False
    return True


def setups() -> Iterator[Setup]:
    """Each game with each number of seats, and with each preset and single option value where they fit."""
    for game in ALL_GAMES:
        yield from (Setup(game, seats, {}) for seats in game.seats if fits(game, seats, {}))
        singles = [{spec.name: value} for spec in game.options for value in spec.values[1:]]
        for chosen in [*map(dict, game.presets.values()), *singles]:
            by_preference = [game.usual_seats, *game.seats]
            seats = next((seats for seats in by_preference if fits(game, seats, chosen)), None)
            if chosen and seats is not None:
                yield Setup(game, seats, chosen)


def start(setup: Setup, number: int) -> Any:
    """The first state of the setup's party with this number."""
    header = setup.header(number)
    return setup.game.new(header.seats, header.seed, setup.game.parse_options(header.options))


def walk(setup: Setup, number: int) -> Iterator[Step]:
    """A whole random party, out-of-turn moves included."""
    chance = random.Random(f"{setup}{number}")
    state = start(setup, number)
    for _ in range(LONGEST_PARTY):
        may = [seat for seat in range(setup.seats) if setup.game.legal(state, seat)]
        if not may:
            return
        seat = chance.choice(may)
        move = chance.choice(setup.game.legal(state, seat))
        after, events = setup.game.apply(state, seat, move)
        yield Step(state, seat, move, after, events)
        state = after
    raise AssertionError(f"{setup} goes on for more than {LONGEST_PARTY} moves")


def entry(setup: Setup, step: Step) -> Entry:
    return Entry(step.seat, setup.game.format_move(step.move))
