"""The least that a full-screen program can be here: one word, of which a key changes one cell. The anchor."""

from textual.app import App, ComposeResult
from textual.widgets import Static


class OneCell(App[None]):
    """Shows READY and a digit; each key shows the next digit."""

    ENABLE_COMMAND_PALETTE = False
    count = 0

    def compose(self) -> ComposeResult:
        yield Static("READY", id="word")
        yield Static("0", id="cell")

    def on_key(self) -> None:
        self.count += 1
        self.query_one("#cell", Static).update(str(self.count % 10), layout=False)


if __name__ == "__main__":
    OneCell().run()
