"""The public engines beside which ours is measured: `PEERS_PYTHON -m tests.bench.peers`, one line of JSON.

It runs in a Python of its own, where `pip install open_spiel rlcard` has been done; it imports nothing of ours.
All figures are per second of processor time: states (moves and cards dealt), and play-outs from a dealt hand.
"""

import json
import random
import time
from collections.abc import Callable
from typing import Any

WINDOW = 1.0
OH_HELL = "oh_hell(players=4,num_suits=4,num_cards_per_suit=13,num_tricks_fixed=10)"
TABLES = ("bridge", "uno", "gin-rummy")


def rate(once: Callable[[], int]) -> float:
    """How much of what `once` counts is done in a second."""
    done, began = 0, time.process_time()
    while (took := time.process_time() - began) < WINDOW:
        done += once()
    return done / took


def spiel() -> dict[str, float]:
    """OpenSpiel's Oh Hell with four players and ten tricks, driven from Python, and in its own loop."""
    import pyspiel  # type: ignore[import-not-found]

    game, chance = pyspiel.load_game(OH_HELL), random.Random(1)
    dealt = [_dealt(game, chance) for _ in range(20)]
    bots = [pyspiel.make_uniform_random_bot(seat, seat) for seat in range(4)]
    return {
        "spiel_states": rate(lambda: _played(game.new_initial_state(), chance)),
        "spiel_playouts": rate(lambda: min(1, _played(chance.choice(dealt).clone(), chance))),
        "spiel_own_playouts": rate(lambda: _own(pyspiel, chance.choice(dealt).clone(), bots)),
    }


def _dealt(game: Any, chance: random.Random) -> Any:
    state = game.new_initial_state()
    while state.is_chance_node():
        state.apply_action(chance.choice(state.legal_actions()))
    return state


def _played(state: Any, chance: random.Random) -> int:
    moves = 0
    while not state.is_terminal():
        state.apply_action(chance.choice(state.legal_actions()))
        moves += 1
    return moves


def _own(pyspiel: Any, state: Any, bots: list[Any]) -> int:
    pyspiel.evaluate_bots(state, bots, 1)
    return 1


def rlcard_states(name: str) -> float:
    """RLCard's table of the name, stepped from Python."""
    import rlcard  # type: ignore[import-not-found]

    table, chance = rlcard.make(name, config={"seed": 1}), random.Random(1)

    def party() -> int:
        state, _ = table.reset()
        moves = 0
        while not table.is_over():
            state, _ = table.step(chance.choice(list(state["legal_actions"])))
            moves += 1
        return moves

    return rate(party)


if __name__ == "__main__":
    print(json.dumps({**spiel(), "rlcard_states": max(map(rlcard_states, TABLES))}))
