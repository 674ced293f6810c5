"""The bar below the hand: what can be done now, or the answers to a question, always in the same line."""

from collections.abc import Iterator
from typing import NamedTuple

from rich.cells import cell_len
from textual import events
from textual.message import Message

from tuicards.tui.widgets.canvas import Canvas, Role
from tuicards.tui.widgets.panel import Panel
from tuicards.tui.widgets.scene import Choice, Scene


class Spot(NamedTuple):
    """Where one choice stands in the bar, its two brackets included."""

    number: int
    left: int
    width: int
    choice: Choice


def written(choice: Choice) -> str:
    """A choice as it stands in the bar: its key first, unless the key is the label; barred ones in parentheses."""
    key = choice.keys[0] if choice.keys else ""
    if choice.barred:
        return f"({choice.label})"
    return choice.label if not key or key == choice.label else f"{key} {choice.label}"


def room(choices: tuple[Choice, ...]) -> int:
    """Cells that all the choices take together, each with its two brackets."""
    return sum(cell_len(written(choice)) + 2 for choice in choices)


def spots(choices: tuple[Choice, ...], width: int, at: int) -> Iterator[Spot]:
    """The choices that fit, so many from the left dropped that the one at `at` is shown."""
    widths = [cell_len(written(choice)) + 2 for choice in choices]
    first = 0
    while first < at and sum(widths[first : at + 1]) > width:
        first += 1
    left = 0
    for index in range(first, len(choices)):
        if left + widths[index] > width:
            return
        yield Spot(index, left, widths[index], choices[index])
        left += widths[index]


class Bar(Panel):
    """Tells which choice was clicked."""

    class Clicked(Message):
        """A choice of the bar was clicked."""

        def __init__(self, index: int) -> None:
            super().__init__()
            self.index = index

    choices: tuple[Choice, ...] = ()

    def on_click(self, event: events.Click) -> None:
        at = self.scene.pick.bar if self.scene else 0
        for spot in spots(self.choices, self.size.width, at):
            if spot.left <= event.x < spot.left + spot.width:
                self.post_message(self.Clicked(spot.number))


def draw_bar(canvas: Canvas, scene: Scene, choices: tuple[Choice, ...]) -> None:
    """All choices in one line; the one under the cursor stands in brackets and is lit, a hinted one has its mark."""
    active = scene.pick.on_bar or scene.pick.question is not None
    y = 0
    for spot in spots(choices, canvas.width, scene.pick.bar):
        here = active and spot.number == scene.pick.bar
        left, right = "[]" if here else "  "
        role = _role(spot.choice, here)
        x = canvas.put(spot.left, y, left, role)
        x = _draw_label(canvas, x, y, spot.choice, role, here)
        canvas.put(x, y, right, role)
        if not here and spot.choice.move is not None and spot.choice.move == scene.pick.advised:
            canvas.put(spot.left, y, canvas.glyphs.hinted, "good strong")


def _role(choice: Choice, here: bool) -> Role:
    if choice.barred:
        return "struck lit" if here else "struck"
    return f"{choice.role or 'label'}{' lit' if here else ''}"


def _draw_label(canvas: Canvas, x: int, y: int, choice: Choice, role: Role, here: bool) -> int:
    key = choice.keys[0] if choice.keys else ""
    if key and key != choice.label and not here and not choice.role:
        x = canvas.put(x, y, key, "key")
        return canvas.put(x, y, f" {choice.label}", role)
    return canvas.put(x, y, written(choice), role)
