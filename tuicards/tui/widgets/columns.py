"""Tables of a few columns whose widths follow from what stands in them, in whatever language."""

from collections.abc import Sequence
from typing import NamedTuple, TypeAlias

from rich.cells import cell_len

from tuicards.tui.widgets.canvas import Canvas, Role

Text: TypeAlias = tuple[str, Role]

WIDEST_GAP = 3


class Column(NamedTuple):
    """One column: its title, and a text a row. Numbers stand to the right."""

    title: str
    cells: Sequence[Text]
    left: bool = False

    @property
    def size(self) -> int:
        """Cells that the widest text needs."""
        return max((cell_len(text) for text, _ in self.cells), default=0)


def widths(columns: Sequence[Column], room: int) -> list[int]:
    """The width of each column, one blank between them: what its texts need; what is left over goes to the titles."""
    sizes = [column.size for column in columns]
    spare = room - sum(sizes) - len(columns) + 1
    for index, column in enumerate(columns):
        wanted = max(0, min(cell_len(column.title) - sizes[index], spare))
        sizes[index] += wanted
        spare -= wanted
    return sizes


def total_width(columns: Sequence[Column]) -> int:
    """Cells that the columns need with their whole titles."""
    return sum(max(column.size, cell_len(column.title)) + 1 for column in columns) - 1


def draw_columns(
    canvas: Canvas, place: tuple[int, int], room: int, columns: Sequence[Column], filled: bool = False
) -> int:
    """Titles in the first line, a line a row below; returns the line after them. Nothing goes beyond `room`.

    `filled`: the first column takes what is left over, so that the last one ends at the right edge.
    """
    x, y = place
    sizes = widths(columns, room)
    spare = room - sum(sizes)
    gap = max(1, min(WIDEST_GAP, spare // max(1, len(columns) - 1)))
    if filled:
        sizes[0] += max(0, spare - gap * (len(columns) - 1))
    for column, size in zip(columns, sizes, strict=True):
        write = canvas.put if column.left else canvas.right
        for row, (text, role) in enumerate([(column.title, "title"), *column.cells], y):
            write(x, row, text, role, size)
        x += size + gap
    return y + 1 + max(len(column.cells) for column in columns)


def numerals(numbers: Sequence[int], minus: str) -> list[str]:
    """Numbers as wide as each other, digits below digits and minus signs below minus signs."""
    digits = max((len(str(abs(number))) for number in numbers), default=1)
    signed = any(number < 0 for number in numbers)
    return [f"{minus if number < 0 else ' ' * signed}{abs(number):>{digits}}" for number in numbers]
