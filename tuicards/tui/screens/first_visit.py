"""The card that somebody who comes by SSH fills in first: a name, and what their terminal can show."""

from collections.abc import Sequence
from typing import ClassVar, cast

import msgspec
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Center, Horizontal, Middle, Vertical
from textual.content import Content
from textual.widgets import Button, Input, Static

from tuicards.client_state import ClientState
from tuicards.locale.languages import LANGUAGES
from tuicards.settings import Settings, Signs
from tuicards.tui.bindings import bound
from tuicards.tui.glyphs import ASCII, usual_glyphs
from tuicards.tui.guest_app import NAME_REFUSED, GuestApp
from tuicards.tui.looks import colours_of
from tuicards.tui.screens.base import ClientScreen
from tuicards.tui.screens.choice import Choice, label_width
from tuicards.tui.screens.join import FORM_KEYS, Field
from tuicards.tui.screens.keyline import KeyLine
from tuicards.tui.screens.parts import label_button
from tuicards.tui.widgets.samples import Samples, colour_rows, sign_rows
from tuicards.wire.messages import NAME_LENGTH

LINES = ("language", "colour_depth", "signs")
COLOUR_LINES = "#colours-question, #palette, #colour_depth"
SIGNS: tuple[Signs, ...] = ("full", "plain")


class FirstVisitScreen(ClientScreen):
    """Enter alone goes on with what was guessed; arrows change it, and what they do is seen at once."""

    ROUTE = "first_visit"
    BINDINGS: ClassVar[list[BindingType]] = [*FORM_KEYS, bound("app.settings", "f3", "app.settings")]

    @property
    def guest(self) -> GuestApp:
        return cast("GuestApp", self.app)

    def compose(self) -> ComposeResult:
        with Middle(), Center(), Vertical(classes="dialog", id="card"):
            yield Static(id="intro", markup=False)
            yield Field("guest.name", "name", "guest.name.hint", value=self.client.person, most=NAME_LENGTH)
            yield Field("join.password", "password", password=True)
            yield Choice("language")
            yield Static(id="colours-question", classes="question", markup=False)
            yield Samples(colour_rows(), "palette")
            yield Choice("colour_depth")
            yield Static(id="signs-question", classes="question", markup=False)
            yield Samples(sign_rows(), "sign-samples")
            yield Choice("signs")
            yield Static(id="problem", markup=False)
            with Horizontal(classes="buttons"):
                yield Button(id="go", variant="primary")
                yield Button(id="quit", action="app.leave_app")
        yield KeyLine()

    def on_mount(self) -> None:
        refusal = self.guest.refusal
        code = refusal.code if refusal is not None else ""
        name, password = self.query_one("#name", Input), self.query_one("#password", Input)
        asks_name = not self.client.person or code in NAME_REFUSED
        name.parent.display = asks_name  # type: ignore[union-attr]
        password.parent.display = "password" in code or code == "too_many_guesses"  # type: ignore[union-attr]
        for part in self.query(COLOUR_LINES):
            part.display = not self.guest.knows_no_colour
        first = password if password.parent.display else name if asks_name else self.query_one("#go")  # type: ignore[union-attr]
        first.focus()

    def retell(self) -> None:
        say = self.client.say
        self.query_one("#card").border_title = Content(say("guest.title"))
        self.query_one("#intro", Static).update(say("guest.intro"))
        self.query_one("#colours-question", Static).update(say("guest.which_colours"))
        self.query_one("#signs-question", Static).update(say("guest.which_signs"))
        label_button(self.query_one("#go", Button), say("guest.go"))
        label_button(self.query_one("#quit", Button), say("home.quit"))
        self._retell_lines()

    def show_state(self, state: ClientState) -> None:
        refusal = self.guest.refusal
        words = "" if refusal is None else self.client.say(refusal.code, refusal.params)
        self.query_one("#problem", Static).update(words)

    def _retell_lines(self) -> None:
        say = self.client.say
        labels = {name: say(f"settings.{name}") for name in LINES}
        fields = list(self.query(Field))
        width = label_width([*labels.values(), *(field.label for field in fields)]) + 1
        for field in fields:
            field.retell(width)
        chosen = {"language": self._language, "colour_depth": self._depth, "signs": self._signs}
        for choice in self.query(Choice):
            choice.call(labels[choice.option], width)
            choice.show(chosen[choice.option], self._offered(choice.option))
        for samples, name in (("#palette", "colour_depth"), ("#sign-samples", "signs")):
            offered = [label for _, label in self._offered(name)]
            self.query_one(samples, Samples).show(chosen[name], offered)

    def _offered(self, name: str) -> Sequence[tuple[str, str]]:
        """The values of a line and what people call them."""
        if name == "language":
            return [(code, language.name) for code, language in LANGUAGES.items()]
        values: Sequence[str] = SIGNS if name == "signs" else [row for row, _ in colour_rows()]
        return [(value, self.client.say(f"settings.{name}.{value}")) for value in values]

    # ---- what is chosen -----------------------------------------------------------------------------

    @property
    def _language(self) -> str:
        return self.client.language.code

    @property
    def _depth(self) -> str:
        return colours_of(self.client.environ, self.client.settings.colour_depth)

    @property
    def _signs(self) -> str:
        chosen = self.client.settings.signs
        return self._guessed_signs if chosen == "auto" else chosen

    @property
    def _guessed_signs(self) -> Signs:
        return "plain" if usual_glyphs(self.client.environ) is ASCII else "full"

    def on_choice_changed(self, event: Choice.Changed) -> None:
        """What was guessed anyway is left to be guessed again, on the next terminal."""
        name, value = event.choice.option, event.value
        guessed = {"colour_depth": colours_of(self.client.environ), "signs": self._guessed_signs}
        settled = "auto" if value == guessed.get(name) else value
        now = msgspec.structs.asdict(self.client.settings) | {name: settled}
        self.client.settings = msgspec.convert(now, Settings)

    # ---- on ------------------------------------------------------------------------------------------

    def on_input_submitted(self) -> None:
        self.action_go()

    def on_button_pressed(self, event: Button.Pressed) -> None:
        if event.button.id == "go":
            self.action_go()

    def action_go(self) -> None:
        """On to the server, once there is a name where one is needed."""
        name, password = (self.query_one(f"#{field}", Input).value.strip() for field in ("name", "password"))
        if self.guest.named and not name:
            self.query_one("#problem", Static).update(self.client.say("home.name_first"))
            self.query_one("#name").focus()
        else:
            self.guest.settle(name, password)
