"""Bots outside this program: a command that speaks the protocol plays like any other, and its faults are told."""

import sys
from pathlib import Path

import pytest

from tests.arena_bots import OWN
from tuicards.arena import arena_main
from tuicards.arena.entrants import entrants
from tuicards.arena.match import line_up
from tuicards.arena.party import play_unit
from tuicards.errors import SetupError

ROOT = Path(__file__).parent.parent
EXAMPLE = f"cmd:{sys.executable} {ROOT / 'examples/bot.py'} {{host}} {{port}} {{table}}"


@pytest.mark.parametrize(("game", "options"), [("rage", {"round_plan": "3", "bid_mode": "secret"}), ("goat", {})])
def test_a_command_plays_a_party_to_its_end(game: str, options: dict[str, str]) -> None:
    """It comes by the protocol, and no move of it is refused; the deals are those that all others get."""
    seats = 4 if game == "goat" else 2
    bots = ",".join([f'"{EXAMPLE}"', *["easy"] * (seats - 1)])
    match = line_up(game, entrants(bots), options=options | ({"limit": "6"} if game == "goat" else {}))
    lineup = match.unit(0).parties[0]
    unit = play_unit(match, 0)
    assert unit.parties[0].lineup == lineup
    for party in unit.parties[:1]:
        assert party.refusals == ()
        assert all(party.moves)
        assert sum(party.times[0].values()) > 0


START = f"""
import os, sys
sys.path.insert(0, {str(ROOT)!r})
from examples.bot import Bot
host, port = os.environ["TUICARDS_SERVER"].split(":")
bot = Bot(host, port, os.environ["TUICARDS_TABLE"])
"""

OVERBIDS = """
def ask(kind, plain=bot.send, **fields):
    if kind == "move" and fields["move"]["move"] == "bid":
        fields["move"] = {"move": "bid", "tricks": 77}
    plain(kind, **fields)
bot.send = ask
bot.visit()
"""

LATE = """
def ask(kind, plain=bot.send, late=set(), **fields):
    if kind == "move" and fields["seq"] not in late:
        late.add(fields["seq"])
        wrong.add(fields["id"])
        fields["seq"] -= 1
    plain(kind, **fields)
def hear(message, plain=bot.hear):
    if message["t"] == "done" and message["id"] in wrong:
        sys.exit("a late move was taken")
    plain(message)
wrong = set()
bot.send, bot.hear = ask, hear
bot.visit()
"""

GOES = """
def hear(message, plain=bot.hear):
    if message["t"] == "update":
        sys.exit("had enough")
    plain(message)
bot.hear = hear
bot.visit()
"""


def command(folder: Path, *lines: str) -> str:
    """A bot of these lines, as it is named on the command line."""
    script = folder / "bot.py"
    script.write_text("\n".join(lines))
    return f"cmd:{sys.executable} {script}"


def test_a_bad_move_of_a_command_is_refused_and_counted(tmp_path: Path) -> None:
    """It finds the table in its environment; after the refusal the party goes on."""
    bots = entrants(f"{command(tmp_path, START, OVERBIDS)},{OWN}:last_move")
    match = line_up("rage", bots, options={"round_plan": "2"})
    (refusal,) = play_unit(match, 0).parties[0].refusals
    assert refusal.fault.startswith("bad_move")


def test_a_move_that_answers_another_question_is_refused_and_asked_for_again(tmp_path: Path) -> None:
    """As a server does it; that counts for nothing."""
    bots = entrants(f"{command(tmp_path, START, LATE)},{OWN}:last_move")
    party = play_unit(line_up("rage", bots, options={"round_plan": "2"}), 0).parties[0]
    assert party.refusals == ()
    assert party.moves == (3, 3)


@pytest.mark.parametrize(
    ("script", "why"), [("pass", "it ended with 0"), ("exit('in vain')", "ended with 1; in vain")]
)
def test_a_command_that_does_not_come_is_told_with_its_last_words(
    script: str, why: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Exit 2, and no party; also from a process of the pool."""
    bots = f"{command(tmp_path, script)},easy"
    assert arena_main(["rage", "--seats", "2", "--bots", bots, "--games", "4", "--jobs", "2"]) == 2
    assert capsys.readouterr().err.endswith(f"{why}\n")


def test_a_command_that_there_is_not_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    """Exit 2, and why it cannot be started."""
    assert arena_main(["rage", "--seats", "2", "--bots", "cmd:/nowhere/bot {port},easy", "--games", "1"]) == 2
    assert "No such file" in capsys.readouterr().err


def test_a_command_that_goes_in_mid_party_ends_the_match(tmp_path: Path) -> None:
    """It is told who has gone; a match with half of its parties would say nothing."""
    match = line_up("rage", entrants(f"{command(tmp_path, START, GOES)},easy"), options={"round_plan": "2"})
    with pytest.raises(SetupError) as failed:
        play_unit(match, 0)
    assert failed.value.code == "arena.command_failed"
    assert "had enough" in str(failed.value.params["why"])
