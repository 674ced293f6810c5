"""A sheet of cells to draw on: text goes to a place, in a role, and is cut by cells, never by characters."""

from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import TypeAlias

from rich.cells import cell_len, get_character_cell_size
from rich.segment import Segment
from rich.style import Style
from textual.strip import Strip

from tuicards.safe_text import safe_text
from tuicards.tui.glyphs import Glyphs
from tuicards.tui.widgets import thai

Role: TypeAlias = str
"""What a piece of text is (`red`, `quiet`, `title`); the style sheet says how it looks. Blanks join several."""

Cell: TypeAlias = tuple[str, Role]


class Canvas:
    """Cells in rows. Whatever is put outside is left out; whatever is put is made harmless first."""

    def __init__(self, width: int, height: int, glyphs: Glyphs) -> None:
        self.width = width
        self.height = height
        self.glyphs = glyphs
        self._rows: list[list[Cell]] = [[(" ", "")] * width for _ in range(height)]

    def put(self, x: int, y: int, text: str, role: Role = "", width: int | None = None) -> int:
        """Writes one line from a cell on, cut to `width` cells or the right edge; returns the cell after it."""
        room = self.width - x if width is None else min(width, self.width - x)
        if not 0 <= y < self.height or x < 0:
            return x
        return self._write(self._rows[y], x, self.cut(text, room), role)

    def right(self, x: int, y: int, text: str, role: Role = "", width: int = 0) -> None:
        """Writes a line so that it ends before the cell `x + width`."""
        shown = self.cut(text, width)
        self.put(x + width - cell_len(shown), y, shown, role)

    def centre(self, x: int, y: int, text: str, role: Role = "", width: int = 0) -> None:
        """Writes a line in the middle of `width` cells from `x` on."""
        shown = self.cut(text, width)
        self.put(x + (width - cell_len(shown)) // 2, y, shown, role)

    def spread(self, x: int, y: int, texts: list[tuple[str, Role]], width: int | None = None) -> int:
        """Writes texts of several roles one after another; returns the cell after them."""
        end = self.width if width is None else min(self.width, x + width)
        for text, role in texts:
            x = self.put(x, y, text, role, max(0, end - x))
        return x

    def cut(self, text: str, room: int) -> str:
        """The text if it fits into `room` cells, or its beginning and the sign that something is missing."""
        return _fitted(text, room, self.glyphs.cut)

    def _write(self, row: list[Cell], x: int, text: str, role: Role) -> int:
        if not text or not _one_cell_each(text):
            return self._write_odd(row, x, text, role)
        self._mend(row, x)
        end = x + len(text)
        row[x:end] = [(character, role) for character in text]
        self._mend(row, end)
        return end

    def _write_odd(self, row: list[Cell], x: int, text: str, role: Role) -> int:
        """Text with wide or combining characters."""
        start = x
        for character in text:
            size = get_character_cell_size(character)
            if size == 0 and x > start:
                last = x - 1 if row[x - 1][0] else x - 2
                row[last] = (row[last][0] + character, row[last][1])
            elif size:
                self._mend(row, x)
                row[x] = (character, role)
                if size == 2:
                    row[x + 1] = ("", role)
                x += size
        self._mend(row, x)
        return x

    def _mend(self, row: list[Cell], x: int) -> None:
        """A wide character whose second half is overwritten leaves a blank."""
        if 0 < x < self.width and row[x][0] == "":
            row[x] = (" ", row[x][1])
            row[x - 1] = (
                (" ", row[x - 1][1]) if get_character_cell_size(row[x - 1][0][:1] or " ") == 2 else row[x - 1]
            )

    def show_part(self, whole: "Canvas", skipped: int) -> None:
        """Takes the first row of a canvas as wide and at least as high as this one, and below it those after
        `skipped` others."""
        self._rows = [whole._rows[0], *whole._rows[1 + skipped :]][: self.height]

    def quieten(self) -> None:
        """All that is drawn so far is of no concern now."""
        self._rows = [[(text, "quiet") for text, _ in row] for row in self._rows]

    def lines(self) -> list[str]:
        """The rows as plain text."""
        return ["".join(text for text, _ in row) for row in self._rows]

    def changes(self, old: "Canvas") -> Iterator[tuple[int, int, int]]:
        """Where this canvas differs from another of its size: line, first cell, and number of cells."""
        for y, (row, before) in enumerate(zip(self._rows, old._rows, strict=True)):
            if row == before:
                continue
            cells = [x for x in range(self.width) if row[x] != before[x]]
            yield y, cells[0], cells[-1] - cells[0] + 1

    def strips(self, style_of: Callable[[Role], Style]) -> list[Strip]:
        """The rows as strips, each as wide as the canvas."""
        return [Strip([Segment(text, style_of(role)) for text, role in _runs(row)], self.width) for row in self._rows]


def ending(text: str, room: int) -> str:
    """As much of the text's end as fits into `room` cells; no mark of a missing letter stands at its start."""
    used, start = 0, len(text)
    for index in range(len(text) - 1, -1, -1):
        size = get_character_cell_size(text[index])
        used += size
        if used > room:
            break
        if size:
            start = index
    return text[start:]


@lru_cache(4096)
def _fitted(text: str, room: int, cut: str) -> str:
    """The text made harmless and, where it does not fit, cut."""
    shown = safe_text(text)
    if cell_len(shown) <= room:
        return shown
    return beginning(shown, room - 1) + cut if room > 0 else ""


@lru_cache(4096)
def _one_cell_each(text: str) -> bool:
    return text.isascii() or all(get_character_cell_size(character) == 1 for character in text)


def beginning(text: str, room: int) -> str:
    """As much of the text's beginning as fits into `room` cells."""
    used = 0
    for index, character in enumerate(text):
        used += get_character_cell_size(character)
        if used > room:
            return text[:index]
    return text


def _runs(row: list[Cell]) -> Iterator[Cell]:
    """Neighbouring cells of one role as one text."""
    texts: list[str] = []
    current: Role = ""
    for text, role in row:
        if role != current and texts:
            yield "".join(texts), current
            texts = []
        current = role
        texts.append(text)
    if texts:
        yield "".join(texts), current


def wrapped(text: str, width: int) -> list[str]:
    """The text in lines of at most `width` cells, broken at blanks, and in Thai between words."""
    lines: list[str] = []
    line = ""
    for between, piece in parted(text):
        candidate = f"{line}{between}{piece}" if line else piece
        if cell_len(candidate) <= width:
            line = candidate
            continue
        if line:
            lines.append(line)
        while cell_len(piece) > width > 1:
            head = thai.whole(piece, len(beginning(piece, width)))
            lines.append(head)
            piece = piece[len(head) :]
        line = piece
    return [*lines, line] if line else lines


def parted(text: str) -> Iterator[tuple[str, str]]:
    """The pieces between which a line may be broken, each with the blank before it if there is one."""
    for word in safe_text(text).split(" "):
        first, *others = thai.pieces(word)
        yield " ", first
        yield from (("", piece) for piece in others)
