"""Questions on the way to a server: an address, a password, a table's code."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.widgets import Button, Input, Static

from tuicards.tui.bindings import bound
from tuicards.tui.screens.base import Dialog, Result, client_of
from tuicards.tui.screens.choice import Choice, label_width
from tuicards.tui.screens.parts import label_button

FORM_KEYS: list[BindingType] = [
    bound("form.up", "up", "app.focus_previous", show=False, tip=False),
    bound("form.down", "down", "app.focus_next", show=False, tip=False),
    bound("form.go", "ctrl+s,f10", "go"),
]
LONGEST_LABEL = 24


@dataclass(frozen=True)
class Wish:
    """Where somebody wants to go. An empty `table` is the lobby."""

    address: str
    password: str
    table: str
    watch: bool


class Field(Horizontal):
    """A labelled line to type in, `most` characters at most (0: any number). Label and hint are codes."""

    def __init__(
        self, code: str, name: str, hint: str = "", *, value: str = "", password: bool = False, most: int = 0
    ) -> None:
        super().__init__(classes="field")
        self._code, self._hint = code, hint
        self._label = Static(classes="label", markup=False)
        self._input = Input(value, password=password, max_length=most, id=name, compact=True)

    def compose(self) -> ComposeResult:
        yield self._label
        yield self._input

    @property
    def label(self) -> str:
        """What stands before the line, in the reader's language."""
        return client_of(self).say(self._code)

    def retell(self, width: int) -> None:
        """Says label and hint; the label has so many cells."""
        self._label.update(self.label)
        self._label.styles.width = width
        self._input.placeholder = client_of(self).say(self._hint) if self._hint else ""


class FormDialog(Dialog[Result]):
    """Fields one below the other. Up and Down move between them; Enter goes to the next one.

    `WORDS` has the code of each button by its id; the button `go` accepts.
    """

    TITLE: ClassVar[str] = ""
    WORDS: ClassVar[Mapping[str, str]] = {}
    BINDINGS: ClassVar[list[BindingType]] = FORM_KEYS

    @property
    def heading(self) -> str:
        """What the frame is called."""
        return self.client.say(self.TITLE)

    def retell(self) -> None:
        self.query_one(".dialog").border_title = Content(self.heading)
        for name, code in self.WORDS.items():
            label_button(self.query_one(f"#{name}", Button), self.client.say(code))
        fields = self.query(Field).results(Field)
        width = label_width([field.label for field in self.query(Field)], LONGEST_LABEL)
        for field in fields:
            field.retell(width + 1)

    def action_go(self) -> None:
        """Accepts, as the first button does."""
        self.query(Button).first().press()

    def on_input_submitted(self) -> None:
        self.focus_next()

    def text(self, field: str) -> str:
        """What stands in a field."""
        return self.query_one(f"#{field}", Input).value.strip()


class JoinDialog(FormDialog[Wish]):
    """Asks for a server's address, and for a table there."""

    WORDS: ClassVar[Mapping[str, str]] = {"go": "join.connect", "back": "join.back"}

    def __init__(self, *, watch: bool) -> None:
        super().__init__()
        self._watch = watch

    def compose(self) -> ComposeResult:
        with Vertical(classes="dialog"):
            yield Field("join.address", "address", "join.address.hint")
            yield Field("join.table", "table", "join.table.hint")
            yield Field("join.password", "password", "join.password.hint", password=True)
            yield Choice("role", label_width=11)
            with Horizontal(classes="buttons"):
                yield Button(id="go", variant="primary")
                yield Button(id="back")

    @property
    def heading(self) -> str:
        return self.client.say("join.title_watch" if self._watch else "join.title")

    def on_button_pressed(self, event: Button.Pressed) -> None:
        if event.button.id == "back":
            self.dismiss(None)
        elif not self.text("address"):
            self.query_one("#address").focus()
        else:
            self.dismiss(Wish(self.text("address"), self.text("password"), self.text("table").upper(), self._watch))

    def retell(self) -> None:
        super().retell()
        say = self.client.say
        offered = [(role, say(f"join.role.{role}")) for role in ("play", "watch")]
        choice = self.query_one(Choice)
        labels = [field.label for field in self.query(Field)]
        choice.call(say("join.role"), label_width(labels, LONGEST_LABEL) - 1)
        choice.show("watch" if self._watch else "play", offered)

    def on_choice_changed(self, event: Choice.Changed) -> None:
        self._watch = event.value == "watch"
        self.retell()


class HostDialog(FormDialog[str]):
    """Asks for the password of the server that is to run here; it may be empty."""

    TITLE = "host.title"
    WORDS: ClassVar[Mapping[str, str]] = {"go": "host.go", "back": "join.back"}

    def compose(self) -> ComposeResult:
        with Vertical(classes="dialog"):
            yield Static(markup=False, classes="question")
            yield Field("join.password", "password", "host.password.hint", password=True)
            with Horizontal(classes="buttons"):
                yield Button(id="go", variant="primary")
                yield Button(id="back")

    def retell(self) -> None:
        super().retell()
        self.query_one(".question", Static).update(self.client.say("host.about"))

    def on_button_pressed(self, event: Button.Pressed) -> None:
        self.dismiss(self.text("password") if event.button.id == "go" else None)


class CodeDialog(FormDialog[tuple[str, bool]]):
    """Asks for a table's code, and whether to play or to watch there."""

    TITLE = "code.title"
    WORDS: ClassVar[Mapping[str, str]] = {"join": "code.join", "watch": "code.watch", "back": "join.back"}

    def compose(self) -> ComposeResult:
        with Vertical(classes="dialog"):
            yield Field("join.table", "table", "code.hint")
            with Horizontal(classes="buttons"):
                yield Button(id="join", variant="primary")
                yield Button(id="watch")
                yield Button(id="back")

    def on_button_pressed(self, event: Button.Pressed) -> None:
        if event.button.id == "back":
            self.dismiss(None)
        elif not self.text("table"):
            self.query_one("#table").focus()
        else:
            self.dismiss((self.text("table").upper(), event.button.id == "watch"))
