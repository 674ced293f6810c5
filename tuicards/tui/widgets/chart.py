"""Lines over rounds: one a player, told apart by its sign and by the name at its end, so that no colour is needed."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from rich.cells import cell_len

from tuicards.tui.glyphs import Glyphs
from tuicards.tui.widgets.canvas import Canvas, Role

BRAILLE = 0x2800
BRAILLE_DOTS = ((0x01, 0x08), (0x02, 0x10), (0x04, 0x20), (0x40, 0x80))
"""The bit of each dot of a braille cell, by line and column."""

ASCII_DOTS = ((0x01,), (0x02,))
ASCII_SIGNS = " '.:"
"""A plain cell has an upper and a lower half."""

LEAST_WIDTH, LEAST_HEIGHT = 10, 3
"""Cells of the plot itself below which there is nothing to see."""

LEAST_STEP = 3
"""Cells between two signs on a line."""


class Series(NamedTuple):
    """One line: its name, its value before the first round and after each, and its look."""

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
    """Draws the lines with their scale, the rounds below and the names at the right, best value uppermost.

    Returns whether there was room; without, nothing is drawn. All series are equally long, with two values or more.
    """
    ends = [f"{canvas.glyphs.marks[number % 8]} {one.name}" for number, one in enumerate(series)]
    values = [value for one in series for value in one.values]
    high, low = max(max(values), 0), min(min(values), 0)
    scale = max(len(str(high)), len(str(low)))
    label = max(map(cell_len, ends))
    inner = Area(area.x + scale + 1, area.y, area.width - scale - label - 3, area.height - 1)
    if inner.width < LEAST_WIDTH or inner.height < max(LEAST_HEIGHT, len(series)):
        return False
    plot = Plot(inner, low, max(high, low + 1), len(series[0].values) - 1)
    _draw_scale(canvas, plot, area.x, scale)
    _draw_strokes(canvas, plot, series)
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


def _draw_strokes(canvas: Canvas, plot: Plot, series: Sequence[Series]) -> None:
    """The lines themselves: where two share a cell, both are seen."""
    dots = BRAILLE_DOTS if canvas.glyphs.dots else ASCII_DOTS
    cells: dict[tuple[int, int], tuple[int, Role]] = {}
    for one in series:
        for x, y in _stroke(plot, one.values, len(dots[0]), len(dots)):
            cell = (x // len(dots[0]), y // len(dots))
            before = cells.get(cell, (0, ""))[0]
            cells[cell] = (before | dots[y % len(dots)][x % len(dots[0])], one.role)
    for (x, y), (bits, role) in cells.items():
        canvas.put(plot.area.x + x, plot.area.y + y, _sign(bits, canvas.glyphs), role)


def _sign(bits: int, glyphs: Glyphs) -> str:
    return chr(BRAILLE + bits) if glyphs.dots else ASCII_SIGNS[bits]


def _stroke(plot: Plot, values: tuple[int, ...], across: int, down: int) -> Iterator[tuple[int, int]]:
    """The dots of one line, upright ones included, so that it is never broken."""
    last = None
    for x in range(plot.area.width * across):
        step = min(plot.steps, x / across * plot.steps / max(1, plot.area.width - 1))
        left = min(int(step), plot.steps - 1)
        value = values[left] + (values[left + 1] - values[left]) * (step - left)
        y = min(plot.area.height * down - 1, int(plot.depth(value) * plot.area.height * down))
        for between in range(min(y, y if last is None else last), max(y, y if last is None else last) + 1):
            yield x, between
        last = y


def _draw_marks(canvas: Canvas, plot: Plot, series: Sequence[Series]) -> None:
    """The sign of each line at its rounds; where one lies there already, in the cell beside it."""
    every = max(1, -(-LEAST_STEP * plot.steps // plot.area.width))
    taken: set[tuple[int, int]] = set()
    for number, one in enumerate(series):
        for step in range(plot.steps, -1, -every):
            column, row = round(plot.column(step)), plot.row(one.values[step])
            free = next((x for x in (column, column - 1, column + 1) if (x, row) not in taken), column)
            if 0 <= free < plot.area.width:
                taken.add((free, row))
                canvas.put(plot.area.x + free, plot.area.y + row, canvas.glyphs.marks[number % 8], f"{one.role} strong")


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
