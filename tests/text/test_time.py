"""Clocks, pauses and the owner's rights in the line-by-line client."""

import asyncio

import msgspec
import pytest

from tests.games.goat_helpers import table
from tests.text.talk import Guest, house
from tests.text.test_functions import meet
from tests.text.test_narration import TABLE, picture
from tuicards.client_state import ClientState
from tuicards.errors import BadOptions
from tuicards.locale.en import PHRASES
from tuicards.speech import Speaker
from tuicards.text.answers import Clocks, people_lines, table_lines, time_lines
from tuicards.text.commands import Ask, Command, Show
from tuicards.text.narration import news
from tuicards.text.reading import read_command
from tuicards.text.times import Times
from tuicards.text.voice import Voice
from tuicards.wire.messages import Configure, CreateTable, Kick, Mute, Pause, Said, SeatInfo, TableInfo

replace = msgspec.structs.replace

LEADING = table("Qs 7s Kd 6h | 9d Js 8c 8h | Kc 8d Th 7h | 6c 9s Ac Jh", stock=12)
CLOCKED = replace(TABLE, clock="turn:40")


def read(line: str, state: ClientState | None = None) -> Command | None:
    return read_command(line, state or ClientState(), Speaker())


def told(old: TableInfo, new: TableInfo) -> list[str]:
    """What is said when the table changes."""
    before = ClientState(table=old).after(picture(LEADING, 1))
    return list(news(before, new, before.after(new), Voice()))


# ---- what is typed


@pytest.mark.parametrize(
    ("line", "request_"),
    [
        ("pause", Pause(id=0, on=True)),
        ("go on", Pause(id=0, on=False)),
        ("go", Pause(id=0, on=False)),
        ("kick Bo Ann", Kick(id=0, name="Bo Ann")),
        ("mute Bo", Mute(id=0, name="Bo")),
        ("unmute Bo", Mute(id=0, name="Bo", on=False)),
        ("create goat clock=BANK:60+3", CreateTable(id=0, game="goat", seats=4, clock="bank:60+3")),
    ],
)
def test_what_is_asked_of_the_server(line: str, request_: object) -> None:
    """One request each."""
    assert read(line) == Ask((request_,))  # type: ignore[arg-type]


def test_the_clock_is_set_and_all_else_stays() -> None:
    """By a command of its own, or with other changes of the table."""
    state = ClientState(table=replace(TABLE, options={"limit": "6"}, public=False))
    alone, among = read("clock turn:30", state), read("set clock=none", state)
    assert isinstance(alone, Ask)
    assert isinstance(among, Ask)
    assert alone.requests == (Configure(id=0, seats=4, options={"limit": "6"}, public=False, clock="turn:30"),)
    assert among.requests == (Configure(id=0, seats=4, options={"limit": "6"}, public=False, clock="none"),)
    assert (read("clock"), read("time")) == (Show("clock"), Show("time"))


@pytest.mark.parametrize("line", ["clock 30", "create rage clock=turn:4", "set clock=bank:5"])
def test_a_wrong_clock_is_refused_with_the_right_forms(line: str) -> None:
    """Before anything is asked of the server."""
    with pytest.raises(BadOptions, match="bad_clock") as refused:
        read(line, ClientState(table=TABLE))
    assert "turn:30 or bank:300+5" in Speaker().error(refused.value)


@pytest.mark.parametrize("verb", ["clock", "time", "pause", "go", "kick", "mute", "unmute"])
def test_every_command_is_explained(verb: str) -> None:
    """In the list of commands, and how it is written."""
    assert {f"verb.{verb}", f"usage.{verb}", f"help.{verb}"} <= PHRASES.keys()


# ---- what is told


def test_who_has_how_much_time_left() -> None:
    """A line for each seat whose time is limited; without a clock one line says so."""
    state = ClientState(table=CLOCKED).after(picture(LEADING, 1))
    lines = list(time_lines(state, Clocks(left=(24, None, 0, 130)), Voice()))

    assert lines == ["Your time: 24 s.", "Time of Cai: it is up.", "Time of Dee: 2 min."]
    assert list(time_lines(ClientState(table=TABLE), Clocks(), Voice())) == ["Time at this table: no clock."]
    assert list(time_lines(ClientState(), Clocks(), Voice())) == [
        "You are at no table. Type tables to see them, or create to make one."
    ]


def test_ones_own_time_is_told_with_ones_turn() -> None:
    """Once, and only where it is limited."""
    before = ClientState(table=CLOCKED)
    update = replace(picture(LEADING, 1), left=(24_000, 40_000, None, 40_000))
    now = before.after(update)

    assert list(news(before, update, now, Voice()))[-1] == "You have 24 s left."
    assert not [
        line
        for line in news(now, replace(update, seq=2), now.after(replace(update, seq=2)), Voice())
        if "left" in line
    ]
    assert "left" not in list(news(before, picture(LEADING, 1), now, Voice()))[-1]


def test_the_table_is_told_with_its_clock_its_deal_and_its_pause() -> None:
    """What is as usual is not told."""
    table = replace(CLOCKED, commitment="3f2a91bc0d44e7a1" * 4, paused=True)
    lines = list(table_lines(ClientState(table=table), Voice()))

    assert "Time at this table: 40 s a turn." in lines
    assert "Fair deal, fingerprint of the secret behind the cards: 3f2a91bc0d44e7a1." in lines
    assert "The game is paused. Type go on, and it goes on." in lines
    assert not [line for line in table_lines(ClientState(table=TABLE), Voice()) if "Time" in line or "deal" in line]
    assert told(replace(TABLE, state="open"), replace(CLOCKED, state="open")) == ["Time at this table: 40 s a turn."]


def test_how_to_agree_to_a_pause_and_how_to_end_it() -> None:
    """That somebody asks, or that all stands still, is told by the notices."""
    asks = replace(TABLE, seats=(TABLE.seats[0], SeatInfo(name="Bo", pause=True), *TABLE.seats[2:]))

    assert told(TABLE, asks) == ["Type pause to agree, or play on."]
    assert told(asks, asks) == []
    assert told(asks, replace(asks, paused=True)) == ["Type go on, and the game goes on."]
    assert told(replace(TABLE, you=None), replace(asks, you=None)) == []


def test_that_a_bot_plays_for_oneself_is_told_with_the_way_back() -> None:
    """Only of one's own seat, and then no turn is announced."""
    mine = replace(TABLE, seats=(SeatInfo(name="Ana", bot="normal", stand_in=True), *TABLE.seats[1:]))
    assert told(TABLE, mine) == ["A bot plays for you. Whatever you type takes the seat back."]
    before = ClientState(table=mine)
    assert not [
        line
        for line in news(before, picture(LEADING, 1), before.after(picture(LEADING, 1)), Voice())
        if "It is your turn" in line
    ]


def test_kept_talk_is_told_once_and_as_such() -> None:
    """Whoever comes back hears nothing twice."""
    old = Said(name="Bo", text="hi", table="t1", n=4, old=True)
    before = ClientState(table=TABLE)
    after = before.after(old)

    assert list(news(before, old, after, Voice())) == ["Earlier, Bo: hi"]
    assert list(news(after, old, after.after(old), Voice())) == []
    watched = replace(old, n=5, watcher=True)
    assert list(news(after, watched, after.after(watched), Voice())) == ["Earlier, Bo, watching: hi"]


def test_who_is_silenced_is_told_with_who_is_here() -> None:
    """The owner's doing is no secret."""
    lines = list(people_lines(ClientState(table=replace(TABLE, muted=("Bo",))), Clocks(), Voice()))
    assert "Silenced: Bo." in lines


async def test_little_time_is_told_once_before_it_is_up() -> None:
    """By the client's own clock; not when a pause has begun meanwhile."""
    warned = asyncio.Event()
    times = Times(warned.set)
    update = replace(picture(LEADING, 1), left=(10_020, 40_000, 40_000, 40_000))
    state = ClientState(table=CLOCKED).after(update)
    times.note(update, state)
    assert times.clocks().left[1:] == (40, 40, 40)
    paused = replace(CLOCKED, paused=True)
    times.note(paused, state.after(paused))
    assert times._warning is None
    times.note(CLOCKED, state.after(CLOCKED))
    await asyncio.wait_for(warned.wait(), 5)
    times.stop()


# ---- with a real server


async def test_two_people_agree_on_a_pause_and_one_ends_it() -> None:
    """Nothing can be played in between, and the reason is said."""
    async with house() as service, Guest(service.port, "Ana", typed=True) as ana, Guest(service.port, "Bo") as bo:
        await meet(service, ana, bo, "create goat")
        ana.types("bot", "start")
        await ana.hears("Game 1")
        ana.types("pause")
        await bo.hears("Type pause to agree")
        bo.types("pause")
        await ana.hears("Type go on, and the game goes on.")
        ana.types("lead 6s")
        await ana.hears("The game is paused.", times=2)
        ana.types("go on")
        await bo.hears("The game goes on.")


async def test_the_owner_silences_somebody_and_sends_them_away() -> None:
    """Both hear what was done."""
    async with house() as service, Guest(service.port, "Ana") as ana, Guest(service.port, "Bo") as bo:
        await meet(service, ana, bo, "create rage 2")
        ana.types("mute Bo")
        await bo.hears("Bo has been silenced at this table.")
        bo.types("say hello", "kick Ana")
        await bo.hears("Whoever owns this table has silenced you here.")
        await bo.hears("Only Ana, whose table it is, can do that.")
        ana.types("unmute Bo", "kick Bo")
        await bo.hears("You have been removed from table")
        assert await ana.hears("Bo has been removed from the table.")


async def test_a_clock_is_set_told_and_refused_during_the_party() -> None:
    """It cannot be changed while people play by it."""
    async with house() as service, Guest(service.port, "Ana", typed=True) as ana:
        ana.types("create goat", "clock turn:90", "clock", "bot", "start", "time", "clock none")
        await ana.hears("Time at this table: 90 s a turn.", times=2)
        await ana.hears("Not while a party is running.")
        assert await ana.hears("Your time: ")


@pytest.mark.thorough
async def test_whatever_is_typed_takes_the_seat_back_and_a_move_is_not_made() -> None:
    """After two turns whose time was up; the least that a clock gives is five seconds."""
    async with house() as service, Guest(service.port, "Ana", typed=True) as ana:
        ana.types("create goat clock=turn:5", "bot", "start")
        await ana.hears("Ana ran out of time.")
        await ana.hears("A bot plays for you.")
        ana.types("lead 6s")
        await ana.hears("Ana plays again.")
        await ana.hears("what you typed was not played")
        assert not [line for line in ana.heard if "You hold no" in line]
