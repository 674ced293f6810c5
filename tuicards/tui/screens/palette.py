"""The command palette: everything that can be done here, found by typing a part of its name."""

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.fuzzy import Matcher
from textual.screen import Screen
from textual.widgets import Input, OptionList, Static

from tuicards.tui.bindings import bound
from tuicards.tui.screens.base import Dialog
from tuicards.tui.screens.choice import label_width
from tuicards.tui.screens.commands import Command, every_command
from tuicards.tui.screens.parts import Menu

LONGEST_NAME = 34
LONGEST_KEYS = 12


class Palette(Dialog[Command]):
    """Answers the command chosen. Up and Down choose while one types; Enter or a click does it."""

    BINDINGS: ClassVar[list[BindingType]] = [
        bound("palette.up", "up", "move('cursor_up')", show=False, tip=False),
        bound("palette.down", "down", "move('cursor_down')", show=False, tip=False),
        bound("palette.page_up", "pageup", "move('page_up')", show=False, tip=False),
        bound("palette.page_down", "pagedown", "move('page_down')", show=False, tip=False),
    ]

    def __init__(self, screen: Screen[object]) -> None:
        super().__init__()
        self._about = screen
        self._commands: list[Command] = []

    def compose(self) -> ComposeResult:
        with Vertical(classes="dialog wide", id="palette-box"):
            yield Input(id="find", compact=True)
            yield Menu(id="found")
            yield Static(id="none", markup=False)

    def on_mount(self) -> None:
        self.query_one(Menu).can_focus = False
        self.query_one(Input).focus()

    def retell(self) -> None:
        say = self.client.say
        self._commands = every_command(self._about)
        box = self.query_one("#palette-box")
        box.border_title, box.border_subtitle = Content(say("palette.title")), Content(say("palette.help"))
        self.query_one(Input).placeholder = say("palette.hint")
        self.query_one("#none", Static).update(say("palette.none"))
        self._find(self.query_one(Input).value.strip())

    def _find(self, text: str) -> None:
        """Shows what fits, the best first."""
        fitting = self._fitting(text)
        menu = self.query_one(Menu)
        names = label_width([command.name for command in self._commands], LONGEST_NAME)
        keys = label_width([command.key for command in self._commands], LONGEST_KEYS)
        menu.clear_options()
        menu.fill([(str(number), line(self._commands[number], names, keys)) for number in fitting])
        menu.highlighted = 0 if fitting else None
        self.query_one("#none").display = not fitting

    def _fitting(self, text: str) -> list[int]:
        """The commands that fit, by their names first; without a text all of them in their own order."""
        every = range(len(self._commands))
        if not text:
            return list(every)
        matcher = Matcher(text)
        scores = [
            (matcher.match(command.name), matcher.match(f"{command.name} {command.note}"))
            for command in self._commands
        ]
        return sorted((number for number in every if any(scores[number])), key=scores.__getitem__, reverse=True)

    def on_input_changed(self, event: Input.Changed) -> None:
        self._find(event.value.strip())

    def on_input_submitted(self) -> None:
        self.query_one(Menu).action_select()

    def action_move(self, move: str) -> None:
        """Moves the cursor in the list."""
        getattr(self.query_one(Menu), f"action_{move}")()

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        self.dismiss(self._commands[int(event.option_id or 0)])


def line(command: Command, names: int, keys: int) -> Content:
    """A command in columns of so many cells: its name, its keys, a word about it."""
    name = Content.styled(command.name, "bold").truncate(names, ellipsis=True, pad=True)
    key = Content.styled(command.key, "$accent").truncate(keys, ellipsis=True, pad=True)
    return Content.assemble(" ", name, "  ", key, "  ", (command.note, "$dim"))
