"""Nothing that others write acts here, nothing is lost by a key, and the program ends when it is told to."""

import asyncio
import os
import signal
import tempfile
from pathlib import Path
from typing import Any

import pytest
from textual.pilot import Pilot

from tests.tui.party import PartyLink
from tests.tui.pictures import screen_text
from tests.tui.scripted import ScriptedLink, welcome
from tests.tui.shell import HOSTILE, LOBBY, room, sees, shell, until
from tuicards.client_state import Disconnected, LinkEvent
from tuicards.crash import record_crash
from tuicards.tui.screens.dialogs import LeaveDialog
from tuicards.wire.messages import Lobby, Refused, Said, SeatInfo, TableLine

LINE = TableLine(
    table=HOSTILE, game=HOSTILE, title=HOSTILE, seats=3, people=1, bots=0, state="open", owner=HOSTILE,
    options={HOSTILE: HOSTILE},
)  # fmt: skip
SPEECH = Said(name=HOSTILE, text=HOSTILE)
LOST = Disconnected(HOSTILE, {HOSTILE: HOSTILE}, 60)


def hostile_room() -> LinkEvent:
    table = room(SeatInfo(name=HOSTILE), SeatInfo(name=HOSTILE, bot=HOSTILE), owner=HOSTILE)
    fields = {name: getattr(table, name) for name in table.__struct_fields__}
    words = {
        "table": HOSTILE,
        "title": HOSTILE,
        "watchers": (HOSTILE,),
        "options": table.options | {HOSTILE: HOSTILE},
    }
    return type(table)(**fields | words)


SCREENS: dict[str, tuple[LinkEvent, ...]] = {
    "connect": (LOST,),
    "lobby": (welcome(HOSTILE, HOSTILE), Lobby((LINE,), (HOSTILE,)), SPEECH, Refused(code=HOSTILE)),
    "room": (welcome(HOSTILE, HOSTILE), hostile_room(), SPEECH, Refused(code=HOSTILE, params={HOSTILE: HOSTILE})),
    "lost": (welcome(HOSTILE, HOSTILE), hostile_room(), LOST),
}


async def click_all(pilot: Pilot[Any], text: str) -> None:
    """Clicks wherever a text begins."""
    for y, line in enumerate(screen_text(pilot.app).splitlines()):
        if (x := line.find(text)) >= 0:
            await pilot.click(offset=(x + 1, y))


@pytest.mark.parametrize("name", SCREENS)
@pytest.mark.thorough
async def test_hostile_words_are_words(name: str) -> None:
    """Markup from the wire is shown letter by letter and does nothing when clicked; no control character is drawn."""
    async with shell(ScriptedLink(*SCREENS[name])) as pilot:
        await sees(pilot, "[@click=app.quit]")
        await click_all(pilot, "[@click")
        assert "\x1b" not in screen_text(pilot.app)
        assert pilot.app.return_value is None


async def test_seat_menu_of_a_hostile_name() -> None:
    """Dialogs made of names are as safe as the screens."""
    table = room(SeatInfo(name="Ann"), SeatInfo(name=HOSTILE), SeatInfo(), owner="Ann")
    async with shell(ScriptedLink(welcome(), table)) as pilot:
        await sees(pilot, HOSTILE[:10])
        await pilot.press("o")
        await sees(pilot, "Options of the table")
        await pilot.press("escape", "escape")
        await sees(pilot, "What to do")


async def test_quitting_a_running_party_asks_and_enter_plays_on() -> None:
    """The safe answer has the focus; the quit key pressed twice quits."""
    async with shell(PartyLink("goat", 4)) as pilot:
        await pilot.press("ctrl+q")
        assert isinstance(pilot.app.screen, LeaveDialog)
        await pilot.press("y", "1", "enter")
        assert not isinstance(pilot.app.screen, LeaveDialog)
        assert pilot.app.return_value is None
        await pilot.press("ctrl+c", "ctrl+c")
        assert pilot.app.return_value == 0


async def test_quitting_elsewhere_does_not_ask() -> None:
    """In the lobby nothing is lost by going."""
    async with shell(ScriptedLink(welcome(), LOBBY)) as pilot:
        await pilot.press("ctrl+c")
        assert pilot.app.return_value == 0


@pytest.mark.parametrize("number", [signal.SIGTERM, pytest.param(signal.SIGHUP, marks=pytest.mark.thorough)])
async def test_a_signal_ends_it_in_order(number: signal.Signals) -> None:
    """The exit is clean, and the server hears no goodbye: who is cut off has not left."""
    link = ScriptedLink(welcome(), LOBBY)
    async with shell(link) as pilot:
        os.kill(os.getpid(), number)
        await until(pilot, lambda: pilot.app.return_value == 0)
    assert (link.closed, link.said_bye) == (True, False)


async def test_a_server_that_does_not_answer_holds_nobody_back() -> None:
    """A goodbye that hangs is given up."""

    class Deaf(ScriptedLink):
        async def close(self, bye: bool = True) -> None:
            self.closed = True
            await asyncio.Event().wait()

    link = Deaf(welcome(), LOBBY)
    async with shell(link) as pilot:
        await pilot.press("ctrl+q")
    assert link.closed


async def test_help_lists_the_real_keys() -> None:
    """What the help shows is what the screen's bindings say."""
    async with shell(ScriptedLink(welcome(), LOBBY)) as pilot:
        await sees(pilot, "Porch")
        await pilot.press("question_mark")
        await sees(pilot, "Set up a table and sit at it")
        await pilot.press("escape")
        await sees(pilot, "Porch")


async def test_rules_are_read_page_by_page() -> None:
    """The short page of a game first; Right turns to the next page; Escape leads back."""
    async with shell(ScriptedLink(welcome(), LOBBY)) as pilot:
        await sees(pilot, "Porch")
        await pilot.press("r")
        await sees(pilot, "Rage in one page")
        await pilot.press("right")
        await sees(pilot, "Goat in one page")
        await pilot.press("escape")
        await sees(pilot, "Porch")


@pytest.mark.thorough
async def test_all_themes_draw_every_screen() -> None:
    """A key goes through the themes; each knows every colour that the first one knows."""
    async with shell(ScriptedLink(welcome(), LOBBY)) as pilot:
        for name in ("light", "safe", "terminal", "dark"):
            await pilot.press("ctrl+t")
            assert pilot.app.theme == f"tuicards-{name}"
            await sees(pilot, "Porch")


def test_a_crash_leaves_one_line_and_a_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The person reads what happened and where the details are; values of variables are written nowhere."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    secret = "tok" + "en"
    try:
        raise ValueError(f"bad {len(secret)}")
    except ValueError as error:
        lines = record_crash(error).splitlines()
    log = tmp_path / "tuicards" / "crash.log"
    assert len(lines) == 2
    assert "ValueError: bad 5" in lines[0]
    assert str(log) in lines[1]
    assert "raise ValueError" in log.read_text("utf-8")
    assert secret not in log.read_text("utf-8")


@pytest.mark.parametrize("state", ["file", "relative"])
def test_a_crash_is_told_where_the_state_folder_cannot_be_used(
    state: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two lines on the screen all the same, and the traceback where all programs may write; none where one stands."""
    (tmp_path / "file").write_text("")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "file") if state == "file" else state)
    monkeypatch.delenv("HOME")
    headline, where = record_crash(ValueError("no")).splitlines()
    (log,) = tmp_path.glob("tuicards-*/crash.log")

    assert "ValueError: no" in headline
    assert str(log) in where
    assert "ValueError: no" in log.read_text("utf-8")
    assert not (tmp_path / "relative").exists()
