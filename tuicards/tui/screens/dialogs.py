"""Small questions and notices over a screen."""

import time
from collections.abc import Callable, Sequence
from typing import ClassVar, TypeAlias

import msgspec
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.screen import ModalScreen
from textual.widgets import Button, OptionList, Static

from tuicards.client_state import ClientState, Disconnected, Trying
from tuicards.tui.bindings import bound
from tuicards.tui.screens.base import Dialog, client_of
from tuicards.tui.screens.parts import Menu, label_button, numbered
from tuicards.tui.taste import Tasteful

ROOM = 50
"""Cells for a line in a dialog of the usual width."""


class ConfirmDialog(Dialog[bool]):
    """Asks once before a costly act. The safe answer has the focus; no letter answers.

    Question and answers are codes, or words that are said already.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        bound("confirm.previous", "left,up", "app.focus_previous", show=False, tip=False),
        bound("confirm.next", "right,down", "app.focus_next", show=False, tip=False),
    ]

    def __init__(self, question: str, yes: str, no: str) -> None:
        super().__init__()
        self._words = (question, yes, no)

    def compose(self) -> ComposeResult:
        with Vertical(classes="dialog"):
            yield Static(markup=False, classes="question")
            with Horizontal(classes="buttons"):
                yield Button(id="no", variant="primary")
                yield Button(id="yes")

    def retell(self) -> None:
        question, yes, no = (self.client.worded(words) for words in self._words)
        self.query_one(".question", Static).update(Content(question))
        label_button(self.query_one("#yes", Button), yes)
        label_button(self.query_one("#no", Button), no)

    def on_mount(self) -> None:
        self.query_one("#no").focus()

    def on_button_pressed(self, event: Button.Pressed) -> None:
        self.dismiss(event.button.id == "yes")


class LeaveDialog(ConfirmDialog):
    """Asks before leaving the program in the middle of a party."""

    def __init__(self) -> None:
        super().__init__("dialog.quit.ask", "dialog.quit", "dialog.play_on")


Lines: TypeAlias = Sequence[tuple[str, Content]]
"""What a menu offers: an id and words for each line."""


class MenuDialog(Dialog[str]):
    """Offers things to do, and answers the id of the chosen one. All is said anew in another language."""

    def __init__(self, title: Callable[[], str], lines: Callable[[], Lines]) -> None:
        super().__init__()
        self._title, self._lines = title, lines

    def compose(self) -> ComposeResult:
        with Vertical(classes="dialog", id="offers"):
            yield Menu()

    def retell(self) -> None:
        box, lines = self.query_one("#offers"), self._lines()
        box.set_class(any(text.cell_length > ROOM for _, text in lines), "wide")
        box.border_title = Content(self._title())
        box.border_subtitle = Content(self.client.say("dialog.choose"))
        menu = self.query_one(Menu)
        menu.fill(numbered(lines))
        menu.highlighted = menu.highlighted or 0

    def on_mount(self) -> None:
        self.query_one(Menu).focus()

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        self.dismiss(event.option_id)


class Countdown(Static):
    """How long until the link tries again by itself; and which of several addresses it tries at the moment."""

    def __init__(self) -> None:
        super().__init__(markup=False, classes="countdown")
        self._trouble: Disconnected | None = None
        self._trying: Trying | None = None
        self._due: float | None = None

    def show(self, trouble: Disconnected | None, trying: Trying | None = None) -> None:
        """Counts from the moment when this trouble is told for the first time."""
        self._trying = trying
        if trouble is not self._trouble:
            self._trouble = trouble
            seconds = trouble.retry_in if trouble else None
            self._due = None if seconds is None else time.monotonic() + seconds
        self._tick()

    def on_mount(self) -> None:
        self.set_interval(1, self._tick)

    def _tick(self) -> None:
        left = 0 if self._due is None else round(self._due - time.monotonic())
        say = client_of(self).say
        if self._trying is not None:
            self.update(say("connect.trying", msgspec.structs.asdict(self._trying)))
        else:
            self.update(say("text.trying_again", {"seconds": left}) if left > 0 else "")


class LostDialog(Dialog[None]):
    """Says that the connection is lost; the app takes it away when it is back."""

    def compose(self) -> ComposeResult:
        with Vertical(classes="dialog", id="lost"):
            yield Static(id="why", markup=False, classes="question")
            yield Countdown()
            with Horizontal(classes="buttons"):
                yield Button(id="retry", variant="primary", action="app.retry")
                yield Button(id="leave", action="app.disconnect")
                yield Button(id="quit", action="app.leave_app")

    def retell(self) -> None:
        self.query_one("#lost").border_title = Content(self.client.say("dialog.lost"))
        for name in ("retry", "leave", "quit"):
            label_button(self.query_one(f"#{name}", Button), self.client.say(f"dialog.{name}"))
        self.show_state(self.client.state)

    def on_mount(self) -> None:
        self.watch(self.client, "state", self.show_state)

    def show_state(self, state: ClientState) -> None:
        if state.trouble is None:
            return
        self.query_one("#why", Static).update(self.client.say(state.trouble.code, state.trouble.params))
        self.query_one(Countdown).show(state.trouble, state.trying)

    def action_close(self) -> None:
        """Escape changes nothing here: the dialog stays until the connection is back."""


class TooSmall(Tasteful, ModalScreen[None]):
    """Covers everything while the window is too small."""

    WIDTH: ClassVar[int] = 70
    HEIGHT: ClassVar[int] = 20

    def compose(self) -> ComposeResult:
        yield Static(id="small", markup=False)

    def on_resize(self) -> None:
        self._say()

    def taste_changed(self) -> None:
        self._say()

    def _say(self) -> None:
        say = client_of(self).say
        now = say("dialog.small", {"width": self.size.width, "height": self.size.height})
        self.query_one("#small", Static).update(f"{now}\n{say('dialog.small.needs')}\n\n{say('dialog.small.wait')}")
