"""What the bots cost, as rows of the table: processor time a move in plain Python, and a server full of experts."""

import asyncio
import time
from collections.abc import Iterator

from tests.bench import experts
from tests.bench.rows import Row
from tests.bench.screen import percentile
from tuicards.bots import compiled
from tuicards.bots.api import choose
from tuicards.bots.seen import Recall
from tuicards.games import GAMES

LIMITS = {"normal": (2.0, 10.0), "hard": (20.0, 60.0), "expert": (500.0, 700.0)}
"""Milliseconds a move: the middle one, and the 99th of a hundred."""

TABLES = 20


def rows(quick: bool) -> Iterator[Row]:
    """With nothing compiled, as where the extra `fast` is not installed; then twenty tables on one server."""
    compiled.switch_off()
    steps = list[float]()
    for level, limits in LIMITS.items():
        for name in sorted(GAMES):
            steps.append(million_steps())
            times = moves(name, level, 1 if quick else 6)
            for part, limit in zip((0.5, 0.99), limits, strict=True):
                what = f"{name}, {level}: a move with a choice, p{100 * part:.0f}"
                yield Row("P13", what, "cpu ms", [percentile(times, part)], limit, True)
    yield Row("P13", "in turns with these: a million steps of a loop", "cpu ms", steps, 0, False)
    shown = asyncio.run(experts.measure("expert", TABLES, 5.0 if quick else 30.0))
    late = [shown["loop_late_ms"]["p99"]]
    yield Row("P14", f"{TABLES} tables of experts: the server's loop late, p99", "ms", late, 10.0, True)


def million_steps() -> float:
    """Milliseconds of processor time for work that never changes: how quick the machine is just then."""
    began, total = time.thread_time(), 0
    for step in range(1_000_000):
        total += step & 3
    return 1000 * (time.thread_time() - began)


def moves(name: str, level: str, deals: int) -> list[float]:
    """Milliseconds of processor time for each move of a bot among three normal ones, over so many deals."""
    game, times = GAMES[name], list[float]()
    options = game.parse_options({"round_plan": "10,5"} if name == "rage" else {"limit": "6"})
    for number in range(deals):
        state, recall, ply = game.new(4, f"cost {number}".encode(), options), Recall(game, 4), 0
        while to_act := game.to_act(state):
            seat, ply = min(to_act), ply + 1
            seen = recall.seen(game.view(state, seat), options)
            began = time.thread_time()
            move = choose(game, level if seat == number % 4 else "normal", seen, ply).move
            if seat == number % 4 and len(seen.view.legal) > 1:
                times.append(1000 * (time.thread_time() - began))
            state, events = game.apply(state, seat, move)
            recall.after(seat, move, events)
    return times
