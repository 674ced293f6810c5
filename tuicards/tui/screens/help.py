"""All keys of the screen below, from its real bindings."""

from typing import TYPE_CHECKING, cast

from textual.app import ComposeResult
from textual.binding import ActiveBinding
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.content import Content
from textual.screen import Screen
from textual.widgets import Button, Static

from tuicards.tui.screens.base import Dialog
from tuicards.tui.screens.dialogs import MenuDialog

if TYPE_CHECKING:
    from tuicards.tui.app import TuiCards

LEGEND = (
    "Arrows, digits, Enter, Space, Tab and Escape are enough everywhere, and so is the mouse. "
    "Escape shows what can be done now; it never leaves a table. "
    "If the terminal looks wrong after a crash, type: reset"
)


def actions_of(screen: Screen[object]) -> list[ActiveBinding]:
    """What the keys of a screen do now, each action once, those that explain themselves with a tooltip.

    First what belongs to the screen, then what works everywhere.
    """
    found = {active.binding.action: active for active in screen.active_bindings.values() if active.binding.tooltip}
    return sorted(found.values(), key=lambda active: active.node is screen.app)


class HelpScreen(Dialog[None]):
    """The keys that work on a screen, with what each does."""

    def __init__(self, screen: Screen[object]) -> None:
        super().__init__()
        self._actions = actions_of(screen)

    def compose(self) -> ComposeResult:
        with Vertical(classes="dialog wide") as box:
            box.border_title = "Keys"
            with VerticalScroll(id="keys"):
                yield Static(Content("\n").join([self._line(active) for active in self._actions]))
                yield Static(LEGEND, markup=False, id="legend")
            with Horizontal(classes="buttons"):
                yield Button("Rules", id="rules", action="app.rules")
                yield Button("Back", id="back", variant="primary", action="screen.close")

    def on_mount(self) -> None:
        self.query_one("#back").focus()

    def _line(self, active: ActiveBinding) -> Content:
        key = self.app.get_key_display(active.binding)
        style = "" if active.enabled else "$dim"
        name, tip = self.client.worded(active.binding.description), self.client.worded(active.tooltip)
        return Content.assemble((f" {key:>8}  ", "bold $accent"), (f"{name:<16}", f"bold {style}"), (tip, style))


class ActionsDialog(MenuDialog):
    """What can be done on a screen now, to choose from without knowing a key."""

    def __init__(self, screen: Screen[object]) -> None:
        self._worded = cast("TuiCards", screen.app).worded
        self._actions = [active for active in actions_of(screen) if active.enabled]
        super().__init__("What to do", [self._line(number) for number in range(len(self._actions))])

    def _line(self, number: int) -> tuple[str, Content]:
        active = self._actions[number]
        name, tip = self._worded(active.binding.description), self._worded(active.tooltip)
        words = (f" {name:<16}", "bold"), (tip, "$dim")
        return str(number), Content.assemble(*words)

    def action(self, choice: str) -> ActiveBinding:
        """What was chosen."""
        return self._actions[int(choice)]
