"""A table before its party starts: who sits where, how it will be played, and how friends find it."""

from collections.abc import Mapping
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.content import Content
from textual.widgets import Input, OptionList, Static

from tuicards.client_state import ClientState
from tuicards.safe_text import safe_text
from tuicards.tui.screens.base import ClientScreen
from tuicards.tui.screens.create import CreateDialog
from tuicards.tui.screens.dialogs import MenuDialog
from tuicards.tui.screens.keyline import KeyLine
from tuicards.tui.screens.parts import Chat, Menu, TopBar, marks
from tuicards.tui.setup import Setup, differing, option_label, value_label
from tuicards.wire.messages import AddBot, FreeSeat, LeaveTable, SeatInfo, StandUp, StartParty, TableInfo, TakeSeat

BOT_LEVEL = "normal"


class RoomScreen(ClientScreen):
    """Where people gather before the cards are dealt."""

    ROUTE = "room"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "back", "Menu", id="room.menu", key_display="Esc"),
        Binding("s", "start", "Start", id="room.start", tooltip="Deal the cards; every seat must be taken"),
        Binding("b", "fill", "Bots", id="room.fill", tooltip="Put bots on all free seats"),
        Binding("o", "options", "Options", id="room.options", tooltip="Change how the game is played"),
        Binding("u", "stand", "Stand", id="room.stand", tooltip="Give up your seat and watch"),
        Binding("c", "chat", "Chat", id="room.chat", tooltip="Say something to the table"),
        Binding("r", "app.rules", "Rules", id="room.rules", tooltip="The rules of this game"),
        Binding("x", "leave", "Leave", id="room.leave", tooltip="Leave the table, back to the lobby"),
    ]

    def compose(self) -> ComposeResult:
        yield TopBar()
        with Horizontal(id="upper"):
            with Vertical(id="left"):
                yield Menu(id="seats")
                yield Static(id="code", markup=False)
            with VerticalScroll(id="options", can_focus=False):
                yield Static(id="options-text", markup=False)
        yield Chat(id="chat")
        yield KeyLine()

    def on_mount(self) -> None:
        seats = self.query_one("#seats")
        seats.border_title = "Seats"
        self.query_one("#code").border_title = "Invite"
        self.query_one("#options").border_title = "Options"
        seats.focus()

    def show_state(self, state: ClientState) -> None:
        table = state.table
        if table is None:
            return
        game = state.game.title if state.game else table.game
        self.query_one(TopBar).show(f"{game} · {table.title}" if table.title else game, state)
        seats = self.query_one("#seats", Menu)
        seats.fill([(str(place), seat_line(table, place)) for place in range(len(table.seats))])
        seats.border_subtitle = Content(need_words(table))
        self.query_one("#options-text", Static).update(self._options(table))
        self.query_one("#code", Static).update(self._invite(table))
        self.query_one(Chat).show(state.chat, self.client.speaker())
        self.query_one(Chat).border_subtitle = Content(watching_words(table))
        self.refresh_bindings()

    def _options(self, table: TableInfo) -> Content:
        """All options, those that are not as usual first."""
        special = differing(table.game, table.options)
        usual = {name: value for name, value in table.options.items() if name not in special}
        return Content("\n").join(
            [
                *self._option_lines("Not as usual", special, "bold $accent"),
                *self._option_lines("As usual" if special else "All as usual", usual, ""),
            ]
        )

    def _option_lines(self, heading: str, options: Mapping[str, str], style: str) -> list[Content]:
        speaker = self.client.speaker()
        lines = [
            Content.assemble(
                (f" {option_label(speaker, name)}: ", "$dim"), (value_label(speaker, name, value), style)
            )
            for name, value in options.items()
        ]
        return [Content.styled(heading, "bold"), *lines] if lines else []

    def _invite(self, table: TableInfo) -> Content:
        code = " ".join(safe_text(table.table))
        kind = "public" if table.public else "by code only"
        addresses = self.client.addresses
        return Content.assemble(
            (f"  {code}  ", "bold $block-cursor-foreground on $block-cursor-background"),
            (f"  {kind}\n", "$dim"),
            ("\n".join(f"tuicards join {address} --table {safe_text(table.table)}" for address in addresses), ""),
        )

    # ---- what can be done -------------------------------------------------------------------------

    @property
    def _owner(self) -> bool:
        state = self.client.state
        return bool(state.table and state.welcome and state.table.owner == state.welcome.name)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        table = self.client.state.table
        if table is None or action not in ("start", "fill", "options", "stand"):
            return True
        free = any(not seat.name for seat in table.seats)
        possible = {
            "start": self._owner and not free,
            "fill": self._owner and free,
            "options": self._owner and self.client.state.game is not None,
            "stand": table.you is not None,
        }
        return True if possible[action] else None

    def action_back(self) -> None:
        """From a text field to the seats; from the seats to all that can be done."""
        if isinstance(self.focused, Input):
            self.query_one("#seats").focus()
        else:
            self.client.action_menu()

    def action_start(self) -> None:
        self.client.send(StartParty(id=self.client.next_id()))

    def action_fill(self) -> None:
        table = self.client.state.table
        for place, seat in enumerate(table.seats if table else ()):
            if not seat.name:
                self.client.send(AddBot(id=self.client.next_id(), seat=place, level=BOT_LEVEL))

    def action_options(self) -> None:
        table = self.client.state.table
        if table and self.client.state.game:
            self.app.push_screen(CreateDialog(Setup.of_table(table), fixed=True), self._configured)

    def _configured(self, setup: Setup | None) -> None:
        if setup is not None:
            self.client.send(setup.configure(self.client.next_id()))

    def action_stand(self) -> None:
        self.client.send(StandUp(id=self.client.next_id()))

    def action_chat(self) -> None:
        self.query_one("#say").focus()

    def action_leave(self) -> None:
        self.client.send(LeaveTable(id=self.client.next_id()))

    # ---- one seat ---------------------------------------------------------------------------------

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Does the only thing that can be done with a seat, or asks which; giving up one's own is always asked."""
        event.stop()
        table, welcome = self.client.state.table, self.client.state.welcome
        if table is None or welcome is None:
            return
        place = int(event.option_id or 0)
        acts = seat_acts(table, place, self._owner, welcome.levels)
        if len(acts) == 1 and acts[0][0] != "stand":
            self._act(place, acts[0][0])
        elif acts:
            lines = [(name, Content(f" {words}")) for name, words in acts]
            self.app.push_screen(MenuDialog(f"Seat {place + 1}", lines), lambda name: self._act(place, name))

    def _act(self, place: int, act: str | None) -> None:
        number = self.client.next_id()
        match (act or "").partition(":"):
            case ("sit", _, _):
                self.client.send(TakeSeat(id=number, seat=place))
            case ("stand", _, _):
                self.client.send(StandUp(id=number))
            case ("free", _, _):
                self.client.send(FreeSeat(id=number, seat=place))
            case ("bot", _, level):
                self.client.send(AddBot(id=number, seat=place, level=level))


def seat_acts(table: TableInfo, place: int, owner: bool, levels: tuple[str, ...]) -> list[tuple[str, str]]:
    """What one may do with a seat: an id and words for each act."""
    seat = table.seats[place]
    if place == table.you:
        return [("stand", "Stand up and watch")]
    if not seat.name:
        bots = [(f"bot:{level}", f"Put a bot here: {level}") for level in levels] if owner else []
        return [("sit", "Sit here"), *bots]
    return [("free", f"Take {safe_text(seat.name)} off this seat")] if owner else []


def seat_line(table: TableInfo, place: int) -> Content:
    """Number, kind and name of a seat."""
    seat = table.seats[place]
    mark, name, note = seat_words(seat)
    notes = [note] if note else []
    notes += ["you"] if place == table.you else []
    notes += ["owner"] if seat.name and seat.name == table.owner and not seat.bot else []
    style = "$dim" if not seat.name else "bold" if place == table.you else ""
    return Content.assemble((f" {place + 1} ", "$dim"), (f"{mark} {name}", style), (f"  {', '.join(notes)}", "$dim"))


def seat_words(seat: SeatInfo) -> tuple[str, str, str]:
    """The mark, the name and a note for who sits there."""
    if not seat.name:
        return marks().free, "free", ""
    if seat.bot:
        return marks().bot, safe_text(seat.name), f"{safe_text(seat.bot)} bot"
    return marks().person, safe_text(seat.name), "" if seat.here else "away"


def need_words(table: TableInfo) -> str:
    """What the start waits for."""
    free = sum(not seat.name for seat in table.seats)
    if free:
        return f"{free} free" if free > 1 else "one free"
    return f"all here: {safe_text(table.owner)} may start"


def watching_words(table: TableInfo) -> str:
    """Who watches; empty when nobody does."""
    return f"watching: {', '.join(map(safe_text, table.watchers))}" if table.watchers else ""
