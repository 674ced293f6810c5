"""The rules as others may use them: `python -m tests.bench.rules`: random parties through the public API.

Held against public engines where PEERS_PYTHON names a Python that has them (see `tests.bench.peers`).
"""

import json
import os
import random
import subprocess
import sys
import time
from collections.abc import Iterator

from tests.bench import lacking
from tests.bench.rows import Row
from tuicards.games import GAMES

WINDOW = 1.0


def states(name: str, seed: int) -> float:
    """Moves found and made in a second of processor time, parties with four seats, every move by chance."""
    game, chance = GAMES[name], random.Random(seed)
    options = game.parse_options({})
    moves, began = 0, time.process_time()
    while (took := time.process_time() - began) < WINDOW:
        state = game.new(4, chance.randbytes(8), options)
        while to_act := game.to_act(state):
            seat = min(to_act)
            state, _ = game.apply(state, seat, chance.choice(game.legal(state, seat)))
            moves += 1
    return moves / took


def peers() -> dict[str, float]:
    """What the public engines do in a second; nothing where no Python has them."""
    if lacking.peers():
        return {}
    told = subprocess.run(
        [os.environ["PEERS_PYTHON"], "-m", "tests.bench.peers"], check=True, capture_output=True, text=True
    )
    found: dict[str, float] = json.loads(told.stdout.splitlines()[-1])
    return found


def rows(quick: bool) -> Iterator[Row]:
    """In turns with the engine beside which they stand."""
    ours: dict[str, list[float]] = {name: [] for name in sorted(GAMES)}
    beside: list[float] = []
    for turn in range(1 if quick else 5):
        for name, rates in ours.items():
            rates.append(states(name, turn))
        beside += [found["rlcard_states"]] if (found := peers()) else []
    for name, rates in ours.items():
        what = f"{name}: legal and apply, random parties"
        row = Row("P1", what, "states/s", rates, 2.0, False, beside, "RLCard's best")
        yield row if beside else row._replace(limit=0.0, anchor="")


def main() -> int:
    for row in rows("--quick" in sys.argv):
        print(row.line(), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
