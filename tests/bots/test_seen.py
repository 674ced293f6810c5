"""What a seat remembers: the deal in progress, and nothing of those before."""

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from tests.bots.views import goat_cards, lead
from tuicards.bots.seen import Memory, Recall
from tuicards.games import GAMES
from tuicards.games.api import AnyGame, Event, Move, Seat
from tuicards.games.goat import MolodkaDeclared


def played(game: AnyGame, options: Any, moves: int) -> Iterator[tuple[Any, Seat, Move, tuple[Event, ...]]]:
    """State, mover, move and events, one move after the other, by chance."""
    chance, state = Random(3), game.new(4, b"seen", options)
    for _ in range(moves):
        if not game.to_act(state):
            return
        seat = min(game.to_act(state))
        move = chance.choice(game.legal(state, seat))
        state, events = game.apply(state, seat, move)
        yield state, seat, move, events


@pytest.mark.parametrize("name", sorted(GAMES))
def test_a_client_and_a_server_remember_the_same(name: str) -> None:
    """Events and cards held agree after every move, though a client knows its own hand only."""
    game = GAMES[name]
    options = game.parse_options({})
    recall, memory = Recall(game, 4), Memory(held=tuple(game.view(game.new(4, b"seen", options), 2).hand), whole=True)
    for state, seat, move, events in played(game, options, 150):
        recall.after(seat, move, events)
        view = game.view(state, 2)
        memory = memory.after(game, events, view.hand)
        told = recall.seen(view, options)
        assert told.events == memory.events
        assert set(told.held) == set(memory.held)
        assert memory.whole


def test_the_cards_of_a_molodka_have_been_held() -> None:
    """Though the move does not name them, and whoever's move let it fire."""
    game = GAMES["goat"]
    events = (MolodkaDeclared(1, goat_cards("6c 8c Jc Qc")),)
    recall = Recall(game, 4)
    recall.after(0, lead("7d"), events)
    state = game.new(4, b"seen", game.parse_options({}))

    assert set(recall.seen(game.view(state, 1), None).held) >= {"6c", "8c", "Jc", "Qc"}
    assert "6c" not in set(recall.seen(game.view(state, 0), None).held) - set(game.view(state, 0).hand)


def test_a_new_deal_clears_the_memory() -> None:
    """Cards of the round before are in nobody's hand any more."""
    game, options = GAMES["rage"], GAMES["rage"].parse_options({"round_plan": "2,1"})
    recall, lengths = Recall(game, 4), []
    for state, seat, move, events in played(game, options, 12):
        recall.after(seat, move, events)
        seen = recall.seen(game.view(state, 0), options)
        lengths.append((len(seen.events), len(seen.held)))
    assert max(length for length, _ in lengths[:-1]) > lengths[-1][0] > 0
    assert lengths[-1][1] == 1


def test_who_came_late_does_not_claim_to_have_seen_it_all() -> None:
    """Until cards are dealt anew."""
    game = GAMES["rage"]
    memory, whole = Memory(), []
    for state, _, _, events in played(game, game.parse_options({"round_plan": "2,1"}), 13):
        memory = memory.after(game, events, game.view(state, 0).hand)
        whole.append(memory.whole)
    assert whole == [False] * 11 + [True] * 2
