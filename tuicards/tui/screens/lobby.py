"""The lobby of a server: its public tables, who is here, and chat."""

from collections.abc import Iterator
from typing import ClassVar

from rich.cells import cell_len
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.content import Content
from textual.widgets import Input, OptionList, Static

from tuicards.address import leads_here
from tuicards.client_state import ClientState
from tuicards.games import GAMES
from tuicards.join_code import invitation
from tuicards.locale.languages import Language
from tuicards.safe_text import safe_text
from tuicards.speech import Speaker
from tuicards.tui.bindings import bound, written_key
from tuicards.tui.screens.base import ClientScreen
from tuicards.tui.screens.create import CreateDialog
from tuicards.tui.screens.join import CodeDialog
from tuicards.tui.screens.keyline import KeyLine
from tuicards.tui.screens.parts import Chat, Marks, Menu, TopBar, column, marks_of
from tuicards.tui.setup import Setup, option_label, value_label
from tuicards.wire.messages import JoinTable, Lobby, TableLine, WatchTable

STATES = {"open": "$success", "playing": "$warning", "over": "$dim"}
SEATS_WIDTH = 9


class LobbyScreen(ClientScreen):
    """The tables one may go to."""

    ROUTE = "lobby"
    BINDINGS: ClassVar[list[BindingType]] = [
        bound("lobby.menu", "escape", "back", tip=False, display="Esc"),
        bound("lobby.create", "n", "create"),
        bound("lobby.join", "j", "join"),
        bound("lobby.watch", "v", "watch"),
        bound("lobby.code", "g", "code"),
        bound("lobby.chat", "c", "chat"),
        bound("lobby.people", "i,w", "app.people"),
        bound("lobby.emote", "e", "app.emote", show=False),
        bound("lobby.rules", "r", "app.rules", show=False),
        bound("lobby.leave", "x", "app.disconnect", show=False),
    ]

    def compose(self) -> ComposeResult:
        yield TopBar()
        with Horizontal(id="upper"):
            with Vertical(id="tables-frame"):
                yield Menu(id="tables")
                yield Static(markup=False, id="none")
            with VerticalScroll(id="people", can_focus=False):
                yield Static(id="people-names", markup=False)
        yield Static(id="invite", markup=False)
        yield Chat(id="chat")
        yield KeyLine()

    def on_mount(self) -> None:
        self.query_one("#tables").focus()

    def retell(self) -> None:
        self.query_one("#tables-frame").border_title = Content(self.client.say("lobby.tables"))

    def on_resize(self) -> None:
        self.show_state(self.client.state)

    def show_state(self, state: ClientState) -> None:
        place = {"server": (state.welcome.server if state.welcome else "") or None, "address": state.address}
        code = "lobby.place_at" if state.address else "lobby.place"
        self.query_one(TopBar).show(self.client.say(code, place), state)
        self._show_tables(state.lobby or Lobby((), ()))
        self._show_people(state)
        self.query_one(Chat).show(state, self.client.speaker())
        self._show_invite()
        self.refresh_bindings()

    def _show_tables(self, lobby: Lobby) -> None:
        signs = marks_of(self)
        frame = self.query_one("#tables-frame")
        frame.border_subtitle = Content(
            self.client.say("lobby.signs", {"person": signs.person, "bot": signs.bot, "free": signs.free})
        )
        width = frame.content_region.width - 2
        language = self.client.language
        lines = [(line.table, table_lines(line, width, language, signs)) for line in lobby.tables]
        self.query_one("#tables", Menu).fill(lines)
        none = self.query_one("#none", Static)
        none.display = not lobby.tables
        none.update(self.client.say("lobby.none", {"key": written_key(self, "lobby.create")}))

    def _show_people(self, state: ClientState) -> None:
        people = state.lobby.people if state.lobby else ()
        say = self.client.say
        names = [
            Content.styled(say("lobby.ignored", {"name": name}), "$dim") if state.ignores(name) else safe_text(name)
            for name in people
        ]
        self.query_one("#people-names", Static).update(Content("\n").join(names))
        self.query_one("#people").border_title = Content(self.client.say("lobby.people", {"count": len(people)}))

    def _show_invite(self) -> None:
        addresses = self.client.addresses
        code = invitation(addresses)
        commands = [f"tuicards join {where}" for where in ([code, *addresses] if code else addresses)]
        invite = self.query_one("#invite", Static)
        invite.display = bool(commands)
        here = bool(addresses) and leads_here(addresses[0])
        told = ("cli.only_here", {"address": addresses[0]}) if here else ("lobby.friends", {"commands": commands})
        invite.update(f" {self.client.say(*told)}")

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
        self.query_one(Chat).say()

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


def table_lines(line: TableLine, width: int, language: Language, signs: Marks) -> Content:
    """Two lines on a table: what it is and how full; whose it is and what is special about it."""
    speaker = Speaker(GAMES.get(line.game), language=language)
    game = safe_text(speaker.title_of(line.game))
    states = {state: speaker.say(f"lobby.{state}") for state in STATES}
    games = max(cell_len(game), *(cell_len(speaker.title_of(known)) for known in GAMES))
    beside = min(games, 12) + 1 + SEATS_WIDTH + max(map(cell_len, states.values()))
    taken = signs.person * min(line.people, SEATS_WIDTH) + signs.bot * min(line.bots, SEATS_WIDTH)
    first = Content.assemble(
        column(safe_text(line.title) or game, width - beside - 1).stylize("bold"),
        " ",
        column(game, min(games, 12) + 1),
        column(taken + signs.free * (min(line.seats, SEATS_WIDTH) - len(taken)), SEATS_WIDTH),
        (states[line.state], STATES[line.state]),
    )
    return first.truncate(width) + "\n" + column(Content.styled(f"  {special(line, speaker)}", "$dim"), width)


def special(line: TableLine, speaker: Speaker) -> str:
    """The owner, the options that are not as usual, how many watch."""
    return safe_text(" · ".join(special_parts(line, speaker)))


def special_parts(line: TableLine, speaker: Speaker) -> Iterator[str]:
    if line.owner:
        yield speaker.say("lobby.owner", {"name": line.owner})
    for name, value in line.options.items():
        words = {"option": option_label(speaker, name), "value": value_label(speaker, name, value)}
        yield speaker.say("lobby.option", words)
    if not line.options:
        yield speaker.say("lobby.usual")
    if line.watchers:
        yield speaker.say("lobby.watching", {"count": line.watchers})
