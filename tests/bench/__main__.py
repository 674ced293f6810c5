"""Everything that is measured: `python -m tests.bench [--quick] [--only P4,P9,tables] [--suite] [--json FILE]`.

One table: each figure beside its anchor, measured in the same run in turns, and beside the target it is held to.
Below it, how costs grow with the work.
"""

import argparse
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path

from tests.bench import bot_rows, growth, history, lacking, playouts, rules, screen_rows, suite, tables
from tests.bench.lacking import NotMeasured
from tests.bench.rows import Row
from tests.bench.taken import Curve, Taken, begun, nothing, told, write

PARTS: Mapping[str, Callable[[bool], Iterator[Row]]] = {
    "P1": rules.rows,
    "P2 P3": playouts.rows,
    "P4": tables.throughput_rows,
    "P5 P6": tables.crowd_rows,
    "P7": tables.delay_rows,
    "P8": screen_rows.start_rows,
    "P9": screen_rows.key_rows,
    "P10": screen_rows.written_rows,
    "P11": screen_rows.guest_rows,
    "P12": tables.wire_rows,
    "P13 P14": bot_rows.rows,
    "P15": history.rows,
    "P16": suite.rows,
}
"""What is measured together, by the targets that it is about."""

WITHOUT: Mapping[str, Sequence[Callable[[], str]]] = {
    "P1": (lacking.peers,),
    "P2 P3": (lacking.peers, lacking.compiler),
}
"""What a part may have to do without."""

CURVES: Mapping[str, Callable[[bool], Curve]] = {
    "tables": growth.tables,
    "watchers": growth.watchers,
    "history": history.curve,
}
"""How costs grow."""

WHEN_ASKED = "P16"
"""Takes as long as the tests do, and so is left out unless it is named."""


def main() -> int:
    asked = parser().parse_args()
    wanted = asked.only or {*targets(), *CURVES} - {WHEN_ASKED}
    if asked.suite:
        wanted.add(WHEN_ASKED)
    taken = begun(asked.json) if asked.json else nothing()
    for now in measured(wanted, asked.quick, taken):
        if asked.json:
            write(asked.json, now)
    return 0


def measured(wanted: set[str], quick: bool, taken: Taken) -> Iterator[Taken]:
    """What was there with what is measured now, after each part."""
    for about in PARTS:
        if not wanted.isdisjoint(about.split()):
            taken.take_rows(list(rows(about, quick)))
            yield taken
    for name, curve in CURVES.items():
        if name in wanted:
            taken.take_curve(told(curve(quick)))
            yield taken


def rows(about: str, quick: bool) -> Iterator[Row]:
    """Of one part, each printed as soon as it is there; none where it cannot be measured, and why."""
    for why in filter(None, (without() for without in WITHOUT.get(about, ()))):
        print(f"{about}: {why}", flush=True)
    try:
        for row in PARTS[about](quick):
            print(row.line(), flush=True)
            yield row
    except NotMeasured as why:
        print(f"{about}: not measured: {why}", flush=True)


def targets() -> set[str]:
    return {target for about in PARTS for target in about.split()}


def named(text: str) -> set[str]:
    """Raises argparse.ArgumentTypeError for what is not measured."""
    known, asked = {*targets(), *CURVES}, set(filter(None, text.split(",")))
    if not asked <= known:
        odd = ", ".join(sorted(asked - known))
        raise argparse.ArgumentTypeError(f"{odd} is not measured; there are P1 to P16, {', '.join(CURVES)}")
    return asked


def parser() -> argparse.ArgumentParser:
    made = argparse.ArgumentParser(prog="python -m tests.bench", description="Measure everything, in one table.")
    made.add_argument("--quick", action="store_true", help="less of each: to see that it works, not what it is")
    made.add_argument("--only", type=named, metavar="P4,tables", help="only the parts with these targets, or curves")
    made.add_argument("--suite", action="store_true", help=f"{WHEN_ASKED} too: run all tests, for their time")
    made.add_argument(
        "--json", type=Path, metavar="FILE", help="write all values there, after each part; others there stay"
    )
    return made


if __name__ == "__main__":
    sys.exit(main())
