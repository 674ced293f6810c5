"""What a terminal shows after what was written to it, as far as this program writes."""

import re
from collections import defaultdict

from rich.cells import get_character_cell_size

TOKEN = re.compile(
    r"\x1b\[([\d;?<>=]*)[ -/]*([@-~])|\x1b\][^\x07\x1b]*(?:\x07|\x1b\\)|\x1b[PX^_].*?\x1b\\|\x1b.|(.)", re.S
)


class Shown:
    """The characters on a screen; colours are left out."""

    def __init__(self) -> None:
        self._rows: defaultdict[int, dict[int, str]] = defaultdict(dict)
        self._x = self._y = 1

    def take(self, data: str) -> None:
        """What was written."""
        for match in TOKEN.finditer(data):
            codes, kind, character = match.groups()
            if kind == "H":
                row, _, column = codes.partition(";")
                self._y, self._x = int(row or 1), int(column or 1)
            elif kind == "C":
                self._x += int(codes or 1)
            elif kind == "J":
                self._rows.clear()
            elif character == "\n":
                self._x, self._y = 1, self._y + 1
            elif character and character.isprintable():
                self._rows[self._y][self._x] = character
                self._x += get_character_cell_size(character)

    def text(self) -> str:
        """The screen, line by line."""
        return "\n".join(self._line(row) for row in range(1, max(self._rows, default=0) + 1))

    def _line(self, row: int) -> str:
        cells = self._rows[row]
        return "".join(cells.get(x, " ") for x in range(1, max(cells, default=0) + 1))
