"""The company of others: who is here, signs in every language, people who are ignored, what the owner allows."""

from collections.abc import Callable
from typing import Any

import msgspec
import pytest
from rich.cells import cell_len
from textual.pilot import Pilot
from textual.widgets import Input

from tests.tui.pictures import check_picture, screen_text
from tests.tui.scripted import ScriptedLink, welcome
from tests.tui.shell import HOSTILE, LOBBY, room, sees, sent, shell, until
from tuicards.client_state import ClientState, LinkEvent
from tuicards.locale.languages import LANGUAGES
from tuicards.settings import Settings
from tuicards.speech import Speaker
from tuicards.tui.link import Start
from tuicards.tui.screens.parts import Chat
from tuicards.tui.screens.people import PeopleDialog, away_notes, person_acts, seat_acts
from tuicards.wire.messages import (
    EMOTES,
    Configure,
    Emote,
    Kick,
    Lobby,
    Mute,
    Said,
    Say,
    SeatInfo,
    TableInfo,
    TableLine,
)

ANN = SeatInfo(name="Ann")
BO_AWAY = SeatInfo(name="Bo", here=False, away=150)
CAI_LEFT = SeatInfo(name="Cai", here=False, bot="normal", stand_in=True)
BOT = SeatInfo(name="Bot 4", bot="easy")


def at(*events: LinkEvent) -> ScriptedLink:
    return ScriptedLink(welcome(), *events)


def watched(table: TableInfo, *watchers: str) -> TableInfo:
    return msgspec.structs.replace(table, watchers=watchers)


async def chat_title(pilot: Pilot[Any]) -> str:
    await pilot.pause()
    return str(pilot.app.screen.query_one(Chat).border_title)


# ---- who is here


async def test_people_look_like_this() -> None:
    """The picture in the documentation is the screen: seats, watchers, who is away and for how long."""
    link = at(watched(room(ANN, BO_AWAY, CAI_LEFT, BOT, SeatInfo()), "Dee"))
    async with shell(link) as pilot:
        await sees(pilot, "Bot 4")
        await pilot.press("w")
        await sees(pilot, "away for 2 min")
        await sees(pilot, "watching")
        check_picture(pilot.app, "people")


@pytest.mark.parametrize(
    ("away", "bot_in", "elapsed", "words"),
    [
        (0, None, 0.0, ["away for 0 s"]),
        (50, 45, 9.7, ["away for 59 s", "a bot plays after 35 s"]),
        (50, 45, 70.0, ["away for 2 min", "a bot plays after 0 s"]),
        (7100, None, 100.0, ["away for 2 h"]),
    ],
)
def test_time_goes_on_between_two_cards_of_the_table(
    away: int, bot_in: int | None, elapsed: float, words: list[str]
) -> None:
    """The server sends nothing because time passes: the client counts on."""
    seat = SeatInfo(name="Bo", here=False, away=away, bot_in=bot_in)

    assert away_notes(seat, Speaker(), elapsed) == words


async def test_somebody_who_is_ignored_is_not_heard_until_heard_again() -> None:
    """Digits alone: the line of the person, then the act. What they say meanwhile is gone for good."""
    link = at(LOBBY, Said(name="Bo", text="one"))
    async with shell(link) as pilot:
        await sees(pilot, "one")
        await pilot.press("w", "2", "1")
        await sees(pilot, "ignored")
        link.tell(Said(name="Bo", text="two"))
        link.tell(Said(name="Bo", code="emote.hurry"))
        await pilot.press("escape")
        await until(pilot, lambda: not isinstance(pilot.app.screen, PeopleDialog))
        assert "one" not in screen_text(pilot.app)
        assert "two" not in screen_text(pilot.app)
        await pilot.press("w", "2", "1", "escape")
        link.tell(Said(name="Bo", text="three"))
        await sees(pilot, "three")
        assert "two" not in screen_text(pilot.app)


async def test_the_owner_removes_somebody_after_being_asked() -> None:
    """The act says what it costs; oneself and free seats offer nothing."""
    link = at(room(ANN, SeatInfo(name="Bo"), SeatInfo()))
    async with shell(link) as pilot:
        await sees(pilot, "Bo")
        await pilot.press("w", "1", "3", "2")
        await sees(pilot, "cannot come back")
        await pilot.press("3")
        await sees(pilot, "Send Bo away?")
        await pilot.press("enter")
        assert sent(link, Kick) == []
        await pilot.press("2", "3", "right", "enter")
        assert [kick.name for kick in sent(link, Kick)] == ["Bo"]


@pytest.mark.parametrize("route", [pytest.param("people", marks=pytest.mark.thorough), "room"])
async def test_the_owner_silences_somebody_and_lets_them_talk_again(route: str) -> None:
    """From the list of people and from the seat; who is silenced is marked in both."""
    link = at(room(ANN, SeatInfo(name="Bo"), SeatInfo()))
    async with shell(link) as pilot:
        await sees(pilot, "Bo")
        await pilot.press(*(["w"] if route == "people" else []), "2", "2")
        link.tell(msgspec.structs.replace(room(ANN, SeatInfo(name="Bo"), SeatInfo()), muted=("Bo",)))
        await sees(pilot, "silenced")
        await pilot.press("2")
        await sees(pilot, "Let Bo talk again")
        await pilot.press("2")
        assert [(mute.name, mute.on) for mute in sent(link, Mute)] == [("Bo", True), ("Bo", False)]


async def test_a_watcher_can_be_sent_away_and_during_play_a_bot_goes_on() -> None:
    """The question says what it means now."""
    playing = msgspec.structs.replace(room(ANN, SeatInfo(name="Bo")), state="playing", watchers=("Dee",))
    assert person_acts(told(playing), Speaker(), "Dee")[-1][0] == "kick"
    assert [act for act, _ in person_acts(told(msgspec.structs.replace(playing, owner="Bo")), Speaker(), "Dee")] == [
        "ignore"
    ]


async def test_bots_are_taken_off_their_seats_and_have_no_ears() -> None:
    """Only the owner does it, and only before the party."""
    seats = (ANN, BOT)
    assert [act for act, _ in seat_acts(told(room(*seats)), Speaker(), 1)] == ["remove"]
    assert seat_acts(told(room(*seats, owner="Bo")), Speaker(), 1) == []
    assert seat_acts(told(msgspec.structs.replace(room(*seats), state="playing")), Speaker(), 1) == []


def told(table: TableInfo) -> ClientState:
    """What Ann knows at the table."""
    return ClientState(welcome=welcome().welcome, table=table)


@pytest.mark.thorough
async def test_the_owners_rights_look_like_this() -> None:
    """The picture in the documentation: what an owner can do with a person, and who is silenced."""
    table = watched(room(ANN, SeatInfo(name="Bo"), CAI_LEFT, BOT), "Dee")
    link = at(msgspec.structs.replace(table, muted=("Dee",), commitment="3f2a91bc0d44e7a1" * 4))
    async with shell(link) as pilot:
        await sees(pilot, "Bo")
        await pilot.press("w", "2")
        await sees(pilot, "Remove Bo")
        check_picture(pilot.app, "owner")


# ---- the deal


@pytest.mark.parametrize("route", ["people", "room"])
async def test_to_what_the_deal_is_bound_can_be_read(route: str) -> None:
    """The beginning of the fingerprint in groups, and what it is; nothing of it where the server does not say."""
    bound_to = msgspec.structs.replace(room(ANN, SeatInfo()), commitment="3f2a91bc0d44e7a1" * 4)
    link = at(bound_to)
    async with shell(link, size=(80, 50)) as pilot:
        await sees(pilot, "Kitchen")
        await pilot.press(*(["w"] if route == "people" else []))
        await sees(pilot, "Fair deal  3f2a 91bc 0d44 e7a1")
        await sees(pilot, "The secret behind the cards is fixed")
        link.tell(room(ANN, SeatInfo()))
        await until(pilot, lambda: "Fair deal" not in screen_text(pilot.app))


@pytest.mark.thorough
async def test_people_by_mouse_alone() -> None:
    """The key line opens the list, a click chooses a person, another the act."""
    link = at(room(ANN, SeatInfo(name="Bo"), owner="Bo"))
    async with shell(link) as pilot:
        await sees(pilot, "Who")
        await click(pilot, "i Who")
        await sees(pilot, "Who is at this table")
        await click(pilot, "2 ● Bo")
        await sees(pilot, "Ignore: what Bo says")
        await click(pilot, "Ignore: what Bo says")
        await sees(pilot, "ignored")


async def click(pilot: Pilot[Any], text: str) -> None:
    """Clicks a text where it is lowest on the screen."""
    lines = screen_text(pilot.app).splitlines()
    x, y = [(row.index(text), y) for y, row in enumerate(lines) if text in row][-1]
    await pilot.click(offset=(cell_len(lines[y][:x]) + 1, y))


# ---- signs


async def test_a_sign_is_chosen_by_its_digit() -> None:
    """All fit on one page; the tenth is chosen with 0."""
    link = at(LOBBY)
    async with shell(link) as pilot:
        await sees(pilot, "Porch")
        await pilot.press("e", "3", "e", "0")
        assert [emote.code for emote in sent(link, Emote)] == [EMOTES[2], EMOTES[9]]


@pytest.mark.parametrize("route", ["lobby", "room"])
async def test_a_sign_is_shown_in_the_readers_words(route: str) -> None:
    """The code on the wire becomes a sentence; one that this program does not know stays a code."""
    where: LinkEvent = LOBBY if route == "lobby" else room(ANN, SeatInfo())
    async with shell(
        at(where, Said(name="Bo", code="emote.well_played"), Said(name="Bo", code="emote.new"))
    ) as pilot:
        await sees(pilot, "Bo  Well played!")
        await sees(pilot, "Bo  emote.new")


async def test_two_languages_at_one_table_read_one_sign_each_in_its_own() -> None:
    """One code on the wire, two sentences on two screens."""
    sign = Said(name="Bo", code="emote.thanks", table="K7QX")
    for code in ("es", "ru"):
        start = Start(name="Ann", settings=Settings(language=code))
        async with shell(at(room(ANN, SeatInfo(name="Bo")), sign), start=start) as pilot:
            await sees(pilot, f"Bo  {Speaker(language=LANGUAGES[code]).say(sign.code)}")
            assert pilot.app.state.chat == (sign,)  # type: ignore[attr-defined]


# ---- unread


async def test_what_comes_is_unread_until_one_goes_to_the_chat() -> None:
    """Others' words count, one's own and notices do not; in the chat line all is read at once."""
    link = at(LOBBY, Said(name="Bo", text="one"), Said(name="Ann", text="mine"), Said(code="not_kept"))
    async with shell(link) as pilot:
        await sees(pilot, "mine")
        assert "1 new" in await chat_title(pilot)
        await pilot.press("c")
        assert "new" not in await chat_title(pilot)
        link.tell(Said(name="Bo", text="two"))
        await sees(pilot, "two")
        assert "new" not in await chat_title(pilot)
        await pilot.press("escape")
        link.tell(Said(name="Bo", text="three"))
        await sees(pilot, "1 new")


async def test_what_was_said_before_one_came_is_marked() -> None:
    """And it is no news."""
    link = at(room(ANN), Said(name="Bo", text="hi", table="K7QX", n=1, old=True), Said(name="Cai", text="ho"))
    async with shell(link) as pilot:
        await sees(pilot, "Bo, earlier  hi")
        assert "1 new" in await chat_title(pilot)


async def test_the_chat_can_be_read_back_and_clicked() -> None:
    """Up and Down scroll while one writes; a click goes to the line."""
    link = at(LOBBY, *(Said(name="Bo", text=f"line {number}") for number in range(30)))
    async with shell(link) as pilot:
        await sees(pilot, "line 29")
        await click(pilot, "line 29")
        assert isinstance(pilot.app.focused, Input)
        await pilot.press("pageup", "pageup")
        await sees(pilot, "line 20")


# ---- the owner's switches, another game


@pytest.mark.thorough
async def test_the_owner_switches_hints_and_watchers_talk() -> None:
    """Each is the table as it is, changed in one point; others cannot."""
    link = at(room(ANN, SeatInfo(), SeatInfo(), bid_mode="secret"))
    async with shell(link) as pilot:
        await sees(pilot, "Hints")
        await pilot.press("h", "t")
        hints, talk = sent(link, Configure)
        assert (hints.hints, hints.watchers_talk, talk.hints, talk.watchers_talk) == (False, None, None, True)
        assert hints.options["bid_mode"] == "secret"
        link.tell(room(ANN, SeatInfo(), owner="Bo"))
        await pilot.pause()
        assert not any(pilot.app.screen.active_bindings[key].enabled for key in "htg")
        await pilot.press("h", "t", "g")
        assert len(link.sent) == 2


async def test_the_owner_changes_the_game() -> None:
    """Seats as near as the other game allows; the room then shows that game."""
    link = at(room(ANN, *[SeatInfo()] * 5))
    async with shell(link) as pilot:
        await sees(pilot, "Rage")
        await pilot.press("g")
        await sees(pilot, "Goat, 4 seats")
        await pilot.press("1")
        (request,) = sent(link, Configure)
        assert (request.game, request.seats, request.options) == ("goat", 4, {})
        link.tell(room(ANN, *[SeatInfo()] * 3, game="goat"))
        await sees(pilot, "Goat · Kitchen table")


# ---- hostile words

NAMES = (
    HOSTILE,
    "漢字漢字漢字漢字漢字漢字漢字漢字漢字漢字",
    "Z\u0351\u0352\u0353\u0354a\u0351\u0352\u0353" * 3,
    "สวัสดีครับผมชื่อสมชาย",
    "\u202e\u05e9\u05dc\u05d5\u05dd \u0639\u0644\u064a\u0643\u0645\u202c",
    "",
    "x" * 400,
    "a\x1b]0;t\x07\x9b2J\r\nb\x00",
)
"""Markup, wide, combining, Thai, right-to-left, empty, very long, control characters."""


def hostile_lobby() -> LinkEvent:
    lines = [
        TableLine(table=table, game="rage", title=name, seats=8, people=2, bots=1, state="open", owner=name,
                  options={name: name})
        for table, name in (*zip("ABCDEFGH", NAMES, strict=True), ("A", "twice"))
    ]  # fmt: skip
    return Lobby(tuple(lines), (*NAMES, *NAMES, "Bo"))


def hostile_table() -> LinkEvent:
    seats = [SeatInfo(name=name, bot=name if n % 3 == 0 else "", here=n % 2 == 0) for n, name in enumerate(NAMES)]
    return watched(msgspec.structs.replace(room(*seats, owner=NAMES[1]), title=NAMES[0]), *NAMES, *NAMES)


def hostile_chat() -> list[LinkEvent]:
    said = [Said(name=name, text=name or " ", watcher=bool(n % 2)) for n, name in enumerate(NAMES)]
    return [*said, *(Said(name=name, code=name) for name in NAMES), *(Said(code=name) for name in NAMES)]


@pytest.mark.parametrize("place", [hostile_lobby, hostile_table], ids=["lobby", "table"])
@pytest.mark.parametrize("me", [HOSTILE, "x" * 400], ids=["markup", "long"])
@pytest.mark.thorough
async def test_no_words_shift_a_frame_or_act(place: Callable[[], LinkEvent], me: str) -> None:
    """In lobby, room, chat and the list of people each frame stands where its box is, and nothing can be clicked."""
    async with shell(ScriptedLink(welcome(me, me), place(), *hostile_chat()), size=(80, 60)) as pilot:
        await sees(pilot, "Chat")
        assert_frames(pilot)
        await pilot.press("w")
        await until(pilot, lambda: isinstance(pilot.app.screen, PeopleDialog))
        assert_frames(pilot)
        await click(pilot, "[@click")
        assert pilot.app.return_value is None


FRAMED = "#tables-frame, #people, #seats, #code, #options, #chat, .dialog"


def assert_frames(pilot: Pilot[Any]) -> None:
    """Lines of exactly the screen's width, nothing that a terminal obeys, each frame where its box is."""
    lines = [strip.text for strip in pilot.app.screen._compositor.render_strips()]
    assert all(character.isprintable() for line in lines for character in line)
    assert {cell_len(line) for line in lines} == {80}
    boxes = [box.region for box in pilot.app.screen.query(FRAMED) if box.display]
    assert boxes
    for box in boxes:
        for y in range(box.y, box.bottom):
            assert cell(lines[y], box.x) in "│╭╰"
            assert cell(lines[y], box.right - 1) in "│╮╯"


def cell(line: str, x: int) -> str:
    """The character that begins in a cell of a line."""
    return next(character for place, character in enumerate(line) if cell_len(line[:place]) == x)


async def test_chat_in_the_lobby_is_said_by_the_mouse_and_enter() -> None:
    """A click into the line, words, Enter."""
    link = at(LOBBY)
    async with shell(link) as pilot:
        await sees(pilot, "Say something")
        await pilot.click("#say")
        await pilot.press("h", "i", "enter")
        assert sent(link, Say)[0].text == "hi"
