"""Learns the policy of Rage's simulator: `python -m tests.bench.rage_policy [--seats 4] [--minutes 3] [--write]`.

Two styles are learned for a table. The second plays as `rage_normal` does: `--rounds` rounds of it are recorded, and
the style is fitted to its cards. The first then plays for so many minutes against seats of the second, and goes up
the gradient of the points that it brings. What comes out is the module `tuicards/bots/rage_sim_weights.py` with
the table's weights; how good they are, beside those in place, is told on the standard error: by a tenth of the rounds
that was held back, and by deals that nothing was learned from.
"""

import argparse
import sys
from collections.abc import Mapping
from pathlib import Path
from random import Random

from tests.bench.rage_policy_learning import Floats, Likeness, School
from tests.bench.rage_policy_rows import Sample, recorded
from tests.bench.rage_policy_text import with_weights
from tuicards.bots import rage_sim_weights
from tuicards.bots.compiled import available
from tuicards.bots.rage_sim_policy import STYLE_SIZE

MODULE = Path(rage_sim_weights.__file__)
PROOF = 4000
"""Rounds to a sixteenth (see `SHARES`) in which styles are compared."""


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="python -m tests.bench.rage_policy", description="Learn the weights by which Rage is played out."
    )
    parser.add_argument("--seats", type=int, choices=(4, 6), default=4, help="for 2 to 4 seats, or for more")
    parser.add_argument("--minutes", type=float, default=3.0, help="how long the first style learns by playing")
    parser.add_argument("--rounds", type=int, default=2000, help="how many rounds of normal the second is fitted to")
    parser.add_argument("--write", action="store_true", help=f"write {MODULE.name}, instead of printing it")
    asked = parser.parse_args()
    if asked.minutes < 0 or asked.rounds < 10:
        parser.error("--minutes is at least 0, and --rounds at least 10, as a tenth of them is held back")
    return asked


def told(likeness: Likeness) -> str:
    """The agreement as a clause."""
    chances = f"mean logarithm of their chances {likeness.logarithm:.3f}"
    return f"{likeness.hits:.1%} of {likeness.cards} cards held back ({chances})"


def tell(school: School, held_back: Mapping[int, Sample], style_0: Floats, style_1: Floats) -> None:
    """How the styles do, beside those in place."""
    for name, played, fitted in (
        ("learned", style_0, style_1),
        ("in place", school.in_place(0), school.in_place(1)),
    ):
        print(f"{name}: style 1 hits {told(school.likeness(fitted, held_back))}", file=sys.stderr)
        brings = school.proceeds(style_1, played, PROOF)
        print(
            f"{name}: style 0 brings {brings.points:.2f} points a round against the learned style 1, "
            f"less 30 % of the others', and meets {brings.met:.1%} of its bids",
            file=sys.stderr,
        )


def main() -> int:
    asked = arguments()
    if not available():
        print("learning takes numba and numpy: pip install 'tuicards[fast]'", file=sys.stderr)
        return 1
    chance, school = Random(asked.seats), School(asked.seats)
    held_back = recorded(asked.seats, asked.rounds // 10, chance)
    style_1 = school.imitation(recorded(asked.seats, asked.rounds - asked.rounds // 10, chance))
    style_0 = school.improvement(style_1, 60 * asked.minutes)
    tell(school, held_back, style_0, style_1)
    weights = [round(100 * float(weight)) for style in (style_0, style_1) for weight in style[:STYLE_SIZE]]
    text = with_weights(MODULE.read_text("utf-8"), asked.seats, weights)
    if asked.write:
        MODULE.write_text(text, "utf-8")
    else:
        print(text, end="")
    return 0


if __name__ == "__main__":
    sys.exit(main())
