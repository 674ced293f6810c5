"""A sheet of cells to draw on: text goes to a place, in a role, and is cut by cells, never by characters."""

from collections.abc import Callable, Iterator
from functools import lru_cache
from itertools import groupby
from typing import TypeAlias

from rich.cells import cell_len, get_character_cell_size
from rich.segment import Segment
from rich.style import Style
from textual.strip import Strip

from tuicards.safe_text import safe_text
from tuicards.tui.glyphs import Glyphs
from tuicards.tui.widgets import thai
from tuicards.tui.widths import REMEMBERED, one_cell_each

Role: TypeAlias = str
"""What a piece of text is (`red`, `quiet`, `title`); the style sheet says how it looks. Blanks join several."""


class Canvas:
    """Cells in rows. Whatever is put outside is left out; whatever is put is made harmless first."""

    def __init__(self, width: int, height: int, glyphs: Glyphs) -> None:
        self.width = width
        self.height = height
        self.glyphs = glyphs
        self._texts = [[" "] * width for _ in range(height)]
        """The character of each cell with the marks on it; empty: the second half of a wide one."""
        self._roles: list[list[Role]] = [[""] * width for _ in range(height)]
        self._odd: set[int] = set()
        """Rows that hold wide characters."""

    def put(self, x: int, y: int, text: str, role: Role = "", width: int | None = None) -> int:
        """Writes one line from a cell on, cut to `width` cells or the right edge; returns the cell after it."""
        room = self.width - x if width is None else min(width, self.width - x)
        if not 0 <= y < self.height or x < 0:
            return x
        shown, plain = _fitted(text, room, self.glyphs.cut)
        if not plain:
            self._odd.add(y)
        return self._write_odd(x, y, shown, role) if y in self._odd else self._write(x, y, shown, role)

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
        return _fitted(text, room, self.glyphs.cut)[0]

    def _write(self, x: int, y: int, text: str, role: Role) -> int:
        """Characters of one cell each, where none are wide."""
        end = x + len(text)
        self._texts[y][x:end] = text
        self._roles[y][x:end] = [role] * len(text)
        return end

    def _write_odd(self, x: int, y: int, text: str, role: Role) -> int:
        """Text with wide or combining characters, or where there are some."""
        texts, roles, start = self._texts[y], self._roles[y], x
        for character in text:
            size = get_character_cell_size(character)
            if size == 0 and x > start:
                texts[x - 1 if texts[x - 1] else x - 2] += character
            elif size:
                self._mend(x, y)
                texts[x], roles[x] = character, role
                if size == 2:
                    texts[x + 1], roles[x + 1] = "", role
                x += size
        self._mend(x, y)
        return x

    def _mend(self, x: int, y: int) -> None:
        """A wide character whose second half is overwritten leaves a blank."""
        texts = self._texts[y]
        if 0 < x < self.width and texts[x] == "":
            texts[x] = " "
            if get_character_cell_size(texts[x - 1][:1] or " ") == 2:
                texts[x - 1] = " "

    def show_part(self, whole: "Canvas", skipped: int) -> None:
        """Takes the first row of a canvas as wide and at least as high as this one, and below it those after
        `skipped` others."""
        rows = [0, *range(1 + skipped, whole.height)][: self.height]
        self._texts = [whole._texts[row] for row in rows]
        self._roles = [whole._roles[row] for row in rows]
        self._odd = {y for y, row in enumerate(rows) if row in whole._odd}

    def quieten(self) -> None:
        """All that is drawn so far is of no concern now."""
        self._roles = [["quiet"] * self.width for _ in range(self.height)]

    def lines(self) -> list[str]:
        """The rows as plain text."""
        return ["".join(row) for row in self._texts]

    def changes(self, old: "Canvas") -> Iterator[tuple[int, int, int]]:
        """Where this canvas differs from another of its size: line, first cell, and number of cells."""
        for y in range(self.height):
            texts, before = self._texts[y], old._texts[y]
            roles, roles_before = self._roles[y], old._roles[y]
            if texts == before and roles == roles_before:
                continue
            cells = [x for x in range(self.width) if texts[x] != before[x] or roles[x] != roles_before[x]]
            yield y, cells[0], cells[-1] - cells[0] + 1

    def strip(self, y: int, style_of: Callable[[Role], Style]) -> Strip:
        """A row as a strip, as wide as the canvas: neighbouring cells of one role are one text."""
        texts, segments, start = self._texts[y], [], 0
        for role, cells in groupby(self._roles[y]):
            end = start + len(list(cells))
            segments.append(Segment("".join(texts[start:end]), style_of(role)))
            start = end
        return Strip(segments, self.width)


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


@lru_cache(REMEMBERED)
def _fitted(text: str, room: int, cut: str) -> tuple[str, bool]:
    """The text made harmless and, where it does not fit, cut; and whether each character of it takes one cell."""
    shown = safe_text(text)
    if cell_len(shown) > room:
        shown = beginning(shown, room - 1) + cut if room > 0 else ""
    return shown, one_cell_each(shown)


def beginning(text: str, room: int) -> str:
    """As much of the text's beginning as fits into `room` cells."""
    used = 0
    for index, character in enumerate(text):
        used += get_character_cell_size(character)
        if used > room:
            return text[:index]
    return text


def wrapped(text: str, width: int) -> list[str]:
    """The text in lines of at most `width` cells, broken at blanks, and in Thai between words."""
    return list(_wrapped(text, width))


@lru_cache(REMEMBERED)
def _wrapped(text: str, width: int) -> tuple[str, ...]:
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
    return (*lines, line) if line else tuple(lines)


def parted(text: str) -> Iterator[tuple[str, str]]:
    """The pieces between which a line may be broken, each with the blank before it if there is one."""
    for word in safe_text(text).split(" "):
        first, *others = thai.pieces(word)
        yield " ", first
        yield from (("", piece) for piece in others)
