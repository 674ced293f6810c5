"""The lobby of a server: its public tables, who is here, and chat."""

from collections.abc import Mapping
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.content import Content
from textual.widgets import Input, OptionList, Static

from tuicards.client_state import ClientState
from tuicards.games import GAMES
from tuicards.safe_text import safe_text
from tuicards.tui.screens.base import ClientScreen
from tuicards.tui.screens.create import CreateDialog
from tuicards.tui.screens.join import CodeDialog
from tuicards.tui.screens.keyline import KeyLine
from tuicards.tui.screens.parts import Chat, Menu, TopBar, marks
from tuicards.tui.setup import Setup, option_label, speaker_of, value_label
from tuicards.wire.messages import JoinTable, Lobby, TableLine, WatchTable

STATES = {"open": ("open", "$success"), "playing": ("playing", "$warning"), "over": ("finished", "$dim")}


class LobbyScreen(ClientScreen):
    """The tables one may go to."""

    ROUTE = "lobby"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "back", "Menu", id="lobby.menu", key_display="Esc"),
        Binding("n", "create", "New table", id="lobby.create", tooltip="Set up a table and sit at it"),
        Binding("j", "join", "Join", id="lobby.join", tooltip="Sit at the table under the cursor"),
        Binding("w", "watch", "Watch", id="lobby.watch", tooltip="Watch the table under the cursor"),
        Binding("g", "code", "By code", id="lobby.code", tooltip="Go to a table whose code you know"),
        Binding("c", "chat", "Chat", id="lobby.chat", tooltip="Say something to all in the lobby"),
        Binding("r", "app.rules", "Rules", id="lobby.rules", tooltip="The rules of both games", show=False),
        Binding("x", "app.disconnect", "Leave", id="lobby.leave", tooltip="Leave this server", show=False),
    ]

    def compose(self) -> ComposeResult:
        yield TopBar()
        with Horizontal(id="upper"):
            with Vertical(id="tables-frame"):
                yield Menu(id="tables")
                yield Static("No tables yet: n makes one.", markup=False, id="none")
            with VerticalScroll(id="people", can_focus=False):
                yield Static(id="people-names", markup=False)
        yield Static(id="invite", markup=False)
        yield Chat(id="chat")
        yield KeyLine()

    def on_mount(self) -> None:
        frame = self.query_one("#tables-frame")
        frame.border_title = "Tables"
        frame.border_subtitle = "{} person  {} bot  {} free".format(*marks())
        self.query_one("#people").border_title = "In the lobby"
        self.query_one("#tables").focus()

    def on_resize(self) -> None:
        self.show_state(self.client.state)

    def show_state(self, state: ClientState) -> None:
        lobby = state.lobby or Lobby((), ())
        server = state.welcome.server if state.welcome else ""
        self.query_one(TopBar).show(f"Lobby of {server}" if server else "Lobby", state)
        width = self.query_one("#tables-frame").content_region.width - 2
        self.query_one("#tables", Menu).fill([(line.table, table_lines(line, width)) for line in lobby.tables])
        self.query_one("#none").display = not lobby.tables
        self.query_one("#people-names", Static).update("\n".join(safe_text(name) for name in lobby.people))
        self.query_one(Chat).show(state.chat, self.client.speaker())
        self._show_invite()
        self.refresh_bindings()

    def _show_invite(self) -> None:
        addresses = self.client.addresses
        invite = self.query_one("#invite", Static)
        invite.display = bool(addresses)
        invite.update(f" Friends reach you with:  tuicards join {'  or  '.join(addresses)}")

    # ---- what can be done -------------------------------------------------------------------------

    @property
    def _line(self) -> TableLine | None:
        """The table under the cursor."""
        lobby = self.client.state.lobby
        chosen = self.query_one("#tables", Menu).chosen
        return next((line for line in lobby.tables if line.table == chosen), None) if lobby else None

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        if action == "join":
            return True if self.is_mounted and joinable(self._line) else None
        if action == "watch":
            return True if self.is_mounted and self._line else None
        return True

    def on_option_list_option_highlighted(self) -> None:
        self.refresh_bindings()

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        event.stop()
        if joinable(self._line):
            self.action_join()
        else:
            self.action_watch()

    def action_back(self) -> None:
        """From a text field to the list; from the list to all that can be done."""
        if isinstance(self.focused, Input):
            self.query_one("#tables").focus()
        else:
            self.client.action_menu()

    def action_join(self) -> None:
        if line := self._line:
            self.client.send(JoinTable(id=self.client.next_id(), table=line.table))

    def action_watch(self) -> None:
        if line := self._line:
            self.client.send(WatchTable(id=self.client.next_id(), table=line.table))

    def action_chat(self) -> None:
        self.query_one("#say").focus()

    def action_create(self) -> None:
        welcome = self.client.state.welcome
        games = [name for name in (welcome.games if welcome else ()) if name in GAMES] or list(GAMES)
        self.app.push_screen(CreateDialog(Setup.usual(games[0])), self._created)

    def _created(self, setup: Setup | None) -> None:
        if setup is not None:
            self.client.send(setup.create(self.client.next_id()))

    def action_code(self) -> None:
        self.app.push_screen(CodeDialog(), self._go)

    def _go(self, wish: tuple[str, bool] | None) -> None:
        if wish is not None:
            table, watch = wish
            number = self.client.next_id()
            self.client.send(WatchTable(id=number, table=table) if watch else JoinTable(id=number, table=table))


def joinable(line: TableLine | None) -> bool:
    """Whether a seat is free there before the start."""
    return line is not None and line.state == "open" and line.people + line.bots < line.seats


def table_lines(line: TableLine, width: int) -> Content:
    """Two lines on a table: what it is and how full; whose it is and what is special about it."""
    game = GAMES[line.game].title if line.game in GAMES else safe_text(line.game)
    title = Content(safe_text(line.title) or f"{game} table").truncate(26, ellipsis=True, pad=True)
    state, style = STATES[line.state]
    person, bot, free, _ = marks()
    seats = person * line.people + bot * line.bots + free * (line.seats - line.people - line.bots)
    first = Content.assemble(title.stylize("bold"), f" {game:<6}{seats:<9}", (state, style))
    more = Content.styled(f"  {special(line)}", "$dim").truncate(width, ellipsis=True)
    return first + "\n" + more


def special(line: TableLine) -> str:
    """The owner, and the options that are not as usual."""
    owner = [f"of {safe_text(line.owner)}"] if line.owner else []
    watching = [f"{line.watchers} watching"] if line.watchers else []
    return " · ".join([*owner, *options_words(line.game, line.options), *watching]) or "the usual options"


def options_words(game: str, options: Mapping[str, str]) -> list[str]:
    """Each option with its value, in words."""
    speaker = speaker_of(game)
    return [f"{option_label(speaker, name)}: {value_label(speaker, name, value)}" for name, value in options.items()]
