"""Lines over rounds: one a player, told apart by its sign and by the name at its end, so that no colour is needed."""

from collections.abc import Sequence
from typing import NamedTuple

from rich.cells import cell_len

from tuicards.tui.widgets.canvas import Canvas, Role

LEAST_WIDTH, LEAST_HEIGHT = 10, 3
"""Cells of the plot itself below which there is nothing to see."""

LEAST_STEP = 3
"""Cells between two signs on a line."""


class Series(NamedTuple):
    """One line: its sign, its name, its value before the first round and after each, and its look."""

    mark: str
    name: str
    values: tuple[int, ...]
    role: Role = ""


class Area(NamedTuple):
    """A part of a canvas."""

    x: int
    y: int
    width: int
    height: int


class Plot(NamedTuple):
    """Where the lines go: cells, values at their edges, and how many steps there are."""

    area: Area
    low: int
    high: int
    steps: int

    def column(self, step: float) -> float:
        """The cell of a step, from the plot's left edge."""
        return step * (self.area.width - 1) / max(1, self.steps)

    def depth(self, value: float) -> float:
        """How far below the upper edge a value lies: 0 to 1."""
        return (self.high - value) / (self.high - self.low)

    def row(self, value: float) -> int:
        """The line of a value, from the plot's upper edge."""
        return min(self.area.height - 1, int(self.depth(value) * self.area.height))


def draw_lines(canvas: Canvas, area: Area, series: Sequence[Series]) -> bool:
    """Draws the lines with their scale, the rounds below and the names at the right; the first ones on top.

    Returns whether there was room; without, nothing is drawn. All are equally long, with two values or more.
    """
    ends = [f"{one.mark} {one.name}" for one in series]
    values = [value for one in series for value in one.values]
    high, low = max(max(values), 0), min(min(values), 0)
    scale = max(len(str(high)), len(str(low)))
    label = max(map(cell_len, ends))
    inner = Area(area.x + scale + 1, area.y, area.width - scale - label - 3, area.height - 1)
    if inner.width < LEAST_WIDTH or inner.height < max(LEAST_HEIGHT, len(series)):
        return False
    plot = Plot(inner, low, max(high, low + 1), len(series[0].values) - 1)
    _draw_scale(canvas, plot, area.x, scale)
    for one in reversed(series):
        _draw_stroke(canvas, plot, one)
    _draw_marks(canvas, plot, series)
    for row, number in zip(_label_rows(plot, series), range(len(series)), strict=True):
        canvas.put(inner.x + inner.width + 1, inner.y + row, ends[number], series[number].role, label)
    return True


def _draw_scale(canvas: Canvas, plot: Plot, x: int, width: int) -> None:
    """Highest, lowest and zero at the left, a dotted line at zero, the numbers of the rounds below."""
    area = plot.area
    canvas.put(area.x, area.y + plot.row(0), canvas.glyphs.dot * area.width, "line")
    rows = {plot.row(value): value for value in (plot.high, plot.low, 0)}
    for row, value in rows.items():
        canvas.right(x, area.y + row, str(value).replace("-", canvas.glyphs.minus), "quiet", width)
    every = 1 + int(LEAST_STEP * plot.steps / area.width)
    for step in range(every, plot.steps + 1, every):
        canvas.right(area.x + round(plot.column(step)) - 2, area.y + area.height, str(step), "quiet", 3)


def _draw_stroke(canvas: Canvas, plot: Plot, one: Series) -> None:
    """One line, never broken: level pieces, and upright ones with a bend at each end."""
    glyphs, area = canvas.glyphs, plot.area
    rows = [plot.row(_between(one.values, x * plot.steps / (area.width - 1))) for x in range(area.width)]
    for x, (row, following) in enumerate(zip(rows, [*rows[1:], rows[-1]], strict=True)):
        up = following < row
        for between in range(min(row, following), max(row, following) + 1):
            sign = glyphs.down
            if row == following:
                sign = glyphs.across
            elif between == row:
                sign = glyphs.corners[2 if up else 1]
            elif between == following:
                sign = glyphs.corners[0 if up else 3]
            canvas.put(area.x + x, area.y + between, sign, one.role)


def _between(values: Sequence[int], step: float) -> float:
    """The value at a step, also between two rounds."""
    left = min(int(step), len(values) - 2)
    return values[left] + (values[left + 1] - values[left]) * (step - left)


def _draw_marks(canvas: Canvas, plot: Plot, series: Sequence[Series]) -> None:
    """The sign of each line at its rounds; where one lies there already, in the cell beside it."""
    every = max(1, -(-LEAST_STEP * plot.steps // plot.area.width))
    taken: set[tuple[int, int]] = set()
    for one in series:
        for step in range(plot.steps, -1, -every):
            column, row = round(plot.column(step)), plot.row(one.values[step])
            free = next((x for x in (column, column - 1, column + 1) if (x, row) not in taken), column)
            if 0 <= free < plot.area.width:
                taken.add((free, row))
                canvas.put(plot.area.x + free, plot.area.y + row, one.mark, f"{one.role} strong")


def _label_rows(plot: Plot, series: Sequence[Series]) -> list[int]:
    """A line of its own for each name, as near to its line's end as the others let it."""
    order = sorted(range(len(series)), key=lambda number: -series[number].values[-1])
    rows = [0] * len(series)
    free = 0
    for number in order:
        rows[number] = free = max(free, plot.row(series[number].values[-1]))
        free += 1
    limit = plot.area.height - 1
    for number in reversed(order):
        rows[number] = limit = min(limit, rows[number])
        limit -= 1
    return rows
