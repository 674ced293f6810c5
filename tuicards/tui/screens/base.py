"""What all screens share: the way to the app, and being told of each new state."""

from typing import TYPE_CHECKING, ClassVar, TypeVar, cast

from textual import on
from textual.await_complete import AwaitComplete
from textual.binding import BindingType
from textual.events import Mount
from textual.screen import ModalScreen, Screen
from textual.widget import Widget

from tuicards.client_state import ClientState
from tuicards.tui.bindings import bound
from tuicards.tui.taste import Tasteful

if TYPE_CHECKING:
    from tuicards.tui.app import TuiCards

Result = TypeVar("Result")


def client_of(node: Widget) -> "TuiCards":
    """The app that a widget or screen belongs to, by its own type."""
    return cast("TuiCards", node.app)


class ClientScreen(Tasteful, Screen[None]):
    """A screen that shows the client's state. `ROUTE` is the name by which `screens.routes` knows it."""

    ROUTE: ClassVar[str]

    @property
    def client(self) -> "TuiCards":
        return client_of(self)

    def on_mount(self) -> None:
        self.retell()
        self.watch(self.client, "state", self._state_changed)

    def taste_changed(self) -> None:
        self.retell()
        self._state_changed(self.client.state)
        self.refresh_bindings()

    def retell(self) -> None:
        """Says what `show_state` does not: titles, labels. Called when the screen opens, before `show_state`, and
        again, before it, after every change of language or settings."""

    def _state_changed(self, state: ClientState) -> None:
        if self.client.route == self.ROUTE:
            self.show_state(state)

    def show_state(self, state: ClientState) -> None:
        """Called when the screen opens and at once after every change, in order; none is left out.

        Only states of the screen's own route come here: a room and a table always have `state.table`,
        a table has `state.view` as well.
        """


class Dialog(Tasteful, ModalScreen[Result]):
    """A question or a page over a screen. Escape closes it and changes nothing.

    `PLACE` is the name by which the help knows it; without one the help tells its keys only.
    """

    PLACE: ClassVar[str] = "other"
    BINDINGS: ClassVar[list[BindingType]] = [
        bound("dialog.close", "escape", "close"),
        bound("app.help", "f1,question_mark", "app.help", show=False, tip=False),
        bound("app.settings", "f3", "app.settings", show=False, tip=False),
    ]

    @property
    def client(self) -> "TuiCards":
        return client_of(self)

    @on(Mount)
    def _opened(self) -> None:
        self.retell()

    def taste_changed(self) -> None:
        self.retell()

    def retell(self) -> None:
        """Says all its words. Called when the dialog opens and after every change of language or settings."""

    def dismiss(self, result: Result | None = None) -> AwaitComplete:
        """Answers and closes; only once, only while nothing lies over it, and not before it is there. Keys may come
        faster than that."""
        if self.is_active and self.is_mounted:
            return super().dismiss(result)
        if self.is_active:
            self.call_later(self.dismiss, result)
        return AwaitComplete()

    def action_close(self) -> None:
        self.dismiss(None)
