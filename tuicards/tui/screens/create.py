"""Setting up a table: the game, the seats and every option, with what each means and what does not go together."""

from collections.abc import Mapping
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
from tuicards.speech import Speaker
from tuicards.time_control import OFFERED
from tuicards.time_left import control_words
from tuicards.tui.bindings import written_key
from tuicards.tui.screens.base import Dialog
from tuicards.tui.screens.choice import Choice, label_width
from tuicards.tui.screens.join import FORM_KEYS, Field, FormDialog
from tuicards.tui.screens.parts import label_button, marks_of
from tuicards.tui.setup import OWN, Setup, option_label, preset_label, speaker_of, value_label

TITLE_LENGTH = 40

FRAME = ("@game", "@preset", "@seats", "@clock", "@public")
"""Lines about the table itself; the others are the game's options."""


class CreateDialog(Dialog[Setup]):
    """Answers how the table is to be. With `fixed` the game and the title stay as they are."""

    PLACE = "create"
    BINDINGS: ClassVar[list[BindingType]] = FORM_KEYS

    def __init__(self, setup: Setup, *, fixed: bool = False) -> None:
        super().__init__()
        self.setup, self._fixed = setup, fixed

    def compose(self) -> ComposeResult:
        with Vertical(classes="dialog wide", id="create"):
            if not self._fixed:
                yield Field(
                    "create.title", "table-title", "create.title.hint", value=self.setup.title, most=TITLE_LENGTH
                )
            yield VerticalScroll(id="choices", can_focus=False)
            yield Static(id="about", markup=False)
            yield Static(id="problem", markup=False)
            with Horizontal(classes="buttons"):
                yield Button(id="go", variant="primary")
                yield Button(id="back")
                yield Static(id="more", markup=False)

    async def on_mount(self) -> None:
        await self._rebuild()
        for first in self.query(Choice)[:1]:  # none where the dialog was closed meanwhile
            first.focus()

    def retell(self) -> None:
        say = self.client.say
        new = not self._fixed
        self.query_one("#create").border_title = Content(say("create.new" if new else "create.change"))
        label_button(self.query_one("#go", Button), say("create.go" if new else "create.set"))
        label_button(self.query_one("#back", Button), say("create.back"))
        for line in self.query(Field):
            line.retell(label_width([line.label]) + 3)
        self._show()

    @property
    def _speaker(self) -> Speaker:
        """Says the codes of the game that is chosen."""
        return speaker_of(self.setup.game, self.client.language)

    async def _rebuild(self) -> None:
        """Lines for the options of the chosen game."""
        rows = [Choice(name, open_=name == "@clock") for name in FRAME if not self._fixed or name != "@game"]
        rows += [Choice(one.name, open_=one.open) for one in self.setup.rules.options]
        box = self.query_one("#choices", VerticalScroll)
        await box.remove_children()
        await box.mount_all(rows)
        self._show()

    def _show(self) -> None:
        self._label()
        specs = {one.name: one for one in self.setup.rules.options}
        for choice in self.query(Choice):
            if choice.option in specs:
                self._show_option(choice, specs[choice.option])
        self._show_frame()
        problem = self.setup.problem()
        words = safe_text(self._speaker.error(problem)) if problem else ""
        self.query_one("#problem", Static).update(words)
        self.query_one("#go", Button).disabled = problem is not None
        self._explain()
        keys = written_key(self, "form.go")
        code = "create.more_set" if self._fixed else "create.more"
        self.query_one("#more", Static).update(self.client.say(code, {"keys": keys}) if keys and not problem else "")

    def _label(self) -> None:
        labels = {choice: self._label_of(choice.option) for choice in self.query(Choice)}
        width = label_width(list(labels.values()))
        for choice, label in labels.items():
            choice.call(label, width)

    def _label_of(self, option: str) -> str:
        if option in FRAME:
            return self.client.say(f"create.{option[1:]}")
        return option_label(self._speaker, option)

    def _show_option(self, choice: Choice, spec: OptionSpec) -> None:
        speaker = self._speaker
        value = self.setup.values[spec.name]
        offered = [(one, value_label(speaker, spec.name, one)) for one in spec.values]
        choice.show(value, offered, marked=value != spec.default)

    def _show_frame(self) -> None:
        setup, say, speaker = self.setup, self.client.say, self._speaker
        presets = [("", say("create.preset.usual"))]
        presets += [(name, preset_label(speaker, name)) for name in setup.rules.presets]
        shown = {
            "@game": (setup.game, [(name, speaker.title_of(name)) for name in GAMES]),
            "@preset": (
                setup.preset,
                presets if setup.preset != OWN else [*presets, (OWN, say("create.preset.own"))],
            ),
            "@seats": (str(setup.seats), [(str(number), str(number)) for number in setup.rules.seats]),
            "@clock": (setup.clock, self._clocks(speaker)),
            "@public": (str(setup.public), [("True", say("create.public.yes")), ("False", say("create.public.no"))]),
        }
        for choice in self.query(Choice):
            if choice.option in shown:
                choice.show(*shown[choice.option])

    def _clocks(self, speaker: Speaker) -> list[tuple[str, str]]:
        """The times that are offered, and the one that was typed."""
        clocks = dict.fromkeys((*OFFERED, self.setup.clock))
        return [(clock, safe_text(control_words(clock, speaker))) for clock in clocks]

    # ---- what a line means ------------------------------------------------------------------------

    @on(DescendantFocus)
    def _explain(self) -> None:
        choice = self.focused
        if isinstance(choice, Choice):
            self.query_one("#about", Static).update(self._about(choice))

    def _about(self, choice: Choice) -> Content:
        if choice.option in FRAME:
            about = self.client.say(f"create.{choice.option[1:]}.about")
            typed = f"\n{self.client.say('create.type')}" if choice.open else ""
            return Content.assemble((choice.label, "bold"), "\n", about, (typed, "$dim"))
        spec = next(one for one in self.setup.rules.options if one.name == choice.option)
        values = [self._about_value(spec, value) for value in spec.values]
        own = [Content.styled(self.client.say("create.type"), "$dim")] if spec.open else []
        return Content("\n").join([Content.styled(choice.label, "bold"), *values, *own])

    def _about_value(self, spec: OptionSpec, value: str) -> Content:
        here = value == self.setup.values[spec.name]
        label = value_label(self._speaker, spec.name, value)
        sign = marks_of(self).person if here else marks_of(self).free
        return Content.assemble((f"{sign} {label}", "bold" if here else "$dim"))

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
        for first in self.query(Choice)[:1]:  # none where the dialog was closed meanwhile
            first.focus()

    def _changed(self, option: str, value: str) -> Setup:
        match option:
            case "@preset":
                return self.setup.with_preset(value) if value != OWN else self.setup
            case "@seats":
                return self.setup.with_seats(int(value))
            case "@clock":
                return self.setup.with_clock(value)
            case "@public":
                return self.setup.with_public(value == "True")
            case _:
                return self.setup.with_value(option, value)

    def on_choice_asked(self, event: Choice.Asked) -> None:
        choice = event.choice

        def answered(value: str | None) -> None:
            if value:
                self.setup = self._changed(choice.option, value)
                self._show()

        self.app.push_screen(ValueDialog(choice), answered)

    def on_input_changed(self, event: Input.Changed) -> None:
        self.setup = self.setup.with_title(event.value)

    def on_input_submitted(self) -> None:
        self.focus_next()

    def action_go(self) -> None:
        """Accepts the table as it stands, if it can be had."""
        self.query_one("#go", Button).press()

    def on_button_pressed(self, event: Button.Pressed) -> None:
        self.dismiss(self.setup if event.button.id == "go" else None)


class ValueDialog(FormDialog[str]):
    """Asks for a value in text, other than those that a line offers."""

    WORDS: ClassVar[Mapping[str, str]] = {"go": "create.set", "back": "create.back"}

    def __init__(self, about: Choice) -> None:
        super().__init__()
        self._about = about

    def compose(self) -> ComposeResult:
        with Vertical(classes="dialog"):
            yield Field("create.value", "value", value=self._about.value)
            with Horizontal(classes="buttons"):
                yield Button(id="go", variant="primary")
                yield Button(id="back")

    @property
    def heading(self) -> str:
        return self._about.label

    def on_button_pressed(self, event: Button.Pressed) -> None:
        self.dismiss(self.text("value") if event.button.id == "go" else None)
