"""Drawing when somebody looks, and when the program comes to rest: no terminal shows the steps on the way there."""

import contextvars
from typing import Any

from textual._compositor import Compositor
from textual.app import App

_draw: Any = Compositor.render_update
_waiting: dict[Compositor, "Later"] = {}


class Later:
    """A drawing that is made when it is looked at."""

    def __init__(self, compositor: Compositor, arguments: dict[str, Any]) -> None:
        self._compositor, self._arguments = compositor, arguments

    def __rich__(self) -> Any:
        return _draw(self._compositor, **self._arguments)


def drawn_later(self: Compositor, full: bool = False, **arguments: Any) -> Later:
    """In place of a drawing: what is to be drawn, together with what still waits for that."""
    if full:
        self._dirty_regions.add(self.size.region)
    _waiting[self] = later = Later(self, arguments)
    return later


def draw_what_waits(app: App[Any]) -> None:
    """Draws the screen in front where it has changed, as the program does: what cannot be drawn is a fault."""
    later = _waiting.get(app.screen._compositor)
    _waiting.clear()
    if later is not None:
        contextvars.copy_context().run(later.__rich__)
