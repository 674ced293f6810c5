"""On the way to a server, before it has said welcome."""

from textual.app import ComposeResult
from textual.containers import Center, Horizontal, Middle, Vertical
from textual.widgets import Button, Static

from tuicards.client_state import ClientState
from tuicards.tui.screens.base import ClientScreen
from tuicards.tui.screens.dialogs import Countdown
from tuicards.tui.screens.keyline import KeyLine
from tuicards.tui.screens.parts import label_button


class ConnectScreen(ClientScreen):
    """Says that the connection is being made, or why it is not."""

    ROUTE = "connect"

    def compose(self) -> ComposeResult:
        with Middle(), Center(), Vertical(classes="dialog"):
            yield Static(id="why", markup=False)
            yield Countdown()
            with Horizontal(classes="buttons"):
                yield Button(id="retry", variant="primary", action="app.retry")
                yield Button(id="back", action="app.disconnect")
        yield KeyLine()

    def retell(self) -> None:
        label_button(self.query_one("#retry", Button), self.client.say("connect.retry"))
        label_button(self.query_one("#back", Button), self.client.say("join.back"))

    def show_state(self, state: ClientState) -> None:
        trouble = state.trouble
        why = self.client.say(trouble.code, trouble.params) if trouble else self.client.say("connect.connecting")
        self.query_one("#why", Static).update(why)
        self.query_one(Countdown).show(trouble, state.trying)
