"""One line with a label and one of several values, changed with Left and Right, Enter, Space or the mouse."""

from collections.abc import Sequence
from typing import ClassVar

from textual.binding import BindingType
from textual.content import Content
from textual.events import Click
from textual.message import Message
from textual.widget import Widget

from tuicards.tui.bindings import bound
from tuicards.tui.screens.base import client_of

LABEL_WIDTH = 31


class Choice(Widget, can_focus=True):
    """Offers values in a ring. With `open` Enter asks for any other value (the screen answers `Asked`)."""

    BINDINGS: ClassVar[list[BindingType]] = [
        bound("choice.up", "up", "app.focus_previous", show=False, tip=False),
        bound("choice.down", "down", "app.focus_next", show=False, tip=False),
        bound("choice.before", "left", "step(-1)", show=False, tip=False),
        bound("choice.next", "right,space", "step(1)", show=False, tip=False),
        bound("choice.enter", "enter", "enter"),
    ]

    class Changed(Message):
        """The person chose a value."""

        def __init__(self, choice: "Choice", value: str) -> None:
            super().__init__()
            self.choice, self.value = choice, value

    class Asked(Message):
        """The person wants to type a value."""

        def __init__(self, choice: "Choice") -> None:
            super().__init__()
            self.choice = choice

    def __init__(self, option: str, label: str = "", *, open_: bool = False, label_width: int = LABEL_WIDTH) -> None:
        super().__init__()
        self._label_width = label_width
        self.option, self.label, self.open = option, label, open_
        self.value = ""
        self.marked = False
        self._values: Sequence[str] = ()
        self._labels: Sequence[str] = ()

    def show(self, value: str, offered: Sequence[tuple[str, str]], *, marked: bool = False) -> None:
        """Shows a value out of the offered ones (value and what people call it). `marked`: not the usual one."""
        self.value, self.marked = value, marked
        self._values, self._labels = [one for one, _ in offered], [label for _, label in offered]
        self.refresh()

    def call(self, label: str, label_width: int) -> None:
        """Shows another label, in so many cells."""
        self.label, self._label_width = label, label_width
        self.refresh()

    @property
    def value_label(self) -> str:
        return self._labels[self._place] if self.value in self._values else self.value

    @property
    def _place(self) -> int:
        return self._values.index(self.value) if self.value in self._values else -1

    def render(self) -> Content:
        arrows = "bold" if self.has_focus else "$dim"
        value = "bold $accent" if self.marked and not self.has_focus else "bold"
        label = Content(self.label).truncate(self._label_width, ellipsis=True, pad=True)
        here = client_of(self).look.glyphs.turn if self.has_focus else " "
        line = Content.assemble(here, label, " ", ("< ", arrows), (self.value_label, value), (" >", arrows))
        return line.truncate(self.size.width, ellipsis=True, pad=True)

    def action_step(self, step: int) -> None:
        if self._values:
            place = self._place + step if self.value in self._values else 0
            self.post_message(self.Changed(self, self._values[place % len(self._values)]))

    def action_enter(self) -> None:
        if self.open:
            self.post_message(self.Asked(self))
        else:
            self.action_step(1)

    def on_click(self, event: Click) -> None:
        """The left arrow goes back, the right one on; the value itself can be typed where that is allowed."""
        start = self._label_width + 2
        if event.x <= start + 1:
            self.action_step(-1)
        elif self.open and event.x < start + Content(self.value_label).cell_length + 2:
            self.action_enter()
        else:
            self.action_step(1)


def label_width(labels: Sequence[str], most: int = LABEL_WIDTH + 5) -> int:
    """Cells that hold every label, `most` at most."""
    return min(most, max((Content(label).cell_length for label in labels), default=0))
