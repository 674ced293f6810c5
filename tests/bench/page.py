"""The tables of docs/performance.md, made of what was measured: `python -m tests.bench.page FILE`.

FILE is what `python -m tests.bench --json FILE` has written. No figure between the marks is typed by hand.
"""

import argparse
import re
import sys
from collections.abc import Callable, Mapping
from pathlib import Path

from tests.bench.bots_pages import table
from tests.bench.rows import short
from tests.bench.taken import KeptRow, Taken, read

PAGE = Path(__file__).parents[2] / "docs" / "performance.md"
MARK = re.compile(r"(<!-- taken: ([a-z]+) -->\n).*?(<!-- end -->)", re.DOTALL)

NOTHING_YET = "Not measured.\n"


def targets(taken: Taken) -> str:
    """Every row beside its anchor and its target."""
    head = "", "measured", "from, to", "anchor", "ratio", "target", ""
    return table(head, ((f"{kept.target} {kept.what}", *_told(kept)) for kept in taken.rows))


def _told(kept: KeptRow) -> tuple[str, ...]:
    row = kept.row()
    spread = f"{short(min(row.values))}, {short(max(row.values))}" if len(row.values) > 1 else ""
    anchor = f"{row.anchor}: {short(row.middle_anchor)}" if row.anchors else ""
    ratio = f"{row.reached:.2f}" if row.anchors else ""
    return f"{short(row.figure)} {row.unit}", spread, anchor, ratio, row.wanted, row.verdict


def growth(name: str) -> Callable[[Taken], str]:
    """One curve as a table."""

    def made(taken: Taken) -> str:
        for curve in taken.curves:
            if curve.name == name:
                return table(curve.head, ([short(value) for value in line] for line in curve.lines))
        return NOTHING_YET

    return made


def machine(taken: Taken) -> str:
    """On what it was measured."""
    return f"Python {taken.machine['python']}, {taken.machine['cores']} cores.\n"


TABLES: Mapping[str, Callable[[Taken], str]] = {
    "machine": machine,
    "targets": targets,
    "tables": growth("tables"),
    "watchers": growth("watchers"),
    "history": growth("history"),
}


def filled(page: str, taken: Taken) -> str:
    """The page with what stands between its marks made anew. Raises KeyError for a mark that nothing fills."""
    return MARK.sub(lambda found: f"{found[1]}{TABLES[found[2]](taken)}{found[3]}", page)


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.bench.page", description="Bring the page up to date.")
    parser.add_argument(
        "file", type=Path, metavar="FILE", help="what `python -m tests.bench --json FILE` has written"
    )
    file = parser.parse_args().file
    if not file.exists():
        parser.error(f"there is no {file}: measure first, with python -m tests.bench --json {file}")
    PAGE.write_text(filled(PAGE.read_text("utf-8"), read(file)), "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
