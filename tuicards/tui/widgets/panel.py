"""A fixed region of the table that is drawn line by line, and redrawn only where it differs."""

from collections.abc import Callable

from rich.style import Style
from textual.geometry import Region
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
        self._strips: list[Strip] | None = None
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
        """Draws the scene anew: only the cells that differ reach the terminal."""
        old, self._canvas, self._strips = self._canvas, None, None
        if old is None or (old.width, old.height) != self.size:
            self.refresh()
            return
        changed = [Region(x, y, width, 1) for y, x, width in self._drawn().changes(old)]
        if changed:
            self.refresh(*changed)

    def text(self) -> list[str]:
        """The lines shown, as plain text."""
        return [strip.text for strip in self._lines()]

    def _lines(self) -> list[Strip]:
        if self._strips is None:
            self._strips = self._drawn().strips(self._look) if self._scene is not None else []
        return self._strips

    def _drawn(self) -> Canvas:
        assert self._scene is not None
        if self._canvas is None:
            self._canvas = Canvas(self.size.width, self.size.height, self._scene.glyphs)
            self._painter(self._canvas, self._scene)
        return self._canvas

    def _look(self, role: str) -> Style:
        if role not in self._looks:
            look = self.rich_style
            for part in role.split():
                look += self.screen.get_component_rich_style(f"panel--{part}", partial=True)
            self._looks[role] = look
        return self._looks[role]

    def notify_style_update(self) -> None:
        """The theme has changed: every look is another."""
        super().notify_style_update()
        self._looks = {}
        self._strips = None

    def on_resize(self) -> None:
        self._canvas = self._strips = None
        self.refresh()

    def render_line(self, y: int) -> Strip:
        """One line of what was drawn last."""
        lines = self._lines()
        return lines[y] if y < len(lines) else Strip.blank(self.size.width, self.rich_style)
