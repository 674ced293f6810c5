"""Sends a terminal only what changes: the cells that differ from those it shows, with as few codes as will do.

Textual writes each changed region whole, every piece with its full style. Over a slow link that is most of what
one waits for; here the same picture costs a small part of it.
"""

import re
from collections import defaultdict

from rich.cells import get_character_cell_size
from textual._ansi_sequences import SYNC_END, SYNC_START

from tuicards.tui.depth import in_colours
from tuicards.tui.looks import Colours
from tuicards.tui.pen import PLAIN, Pen, change, for_blank, pen_after
from tuicards.tui.widths import one_cell_each

TOKEN = re.compile(
    r"\x1b\[(?P<look>[\d;]+)m(?P<words>[^\x00-\x1f\x7f-\x9f]+)\x1b\[0m"
    r"|\x1b\[(?P<row>\d+);(?P<column>\d+)H|\x1b\[(?P<style>[\d;]*)m|(?P<text>[^\x00-\x1f\x7f-\x9f]+)|(?P<end>\r?\n)"
    r"|(?P<other>\x1b\[[\x20-\x3f]*[\x40-\x7e]|\x1b\][^\x07\x1b]*(?:\x07|\x1b\\)|\x1b[PX^_][^\x1b]*\x1b\\"
    r"|\x1b[\x20-\x2f]*[\x30-\x7e]|.)",
    re.DOTALL,
)
HARMLESS = re.compile(r"(?:\x07|\x1b\[\?(?:25|10[01]\d|2004|2026|2048)[hl]|\x1b\](?:9|22|777);.*)\Z", re.DOTALL)
"""Sequences that change no cell: cursor, mouse, paste and resize reports; the bell, notices, the pointer's shape."""

UNKNOWN = ""
"""Stands for the character of a cell of which nobody knows what it shows."""


class Row:
    """What the cells of a line show, from the first one on: characters, and the pens they were written with."""

    __slots__ = ("pens", "texts")

    def __init__(self) -> None:
        self.texts: list[str] = []
        self.pens: list[Pen] = []

    def reach(self, end: int) -> None:
        """Makes the row at least so many cells long."""
        missing = end - len(self.texts)
        if missing > 0:
            self.texts += [UNKNOWN] * missing
            self.pens += [PLAIN] * missing


class Thrift:
    """Knows what the terminal shows, and turns what is to be written into what has to be."""

    def __init__(self, colours: Colours = "truecolor") -> None:
        self.colours = colours
        """What the terminal shows from now on; each colour is written as the nearest of these."""
        self._rows: defaultdict[int, Row] = defaultdict(Row)
        self._pen: Pen | None = None
        """The terminal's; None while unknown."""
        self._at: tuple[int, int] | None = None
        """Column and row of the terminal's cursor, from 1; None while unknown."""
        self._style = PLAIN
        self._x, self._y = 1, 1
        """Style and place that the writer believes to have."""
        self._held_back = ""
        self._out: list[str] = []
        self._drew = False
        """What the call at hand has written, and whether cells are among it."""

    def forget(self) -> None:
        """The terminal may show anything now: all that comes is written."""
        self._rows.clear()
        self._pen = self._at = None

    def lean(self, data: str) -> str:
        """What has to be written so that the terminal looks as if `data` had been."""
        self._out, self._drew = [], False
        for match in TOKEN.finditer(data):
            self._take(match)
        if self._drew:
            self._move_to(self._x, self._y)
        return "".join(self._out)

    def _take(self, match: re.Match[str]) -> None:
        kind = match.lastgroup
        if kind == "words":
            self._take_styled(match)
        elif kind == "text":
            self._write(match["text"])
        elif kind == "column":
            self._x, self._y = int(match["column"]), int(match["row"])
        elif kind == "style":
            self._restyle(match)
        elif kind == "end":
            self._x, self._y = 1, self._y + 1
        else:
            self._pass_on(match.group())

    def _take_styled(self, match: re.Match[str]) -> None:
        """Text in a style of its own, which ends with it: nearly all that comes."""
        style = pen_after(self._style, match["look"])
        if style is None:
            self._pass_on(f"\x1b[{match['look']}m")
        else:
            self._style = style
        self._write(match["words"])
        self._style = PLAIN

    def _restyle(self, match: re.Match[str]) -> None:
        style = pen_after(self._style, match["style"])
        if style is None:
            self._pass_on(match.group())
        else:
            self._style = style

    def _pass_on(self, sequence: str) -> None:
        """What is no cell goes out as it is; unless it is known to change none, all is forgotten."""
        if sequence == SYNC_START:
            self._held_back = sequence
        elif sequence == SYNC_END and self._held_back:
            self._held_back = ""
        else:
            self._put(sequence)
            if not HARMLESS.match(sequence):
                self.forget()

    def _put(self, text: str) -> None:
        if self._held_back:
            self._out.append(self._held_back)
            self._held_back = ""
        self._out.append(text)

    def _write(self, text: str) -> None:
        if one_cell_each(text):
            self._write_plain(text)
        else:
            self._write_odd(text)

    def _write_plain(self, text: str) -> None:
        """Characters of one cell each: those that differ, as many at a time as stand side by side."""
        style = in_colours(self._style, self.colours)
        blank, start, row = for_blank(style), self._x - 1, self._rows[self._y]
        row.reach(start + len(text))
        texts, pens, begun = row.texts, row.pens, -1
        for place, character in enumerate(text):
            pen, cell = blank if character == " " else style, start + place
            if texts[cell] != character or pens[cell] != pen:
                texts[cell], pens[cell] = character, pen
                begun = place if begun < 0 else begun
            elif begun >= 0:
                self._draw(self._x + begun, text[begun:place], style, blank)
                begun = -1
        if begun >= 0:
            self._draw(self._x + begun, text[begun:], style, blank)
        self._x += len(text)

    def _draw(self, x: int, text: str, pen: Pen, blank: Pen) -> None:
        """Characters of one cell each. Blanks before the first other one need no more of the pen than shows on them,
        and what is after it has the pen already."""
        self._move_to(x, self._y)
        shown = text.lstrip(" ")
        if len(shown) < len(text):
            if self._pen is None or for_blank(self._pen) != blank:
                self._restyle_terminal(blank)
            self._put(text[: len(text) - len(shown)])
        if shown:
            self._restyle_terminal(pen)
            self._put(shown)
        self._at, self._drew = (x + len(text), self._y), True

    def _write_odd(self, text: str) -> None:
        """Wide and combining characters: terminals may not agree on their cells, so they are always written."""
        self._at = None
        self._move_to(self._x, self._y)
        self._restyle_terminal(in_colours(self._style, self.colours))
        self._put(text)
        width = sum(get_character_cell_size(character) for character in text)
        texts = self._rows[self._y].texts
        for place in range(max(0, self._x - 2), min(self._x + width, len(texts))):
            texts[place] = UNKNOWN
        self._x += width
        self._at, self._drew = None, True

    def _restyle_terminal(self, pen: Pen) -> None:
        codes = change(self._pen, pen)
        if codes:
            self._put(codes)
        self._pen = pen

    def _move_to(self, x: int, y: int) -> None:
        if self._at == (x, y):
            return
        forward = x - self._at[0] if self._at is not None and self._at[1] == y else 0
        if forward > 0:
            self._put(f"\x1b[{forward if forward > 1 else ''}C")
        else:
            self._put(f"\x1b[{y};{x}H")
        self._at = (x, y)
