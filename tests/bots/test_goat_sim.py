"""The Goat simulator against the rules: the same moves, the same winners, draws, points and penalties."""

import random
from collections.abc import Iterator
from typing import NamedTuple

import pytest

from tuicards.bots.goat_sim import (
    ARMED,
    BEST,
    CARDS,
    CHANCE,
    COUNT,
    DOWN,
    LED,
    POINTS,
    RANDOM,
    RULES,
    SIZE,
    STOCK,
    TOP,
    TRICKS,
    TURN,
    WIN,
    advance,
    moves_into,
)
from tuicards.bots.goat_sim_state import NUMBER, Turned, state_of
from tuicards.bots.goat_sim_tables import tables
from tuicards.games.api import Event, Seat
from tuicards.games.goat import GOAT, Arm, GameEnded, GoatMove, Molodka, State, points

TABLES = tables()


class Step(NamedTuple):
    """One move of a random party, with the states around it."""

    before: State
    seat: Seat
    move: GoatMove
    after: State
    events: tuple[Event, ...]


def parties(numbers: range) -> Iterator[Step]:
    """Random parties under random options; every other molodka that may be declared or armed is."""
    for number in numbers:
        chance = random.Random(number)
        options = GOAT.parse_options({spec.name: chance.choice(spec.values) for spec in GOAT.options})
        state = GOAT.new(4, str(number).encode(), options)
        while GOAT.to_act(state):
            seat = chance.choice([seat for seat in range(4) if GOAT.legal(state, seat)])
            moves = GOAT.legal(state, seat)
            wanted = isinstance(moves[-1], Molodka | Arm) and chance.random() < 0.5
            move = moves[-1] if wanted else chance.choice(moves)
            after, events = GOAT.apply(state, seat, move)
            yield Step(state, seat, move, after, events)
            state = after


def numbers_of(state: State) -> tuple[Turned, list[int]]:
    """The simulator's state of a real one."""
    turned, deal = Turned(state.deal.trump), state.deal
    return turned, state_of(
        state.party.options,
        [turned.mask(hand) for hand in state.hands],
        [turned.bits[NUMBER[card]] for card in deal.stock],
        [(laid, turned.mask(laid.cards)) for laid in state.laid],
        leader=state.leader,
        turn=state.turn,
        attempt=state.attempt,
        best=state.laid[state.best].seat if state.laid else 0,
        points=(points(deal.piles[0]), points(deal.piles[1])),
        tricks=deal.tricks,
        armed=sum(1 << seat for seat in state.armed),
    )


def told(numbers: list[int]) -> tuple[list[int], ...]:
    """What of a simulator's state means something: between tricks no best set, and no stock that is drawn."""
    numbers = list(numbers)
    if not numbers[DOWN]:
        numbers[BEST] = numbers[WIN] = numbers[LED] = numbers[COUNT] = 0
    top = numbers[TOP]
    return numbers[:TOP], numbers[TOP + 1 : CARDS], numbers[top : top + numbers[STOCK]]


def agree(numbers: range) -> int:
    """Holds simulator and rules together through these parties. How many positions they were."""
    seen = 0
    for step in parties(numbers):
        if step.seat != step.before.turn:
            continue
        seen += 1
        turned, state = numbers_of(step.before)
        found = [0] * 64
        count = moves_into(state, TABLES, found)
        hand, leading = step.before.hands[step.seat], not step.before.laid
        legal = GOAT.legal(step.before, step.seat)
        assert sorted(found[:count]) == sorted(turned.number(move, hand) for move in legal)
        assert {turned.move(number, leading) for number in found[:count]} == set(legal)
        if not advance(state, TABLES, turned.number(step.move, hand), 0, RULES):
            assert told(state) == told(numbers_of(step.after)[1])
            continue
        ended = next(event for event in step.events if isinstance(event, GameEnded))
        assert tuple(state[POINTS : POINTS + 2]) == ended.score.points
        assert tuple(state[TRICKS : TRICKS + 2]) == ended.score.tricks
        assert step.after.party.losers is not None or step.after.leader == state[TURN]
    return seen


def test_it_plays_by_the_rules() -> None:
    """Under random options: legal moves, draws, armed molodkas, winners, points and tricks are those of the rules."""
    assert agree(range(6)) > 1000


@pytest.mark.thorough
def test_it_plays_by_the_rules_for_long() -> None:
    """The same over tens of thousands of positions."""
    assert agree(range(100, 600)) > 50_000


@pytest.mark.parametrize("mode", [RANDOM, RULES])
def test_what_it_plays_is_legal(mode: int) -> None:
    """From any position, whether it chooses by chance or by rule of thumb, each move is one of the legal ones."""
    for step in parties(range(20, 25)):
        if step.seat != step.before.turn:
            continue
        _, state = numbers_of(step.before)
        state[CHANCE], state[ARMED] = len(step.events), 0
        found, played = [0] * 64, list(state)
        count = moves_into(state, TABLES, found)
        advance(played, TABLES, -1, 1, mode)
        reached = []
        for number in found[:count]:
            after = list(state)
            advance(after, TABLES, number, 0, mode)
            reached.append(told(after))
        played[CHANCE] = state[CHANCE]
        assert told(played) in reached


@pytest.mark.parametrize("mode", [RANDOM, RULES])
def test_a_deal_is_played_to_its_last_card(mode: int) -> None:
    """All points are in the piles, and nobody holds a card."""
    for step in parties(range(30, 32)):
        _, state = numbers_of(step.before)
        assert advance(state, TABLES, -1, SIZE, mode)
        assert sum(state[POINTS : POINTS + 2]) == 120
        assert not any(state[:4])
