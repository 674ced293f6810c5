"""Small questions and notices over a screen."""

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.events import Resize
from textual.screen import ModalScreen
from textual.widgets import Button, Static

from tuicards.client_state import ClientState
from tuicards.tui.screens.base import Dialog


class ConfirmDialog(Dialog[bool]):
    """Asks once before a costly act. The safe answer has the focus; no letter answers."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left,up", "app.focus_previous", "Choose", show=False, id="confirm.previous"),
        Binding("right,down", "app.focus_next", "Choose", show=False, id="confirm.next"),
    ]

    def __init__(self, question: str, yes: str, no: str) -> None:
        super().__init__()
        self._words = (question, yes, no)

    def compose(self) -> ComposeResult:
        question, yes, no = self._words
        with Vertical(classes="dialog"):
            yield Static(question, markup=False, classes="question")
            with Horizontal(classes="buttons"):
                yield Button(no, id="no", variant="primary")
                yield Button(yes, id="yes")

    def on_mount(self) -> None:
        self.query_one("#no").focus()

    def on_button_pressed(self, event: Button.Pressed) -> None:
        self.dismiss(event.button.id == "yes")


class LeaveDialog(ConfirmDialog):
    """Asks before leaving the program in the middle of a party."""

    def __init__(self) -> None:
        super().__init__(
            "A party is running. If you quit, your seat waits for you, and later a bot plays on in your place.",
            "Quit",
            "Play on",
        )


class LostDialog(Dialog[None]):
    """Says that the connection is lost, and closes by itself when it is back."""

    def compose(self) -> ComposeResult:
        with Vertical(classes="dialog"):
            yield Static("Connection lost", classes="title")
            yield Static(id="why", markup=False)
            yield Static(id="next", markup=False)
            with Horizontal(classes="buttons"):
                yield Button("Try now", id="retry", variant="primary")
                yield Button("Back to the start", id="home")
                yield Button("Quit", id="quit")

    def on_mount(self) -> None:
        self.watch(self.client, "state", self.show_state)

    def show_state(self, state: ClientState) -> None:
        trouble = state.trouble
        if trouble is None:
            self.dismiss(None)
            return
        self.query_one("#why", Static).update(self.client.speaker().say(trouble.code, trouble.params))

    def action_close(self) -> None:
        """Escape changes nothing here: the dialog stays until the connection is back."""


class TooSmall(ModalScreen[None]):
    """Covers everything while the window is too small."""

    WIDTH: ClassVar[int] = 70
    HEIGHT: ClassVar[int] = 20

    def compose(self) -> ComposeResult:
        yield Static(id="small", markup=False)

    def on_resize(self, event: Resize) -> None:
        width, height = event.size
        self.query_one("#small", Static).update(
            f"This window is {width} x {height}.\nThe table needs 80 x 24.\n\nMake it larger: the game waits."
        )
