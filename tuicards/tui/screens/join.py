"""Questions on the way to a server: which one, a password, a table's code."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.widgets import Button, Input, OptionList, Static

from tuicards.destination import Destination
from tuicards.errors import Param, TuicardsError
from tuicards.tui.bindings import bound
from tuicards.tui.screens.base import Dialog, Result, client_of
from tuicards.tui.screens.choice import Choice, label_width
from tuicards.tui.screens.nearby import Nearby
from tuicards.tui.screens.parts import label_button

FORM_KEYS: list[BindingType] = [
    bound("form.up", "up", "app.focus_previous", show=False, tip=False),
    bound("form.down", "down", "app.focus_next", show=False, tip=False),
    bound("form.go", "ctrl+s,f10", "go"),
]
LONGEST_LABEL = 24


@dataclass(frozen=True)
class Wish:
    """Where somebody wants to go. Without `table` and `mark` it is the lobby."""

    address: str
    password: str
    table: str
    watch: bool
    mark: int = 0
    """What a join code says of the table, see `tuicards.join_code.table_mark`."""


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

    def on_input_submitted(self, event: Input.Submitted) -> None:
        self.entered(event.input.id or "")

    def entered(self, field: str) -> None:
        """Enter was pressed in a field: on to the next one."""
        self.focus_next()

    def text(self, field: str) -> str:
        """What stands in a field."""
        return self.query_one(f"#{field}", Input).value.strip()


class JoinDialog(FormDialog[Wish]):
    """Offers the servers around, and asks for an address or a join code, and for a table there.

    The line for the address has the focus all along: in it Up and Down choose among the servers, and Enter goes to
    the server that was chosen, or to what was typed after that.
    """

    PLACE = "join"
    WORDS: ClassVar[Mapping[str, str]] = {"go": "join.connect", "back": "join.back"}
    BINDINGS: ClassVar[list[BindingType]] = [
        bound("form.up", "up", "step(-1)", show=False, tip=False),
        bound("form.down", "down", "step(1)", show=False, tip=False),
        bound("form.go", "ctrl+s,f10", "go"),
    ]

    def __init__(self, *, watch: bool, table: str = "") -> None:
        super().__init__()
        self._watch, self._table = watch, table
        self._choosing = False
        """Whether Enter means the server under the cursor of the list."""

    def compose(self) -> ComposeResult:
        with Vertical(classes="dialog wide", id="join"):
            yield Nearby()
            yield Field("join.address", "address", "join.address.hint", value=self.client.sought)
            yield Field("join.password", "password", "join.password.hint", password=True)
            yield Field("join.table", "table", "join.table.hint", value=self._table)
            yield Choice("role", label_width=11)
            yield Static(id="problem", markup=False)
            with Horizontal(classes="buttons"):
                yield Button(id="go", variant="primary")
                yield Button(id="back")

    def on_mount(self) -> None:
        self._choose(not self.text("address"))

    @property
    def heading(self) -> str:
        return self.client.say("join.title_watch" if self._watch else "join.title")

    def retell(self) -> None:
        super().retell()
        say = self.client.say
        self.query_one("#join").border_subtitle = Content(say("join.hint"))
        self.query_one(Nearby).retell()
        offered = [(role, say(f"join.role.{role}")) for role in ("play", "watch")]
        choice = self.query_one(Choice)
        labels = [field.label for field in self.query(Field)]
        choice.call(say("join.role"), label_width(labels, LONGEST_LABEL) - 1)
        choice.show("watch" if self._watch else "play", offered)

    def on_choice_changed(self, event: Choice.Changed) -> None:
        self._watch = event.value == "watch"
        self.retell()

    # ---- list or address --------------------------------------------------------------------------

    def _choose(self, choosing: bool) -> None:
        self._choosing = choosing
        self.query_one(Nearby).set_class(choosing, "-chosen")

    def action_step(self, by: int) -> None:
        """From server to server, and on to the other fields."""
        nearby = self.query_one(Nearby)
        if not self.query_one("#address").has_focus:
            self.focus_next() if by > 0 else self.focus_previous()
        elif nearby.chosen is not None and (not self._choosing or nearby.step(by) or by < 0):
            self._choose(True)
        elif by > 0:
            self.focus_next()

    def on_input_changed(self, event: Input.Changed) -> None:
        self.query_one("#problem", Static).update("")
        if event.input.id == "address":
            self._choose(not event.value.strip())

    def entered(self, field: str) -> None:
        """Behind whatever was typed it goes there."""
        self._go()

    # ---- where to ---------------------------------------------------------------------------------

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        event.stop()
        self._choose(True)
        self._go()

    def on_button_pressed(self, event: Button.Pressed) -> None:
        if event.button.id == "back":
            self.dismiss(None)
        else:
            self._go()

    def _go(self) -> None:
        seen = self.query_one(Nearby).chosen if self._choosing else None
        if seen is not None:
            self._arrive(Destination(seen.where, locked=seen.about.locked))
        elif self.text("address"):
            self._find(self.text("address"))
        else:
            self.query_one("#address").focus()

    def _find(self, text: str) -> None:
        self.run_worker(self._look_for(text), group="find", exclusive=True)

    async def _look_for(self, text: str) -> None:
        """Goes where the text leads; says why where it leads nowhere, and all that was typed stays."""
        backend = self.client.start.backend
        if backend is None:
            return
        self._say("join.looking", text=text)
        try:
            place = await backend.find(text)
        except TuicardsError as error:
            self._say(error.code, **error.params)
            self.query_one("#address").focus()
        else:
            self._arrive(place)

    def _arrive(self, place: Destination) -> None:
        """The table that was typed counts before the one in a code. A locked server needs a password first."""
        if place.locked and not self.text("password"):
            self._say("password_needed")
            self.query_one("#password").focus()
            return
        self.client.sought = self.text("address")
        table = self.text("table").upper()
        mark = 0 if table else place.mark
        self.dismiss(Wish(place.address, self.text("password"), table or place.table, self._watch, mark))

    def _say(self, code: str, **params: Param) -> None:
        self.query_one("#problem", Static).update(self.client.say(code, params))


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
