"""Setting up a table: the game, the seats and every option, with what each means and what does not go together."""

from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.content import Content
from textual.events import DescendantFocus
from textual.widgets import Button, Input, Static

from tuicards.games import GAMES
from tuicards.games.api import OptionSpec
from tuicards.safe_text import safe_text
from tuicards.tui.screens.base import Dialog
from tuicards.tui.screens.choice import Choice
from tuicards.tui.screens.join import UP_DOWN, FormDialog, field
from tuicards.tui.screens.parts import marks
from tuicards.tui.setup import OWN, Setup, option_label, preset_label, speaker_of, value_label

TITLE_LENGTH = 40

WHAT = {
    "@game": "Which game is played.",
    "@preset": "A set of options that belong together. Each can still be changed below.",
    "@seats": "How many play. Bots can take the seats that no person wants.",
    "@public": "A public table stands in the lobby's list. The other kind is found by its code only.",
}


class CreateDialog(Dialog[Setup]):
    """Answers how the table is to be. With `fixed` the game and the title stay as they are."""

    BINDINGS: ClassVar[list[BindingType]] = UP_DOWN

    def __init__(self, setup: Setup, *, fixed: bool = False) -> None:
        super().__init__()
        self.setup, self._fixed = setup, fixed

    def compose(self) -> ComposeResult:
        with Vertical(classes="dialog wide", id="create") as box:
            box.border_title = "Options of the table" if self._fixed else "New table"
            if not self._fixed:
                yield from field(
                    "Title", "table-title", "what others see in the lobby", value=self.setup.title, most=TITLE_LENGTH
                )
            yield VerticalScroll(id="choices", can_focus=False)
            yield Static(id="about", markup=False)
            yield Static(id="problem", markup=False)
            with Horizontal(classes="buttons"):
                yield Button("Set" if self._fixed else "Create", id="go", variant="primary")
                yield Button("Back", id="back")

    async def on_mount(self) -> None:
        await self._rebuild()
        self.query(Choice).first().focus()

    async def _rebuild(self) -> None:
        """Lines for the options of the chosen game."""
        rows = [] if self._fixed else [Choice("@game", "Game")]
        rows += [Choice("@preset", "Preset"), Choice("@seats", "Seats"), Choice("@public", "Lobby")]
        speaker = speaker_of(self.setup.game)
        rows += [
            Choice(one.name, option_label(speaker, one.name), open_=one.open) for one in self.setup.rules.options
        ]
        box = self.query_one("#choices", VerticalScroll)
        await box.remove_children()
        await box.mount_all(rows)
        self._show()

    def _show(self) -> None:
        specs = {one.name: one for one in self.setup.rules.options}
        for choice in self.query(Choice):
            if choice.option in specs:
                self._show_option(choice, specs[choice.option])
        self._show_frame()
        problem = self.setup.problem()
        words = safe_text(speaker_of(self.setup.game).error(problem)) if problem else ""
        self.query_one("#problem", Static).update(words)
        self.query_one("#go", Button).disabled = problem is not None
        self._explain()

    def _show_option(self, choice: Choice, spec: OptionSpec) -> None:
        speaker = speaker_of(self.setup.game)
        value = self.setup.values[spec.name]
        offered = [(one, value_label(speaker, spec.name, one)) for one in spec.values]
        choice.show(value, offered, marked=value != spec.default)

    def _show_frame(self) -> None:
        setup = self.setup
        speaker = speaker_of(setup.game)
        presets = [("", "the usual rules"), *((name, preset_label(speaker, name)) for name in setup.rules.presets)]
        shown = {
            "@game": (setup.game, [(game.name, game.title) for game in GAMES.values()]),
            "@preset": (setup.preset, presets if setup.preset != OWN else [*presets, (OWN, "your own")]),
            "@seats": (str(setup.seats), [(str(number), str(number)) for number in setup.rules.seats]),
            "@public": (str(setup.public), [("True", "public"), ("False", "by code only")]),
        }
        for choice in self.query(Choice):
            if choice.option in shown:
                choice.show(*shown[choice.option])

    # ---- what a line means ------------------------------------------------------------------------

    @on(DescendantFocus)
    def _explain(self) -> None:
        choice = self.focused
        if isinstance(choice, Choice):
            self.query_one("#about", Static).update(self._about(choice))

    def _about(self, choice: Choice) -> Content:
        if choice.option in WHAT:
            return Content.assemble((choice.label, "bold"), "\n", WHAT[choice.option])
        spec = next(one for one in self.setup.rules.options if one.name == choice.option)
        values = [self._about_value(spec, value) for value in spec.values]
        own = [Content.styled("Enter: type another value", "$dim")] if spec.open else []
        return Content("\n").join([Content.styled(choice.label, "bold"), *values, *own])

    def _about_value(self, spec: OptionSpec, value: str) -> Content:
        here = value == self.setup.values[spec.name]
        label = value_label(speaker_of(self.setup.game), spec.name, value)
        return Content.assemble((f"{marks().person if here else marks().free} {label}", "bold" if here else "$dim"))

    # ---- what the person does ---------------------------------------------------------------------

    async def on_choice_changed(self, event: Choice.Changed) -> None:
        option, value = event.choice.option, event.value
        if option == "@game":
            await self._change_game(value)
            return
        self.setup = self._changed(option, value)
        self._show()

    async def _change_game(self, game: str) -> None:
        self.setup = self.setup.with_game(game)
        await self._rebuild()
        self.query(Choice).first().focus()

    def _changed(self, option: str, value: str) -> Setup:
        match option:
            case "@preset":
                return self.setup.with_preset(value) if value != OWN else self.setup
            case "@seats":
                return self.setup.with_seats(int(value))
            case "@public":
                return self.setup.with_public(value == "True")
            case _:
                return self.setup.with_value(option, value)

    def on_choice_asked(self, event: Choice.Asked) -> None:
        choice = event.choice

        def answered(value: str | None) -> None:
            if value:
                self.setup = self.setup.with_value(choice.option, value)
                self._show()

        self.app.push_screen(ValueDialog(choice.label, choice.value), answered)

    def on_input_changed(self, event: Input.Changed) -> None:
        self.setup = self.setup.with_title(event.value)

    def on_input_submitted(self) -> None:
        self.focus_next()

    def on_button_pressed(self, event: Button.Pressed) -> None:
        self.dismiss(self.setup if event.button.id == "go" else None)


class ValueDialog(FormDialog[str]):
    """Asks for a value in text."""

    def __init__(self, label: str, value: str) -> None:
        super().__init__()
        self._label, self._value = label, value

    def compose(self) -> ComposeResult:
        with Vertical(classes="dialog") as box:
            box.border_title = Content(self._label)
            yield from field("Value", "value", "", value=self._value)
            with Horizontal(classes="buttons"):
                yield Button("Set", id="go", variant="primary")
                yield Button("Back", id="back")

    def on_button_pressed(self, event: Button.Pressed) -> None:
        self.dismiss(self.text("value") if event.button.id == "go" else None)
