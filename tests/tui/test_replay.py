"""A finished party on the screen: steps, rounds, eyes, open hands; from the command line and from its table."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import msgspec
import pytest
from textual.pilot import Pilot

from tests.records import finished
from tests.tui.idle import comes_to_be
from tests.tui.party import at_table, sees, until
from tests.tui.pictures import check_picture, screen_text
from tests.tui.test_table_pictures import LARGE, SMALL, played
from tuicards.client_state import Recorded
from tuicards.locale.en import PHRASES
from tuicards.records import PartyRecord, read_record
from tuicards.replay import Replay
from tuicards.settings import Settings
from tuicards.tui.link import Start
from tuicards.tui.replay_app import ReplayApp
from tuicards.tui.screens.base import client_of
from tuicards.tui.screens.replay import ReplayScreen
from tuicards.tui.screens.scores import ScoreSheet
from tuicards.tui.screens.table import TableScreen
from tuicards.tui.widgets.bar import Bar, spots
from tuicards.tui.widgets.panel import Panel
from tuicards.verify import Verdict


@asynccontextmanager
async def looking(
    record: PartyRecord, size: tuple[int, int] = SMALL, *, name: str = "", settings: Settings | None = None
) -> AsyncIterator[Pilot[Any]]:
    """A replay as from the command line, drawn once."""
    app = ReplayApp(Replay(record), Start(name=name, settings=settings or Settings()))
    async with app.run_test(size=size) as pilot:
        await until_shown(pilot)
        yield pilot


async def until_shown(pilot: Pilot[Any]) -> None:
    """Waits until a replay is in front."""
    assert await comes_to_be(
        pilot, lambda: isinstance(pilot.app.screen, ReplayScreen) and bool(text(pilot, "prompt"))
    )


def screen(pilot: Pilot[Any]) -> ReplayScreen:
    return next(screen for screen in pilot.app.screen_stack if isinstance(screen, ReplayScreen))


def text(pilot: Pilot[Any], name: str) -> str:
    """What a region shows."""
    return "\n".join(line.rstrip() for line in screen(pilot).query_one(f"#{name}", Panel).text())


async def click(pilot: Pilot[Any], command: str) -> None:
    """A click on a choice of the bar."""
    bar = screen(pilot).query_one(Bar)
    spot = next(spot for spot in spots(bar.choices, bar.size.width, 0) if spot.choice.command == command)
    await pilot.click(Bar, offset=(spot.left + 1, 0))


# ---- steps --------------------------------------------------------------------------------------------


async def test_one_steps_by_card_trick_and_round() -> None:
    """And is always told where one is and what happened; the ends stay ends."""
    async with looking(finished("rage")) as pilot:
        assert "Round 1 of 2, just dealt" in text(pilot, "prompt")
        await pilot.press("left", "right")
        assert "Round 1 of 2, bid 1 of 4" in text(pilot, "prompt")
        assert " bids " in text(pilot, "news")
        await pilot.press("down", "pagedown")
        assert "Round 1 of 2, trick 1, card 4 of 4" in text(pilot, "prompt")
        assert "wins the trick" in text(pilot, "news")
        assert "LAST TRICK" in text(pilot, "trick").upper()
        await pilot.press("up", "end")
        assert "Round 2 of 2, just dealt" in text(pilot, "prompt")
        await pilot.press("home", "2")
        assert screen(pilot).at == Replay(finished("rage")).round_begins(2)
        await pilot.press("s")
        assert isinstance(pilot.app.screen, ScoreSheet)
        await pilot.press("s", "end")
        check_end(pilot, finished("rage"))


def check_end(pilot: Pilot[Any], record: PartyRecord) -> None:
    """What the table shows at the end is what the record says."""
    scene = screen(pilot).query_one("#ledger", Panel).scene
    assert scene is not None
    assert scene.view.outcome == record.outcome
    assert tuple(scene.view.totals[team] for team in scene.view.teams) == record.outcome.scores
    assert "The end" in text(pilot, "prompt")


async def test_a_round_is_chosen_by_its_digits_or_in_the_bar() -> None:
    """A number of two digits is typed digit by digit; there is none beyond the last."""
    record = finished("rage", 4, round_plan="1,1,1,1,1,1,1,1,1,1,1,1")
    async with looking(record) as pilot:
        await pilot.press("1", "2")
        assert "Round 12 of 12" in text(pilot, "prompt")
        await pilot.press("r", "left", "left", "enter")
        assert "Round 10 of 12" in text(pilot, "prompt")
        await pilot.press("0")
        assert "There is no round 0" in text(pilot, "prompt")
        await pilot.press("r", "escape")
        assert isinstance(pilot.app.screen, ReplayScreen)


async def test_it_goes_on_by_itself_and_stops() -> None:
    """One card at once, the others in their time; any step of one's own stops it. Without motion it is one step."""
    async with looking(finished("rage")) as pilot:
        await pilot.press("space")
        assert screen(pilot).at == 1
        assert "Stop" in text(pilot, "bar")
        await pilot.press("left")
        assert (screen(pilot).at, "Stop" in text(pilot, "bar")) == (0, False)
        client_of(screen(pilot)).settings = Settings(motion=False)
        await pilot.press("space")
        assert (screen(pilot).at, "Stop" in text(pilot, "bar")) == (1, False)


# ---- eyes and hands -----------------------------------------------------------------------------------


async def test_one_turns_from_seat_to_seat() -> None:
    """Each shows its own hand; after the last comes a watcher, who sees none. Nobody is called You."""
    record = finished("rage")
    found = Replay(record)
    async with looking(record, name="Boris") as pilot:
        assert "As Boris sees it" in text(pilot, "prompt")
        assert screen(pilot).seat == 1
        await pilot.press("tab", "tab")
        assert "As Dora sees it" in text(pilot, "prompt")
        for code in found.game.view(found.steps[0].state, 3).hand:
            assert code.lstrip("ROYGBP") in text(pilot, "hand")
        await pilot.press("tab")
        assert "As a watcher sees it" in text(pilot, "prompt")
        assert not text(pilot, "hand").strip()
        await pilot.press("shift+tab", "shift+tab")
        assert screen(pilot).seat == 2
        assert "You" not in screen_text(pilot.app)


async def test_all_hands_lie_open_as_one_likes() -> None:
    """Every seat's cards, and in Goat what it has laid face down; a key closes them again."""
    record = finished("goat")
    found = Replay(record)
    async with looking(record) as pilot:
        await pilot.press("down", "down", "down")
        step = found.steps[screen(pilot).at]
        shown = text(pilot, "hands")
        for seat, name in enumerate(record.names):
            assert name in shown
            assert len(found.game.view(step.state, seat).hand) == len(step.state.hands[seat])
        assert "face down" in shown
        assert screen(pilot).query_one("#hands").display
        await pilot.press("a", *["end"] * found.rounds)
        assert not screen(pilot).query_one("#hands").display
        assert screen(pilot).query_one("#hand").display
        check_end(pilot, record)


# ---- mouse --------------------------------------------------------------------------------------------


async def test_a_mouse_alone_walks_through() -> None:
    """Every step, the rounds, the seats and the way out have a place to click."""
    async with looking(finished("rage")) as pilot:
        await click(pilot, "trick_on")
        await click(pilot, "card_on")
        assert "trick 1, card 1 of 4" in text(pilot, "prompt")
        await click(pilot, "seat")
        assert "As Ana sees it" in text(pilot, "prompt")
        await click(pilot, "round")
        await click(pilot, "2")
        assert "Round 2 of 2" in text(pilot, "prompt")
        await click(pilot, "back")
        assert pilot.app.return_code == 0


async def test_hostile_names_break_nothing() -> None:
    """Markup, control characters, wide and empty ones; nothing of them can be clicked or gets out."""
    names = ("[@click=app.quit]x[/]", "\x1b[2J\a", "漢字漢字漢字漢字", "")
    record = msgspec.structs.replace(finished("goat"), names=names, title="\x1b]0;x\a[b]", table="[/]")
    async with looking(record) as pilot:
        await pilot.press("down", "tab", "a")
        drawn = screen_text(pilot.app)
        assert "\x1b" not in drawn
        assert "[@click" in drawn


# ---- after a party ------------------------------------------------------------------------------------


@asynccontextmanager
async def just_ended(me: int | None = 0) -> AsyncIterator[Pilot[Any]]:
    """At a table whose party has ended, the record of it at home."""
    link = played("rage", 4, 5000, b"end")
    record = finished("rage", 4, b"other")
    link.tell(Recorded(msgspec.structs.replace(record, table="kitchen", party=1)))
    async with at_table(link, own_files=True) as pilot:
        await sees(pilot, "Look back")
        yield pilot


def only_file(folder: Path) -> Path:
    """The one file of a folder."""
    [path] = [path for path in folder.iterdir() if path.is_file()]
    return path


async def test_one_looks_back_from_the_table_and_exports(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """From one's own seat; going back leads to the table. Exporting twice makes one file, and says where it is."""
    monkeypatch.chdir(tmp_path)
    async with just_ended() as pilot:
        await pilot.press("d", "d")
        path = only_file(tmp_path)
        assert read_record(path).table == "kitchen"
        assert {str(path) in note.message for note in pilot.app._notifications} == {True}
        await pilot.press("v")
        await until_shown(pilot)
        assert screen(pilot).seat == 0
        await pilot.press("right", "q")
        assert isinstance(pilot.app.screen, TableScreen)


@pytest.mark.parametrize(("right", "code"), [(True, "verdict.fair"), (False, "verdict.other_secret")])
async def test_whether_the_deal_was_fair_is_told(right: bool, code: str) -> None:
    """In one sentence, at the end of the party."""
    link = played("rage", 4, 5000, b"end")
    record = msgspec.structs.replace(finished("rage", 4, b"other"), table="kitchen", party=1)
    link.tell(Recorded(record, verdict=Verdict(right, code)))
    async with at_table(link) as pilot:
        await until(pilot, lambda: bool(pilot.app._notifications))
        [note] = pilot.app._notifications
        assert note.message == PHRASES[code]
        assert (note.severity == "warning") is not right


async def test_a_record_that_cannot_be_kept_is_told() -> None:
    """And the table stands as it stood."""
    link = played("rage", 4, 5000, b"end")
    link.tell(Recorded(None, "record_not_kept", {"file": "/x", "reason": "No space left on device"}))
    async with at_table(link) as pilot:
        await until(pilot, lambda: bool(pilot.app._notifications))
        [note] = pilot.app._notifications
        assert "No space left on device" in note.message
        assert "Look back" not in screen_text(pilot.app)


# ---- pictures -----------------------------------------------------------------------------------------


def undated(game: str, seats: int, **options: str) -> PartyRecord:
    """A party that looks the same in every time zone."""
    return msgspec.structs.replace(finished(game, seats, b"pictured", **options), played=None)


async def test_a_rage_replay_looks_like_its_picture() -> None:
    """With the eyes of one seat, in the middle of a trick."""
    async with looking(undated("rage", 5, round_plan="down"), name="Cai") as pilot:
        await pilot.press("3", "down", "down", "right", "right", "right")
        check_picture(pilot.app, "replay-rage")


async def test_a_goat_replay_looks_like_its_picture() -> None:
    """All hands open, in a large window."""
    async with looking(undated("goat", 4, limit="12"), LARGE) as pilot:
        await pilot.press("3", "down", "down", "right", "right")
        check_picture(pilot.app, "replay-goat")
