"""Help for where one is: what the screen is for, and all its keys, from its real bindings."""

from collections.abc import Sequence

from textual import work
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.content import Content
from textual.screen import Screen
from textual.widgets import Button, Static

from tuicards.tui.screens.base import ClientScreen, Dialog
from tuicards.tui.screens.choice import label_width
from tuicards.tui.screens.commands import Command, commands_of
from tuicards.tui.screens.dialogs import Lines, MenuDialog
from tuicards.tui.screens.parts import label_button

LONGEST_NAME = 22
BUTTONS = ("rules", "settings", "back")


class KeyRow(Horizontal):
    """Keys, the name of what they do, and what that means; dim where it is not possible now."""

    def __init__(self, command: Command, keys: int, names: int) -> None:
        super().__init__(classes="key-row")
        style = "" if command.enabled else "$dim"
        key = Content.styled(command.key, "bold $accent").truncate(keys, pad=True)
        name = Content.styled(command.name, f"bold {style}").truncate(names, ellipsis=True, pad=True)
        self._label = Static(Content.assemble("  ", key, "  ", name, "  "), classes="key-name")
        self._note = Static(Content.styled(command.note, style), classes="key-note")

    def compose(self) -> ComposeResult:
        yield self._label
        yield self._note


class HelpScreen(Dialog[None]):
    """Where one is, and the keys that work there, with what each does."""

    def __init__(self, screen: Screen[object]) -> None:
        super().__init__()
        self._about = screen

    def compose(self) -> ComposeResult:
        with Vertical(classes="dialog wide", id="help-box"):
            with VerticalScroll(id="keys"):
                yield Static(id="where", markup=False)
                yield Vertical(id="key-rows")
                yield Static(id="legend", markup=False)
            with Horizontal(classes="buttons"):
                yield Button(id="rules", action="app.rules")
                yield Button(id="settings", action="app.settings")
                yield Button(id="back", variant="primary", action="screen.close")

    def on_mount(self) -> None:
        self.query_one("#back").focus()

    def retell(self) -> None:
        say = self.client.say
        self.query_one(".dialog").border_title = Content(say("helpscreen.title"))
        self.query_one("#where", Static).update(say(f"helpscreen.where.{place_of(self._about)}"))
        self._show_keys()
        self.query_one("#legend", Static).update(say("helpscreen.legend"))
        for name in BUTTONS:
            label_button(self.query_one(f"#{name}", Button), say(f"helpscreen.{name}"))

    @work(group="keys", exclusive=True)
    async def _show_keys(self) -> None:
        box = self.query_one("#key-rows")
        await box.remove_children()
        await box.mount_all(key_rows(commands_of(self._about)))


def place_of(screen: Screen[object]) -> str:
    """The name by which the help knows a screen."""
    if isinstance(screen, ClientScreen):
        return screen.ROUTE
    return screen.PLACE if isinstance(screen, Dialog) else "other"


def key_rows(commands: Sequence[Command]) -> list[KeyRow]:
    """A row for each, in columns."""
    keys = label_width([command.key for command in commands])
    names = label_width([command.name for command in commands], LONGEST_NAME)
    return [KeyRow(command, keys, names) for command in commands]


class ActionsDialog(MenuDialog):
    """What can be done on a screen now, to choose from without knowing a key."""

    def __init__(self, screen: Screen[object]) -> None:
        self._about = screen
        self._commands: list[Command] = []
        super().__init__(lambda: self.client.say("helpscreen.actions"), self._offered)

    def _offered(self) -> Lines:
        self._commands = [command for command in commands_of(self._about) if command.enabled]
        names = label_width([command.name for command in self._commands], LONGEST_NAME)
        return [(str(number), _line(command, names)) for number, command in enumerate(self._commands)]

    def command(self, choice: str) -> Command:
        """What was chosen."""
        return self._commands[int(choice)]


def _line(command: Command, names: int) -> Content:
    name = Content.styled(command.name, "bold").truncate(names, ellipsis=True, pad=True)
    return Content.assemble(" ", name, "  ", (command.note, "$dim"))
