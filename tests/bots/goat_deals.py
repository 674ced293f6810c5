"""Random parties of Goat, with what each seat of them has to go by."""

from collections.abc import Iterator
from random import Random

from tuicards.bots.goat_memory import IDS
from tuicards.bots.seen import Memory, Seen, seen_with
from tuicards.games.api import Event
from tuicards.games.goat import GOAT, Arm, Molodka, State
from tuicards.games.goat.resampling import hidden_slots

RULES: tuple[dict[str, str], ...] = (
    {},
    {"must_beat": "on"},
    {"trump_card": "bottom"},
    {"discards": "face_up"},
    {"must_beat": "on", "trump_card": "bottom", "molodka_suit": "trump"},
)
"""Options that matter to what a seat can know."""


def told(rules: dict[str, str], seed: int, moves: int = 45, missed: int = 0) -> Iterator[tuple[State, Seen]]:
    """Every state of a random party, as each seat knows it; most molodkas are declared, in and out of turn.

    All seats have missed so many moves of the beginning.
    """
    options, chance = GOAT.parse_options(rules), Random(seed)
    state = GOAT.new(4, b"%d" % seed, options)
    memories = [Memory(held=GOAT.view(state, seat).hand, whole=True) for seat in range(4)]
    for number in range(moves):
        if number == missed > 0:
            memories = [Memory(held=GOAT.view(state, seat).hand) for seat in range(4)]
        if number >= missed:
            yield from ((state, knowing(state, seat, memory)) for seat, memory in enumerate(memories))
        state, events = _moved(state, chance)
        memories = [memory.after(GOAT, events, GOAT.view(state, seat).hand) for seat, memory in enumerate(memories)]


def knowing(state: State, seat: int, memory: Memory) -> Seen:
    """What the seat goes by."""
    return seen_with(GOAT.view(state, seat), state.party.options, memory)


def _moved(state: State, chance: Random) -> tuple[State, tuple[Event, ...]]:
    for seat in range(4):
        if Arm() in GOAT.legal(state, seat) and chance.random() < 0.7:
            state, _ = GOAT.apply(state, seat, Arm())
    legal = GOAT.legal(state, state.turn)
    declares = isinstance(legal[-1], Molodka) and chance.random() < 0.7
    return GOAT.apply(state, state.turn, legal[-1] if declares else chance.choice(legal))


def hidden_from(state: State, seat: int) -> set[int]:
    """The cards that the seat cannot place, in truth."""
    return {IDS[slot.card] for slot in hidden_slots(state, seat)}
