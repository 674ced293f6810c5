"""What a terminal may be able to show, for its owner to look at: colours of each kind, and signs."""

from collections.abc import Mapping, Sequence
from itertools import pairwise

from rich.color import Color
from rich.segment import Segment
from rich.style import Style
from textual.color import Color as Shade
from textual.content import Content
from textual.strip import Strip
from textual.widget import Widget

from tuicards.games.rage import COLOURS
from tuicards.tui.depth import of_256
from tuicards.tui.glyphs import ASCII, UNICODE, Glyphs
from tuicards.tui.screens.base import client_of
from tuicards.tui.themes import DARK_WORDS

BAR = 30
"""Cells of the bar that goes through all colours."""
LABEL = 14

SIXTEEN = {"R": 9, "O": 3, "Y": 11, "G": 10, "B": 14, "P": 13}
"""The colours that stand for Rage's where there are sixteen."""

Row = tuple[str, Sequence[Segment]]
"""A row's name and what it shows."""


class Samples(Widget):
    """Rows, one of which is marked. They go out as they are, whatever the terminal is taken for."""

    def __init__(self, rows: Sequence[Row], name: str) -> None:
        super().__init__(id=name)
        self._rows = rows
        self._labels: Sequence[str] = [""] * len(rows)
        self._marked = ""
        self.styles.height = len(rows)

    def show(self, marked: str, labels: Sequence[str]) -> None:
        """Marks the row of that name; each row is called by its label."""
        self._marked, self._labels = marked, labels
        self.refresh()

    def render_line(self, y: int) -> Strip:
        if y >= len(self._rows):
            return Strip.blank(self.size.width)
        name, shown = self._rows[y]
        here = name == self._marked
        sign = client_of(self).look.glyphs.turn if here else " "
        label = Content(self._labels[y]).truncate(LABEL, ellipsis=True, pad=True).plain
        segments = [Segment(f" {sign} {label} ", Style(bold=here)), *shown]
        return Strip(segments).adjust_cell_length(self.size.width)


def colour_rows() -> list[Row]:
    """All colours, 256, 16, and none: each with Rage's six, and the first two with all between them."""
    six: dict[str, Shade] = {letter: Shade.parse(DARK_WORDS[f"rage-{letter}"]) for letter in COLOURS}
    true = {letter: _rgb(shade) for letter, shade in six.items()}
    eight = {letter: of_256(colour) for letter, colour in true.items()}
    bar = [_rgb(shade) for shade in _between(list(six.values()))]
    return [
        ("truecolor", [*_cards(true), *_bar(bar)]),
        ("256", [*_cards(eight), *_bar([of_256(colour) for colour in bar])]),
        ("16", _cards({letter: Color.from_ansi(SIXTEEN[letter]) for letter in COLOURS})),
        ("none", [Segment(f" {letter}  ", Style(bold=True)) for letter in COLOURS]),
    ]


def sign_rows() -> list[Row]:
    """The table's signs, and plain ASCII."""
    return [("full", [Segment(_signs(UNICODE))]), ("plain", [Segment(_signs(ASCII))])]


def _signs(glyphs: Glyphs) -> str:
    first, second, third, fourth = tuple(glyphs.corners)
    suits = " ".join(glyphs.suits.values())
    box = f"{first}{glyphs.across * 2}{second} {glyphs.down} {fourth}{glyphs.across * 2}{third}"
    marks = " ".join((glyphs.turn, glyphs.cursor, glyphs.chosen, glyphs.trump, glyphs.online, glyphs.arrow))
    return f" {suits}   {box}   {marks}"


def _rgb(shade: Shade) -> Color:
    return Color.from_rgb(shade.r, shade.g, shade.b)


def _between(shades: Sequence[Shade]) -> list[Shade]:
    steps = BAR // (len(shades) - 1)
    return [one.blend(other, step / steps) for one, other in pairwise(shades) for step in range(steps)]


def _cards(colours: Mapping[str, Color]) -> list[Segment]:
    ink = Color.from_ansi(0)
    cards = [Segment(f" {letter} ", Style(color=ink, bgcolor=colour)) for letter, colour in colours.items()]
    return [part for card in cards for part in (card, Segment(" "))]


def _bar(colours: Sequence[Color]) -> list[Segment]:
    return [Segment(" "), *(Segment(" ", Style(bgcolor=colour)) for colour in colours)]
