"""`python -m tests.bench [REPEATS] [FILE.json]`: prints the table, and writes all values to a file."""

import json
import sys
from pathlib import Path

from tests.bench.screen import Figure, figures, middle, percentile


def line(figure: Figure) -> str:
    """A row: median, 99th percentile, largest, and the ratio to the anchor's median and 99th percentile."""
    scale, unit = (1000, "ms") if figure.unit == "s" else (1, figure.unit)
    shown = [middle(figure.values), percentile(figure.values, 0.99), max(figure.values)]
    row = f"{figure.name:<40}" + "".join(f"{value * scale:>9.1f} {unit}" for value in shown)
    if figure.anchor:
        row += f"   x{middle(figure.values) / middle(figure.anchor):.2f}"
        row += f"  x{percentile(figure.values, 0.99) / percentile(figure.anchor, 0.99):.2f}"
    return f"{row}  n={len(figure.values)}"


def main() -> int:
    repeats = int(sys.argv[1]) if len(sys.argv) > 1 else 9
    print(f"{'':<40}{'median':>12}{'p99':>12}{'largest':>12}   ratios to one cell: median, p99")
    taken = []
    for figure in figures(repeats):
        taken.append(figure._asdict())
        print(line(figure), flush=True)
    if len(sys.argv) > 2:
        Path(sys.argv[2]).write_text(json.dumps(taken, indent=1), "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
