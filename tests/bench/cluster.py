"""What a cluster costs: `python -m tests.bench.cluster [--quick] [--json FILE] [--write [--busy]]`.

Servers, Redis and the players are processes of their own; settings take turns. A node is held against a server
alone, Redis against bare appends of entries of the same size.
"""

import argparse
import asyncio
import json
import sys
import time
from collections.abc import Callable, Mapping
from pathlib import Path

from tests.bench import cluster_pages, cluster_sizing
from tests.bench.bare_redis import redis
from tests.bench.cluster_arrivals import arrivals
from tests.bench.cluster_failure import kills
from tests.bench.cluster_memory import memory
from tests.bench.cluster_model import FIGURES, read_figures, values
from tests.bench.cluster_play import life, play
from tests.bench.cluster_steps import steps
from tests.bench.measured import Measured
from tests.cluster.redis_process import MISSING, PROGRAM

Part = Callable[[Measured], None]

TOGETHER = 25
"""Letters in one entry of an inbox, where nothing else tells."""


def parts(quick: bool) -> Mapping[str, Part]:
    """What is measured, by what it is about."""
    return {
        "moves": (lambda m: play(20, 2, 0.8, m)) if quick else (lambda m: play(50, 5, 1.5, m)),
        "a table's life": life,
        "steps": lambda m: _steps(1000 if quick else 3000, m),
        "arrivals": (lambda m: arrivals(1, 60, m)) if quick else (lambda m: arrivals(3, 200, m)),
        "memory": lambda m: memory(40 if quick else 250, m),
        "failure": lambda m: kills(1 if quick else 5, 4, m),
    }


def _steps(many: int, measured: Measured) -> None:
    """With as many letters in an entry as there were."""
    letters, entries = (measured.values.get(f"elsewhere: {what}", [0.0])[-1] for what in ("letters", "appends"))
    together = round(letters / (entries - 1)) if entries > 1 else TOGETHER
    with redis("always") as own:
        asyncio.run(steps(own, many, together, measured))


def write(measured: Measured, busy: bool) -> None:
    """Into the file of figures and docs/cluster.md, with what follows from them."""
    seconds = values(read_figures()).moves_per_table_s
    FIGURES.write_text(cluster_pages.figures(FIGURES.read_text("utf-8"), measured, seconds, busy), "utf-8")
    page = cluster_pages.filled(cluster_sizing.PAGE.read_text("utf-8"), measured, busy)
    cluster_sizing.PAGE.write_text(cluster_sizing.filled(page, read_figures()), "utf-8")


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.bench.cluster", description="What a cluster costs.")
    parser.add_argument("--quick", action="store_true", help="less of each: to see that it works, not what it is")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write all samples there")
    parser.add_argument("--write", action="store_true", help="write it into docs/cluster.md and the file of figures")
    parser.add_argument("--busy", action="store_true", help="the machine has more to do: only processor time counts")
    asked = parser.parse_args()
    if PROGRAM is None:
        parser.error(MISSING)
    measured = Measured()
    for name, part in parts(asked.quick).items():
        began = time.perf_counter()
        part(measured)
        print(f"{name}: {time.perf_counter() - began:.0f} s", file=sys.stderr, flush=True)
    if asked.json:
        asked.json.write_text(json.dumps(measured.values, indent=1), "utf-8")
    if asked.write:
        write(measured, asked.busy)
    print(cluster_pages.told(measured, asked.busy))
    return 0


if __name__ == "__main__":
    sys.exit(main())
