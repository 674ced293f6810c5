"""Prints the book as a table, position by level: `python -m tests.bots.blunders`, for docs/bots.md."""

from tests.bots.blunders import SEEDS, blunders, book
from tuicards.bots.api import LEVELS


def main() -> None:
    """A row for each position: what is foolish there, and how often each level does it."""
    print(f"| game | what is foolish | {' | '.join(LEVELS)} |")
    print(f"|---|---|{'---|' * len(LEVELS)}")
    sums = dict.fromkeys(LEVELS, 0)
    positions = list(book())
    for _, position in positions:
        cells = []
        for level in LEVELS:
            found = blunders(position, level)
            sums[level] += not found
            cells.append(f"{len(found)} of {len(SEEDS[level])}: {found[0]}" if found else "")
        print(f"| {position.game} | {position.complaint} | {' | '.join(cells)} |")
    passed = " | ".join(f"{sums[level]} of {len(positions)}" for level in LEVELS)
    print(f"| | **without a blunder** | {passed} |")


if __name__ == "__main__":
    main()
