"""What is called foolish at the table, on the full screen with a real server behind it."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from textual.pilot import Pilot

from server.config import Settings as House
from server.service import running
from tests.records import finished
from tests.tui.idle import comes_to_be
from tests.tui.party import USUAL, panel, table_screen, until
from tests.tui.test_replay import looking
from tuicards.bots.position import read, situation
from tuicards.identity import Identity
from tuicards.recording import RecordingLink
from tuicards.thinking.advice import Adviser
from tuicards.tui.app import TuiCards
from tuicards.tui.link import Start
from tuicards.tui.screens.replay import ReplayScreen
from tuicards.tui.screens.table import TableScreen
from tuicards.wire.messages import CreateTable


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Where positions are kept in a test."""
    return tmp_path / "state" / "tuicards" / "positions"


@asynccontextmanager
async def with_bots(**options: str) -> AsyncIterator[Pilot[Any]]:
    """A party of Rage with two bots, at one's first turn."""
    async with running(House(host="127.0.0.1", port=0, bot_delay=0.0)) as service:
        link = RecordingLink(Identity(None), "127.0.0.1", service.port, name="Ana", keeps_token=False, folder=None)
        table = CreateTable(id=0, game="rage", seats=3, options=options, public=False)
        app = TuiCards(link, start=Start(name="Ana", settings=USUAL, create=table, bots="normal", start=True))
        app._adviser = Adviser(own_machine=False)
        async with app.run_test(size=(80, 24), notifications=True) as pilot:
            await until_shown(pilot, lambda: isinstance(app.screen, TableScreen) and my_turn(pilot))
            yield pilot


async def until_shown(pilot: Pilot[Any], holds: Any) -> None:
    """As `until`, also before there is a table."""
    assert await comes_to_be(pilot, holds)


def my_turn(pilot: Pilot[Any]) -> bool:
    view = pilot.app.state.view  # type: ignore[attr-defined]
    return view is not None and (view.my_turn or view.outcome is not None)


def toasts(pilot: Pilot[Any]) -> list[str]:
    return [note.message for note in pilot.app._notifications]


def files(folder: Path) -> list[Path]:
    return sorted(folder.iterdir()) if folder.is_dir() else []


async def play_on(pilot: Pilot[Any]) -> None:
    """The first legal move at each turn, until the party is over."""
    screen = table_screen(pilot.app)
    while screen.scene.view.outcome is None:
        before = screen.scene.state.seq
        screen._send(screen.scene.view.legal[0])
        await until(pilot, lambda before=before: screen.scene.state.seq != before and my_turn(pilot))  # type: ignore[misc]


async def test_a_bots_move_is_noted_and_saved_when_the_party_ends(folder: Path) -> None:
    """Once, with the bot's seat, move and level, for its owner only; the file is a position that can be."""
    async with with_bots(round_plan="2,1", first_dealer="0") as pilot:
        await pilot.press("n")
        assert "move 2): it is saved when the party ends" in panel(pilot, "prompt")
        await pilot.press("n")
        assert "Noted already" in panel(pilot, "prompt")
        assert not files(folder)
        bid = pilot.app.state.view.bids[2]  # type: ignore[attr-defined]
        await play_on(pilot)
        await until(pilot, lambda: any("Saved in" in note for note in toasts(pilot)))
    [path] = files(folder)
    assert path.stat().st_mode & 0o777 == 0o600
    position = read(path)
    assert (position.game, position.level, position.seat, position.wrong) == ("rage", "normal", 2, (f"bid {bid}",))
    assert situation(position).seen.view.seat == 2


@pytest.mark.thorough
async def test_after_the_party_its_last_moves_are_saved_at_once(folder: Path) -> None:
    """The record is there already."""
    async with with_bots(round_plan="1", first_dealer="0") as pilot:
        await play_on(pilot)
        await until(pilot, lambda: pilot.app.state.just_over is not None)  # type: ignore[attr-defined]
        await pilot.press("n")
        assert "Saved in" in panel(pilot, "prompt") + str(table_screen(pilot.app).scene.notice)
    [path] = files(folder)
    assert situation(read(path)).seen.view.phase == "play"


async def test_a_hint_is_saved_at_once_from_ones_own_cards(folder: Path) -> None:
    """Nothing in it that one does not see; the same key again makes no second file."""
    async with with_bots(round_plan="3,3", first_dealer="2") as pilot:
        await pilot.press("h")
        await until(pilot, lambda: "Hint:" in panel(pilot, "prompt"))
        await pilot.press("n")
        [path] = files(folder)
        assert "Saved in" in panel(pilot, "prompt")
        await pilot.press("n")
        assert "Saved already" in panel(pilot, "prompt")
        position, hand = read(path), pilot.app.state.view.hand  # type: ignore[attr-defined]
    assert files(folder) == [path]
    assert set(position.hands[0].split()) == set(hand)
    assert position.hands[1:] == ("", "")
    assert situation(position).seen.view.hand == tuple(position.hands[0].split())


@pytest.fixture
def in_the_way(folder: Path) -> None:
    """A file where the folder should be."""
    folder.parent.mkdir(parents=True)
    folder.write_text("in the way")


@pytest.mark.thorough
@pytest.mark.usefixtures("in_the_way")
async def test_a_place_that_cannot_be_written_is_told() -> None:
    """In one line that says what to do."""
    async with with_bots(round_plan="2,1", first_dealer="0") as pilot:
        await pilot.press("n")
        assert "make room, or set XDG_STATE_HOME" in " ".join(table_screen(pilot.app).scene.notice.split())


@pytest.mark.thorough
async def test_a_party_that_is_left_says_once_that_its_moves_are_not_saved(folder: Path) -> None:
    """Its record never comes."""
    async with with_bots(round_plan="2,1", first_dealer="0") as pilot:
        await pilot.press("n", "x", "2")
        await until_shown(pilot, lambda: any("not saved" in note for note in toasts(pilot)))
        assert sum("not saved" in note for note in toasts(pilot)) == 1
    assert not files(folder)


async def test_who_quits_in_the_middle_reads_it_below_the_program() -> None:
    """The party goes on elsewhere, or nowhere."""
    async with with_bots(round_plan="2,1", first_dealer="0") as pilot:
        await pilot.press("n", "ctrl+q", "ctrl+q")
        assert ["1 foolish move is not saved" in str(line) for line in pilot.app._exit_renderables] == [True]


async def test_a_move_is_saved_at_once_where_a_party_is_looked_at_again(folder: Path) -> None:
    """The one that was made last; before the first one there is none. No move twice."""
    record = finished("goat")
    async with looking(record) as pilot:
        await pilot.press("n")
        assert "No move is shown here" in toasts(pilot)[-1]
        await pilot.press("right", "right", "n", "n")
        assert isinstance(pilot.app.screen, ReplayScreen)
        assert "Saved already" in toasts(pilot)[-1]
    [path] = files(folder)
    position = read(path)
    assert (position.seat, position.wrong) == (record.entries[1].seat, (record.entries[1].move,))
    assert situation(position).seen.view.seat == position.seat
