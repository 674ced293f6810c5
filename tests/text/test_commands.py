"""What people type, and what it means."""

import pytest

from tuicards.client_state import ClientState
from tuicards.errors import Refused
from tuicards.locale.en import PHRASES
from tuicards.speech import Speaker
from tuicards.text.commands import (
    LONGEST_LINE,
    Ask,
    Auto,
    Cards,
    Change,
    Command,
    Export,
    Foolish,
    Ignore,
    LookBack,
    Move,
    Pick,
    Quit,
    Show,
    TopicOf,
)
from tuicards.text.reading import VERBS, read_command
from tuicards.wire.messages import (
    AddBot,
    Configure,
    CreateTable,
    Emote,
    JoinTable,
    Say,
    SeatInfo,
    TableInfo,
    TakeSeat,
)

TABLE = TableInfo(
    table="BCDF",
    game="rage",
    title="kitchen",
    options={"hook": "off", "teams": "none"},
    seats=(SeatInfo(name="Ana"), SeatInfo(), SeatInfo(name="Bot 3", bot="easy"), SeatInfo()),
    owner="Ana",
    public=True,
    state="open",
    party=0,
    you=0,
)
AT_TABLE = ClientState(table=TABLE)
ENGLISH = Speaker()


@pytest.mark.parametrize(
    ("line", "command"),
    [
        ("", None),
        ("   ", None),
        ("hand", TopicOf("hand")),
        ("  HAND ", TopicOf("hand")),
        ("?", Show("moves")),
        ("rules trump", Show("rules", "trump")),
        ("foolish", Foolish()),
        ("auto", Auto("once")),
        ("auto ON", Auto("on")),
        ("quit", Quit()),
        ("3", Pick(3)),
        ("bid 3", Move("bid 3")),
        ("R12", Move("R12")),
        ("lead Qs 7s", Move("lead Qs 7s")),
        ("say  hi there ", Ask((Say(id=0, text="hi there"),))),
        ("join bcdf", Ask((JoinTable(id=0, table="bcdf"),))),
        ("join BCDF 2", Ask((JoinTable(id=0, table="BCDF", seat=1),))),
        ("sit 4", Ask((TakeSeat(id=0, seat=3),))),
        ("bot 2 easy", Ask((AddBot(id=0, seat=1, level="easy"),))),
        ("bot", Ask((AddBot(id=0, seat=1), AddBot(id=0, seat=3)))),
        ("create", Ask((CreateTable(id=0, game="rage", seats=4),))),
        (
            "create goat private preset=short limit=6",
            Ask((CreateTable(id=0, game="goat", seats=4, options={"limit": "6"}, preset="short", public=False),)),
        ),
        ("create rage 6", Ask((CreateTable(id=0, game="rage", seats=6),))),
        ("trick", TopicOf("trick")),
        ("trick 2", TopicOf("tricks", 2)),
        ("emote Well played", Ask((Emote(id=0, code="well_played"),))),
        ("ignore Bo B", Ignore("Bo B")),
        ("unignore Bo", Ignore("Bo", ignore=False)),
        ("cards WORDS", Cards("words")),
        ("language ES", Change("language", "es")),
        ("settings bell on", Change("bell", "on")),
        ("replay", LookBack()),
        ("replay all", LookBack(whole=True)),
        ("export a b.jsonl", Export("a b.jsonl")),
        (
            "create rage 2 private title=a b=c",
            Ask((CreateTable(id=0, game="rage", seats=2, title="a b=c", public=False),)),
        ),
        (
            "set goat limit=6",
            Ask((Configure(id=0, seats=4, options={"limit": "6"}, game="goat"),)),
        ),
        (
            "hints off",
            Ask((Configure(id=0, seats=4, options={"hook": "off", "teams": "none"}, hints=False),)),
        ),
        (
            "set 5 hook=last_bidder",
            Ask((Configure(id=0, seats=5, options={"hook": "last_bidder", "teams": "none"}),)),
        ),
    ],
)
def test_a_line_becomes_its_command(line: str, command: Command | None) -> None:
    """Commands by their first word, numbers from the list, all else a move."""
    assert read_command(line, AT_TABLE, ENGLISH) == command


@pytest.mark.parametrize(
    "line",
    [
        "sit",
        "sit zero",
        "sit 0",
        "say",
        "join",
        "hand 3",
        "auto maybe",
        "set chess",
        "set",
        "hints",
        "cards big",
        "create title=",
        "replay 2",
        "unignore",
    ],
)
def test_a_command_written_wrong_is_answered_with_its_form(line: str) -> None:
    """Not guessed at, and not taken for a move."""
    with pytest.raises(Refused) as refused:
        read_command(line, AT_TABLE, ENGLISH)

    assert refused.value.code == "usage"
    assert str(refused.value.params["usage"]).startswith(line.split()[0])


def test_a_line_that_fits_no_message_is_refused_here() -> None:
    """So that the server has no reason to hang up."""
    with pytest.raises(Refused, match="line_too_long"):
        read_command("say " + "a" * LONGEST_LINE, AT_TABLE, ENGLISH)


def test_every_command_has_a_line_of_help() -> None:
    """The list that `help` prints is whole; each has its form, and a word in each language."""
    assert [verb for verb in VERBS if not {f"help.{verb}", f"usage.{verb}"} <= PHRASES.keys()] == []
    assert [verb for verb in VERBS if verb != "?" and PHRASES.get(f"verb.{verb}") != verb] == []
