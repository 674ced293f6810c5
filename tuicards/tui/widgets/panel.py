"""A fixed region of the table that is drawn line by line, and redrawn only where it differs."""

from collections.abc import Callable
from typing import ClassVar

from rich.style import Style
from textual.events import Resize
from textual.geometry import Region
from textual.strip import Strip
from textual.widget import Widget

from tuicards.tui.widgets.canvas import Canvas
from tuicards.tui.widgets.scene import Scene

ROLES = (
    "R", "O", "Y", "G", "B", "P", "special", "black", "redsuit",
    "title", "label", "quiet", "strong", "good", "bad", "mine", "alert",
    "lit", "dim", "struck", "key", "banner", "line", "turn",
)  # fmt: skip
"""Every role that a painter may use; the style sheet gives each a look as `panel--ROLE`."""

Painter = Callable[[Canvas, Scene], None]


class Panel(Widget):
    """Shows what its painter draws of the scene. Equal lines are not drawn again; nothing is ever laid out anew."""

    COMPONENT_CLASSES: ClassVar[set[str]] = {f"panel--{role}" for role in ROLES}

    def __init__(self, painter: Painter, *, id: str, classes: str = "") -> None:  # noqa: A002
        super().__init__(id=id, classes=classes)
        self._painter = painter
        self._scene: Scene | None = None
        self._strips: list[Strip] = []
        self._looks: dict[str, Style] = {}

    @property
    def scene(self) -> Scene | None:
        """What is shown now."""
        return self._scene

    def show(self, scene: Scene) -> None:
        """Shows another scene: only the lines that differ reach the terminal."""
        if scene == self._scene:
            return
        self._scene = scene
        old, self._strips = self._strips, self._drawn()
        if len(old) != len(self._strips):
            self.refresh()
            return
        changed = [y for y, strip in enumerate(self._strips) if strip != old[y]]
        if changed:
            self.refresh(*(Region(0, y, self.size.width, 1) for y in changed))

    def text(self) -> list[str]:
        """The lines shown, as plain text."""
        return [strip.text for strip in self._strips]

    def _drawn(self) -> list[Strip]:
        if self._scene is None or not self.size:
            return []
        canvas = Canvas(self.size.width, self.size.height, self._scene.glyphs)
        self._painter(canvas, self._scene)
        return canvas.strips(self._look)

    def _look(self, role: str) -> Style:
        if role not in self._looks:
            look = self.rich_style
            for part in role.split():
                look += self.get_component_rich_style(f"panel--{part}", partial=True)
            self._looks[role] = look
        return self._looks[role]

    def notify_style_update(self) -> None:
        """The theme has changed: every look is another."""
        super().notify_style_update()
        self._looks = {}
        self._strips = self._drawn() if self.is_attached else []

    def on_resize(self, event: Resize) -> None:
        self._strips = self._drawn()
        self.refresh()

    def render_line(self, y: int) -> Strip:
        """One line of what was drawn last."""
        return self._strips[y] if y < len(self._strips) else Strip.blank(self.size.width, self.rich_style)
