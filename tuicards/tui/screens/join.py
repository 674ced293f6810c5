"""Questions on the way to a server: an address, a password, a table's code."""

from dataclasses import dataclass
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.widgets import Button, Input, Static

from tuicards.tui.screens.base import Dialog, Result
from tuicards.tui.screens.choice import Choice

UP_DOWN: list[BindingType] = [
    Binding("up", "app.focus_previous", "Up", show=False, id="form.up"),
    Binding("down", "app.focus_next", "Down", show=False, id="form.down"),
]


@dataclass(frozen=True)
class Wish:
    """Where somebody wants to go. An empty `table` is the lobby."""

    address: str
    password: str
    table: str
    watch: bool


class FormDialog(Dialog[Result]):
    """Fields one below the other. Up and Down move between them; Enter goes to the next one."""

    BINDINGS: ClassVar[list[BindingType]] = UP_DOWN

    def on_input_submitted(self) -> None:
        self.focus_next()

    def text(self, field: str) -> str:
        """What stands in a field."""
        return self.query_one(f"#{field}", Input).value.strip()


class JoinDialog(FormDialog[Wish]):
    """Asks for a server's address, and for a table there."""

    def __init__(self, *, watch: bool) -> None:
        super().__init__()
        self._watch = watch

    def compose(self) -> ComposeResult:
        with Vertical(classes="dialog") as box:
            box.border_title = "Watch a table" if self._watch else "Join a server"
            yield from field("Address", "address", "192.168.1.20 or cards.example:7110")
            yield from field("Table code", "table", "empty: to the lobby")
            yield from field("Password", "password", "only if the server has one", password=True)
            yield Choice("role", "To", label_width=11)
            with Horizontal(classes="buttons"):
                yield Button("Connect", id="go", variant="primary")
                yield Button("Back", id="back")

    def on_button_pressed(self, event: Button.Pressed) -> None:
        if event.button.id == "back":
            self.dismiss(None)
        elif not self.text("address"):
            self.query_one("#address").focus()
        else:
            self.dismiss(Wish(self.text("address"), self.text("password"), self.text("table").upper(), self._watch))

    def on_mount(self) -> None:
        self._show_role()

    def on_choice_changed(self, event: Choice.Changed) -> None:
        self._watch = event.value == "watch"
        self._show_role()

    def _show_role(self) -> None:
        offered = [("play", "play"), ("watch", "watch")]
        self.query_one(Choice).show("watch" if self._watch else "play", offered)


class HostDialog(FormDialog[str]):
    """Asks for the password of the server that is to run here; it may be empty."""

    def compose(self) -> ComposeResult:
        with Vertical(classes="dialog") as box:
            box.border_title = "Host on the LAN"
            yield Static(
                "A server starts inside this program. Everyone who can reach this computer may come, "
                "unless you set a password. It ends when you quit.",
                markup=False,
                classes="question",
            )
            yield from field("Password", "password", "empty: none", password=True)
            with Horizontal(classes="buttons"):
                yield Button("Host", id="go", variant="primary")
                yield Button("Back", id="back")

    def on_button_pressed(self, event: Button.Pressed) -> None:
        self.dismiss(self.text("password") if event.button.id == "go" else None)


class CodeDialog(FormDialog[tuple[str, bool]]):
    """Asks for a table's code, and whether to play or to watch there."""

    def compose(self) -> ComposeResult:
        with Vertical(classes="dialog") as box:
            box.border_title = "Go to a table"
            yield from field("Table code", "table", "as its owner told you")
            with Horizontal(classes="buttons"):
                yield Button("Join", id="join", variant="primary")
                yield Button("Watch", id="watch")
                yield Button("Back", id="back")

    def on_button_pressed(self, event: Button.Pressed) -> None:
        if event.button.id == "back":
            self.dismiss(None)
        elif not self.text("table"):
            self.query_one("#table").focus()
        else:
            self.dismiss((self.text("table").upper(), event.button.id == "watch"))


def field(
    label: str, name: str, hint: str, *, value: str = "", password: bool = False, most: int = 0
) -> ComposeResult:
    """A labelled line to type in, `most` characters at most (0: any number)."""
    with Horizontal(classes="field"):
        yield Static(label, classes="label", markup=False)
        yield Input(value, placeholder=hint, password=password, max_length=most, id=name, compact=True)
