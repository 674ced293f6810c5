"""A fixed region of the table that is drawn line by line, and redrawn only where it differs."""

from collections.abc import Callable, Sequence

from rich.segment import Segment
from rich.style import Style
from textual.color import Color
from textual.filter import LineFilter
from textual.geometry import Region, Size
from textual.strip import Strip
from textual.widget import Widget

from tuicards.tui.widgets.canvas import Canvas
from tuicards.tui.widgets.scene import Scene

ROLES = (
    "R", "O", "Y", "G", "B", "P", "special", "black", "redsuit", "title", "label", "quiet", "strong", "good", "bad",
    "mine", "alert", "lit", "dim", "struck", "key", "banner", "line", "turn",
)  # fmt: skip
"""Every role that a painter may use; the style sheet gives each a look as `panel--ROLE`."""

LOOKS = {f"panel--{role}" for role in ROLES}
"""Component classes of a screen with panels. They belong to the screen, so that each look is worked out once."""

Painter = Callable[[Canvas, Scene], None]


class Panel(Widget):
    """Shows what its painter draws of the scene. Equal cells are not drawn again; nothing is ever laid out anew.

    The screen must have LOOKS among its component classes.
    """

    def __init__(
        self,
        painter: Painter,
        *,
        id: str,  # noqa: A002
        classes: str = "",
        choosing: bool = True,
        timed: bool = False,
    ) -> None:
        """`choosing`: whether the drawing shows what the person is about to choose; `timed`: what time is left."""
        super().__init__(id=id, classes=classes)
        self._painter = painter
        self._choosing = choosing
        self._timed = timed
        self._scene: Scene | None = None
        self._canvas: Canvas | None = None
        self._strips: dict[int, Strip] = {}
        """Lines of the canvas that are ready to be shown."""
        self._looks: dict[str, Style] = {}

    @property
    def scene(self) -> Scene | None:
        """What is shown now."""
        return self._scene

    def show(self, scene: Scene) -> None:
        """Shows another scene: only the cells that differ reach the terminal."""
        if not self._choosing:
            scene = scene.settled
        if not self._timed:
            scene = scene.timeless
        if scene != self._scene:
            self._scene = scene
            self.redraw()

    def redraw(self) -> None:
        """Draws the scene anew: only the cells that differ reach the terminal. What is hidden is drawn when it is
        seen again."""
        old, size = self._canvas, self.size
        if old is None or (old.width, old.height) != size:
            self._forget()
            if size:
                self.refresh()
            return
        self._canvas = self._painted(size)
        changes = list(self._canvas.changes(old))
        for y, _, _ in changes:
            self._strips.pop(y, None)
        if changes:
            self.refresh(*(Region(x, y, width, 1) for y, x, width in changes))

    def text(self) -> list[str]:
        """The lines shown, as plain text."""
        return self._drawn().lines() if self._scene is not None else []

    def _forget(self) -> None:
        self._canvas = None
        self._strips.clear()

    def _drawn(self) -> Canvas:
        if self._canvas is None:
            self._canvas = self._painted(self.size)
        return self._canvas

    def _painted(self, size: Size) -> Canvas:
        assert self._scene is not None
        canvas = Canvas(*size, self._scene.glyphs)
        self._painter(canvas, self._scene)
        return canvas

    def _look(self, role: str) -> Style:
        """What a role looks like here, as the terminal is to have it."""
        if role not in self._looks:
            look = self.rich_style
            for part in role.split():
                look += self.screen.get_component_rich_style(f"panel--{part}", partial=True)
            self._looks[role] = filtered(look, self.get_line_filters(), self.background_colors[1])
        return self._looks[role]

    def notify_style_update(self) -> None:
        """The theme has changed: every look is another."""
        super().notify_style_update()
        self._looks = {}
        self._strips.clear()

    def on_resize(self) -> None:
        self._forget()
        self.refresh()

    def render_lines(self, crop: Region) -> list[Strip]:
        """What was drawn last. Around a panel's cells is nothing and nothing shines through them: its lines go out as
        they are, and those that did not change are not looked at again."""
        lines = [self._line(y, crop.right) for y in crop.line_range]
        return lines if crop.x == 0 else [line.crop(crop.x) for line in lines]

    def _line(self, y: int, width: int) -> Strip:
        strip = self._strips.get(y)
        if strip is None and self._scene is not None and y < self._drawn().height:
            strip = self._strips[y] = self._drawn().strip(y, self._look)
        strip = strip or Strip([], 0)
        return strip if strip.cell_length == width else strip.adjust_cell_length(width, self._look(""))


def filtered(look: Style, filters: Sequence[LineFilter], background: Color) -> Style:
    """The style after all that is done to every style on its way out, such as taking colours away."""
    for one in filters:
        (segment,) = one.apply([Segment(" ", look)], background)
        look = segment.style or look
    return look
