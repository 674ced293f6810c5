"""What a Goat seat remembers is true, and all that it could."""

from dataclasses import dataclass
from random import Random

import pytest

from tests.bots.goat_deals import RULES, hidden_from, knowing, told
from tests.bots.views import goat_view, lead, led, passed
from tests.games.goat_helpers import options, play, table
from tuicards.bots.goat_memory import IDS, numbers, remember
from tuicards.bots.seen import Memory, Recall, Seen
from tuicards.games.goat import GOAT, State


@dataclass
class Told:
    """A table played from a set-up position, and what every seat remembers of it."""

    state: State
    memories: list[Memory]

    def seen(self, seat: int) -> Seen:
        return knowing(self.state, seat, self.memories[seat])


def watched(state: State, *moves: str) -> Told:
    """Play `0 lead Qs 7s` and so on before four seats that remember."""
    memories = [Memory(held=GOAT.view(state, seat).hand, whole=True) for seat in range(4)]
    for move in moves:
        state, events = play(state, move)
        memories = [memory.after(GOAT, events, GOAT.view(state, seat).hand) for seat, memory in enumerate(memories)]
    return Told(state, memories)


@pytest.mark.parametrize("rules", RULES)
def test_a_seat_places_all_cards_but_those_that_are_hidden_from_it(rules: dict[str, str]) -> None:
    """Held against the truth in every position: neither too little nor too much (V1 to V12)."""
    for state, seen in told(rules, seed=1, moves=32):
        assert set(remember(seen).pool) == hidden_from(state, seen.view.seat or 0)


@pytest.mark.parametrize("rules", RULES)
def test_what_lies_in_a_pile_lies_there(rules: dict[str, str]) -> None:
    """Own passes, too, trick by trick; and the number of cards that it has not seen there is right."""
    for state, seen in told(rules, seed=2, moves=32):
        memory = remember(seen)
        for team, pile in enumerate(state.deal.piles):
            assert set(memory.piles[team]) <= set(numbers(pile))
            assert len(memory.piles[team]) + memory.hidden[team] == len(pile)


def test_a_client_places_as_many_cards_as_a_server() -> None:
    """Its memory goes by its hand alone, from one view to the next."""
    rules, chance = options(), Random(5)
    state, recall = GOAT.new(4, b"clients", rules), Recall(GOAT, 4)
    memory = Memory(held=GOAT.view(state, 1).hand, whole=True)
    for _ in range(100):
        mover, move = state.turn, chance.choice(GOAT.legal(state, state.turn))
        state, events = GOAT.apply(state, mover, move)
        recall.after(mover, move, events)
        view = GOAT.view(state, 1)
        memory = memory.after(GOAT, events, view.hand)
        client = remember(Seen(view, rules, memory.events, memory.held, memory.whole))
        assert client.piles == remember(recall.seen(view, rules)).piles


@pytest.mark.parametrize("missed", [1, 9, 20])
@pytest.mark.parametrize("rules", RULES)
def test_who_came_late_claims_nothing_that_is_not_so(rules: dict[str, str], missed: int) -> None:
    """A client that came back knows less, and nothing wrong."""
    for state, seen in told(rules, seed=3, moves=missed + 12, missed=missed):
        memory = remember(seen)
        assert set(memory.pool) >= hidden_from(state, seen.view.seat or 0)
        for team, pile in enumerate(state.deal.piles):
            assert set(memory.piles[team]) <= set(numbers(pile))


def test_cards_that_a_molodka_sent_back_are_known_in_the_hand() -> None:
    """Face up they lay, and face up they are remembered; a pass goes back unseen (M4, M5, V12)."""
    state = table("7c Kc 8s 9h | 9c 6s 7s Qh | Jc Ts 8d Tc | Ad Kd 9d 6d", trump="h", stock=8)
    memory = remember(watched(state, "0 lead 7c", "1 beat 9c", "2 pass Tc", "3 molodka").seen(3))
    assert memory.in_hand == (numbers(["7c"]), numbers(["9c"]), (), ())
    assert IDS["Tc"] in memory.pool


def test_a_known_card_that_is_passed_is_known_in_the_pile() -> None:
    """Who must lay the whole hand lays it (G36)."""
    state = table("7c Kc 8s 9h | 9c 6s 7s Qh | Jc Ts 8d Tc | Ad Kd 9d 6d", trump="h", stock=8)
    moves = ("0 lead 7c", "1 pass 9c", "2 pass Tc", "3 molodka", "0 pass 7c Kc 8s 9h", "1 pass 9c 6s 7s Qh")
    at_table = watched(state, *moves)
    (passing, _) = remember(at_table.seen(2)).passings
    assert (passing.seat, passing.size, passing.known) == (0, 4, numbers(["7c"]))
    piles = remember(watched(state, *moves, "2 pass Jc Ts 8d Tc").seen(2)).piles
    assert IDS["7c"] in piles[1]
    assert IDS["Kc"] not in piles[1]


def test_own_passes_are_counted_in_the_pile_that_got_them() -> None:
    """Eleven for the partner, and nothing for the others."""
    state = table("6s 7d 8d | 7s Jd Qd | Ac 6c 8c | 9s 9d Kd", trump="h")
    told_all = watched(
        state, "0 lead 6s", "1 beat 7s", "2 pass 6c", "3 beat 9s", "3 lead Kd", "0 pass 7d", "1 pass Jd", "2 pass 8c"
    )
    memory = remember(told_all.seen(2))
    assert memory.own_buried == numbers(["6c", "8c"])
    assert memory.points(1) == 4
    assert memory.hidden == (24, 2)


def test_a_view_alone_is_enough() -> None:
    """Without any event the table as it lies is what is known."""
    view = goat_view("6h 7c", (lead("6h"),), trick=(led(1, "9s"), passed(2), passed(3)), winning=1)
    memory = remember(Seen(view, options()))
    assert memory.known == frozenset(numbers(["6h", "7c", "9s"]))
    assert not memory.passings
