"""The line where one says something, and above it all that has happened and been said, to be read back."""

from typing import ClassVar

from textual.binding import BindingType
from textual.events import MouseScrollDown, MouseScrollUp
from textual.message import Message
from textual.widgets import Input

from tuicards.tui.bindings import bound
from tuicards.tui.widgets.canvas import Canvas
from tuicards.tui.widgets.frame import log_rows
from tuicards.tui.widgets.panel import Panel
from tuicards.tui.widgets.scene import Scene

WHEEL = 3
"""Lines that a turn of the mouse wheel moves."""


class SayLine(Input):
    """A line to say something, from which one can read back what was said before."""

    BINDINGS: ClassVar[list[BindingType]] = [
        bound("chat.up", "up", "screen.read_back(1)", show=False, tip=False),
        bound("chat.down", "down", "screen.read_back(-1)", show=False, tip=False),
        bound("chat.page_up", "pageup", "screen.read_back(8)", show=False, tip=False),
        bound("chat.page_down", "pagedown", "screen.read_back(-8)", show=False, tip=False),
    ]


class Talk(Panel):
    """Tells by how many lines the mouse wheel reads back."""

    class Scrolled(Message):
        """The wheel was turned."""

        def __init__(self, lines: int) -> None:
            super().__init__()
            self.lines = lines

    def on_mouse_scroll_up(self, event: MouseScrollUp) -> None:
        event.stop()
        self.post_message(self.Scrolled(WHEEL))

    def on_mouse_scroll_down(self, event: MouseScrollDown) -> None:
        event.stop()
        self.post_message(self.Scrolled(-WHEEL))

    def furthest(self) -> int:
        """How many lines one can read back until the oldest one shows."""
        if self.scene is None:
            return 0
        return max(0, len(log_rows(self.scene, self.size.width - 2)) - self.size.height + 1)


def draw_talk(canvas: Canvas, scene: Scene) -> None:
    """The log of events and talk, `scene.back` lines before its end; above, how to go through it."""
    x = canvas.put(1, 0, scene.say("play.talk"), "title") + 2
    more = scene.say("play.talk.newer", count=scene.back) if scene.back else scene.say("play.talk.keys")
    canvas.right(x, 0, more, "alert" if scene.back else "quiet", max(0, canvas.width - x - 1))
    room = max(0, canvas.height - 1)
    rows = log_rows(scene, canvas.width - 2, room + scene.back)
    end = len(rows) - scene.back
    shown = rows[max(0, end - room) : max(0, end)]
    for y, (text, role) in enumerate(shown, canvas.height - len(shown)):
        canvas.put(1, y, text, role)
