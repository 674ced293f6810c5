"""A table before its party starts: who sits where, how it will be played, and how friends find it."""

from collections.abc import Mapping
from textwrap import wrap
from typing import ClassVar

import msgspec
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.content import Content
from textual.widgets import Input, OptionList, Static

from tuicards.address import leads_here
from tuicards.client_state import ClientState
from tuicards.join_code import invitation
from tuicards.safe_text import safe_text
from tuicards.speech import Speaker
from tuicards.time_control import TimeControl
from tuicards.time_left import control_words
from tuicards.tui.bindings import bound
from tuicards.tui.owning import can_change_game, owns
from tuicards.tui.screens.base import ClientScreen
from tuicards.tui.screens.create import CreateDialog
from tuicards.tui.screens.dialogs import Lines, MenuDialog
from tuicards.tui.screens.keyline import KeyLine
from tuicards.tui.screens.parts import Chat, Marks, Menu, TopBar, marks_of
from tuicards.tui.screens.people import bot_notes, do_to_person, fair_deal, level_words, own_bot, person_notes
from tuicards.tui.screens.people import seat_acts as owners_acts
from tuicards.tui.setup import Setup, differing, option_label, value_label
from tuicards.wire.messages import (
    AddBot,
    Configure,
    FreeSeat,
    LeaveTable,
    StandUp,
    StartParty,
    TableInfo,
    TakeSeat,
)

BOT_LEVEL = "normal"
NO_CLOCK = str(TimeControl())
MOST_LEFT = 60
"""Columns of the left half, which has two fifths of the screen where that is less."""


class RoomScreen(ClientScreen):
    """Where people gather before the cards are dealt."""

    ROUTE = "room"
    BINDINGS: ClassVar[list[BindingType]] = [
        bound("room.menu", "escape", "back", tip=False, display="Esc"),
        bound("room.start", "s", "start"),
        bound("room.fill", "b", "fill"),
        bound("room.options", "o", "options"),
        bound("room.game", "g", "other_game"),
        bound("room.chat", "c", "chat"),
        bound("room.people", "i,w", "app.people"),
        bound("room.leave", "x", "leave"),
        bound("room.emote", "e", "app.emote", show=False),
        bound("room.hints", "h", "hints", show=False),
        bound("room.watchers_talk", "t", "watchers_talk", show=False),
        bound("room.stand", "u", "stand", show=False),
        bound("room.rules", "r", "app.rules", show=False),
    ]

    def compose(self) -> ComposeResult:
        yield TopBar()
        with Horizontal(id="upper"):
            with Vertical(id="left"):
                yield Menu(id="seats")
                yield Static(id="code", markup=False)
            with VerticalScroll(id="options"):
                yield Static(id="options-text", markup=False)
        yield Chat(id="chat")
        yield KeyLine()

    def on_mount(self) -> None:
        self.query_one("#seats").focus()

    def retell(self) -> None:
        for name, code in (("seats", "seats"), ("code", "invite"), ("options", "options")):
            self.query_one(f"#{name}").border_title = Content(self.client.say(f"room.{code}"))

    def on_resize(self) -> None:
        self.show_state(self.client.state)

    def show_state(self, state: ClientState) -> None:
        table = state.table
        if table is None:
            return
        place = {"game": table.game, "title": table.title or None}
        self.query_one(TopBar).show(self.client.say("room.place", place), state)
        self._show_seats(table)
        self.query_one("#options-text", Static).update(self._options(table))
        self.query_one("#code", Static).update(self._invite(table))
        self.query_one(Chat).show(state, self.client.speaker())
        self.query_one(Chat).border_subtitle = Content(self._watching(table))
        self.refresh_bindings()

    def _show_seats(self, table: TableInfo) -> None:
        speaker = self.client.speaker()
        seats = self.query_one("#seats", Menu)
        signs = marks_of(self)
        seats.fill(
            [
                (str(place), seat_line(self.client.state, table, place, speaker, signs))
                for place in range(len(table.seats))
            ]
        )
        seats.border_subtitle = Content(safe_text(need_words(table, speaker, owns(self.client.state))))

    def _watching(self, table: TableInfo) -> str:
        return self.client.say("room.watching", {"names": table.watchers}) if table.watchers else ""

    def _options(self, table: TableInfo) -> Content:
        """The clock, the options, those not as usual first, what the owner allows, what the deal is bound to."""
        special = differing(table.game, table.options)
        usual = {name: value for name, value in table.options.items() if name not in special}
        return Content("\n").join(
            [
                self._time(table),
                *self._option_lines("room.special", special, "bold $accent"),
                *self._allowed(table),
                *self._option_lines("room.usual" if special else "room.all_usual", usual, ""),
                *fair_deal(table, self.client.speaker()),
            ]
        )

    def _time(self, table: TableInfo) -> Content:
        style = "" if table.clock == NO_CLOCK else "bold $accent"
        words = safe_text(control_words(table.clock, self.client.speaker()))
        return Content.assemble((self.client.say("room.time"), "bold"), " ", (words, style))

    def _option_lines(self, heading: str, options: Mapping[str, str], style: str) -> list[Content]:
        speaker = self.client.speaker()
        lines = [
            self._option_line(speaker.say("room.option", {"option": option_label(speaker, name)}),
                              value_label(speaker, name, value), style)
            for name, value in options.items()
        ]  # fmt: skip
        return [Content.styled(self.client.say(heading), "bold"), *lines] if lines else []

    def _allowed(self, table: TableInfo) -> list[Content]:
        say = self.client.say
        switches = {"room.hints": table.hints, "room.watchers_talk": table.watchers_talk}
        lines = [
            self._option_line(say(code), say(f"{code}.{'yes' if on else 'no'}"), "") for code, on in switches.items()
        ]
        return [Content.styled(say("room.allowed"), "bold"), *lines]

    @staticmethod
    def _option_line(label: str, value: str, style: str) -> Content:
        return Content.assemble((f" {safe_text(label)} ", "$dim"), (safe_text(value), style))

    def _invite(self, table: TableInfo) -> Content:
        code, addresses = safe_text(table.table), self.client.addresses
        said = invitation(addresses, code, public=table.public)
        commands = [f"tuicards join {address} --table {code}" for address in addresses]
        reach = [self.client.say("room.public" if table.public else "room.by_code")]
        if addresses and leads_here(addresses[0]):
            reach.append(self.client.say("room.only_here"))
        return Content.assemble(
            (f"  {said or ' '.join(code)}  ", "bold $block-cursor-foreground on $block-cursor-background"),
            (f"  {', '.join(reach)}\n", "$dim"),
            "\n".join(map(self._hung, [f"tuicards join {said}", *commands[:1]] if said else commands)),
        )

    def _hung(self, command: str) -> str:
        """In as many lines as the left column needs for it, the further ones set in."""
        column = min(MOST_LEFT, 2 * self.size.width // 5) - 4
        lines = wrap(command, max(1, column), subsequent_indent="  ", break_long_words=False, break_on_hyphens=False)
        return "\n".join(lines)

    # ---- what can be done -------------------------------------------------------------------------

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        state = self.client.state
        if state.table is None:
            return True
        owner, free = owns(state), any(not seat.name for seat in state.table.seats)
        possible = {
            "start": owner and not free,
            "fill": owner and free,
            "options": owner and state.game is not None,
            "hints": owner,
            "watchers_talk": owner,
            "other_game": can_change_game(self.client.state),
            "stand": state.table.you is not None,
        }
        return True if possible.get(action, True) else None

    def action_back(self) -> None:
        """From a text field to the seats; from the seats to all that can be done."""
        if isinstance(self.focused, Input):
            self.query_one("#seats").focus()
        else:
            self.client.action_menu()

    def action_start(self) -> None:
        self.client.send(StartParty(id=self.client.next_id()))

    def action_fill(self) -> None:
        """Bots on all free seats, as good as the first that is there."""
        seats = table.seats if (table := self.client.state.table) else ()
        level = next((seat.bot for seat in seats if own_bot(seat)), BOT_LEVEL)
        for place, seat in enumerate(seats):
            if not seat.name:
                self.client.send(AddBot(id=self.client.next_id(), seat=place, level=level))

    def action_options(self) -> None:
        table = self.client.state.table
        if table and self.client.state.game:
            self.app.push_screen(CreateDialog(Setup.of_table(table), fixed=True), self._configured)

    def _configured(self, setup: Setup | None) -> None:
        if setup is not None:
            self.client.send(setup.configure(self.client.next_id()))

    def action_other_game(self) -> None:
        self.client.action_other_game()

    def action_hints(self) -> None:
        if (table := self.client.state.table) is not None:
            self.client.send(msgspec.structs.replace(self._as_it_is(table), hints=not table.hints))

    def action_watchers_talk(self) -> None:
        if (table := self.client.state.table) is not None:
            self.client.send(msgspec.structs.replace(self._as_it_is(table), watchers_talk=not table.watchers_talk))

    def _as_it_is(self, table: TableInfo) -> Configure:
        """Asks for the table as it is: to be changed in one point."""
        number = self.client.next_id()
        return Configure(id=number, seats=len(table.seats), options=dict(table.options), public=table.public)

    def action_stand(self) -> None:
        self.client.send(StandUp(id=self.client.next_id()))

    def action_chat(self) -> None:
        self.query_one(Chat).say()

    def action_leave(self) -> None:
        self.client.send(LeaveTable(id=self.client.next_id()))

    # ---- one seat ---------------------------------------------------------------------------------

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Does the only thing that can be done with a seat, or asks which; what concerns a person is always asked."""
        event.stop()
        state, place = self.client.state, int(event.option_id or 0)
        if state.table is None:
            return
        acts = seat_acts(state, self.client.speaker(), place)
        if len(acts) == 1 and not (state.table.seats[place].name and not own_bot(state.table.seats[place])):
            self._act(place, acts[0][0])
        elif acts:
            self.app.push_screen(self._seat_menu(state, place), lambda name: self._act(place, name))

    def _seat_menu(self, state: ClientState, place: int) -> MenuDialog:
        def lines() -> Lines:
            return [(name, Content(words)) for name, words in seat_acts(state, self.client.speaker(), place)]

        return MenuDialog(lambda: self.client.say("room.seat", {"number": place + 1}), lines)

    def _act(self, place: int, act: str | None) -> None:
        number = self.client.next_id()
        match (act or "").partition(":"):
            case ("sit", _, _):
                self.client.send(TakeSeat(id=number, seat=place))
            case ("stand", _, _):
                self.client.send(StandUp(id=number))
            case ("remove", _, _):
                self.client.send(FreeSeat(id=number, seat=place))
            case (_, "", "") if act is not None and (table := self.client.state.table) and place < len(table.seats):
                do_to_person(self.client, act, table.seats[place].name)
            case ("bot", _, level):
                self.client.send(AddBot(id=number, seat=place, level=level))


def seat_acts(state: ClientState, speaker: Speaker, place: int) -> list[tuple[str, str]]:
    """What one may do with a seat: an id and words for each act."""
    table, levels = state.table, state.welcome.levels if state.welcome else ()
    if table is None or place >= len(table.seats):
        return []
    if place == table.you:
        return [("stand", speaker.say("room.stand"))]
    if table.seats[place].name and not own_bot(table.seats[place]):
        return owners_acts(state, speaker, place) if owns(state) else []
    code = "people.bot_level" if table.seats[place].name else "room.put_bot"
    others = [level for level in levels if level != table.seats[place].bot]
    bots = [(f"bot:{level}", speaker.say(code, {"level": level_words(speaker, level)})) for level in others]
    if table.seats[place].name:
        return [*owners_acts(state, speaker, place), *bots] if owns(state) else []
    return [("sit", speaker.say("room.sit")), *(bots if owns(state) else [])]


def seat_line(state: ClientState, table: TableInfo, place: int, speaker: Speaker, signs: Marks) -> Content:
    """Number, kind and name of a seat, and what there is to know about who sits there."""
    seat = table.seats[place]
    sign = signs.free if not seat.name else signs.bot if seat.bot else signs.person
    style = "$dim" if not seat.name else "bold" if place == table.you else ""
    away = [speaker.say("people.away")] if seat.name and not seat.here else []
    notes = ", ".join([*person_notes(state, speaker, seat.name), *away, *bot_notes(seat, speaker)])
    name = safe_text(seat.name) or speaker.say("people.free")
    return Content.assemble((f" {place + 1} ", "$dim"), (f"{sign} {name}", style), (f"  {safe_text(notes)}", "$dim"))


def need_words(table: TableInfo, speaker: Speaker, mine: bool) -> str:
    """What the start waits for."""
    free = sum(not seat.name for seat in table.seats)
    if free:
        return speaker.say("room.need", {"count": free})
    return speaker.say("room.ready.you" if mine else "room.ready", {"name": table.owner})
