"""From what one step costs to a million seats: `python -m tests.bench.cluster_sizing [--seats N] [--write]`.

Reckons what a cluster of that size asks of nodes and of Redis, where the first limit is, and what moves it.
`--write` puts it into docs/cluster.md. The costs stand in tests/bench/cluster_figures.toml.
"""

import argparse
import sys
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

from tests.bench.bots_pages import MARK, table
from tests.bench.cluster_model import Club, Figure, Figures, Plan, lock_waits, read_figures, values
from tests.bench.screen import percentile

PAGE = Path(__file__).parents[2] / "docs" / "cluster.md"

MILLION = 1_000_000
MOST = 1e9
"""Seats; a limit beyond that is none."""

LIMITS: Mapping[str, Callable[[Club], float]] = {
    "one Redis for everything": lambda club: (
        0.0 if club.plan.sharded else (club.tables_load + club.lobby_load) / club.figures.full
    ),
    "every node hears every fact": lambda club: 2 * club.hearing / club.figures.full,
    "the Redis of the facts: processor": lambda club: club.lobby_load / club.figures.full,
    "the Redis of the facts: network": lambda club: club.lobby_mb_s / club.figures.network_mb_s / club.figures.full,
    "the lock of names": lambda club: club.admissions / club.lock_capacity / club.figures.full,
    "memory of a node": lambda club: club.node_mib / club.figures.node_memory_mib,
}
"""How full each is: at 1 it is reached. Hearing may take half of what a node has."""

PLANS: Mapping[str, Plan] = {
    "as it is: one Redis, people at any node": Plan(),
    "people brought to the node of their table (9 of 10)": Plan(near=0.9),
    "tables and inboxes in several Redis": Plan(sharded=True),
    "both": Plan(sharded=True, near=0.9),
    "both, and ten clubs, each with a lobby of its own": Plan(sharded=True, near=0.9, clubs=10),
}


def club(figures: Figures, plan: Plan, seats: float) -> Club:
    """One of the clubs of so many seats in all."""
    return Club(figures, plan, seats / plan.clubs)


def reached(figures: Figures, plan: Plan, limit: str) -> float:
    """The seats at which a limit is reached; MOST where there is none."""
    full, low, high = LIMITS[limit], 1.0, MOST
    if full(club(figures, plan, high)) < 1:
        return MOST
    while high / low > 1.001:
        middle = (low * high) ** 0.5
        low, high = (middle, high) if full(club(figures, plan, middle)) < 1 else (low, middle)
    return low


def short(number: float) -> str:
    """With two digits that count."""
    for unit, size in (("G", 1e9), ("M", 1e6), ("k", 1e3)):
        if number >= size:
            return f"{number / size:.2g} {unit}" if number < 100 * size else f"{number / size:.0f} {unit}"
    return f"{number:.2g}" if number < 100 else f"{number:.0f}"


def costs(figures: Mapping[str, Figure]) -> str:
    """What is reckoned with."""
    rows = ([figure.what, f"{figure.value:g}", figure.source or "TO BE MEASURED"] for figure in figures.values())
    return table(("what", "value", "from"), rows)


def sizes(figures: Figures, numbers: tuple[int, ...], plan: Plan) -> str:
    """What clusters of these sizes ask for, where Redis may be several."""
    made = [club(figures, plan, seats) for seats in numbers]
    waits = [sorted(lock_waits(one)) for one in made]
    rows: list[tuple[str, list[str]]] = [
        ("tables", [short(one.tables) for one in made]),
        ("moves in a second", [short(one.moves) for one in made]),
        ("nodes", [f"{one.nodes:,}" for one in made]),
        (
            "a node's processor, of that for facts of others",
            [f"{one.node_load:.0%}, {one.hearing:.0%}" for one in made],
        ),
        ("memory of a node, MiB", [f"{one.node_mib:,.0f}" for one in made]),
        ("letters in a second", [short(one.letters()) for one in made]),
        ("facts in a second", [short(one.facts) for one in made]),
        ("Redis: commands in a second", [short(one.commands) for one in made]),
        ("Redis: MB in a second", [short(one.mb_s) for one in made]),
        ("Redis: memory, MiB", [f"{one.redis_mib:,.0f}" for one in made]),
        ("Redis: processors for tables and inboxes", [f"{one.tables_load:.2f}" for one in made]),
        ("Redis: processors for the facts", [f"{one.lobby_load:.2f}" for one in made]),
        ("Redis: how many, if tables may be split", [f"{one.shards:,}" for one in made]),
        ("coming in: wait for the lock, median and 99th percentile, ms", [_wait(each) for each in waits]),
        ("more than there is", [_too_full(one) for one in made]),
    ]
    head = ("seats", *(short(seats) for seats in numbers))
    return table(head, ([name, *cells] for name, cells in rows))


def _wait(waits: list[float]) -> str:
    return f"{1000 * percentile(waits, 0.5):.0f}, {1000 * percentile(waits, 0.99):.0f}" if waits else "-"


def _too_full(one: Club) -> str:
    return "; ".join(name for name, full in LIMITS.items() if full(one) > 1) or "nothing"


def limits(figures: Figures) -> str:
    """Where each way of laying it out comes to its first limit, and where the others are."""
    rows = []
    for name, plan in PLANS.items():
        found = sorted((reached(figures, plan, limit), limit) for limit in LIMITS)
        rows.append([name, short(found[0][0]), found[0][1], f"{found[1][1]}: {short(found[1][0])}"])
    return table(("laid out", "seats", "first limit", "the next"), rows)


def filled(page: str, figures: Mapping[str, Figure], seats: int = MILLION) -> str:
    """The page with what stands between its marks made anew."""
    cost = values(figures)
    numbers = tuple(dict.fromkeys((seats // 1000, seats // 100, seats // 10, seats)))
    made = {
        "cluster-costs": lambda: costs(figures),
        "cluster-sizes": lambda: sizes(cost, numbers, Plan()),
        "cluster-sizes-near": lambda: sizes(cost, numbers, PLANS["both"]),
        "cluster-limits": lambda: limits(cost),
    }
    return MARK.sub(lambda found: f"{found[1]}{made[found[2]]()}{found[3]}", page)


def told(figures: Mapping[str, Figure], seats: int) -> Iterator[str]:
    """The same, for a terminal."""
    page = "".join(f"<!-- figures: {name} -->\n<!-- end -->\n" for name in ("cluster-sizes", "cluster-limits"))
    yield from (line for line in filled(page, figures, seats).splitlines() if not line.startswith("<!--"))
    open_ones = [name for name, figure in figures.items() if not figure.source]
    if open_ones:
        yield f"not measured yet, so that all of it holds a place only: {', '.join(open_ones)}"


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.bench.cluster_sizing", description=__doc__)
    parser.add_argument("--seats", type=int, default=MILLION, metavar="N", help="people who play (default a million)")
    parser.add_argument("--write", action="store_true", help=f"write it into {PAGE.name}")
    asked = parser.parse_args()
    if asked.seats < 1000:
        parser.error("--seats: 1000 at least")
    figures = read_figures()
    if asked.write:
        PAGE.write_text(filled(PAGE.read_text("utf-8"), figures), "utf-8")
    for line in told(figures, asked.seats):
        print(line)
    return 0


if __name__ == "__main__":
    sys.exit(main())
