"""The simulator of Rage: `python -m tests.bench.playouts`: rounds of ten tricks with four seats, played out.

From the deal, bids made, to the points. Held against OpenSpiel's Oh Hell where PEERS_PYTHON names a Python that has
it (see `tests.bench.peers`).
"""

import random
import sys
import time
from collections.abc import Callable, Iterator

from tests.bench.rows import Row
from tests.bench.rules import peers
from tuicards.bots.compiled import available, functions_of
from tuicards.bots.rage_memory import IDS
from tuicards.bots.rage_sim_layout import RANDOM, RULE, SIZE
from tuicards.bots.rage_sim_setup import dealt, rules_of, table_of
from tuicards.bots.rage_sim_tables import tables
from tuicards.games.rage import RAGE, Options

MODULES = "tuicards.bots.rage_sim_policy", "tuicards.bots.rage_sim", "tests.bench.playouts_many"
SEATS, HAND_SIZE, DEALS = 4, 10, 200
WINDOW = 1.0


def start(chance: random.Random, options: Options) -> list[int]:
    """A round that is dealt and bid on."""
    state = RAGE.new(SEATS, chance.randbytes(8), options)
    hands = [[IDS[card] for card in hand] for hand in state.hands]
    pile = [IDS[card] for card in state.trump.pile]
    bids = [chance.choice((1, 2, 2, 3)) for _ in range(SEATS)]
    return dealt(table_of(RAGE.view(state, None), options), hands, pile, bids)


def player(how: int, pure: bool) -> Callable[[int], None]:
    """Plays out as many rounds as there are deals."""
    chance, options = random.Random(1), Options()
    run = functions_of(*MODULES, pure=pure)
    starts = run.ints(number for _ in range(DEALS) for number in start(chance, options))
    rules, work = run.ints(rules_of(options, SEATS, HAND_SIZE)), run.ints([0] * SIZE)
    high, count = map(run.ints, tables())

    def play(seed: int) -> None:
        run.play_many(starts, DEALS, rules, high, count, how, seed, work)

    play(0)
    return play


def rate(play: Callable[[int], None], window: float) -> float:
    """Play-outs in a second of processor time."""
    done, began = 0, time.process_time()
    while (took := time.process_time() - began) < window:
        done += DEALS
        play(done)
    return done / took


def rows(quick: bool) -> Iterator[Row]:
    """Pure and compiled, by chance and by rules of thumb, in turns with the engine beside which they stand."""
    kinds = [(how, pure) for pure in (True, False) for how in (RANDOM, RULE) if pure or available()]
    players = {kind: player(*kind) for kind in kinds}
    ours: dict[tuple[int, bool], list[float]] = {kind: [] for kind in kinds}
    beside: dict[str, list[float]] = {"spiel_playouts": [], "spiel_own_playouts": []}
    for _ in range(1 if quick else 5):
        for kind, play in players.items():
            ours[kind].append(rate(play, WINDOW / 10 if quick else WINDOW))
        for name, rate_of_it in peers().items():
            if name in beside:
                beside[name].append(rate_of_it)
    for (how, pure), rates in ours.items():
        what = f"rage: play-outs {'by chance' if how == RANDOM else 'by rules'}, {'pure' if pure else 'compiled'}"
        anchors = beside["spiel_playouts" if pure else "spiel_own_playouts"]
        least = (1.0 if pure else 5.0) if how == RANDOM else 0.0  # the others play by chance, too
        row = Row("P2" if pure else "P3", what, "rounds/s", rates, least, False, anchors, "OpenSpiel's")
        yield row if anchors else row._replace(limit=0.0, anchor="")


def main() -> int:
    for row in rows("--quick" in sys.argv):
        print(row.line(), flush=True)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
