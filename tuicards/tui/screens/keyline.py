"""The last line of a screen: the keys that do something now. Each can be clicked."""

from collections.abc import Sequence

from textual.binding import ActiveBinding
from textual.content import Content
from textual.events import Click
from textual.screen import Screen
from textual.widget import Widget

from tuicards.tui.screens.base import client_of
from tuicards.tui.taste import Tasteful

BETWEEN = "  "
"""Between two keys."""


class KeyLine(Tasteful, Widget):
    """Shows the screen's bindings; those that are not possible now are dim.

    One widget drawn as one line: Textual's own footer makes a widget for each key anew at every change of
    focus, which is slow to draw and much to send over a slow link.
    """

    def __init__(self) -> None:
        super().__init__()
        self._places: list[tuple[range, ActiveBinding]] = []

    def on_mount(self) -> None:
        self.screen.bindings_updated_signal.subscribe(self, self._bindings_changed)

    def _bindings_changed(self, screen: Screen[object]) -> None:
        if self.is_attached and screen is self.screen:
            self.refresh()

    def taste_changed(self) -> None:
        self.refresh()

    def render(self) -> Content:
        line = Content(" ")
        self._places = []
        for active, words in self._fitting():
            if self._places:
                line += BETWEEN
            start = line.cell_length
            line += words
            self._places.append((range(start, line.cell_length), active))
        return line.truncate(self.size.width, ellipsis=True)

    def _fitting(self) -> list[tuple[ActiveBinding, Content]]:
        """The bindings with their words, as many as the line has room for: the last ones go first, but never those of
        the app."""
        entries = [(active, self._words(active)) for active in shown_bindings(self.screen)]
        while _length(entries) > self.size.width:
            own = [place for place, (active, _) in enumerate(entries) if active.node is not self.app]
            if not own:
                break
            del entries[own[-1]]
        return entries

    def _words(self, active: ActiveBinding) -> Content:
        key = self.app.get_key_display(active.binding)
        words = client_of(self).worded(active.binding.description)
        if not active.enabled:
            return Content.styled(f"{key} {words}", "$dim")
        return Content.assemble((key, "bold $accent"), f" {words}")

    async def on_click(self, event: Click) -> None:
        for place, active in self._places:
            if event.x in place and active.enabled:
                await self.app.run_action(active.binding.action, active.node)


def _length(entries: Sequence[tuple[ActiveBinding, Content]]) -> int:
    """Cells of the line, with a blank before and after it."""
    return sum(words.cell_length + len(BETWEEN) for _, words in entries) - len(BETWEEN) + 2


def shown_bindings(screen: Screen[object]) -> list[ActiveBinding]:
    """The bindings to show, each action once."""
    found: dict[str, ActiveBinding] = {}
    for active in screen.active_bindings.values():
        if active.binding.show:
            found.setdefault(active.binding.action, active)
    return sorted(found.values(), key=declared_place)


def declared_place(active: ActiveBinding) -> tuple[bool, int]:
    """Where a binding stands among its widget's own, whichever key it has now; those of the app come last."""
    bindings = [one.id for same in active.node._bindings.key_to_bindings.values() for one in same]
    place = bindings.index(active.binding.id) if active.binding.id in bindings else len(bindings)
    return active.node is active.node.app, place
