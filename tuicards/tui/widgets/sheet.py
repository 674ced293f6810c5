"""The score sheet in a window that may be lower: its first line stays, the rest scrolls."""

from typing import ClassVar

from textual.binding import BindingType
from textual.events import MouseScrollDown, MouseScrollUp

from tuicards.tui.bindings import bound
from tuicards.tui.widgets.canvas import Canvas
from tuicards.tui.widgets.face import Face
from tuicards.tui.widgets.panel import Panel
from tuicards.tui.widgets.scene import Scene

END = 10_000
"""More lines than any sheet has."""

WHEEL = 3
"""Lines that a turn of the mouse wheel moves."""


class Sheet(Panel, can_focus=True):
    """Opens at its end, where the newest round is; arrows and the mouse wheel scroll it."""

    BINDINGS: ClassVar[list[BindingType]] = [
        bound("sheet.up", "up", "scroll(-1)", show=False, tip=False),
        bound("sheet.down", "down", "scroll(1)", show=False, tip=False),
        bound("sheet.page_up", "pageup", "scroll(-10)", show=False, tip=False),
        bound("sheet.page_down", "pagedown", "scroll(10)", show=False, tip=False),
        bound("sheet.begin", "home", f"scroll({-END})", show=False, tip=False),
        bound("sheet.end", "end", f"scroll({END})", show=False, tip=False),
    ]

    def __init__(self, face: Face, *, id: str) -> None:  # noqa: A002
        super().__init__(self._draw, id=id)
        self._face = face
        self._hidden_below = 0

    def _draw(self, canvas: Canvas, scene: Scene) -> None:
        """The first line, and as many of the others as there is room for."""
        whole = Canvas(canvas.width, max(canvas.height, self._face.sheet_height(scene, canvas.width)), canvas.glyphs)
        self._face.draw_sheet(whole, scene)
        hidden = whole.height - canvas.height
        self._hidden_below = max(0, min(self._hidden_below, hidden))
        above = hidden - self._hidden_below
        canvas.show_part(whole, above)
        if above:
            canvas.put(canvas.width - 1, 0, canvas.glyphs.above, "alert strong")
        if self._hidden_below:
            canvas.put(canvas.width - 1, canvas.height - 1, canvas.glyphs.below, "alert strong")

    def on_resize(self) -> None:
        super().on_resize()
        if self.scene is not None:
            self.styles.height = self._face.sheet_height(self.scene, self.size.width)

    def action_scroll(self, lines: int) -> None:
        """So many lines on; not beyond the beginning or the end."""
        self._hidden_below = max(0, self._hidden_below - lines)
        self.redraw()

    def on_mouse_scroll_up(self, event: MouseScrollUp) -> None:
        event.stop()
        self.action_scroll(-WHEEL)

    def on_mouse_scroll_down(self, event: MouseScrollDown) -> None:
        event.stop()
        self.action_scroll(WHEEL)
