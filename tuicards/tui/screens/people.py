"""Who is here: everybody on the server, or at a table who sits, watches, thinks, and is away for how long."""

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, TypeAlias

from textual.app import ComposeResult
from textual.containers import Vertical
from textual.content import Content
from textual.widgets import OptionList, Static

from tuicards.client_state import ClientState
from tuicards.safe_text import safe_text
from tuicards.speech import Speaker
from tuicards.tui.owning import owns
from tuicards.tui.screens.base import Dialog
from tuicards.tui.screens.dialogs import ConfirmDialog, Lines, MenuDialog
from tuicards.tui.screens.parts import Marks, Menu, column, marks_of, numbered
from tuicards.wire.messages import NAME_LENGTH, FreeSeat, Kick, Mute, SeatInfo, TableInfo

if TYPE_CHECKING:
    from tuicards.tui.app import TuiCards

SHOWN_DIGITS = 16
"""So many hexadecimal digits of a commitment are enough to compare."""

Act: TypeAlias = tuple[str, str]
"""Something that can be done with a person: an id and the words for it."""


class PeopleDialog(Dialog[None]):
    """Everybody, one line each. Enter, a click or a digit offers what can be done with a person."""

    def compose(self) -> ComposeResult:
        with Vertical(classes="dialog wide", id="who"):
            yield Menu()
            yield Static(id="fair", markup=False)

    def on_mount(self) -> None:
        self.watch(self.client, "state", self._show)
        self.set_interval(1, self._count_on)
        self.query_one(Menu).focus()

    def retell(self) -> None:
        table = self.client.state.table
        box = self.query_one("#who")
        box.border_title = Content(self.client.say("people.table" if table else "people.server"))
        box.border_subtitle = Content(self.client.say("dialog.choose"))
        self._show(self.client.state)

    def _count_on(self) -> None:
        """Time is shown only where somebody is away; elsewhere nothing is drawn anew."""
        table = self.client.state.table
        if table and any(not seat.here for seat in table.seats):
            self._show(self.client.state)

    def _show(self, state: ClientState) -> None:
        speaker = self.client.speaker()
        signs = marks_of(self)
        lines = table_people(state, speaker, signs, self.client.seconds_since_table())
        if state.table is None:
            lines = server_people(state, speaker, signs)
        self.query_one(Menu).fill(numbered(list(lines)))
        fair = fair_deal(state.table, speaker) if state.table else []
        self.query_one("#fair").display = bool(fair)
        self.query_one("#fair", Static).update(Content("\n").join(fair))

    # ---- what can be done with a person -----------------------------------------------------------------

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        event.stop()
        kind, _, rest = (event.option_id or "").partition(":")
        state = self.client.state
        seat = int(rest) if kind == "seat" else None
        name = rest if seat is None else state.seat_names[seat] if seat < len(state.seat_names) else ""

        def lines() -> Lines:
            speaker = self.client.speaker()
            acts = person_acts(state, speaker, name) if seat is None else seat_acts(state, speaker, seat)
            return [(act, Content(words)) for act, words in acts]

        if lines():
            self.app.push_screen(MenuDialog(lambda: safe_text(name), lines), self._doing(name, seat))

    def _doing(self, name: str, seat: int | None) -> Callable[[str | None], None]:
        def do(act: str | None) -> None:
            if act == "remove" and seat is not None:
                self.client.send(FreeSeat(id=self.client.next_id(), seat=seat))
            else:
                do_to_person(self.client, act, name)

        return do


def do_to_person(client: "TuiCards", act: str | None, name: str) -> None:
    """Does one of `person_acts`; asks once before somebody is sent away."""
    if act in ("ignore", "heed"):
        client.ignore(name, act == "ignore")
    elif act in ("mute", "unmute"):
        client.send(Mute(id=client.next_id(), name=name, on=act == "mute"))
    elif act == "kick":

        def kick(sure: bool | None) -> None:
            if sure:
                client.send(Kick(id=client.next_id(), name=name))

        table = client.state.table
        code = "people.kick.ask_playing" if table and table.state == "playing" else "people.kick.ask"
        client.push_screen(ConfirmDialog(client.say(code, {"name": name}), "people.kick.yes", "people.kick.no"), kick)


def person_acts(state: ClientState, speaker: Speaker, name: str) -> list[Act]:
    """Ignoring a person, or hearing them again, and the owner's rights; nothing with a bot or with oneself."""
    table = state.table
    bot = table is not None and any(seat.name == name and own_bot(seat) for seat in table.seats)
    if not name or bot or (state.welcome and state.welcome.name == name):
        return []
    acts = [("heed" if state.ignores(name) else "ignore",) * 2]
    if table is not None and owns(state):
        acts += [("unmute" if name in table.muted else "mute",) * 2, ("kick", "remove")]
    return [(act, safe_text(speaker.say(f"people.{words}", {"name": name}))) for act, words in acts]


def seat_acts(state: ClientState, speaker: Speaker, seat: int) -> list[Act]:
    """What can be done with who sits there: a bot the owner removes while no party runs, a person as elsewhere."""
    table = state.table
    if table is None or not 0 <= seat < len(table.seats) or seat == table.you:
        return []
    sitting = table.seats[seat]
    if not own_bot(sitting):
        return person_acts(state, speaker, sitting.name)
    if not owns(state) or table.state == "playing":
        return []
    return [("remove", safe_text(speaker.say("people.remove_bot", {"name": sitting.name})))]


def own_bot(seat: SeatInfo) -> bool:
    """Whether a bot has the seat for itself."""
    return bool(seat.bot) and not seat.stand_in


# ---- lines ---------------------------------------------------------------------------------------------


def server_people(state: ClientState, speaker: Speaker, signs: Marks) -> Iterator[tuple[str, Content]]:
    """Everybody who is connected to the server."""
    for name in state.lobby.people if state.lobby else ():
        yield f"person:{name}", line(signs.person, name, person_notes(state, speaker, name))


def table_people(state: ClientState, speaker: Speaker, signs: Marks, elapsed: float) -> Iterator[tuple[str, Content]]:
    """The seats in order, then the watchers. `elapsed`: seconds since the table was last told of."""
    table = state.table
    for place, seat in enumerate(table.seats if table else ()):
        sign = signs.free if not seat.name else signs.bot if seat.bot else signs.person
        notes = [*person_notes(state, speaker, seat.name), *seat_notes(state, speaker, place, elapsed)]
        yield f"seat:{place}", line(sign, seat.name or speaker.say("people.free"), notes, "" if seat.name else "$dim")
    for name in table.watchers if table else ():
        notes = [speaker.say("people.watching"), *person_notes(state, speaker, name)]
        yield f"person:{name}", line(signs.free, name, notes)


def line(sign: str, name: str, notes: list[str], style: str = "") -> Content:
    """One person: sign, name in a column of its own, notes."""
    cut = column(f"{sign} {safe_text(name)}", NAME_LENGTH + 3)
    who = column(cut, NAME_LENGTH + 4).stylize(style or "bold")
    return who + Content.styled(safe_text(", ".join(notes)), "$dim")


def person_notes(state: ClientState, speaker: Speaker, name: str) -> list[str]:
    """Who one is, and whether one is heard."""
    notes = []
    if name and state.welcome and name == state.welcome.name:
        notes.append(speaker.say("people.you"))
    if state.table and name and name == state.table.owner:
        notes.append(speaker.say("people.owner"))
    if name and state.ignores(name):
        notes.append(speaker.say("people.ignored"))
    if state.table and name in state.table.muted:
        notes.append(speaker.say("people.muted"))
    return notes


def fair_deal(table: TableInfo, speaker: Speaker) -> list[Content]:
    """To what the next or present deal is bound, and what that is for; nothing where the server does not say."""
    digits = safe_text(table.commitment[:SHOWN_DIGITS])
    if not digits:
        return []
    grouped = " ".join(digits[place : place + 4] for place in range(0, len(digits), 4))
    title = Content.assemble((speaker.say("fair.title"), "bold"), "  ", grouped)
    return [title, Content.styled(speaker.say("fair.about"), "$dim")]


def seat_notes(state: ClientState, speaker: Speaker, place: int, elapsed: float) -> list[str]:
    """What a seat does at the moment: bot, away, to act, another party."""
    seat = state.table.seats[place] if state.table else SeatInfo()
    notes = away_notes(seat, speaker, elapsed) if seat.name and not seat.here else []
    notes += bot_notes(seat, speaker)
    if state.running and state.view and place in state.view.to_act:
        notes.append(speaker.say("people.to_act"))
    if seat.again:
        notes.append(speaker.say("people.again"))
    if seat.pause:
        notes.append(speaker.say("people.pause"))
    return notes


def bot_notes(seat: SeatInfo, speaker: Speaker) -> list[str]:
    """Whether a bot plays here, and how well."""
    code = "people.stand_in" if seat.stand_in else "people.bot"
    return [speaker.say(code, {"level": level_words(speaker, seat.bot)})] if seat.bot else []


def away_notes(seat: SeatInfo, speaker: Speaker, elapsed: float) -> list[str]:
    """For how long the connection has been lost, and when a bot helps out if that is known."""
    if seat.stand_in and not seat.away:
        return [speaker.say("people.left")]
    notes = [away_words(speaker, int(seat.away + elapsed))]
    if seat.bot_in is not None and not seat.bot:
        notes.append(speaker.say("people.bot_in", {"seconds": max(0, round(seat.bot_in - elapsed))}))
    return notes


def away_words(speaker: Speaker, seconds: int) -> str:
    """A span of time in the largest unit of which it holds at least one."""
    unit, size = next((one for one in (("hours", 3600), ("minutes", 60)) if seconds >= one[1]), ("seconds", 1))
    return speaker.say(f"people.away_{unit}", {"count": seconds // size})


def level_words(speaker: Speaker, level: str) -> str:
    """What people call a level of bots."""
    code = f"level.{level}"
    return speaker.say(code) if speaker.knows(code) else safe_text(level)
