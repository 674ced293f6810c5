"""Everything that is measured: `python -m tests.bench [--quick] [--only P4,P9] [--suite] [--json FILE]`.

One table: each figure beside its anchor, measured in the same run in turns, and beside the target it is held to.
"""

import argparse
import json
import sys
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

from tests.bench import bot_rows, history, playouts, rules, screen_rows, suite, tables
from tests.bench.rows import Row

PARTS: Mapping[str, Callable[[bool], Iterator[Row]]] = {
    "P1": rules.rows,
    "P2 P3": playouts.rows,
    "P4 P5 P6 P7 P12": tables.rows,
    "P8 P9 P10 P11": screen_rows.rows,
    "P13 P14": bot_rows.rows,
    "P15": history.rows,
    "P16": suite.rows,
}
"""What is measured together, by the targets that it is about."""

WHEN_ASKED = "P16"
"""Takes as long as the tests do, and so is left out unless it is named."""


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.bench", description="Measure everything, in one table.")
    parser.add_argument("--quick", action="store_true", help="less of each: to see that it works, not what it is")
    parser.add_argument("--only", default="", metavar="P4,P9", help="only the parts with these targets")
    parser.add_argument("--suite", action="store_true", help=f"{WHEN_ASKED} too: run all tests, for their time")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write all values there")
    asked = parser.parse_args()
    named = set(filter(None, asked.only.split(",")))
    wanted = named or {target for targets in PARTS for target in targets.split()} - {WHEN_ASKED}
    if asked.suite:
        wanted.add(WHEN_ASKED)
    taken = []
    for targets, part in PARTS.items():
        if wanted.isdisjoint(targets.split()):
            continue
        for row in part(asked.quick):
            print(row.line(), flush=True)
            taken.append({**row._asdict(), "figure": row.figure, "reached": row.reached, "met": row.met})
    if asked.json:
        asked.json.write_text(json.dumps(taken, indent=1), "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
