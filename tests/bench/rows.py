"""A row of the table of measurements: a figure beside its anchor of the same run, and the target it is held to."""

from collections.abc import Sequence
from typing import NamedTuple

from tests.bench.screen import middle


class Row(NamedTuple):
    """`values` and `anchors` are samples of the same unit; the figure of each is the middle one.

    `limit` is what the ratio to the anchor must reach, or where there is no anchor the figure itself;
    `at_most` says on which side of it the figure must lie.
    """

    target: str
    what: str
    unit: str
    values: Sequence[float]
    limit: float
    at_most: bool
    anchors: Sequence[float] = ()
    anchor: str = ""

    @property
    def figure(self) -> float:
        return middle(list(self.values))

    @property
    def middle_anchor(self) -> float:
        return middle(list(self.anchors))

    @property
    def reached(self) -> float:
        """What is held against the limit; of samples taken in turns the middle one of their ratios."""
        if len(self.anchors) == len(self.values):
            return middle([value / anchor for value, anchor in zip(self.values, self.anchors, strict=True)])
        return self.figure / self.middle_anchor if self.anchors else self.figure

    @property
    def wanted(self) -> str:
        """The limit, with the side of it that is wanted; nothing for a figure that is told beside another."""
        if not self.limit and not self.at_most:
            return ""
        return f"{'<=' if self.at_most else '>='} {'x' if self.anchors else ''}{short(self.limit)}"

    @property
    def met(self) -> bool:
        return self.reached <= self.limit if self.at_most else self.reached >= self.limit

    @property
    def verdict(self) -> str:
        """What the eye looks for in a long table, on a page and in a terminal; nothing where nothing is wanted."""
        return ("met" if self.met else "**missed**") if self.wanted else ""

    def line(self) -> str:
        """The row for people: figure, spread, ratio and anchor, target."""
        spread = f"{short(min(self.values))}-{short(max(self.values))}"
        ratio = f"x{self.reached:.2f} {self.anchor}" if self.anchors else ""
        return (
            f"{self.target:<4} {self.what:<52} {short(self.figure):>9} {self.unit:<9} {spread:>17}  "
            f"{ratio:<34} {self.wanted:>9} {self.verdict}"
        )


def short(value: float) -> str:
    """Three significant digits."""
    return f"{value:,.0f}" if abs(value) >= 100 else f"{value:.3g}"
