"""Clocks on the screen: whose time runs, how much of it is left, and who plays for somebody who is not there."""

import msgspec
import pytest

from tests.tui.painting import Painter, painted, rows, scene_of
from tests.tui.party import PartyLink, at_table, panel, sees, shown, table_screen, until
from tests.tui.pictures import check_picture
from tests.tui.test_table_pictures import played
from tests.tui.test_table_rage import leading
from tuicards.settings import Settings
from tuicards.tui.glyphs import ASCII, UNICODE, Glyphs
from tuicards.tui.widgets import goat_panels, rage_panels
from tuicards.tui.widgets.canvas import Canvas
from tuicards.tui.widgets.faces import face_for
from tuicards.tui.widgets.frame import draw_prompt
from tuicards.tui.widgets.panel import Panel
from tuicards.tui.widgets.scene import Scene
from tuicards.wire.messages import Refused, Said, SeatInfo, TakeSeat

replace = msgspec.structs.replace

LEDGER = 34
"""Cells of the ledger in a window of 80x24."""


def timed(link: PartyLink, *left: int | None, clock: str = "turn:40", glyphs: Glyphs = UNICODE) -> Scene:
    """What the link's own seat sees with so many seconds left of each seat."""
    link.clock = clock
    return replace(scene_of(link, glyphs), left=left)


def prompt(scene: Scene) -> str:
    """The line that says what is asked."""

    def draw(canvas: Canvas, scene: Scene) -> None:
        draw_prompt(canvas, scene, face_for(scene.game.name))

    return painted(draw, scene, 80, 1)


def counting(*left: int | None) -> PartyLink:
    """Seat 0 is to lead, with so many milliseconds left of each seat."""
    link = leading(len(left))
    link.clock, link.left = "turn:40", left
    link.tell(link.info())
    link.tell(link.update(()))
    return link


# ---- what is drawn


@pytest.mark.parametrize("glyphs", [UNICODE, ASCII])
@pytest.mark.parametrize("seats", [4, 8])
def test_every_seats_time_stands_at_the_end_of_its_line(seats: int, glyphs: Glyphs) -> None:
    """With up to eight seats nothing of it is cut; who has no clock has an empty place, whose time is up a word."""
    link = PartyLink("rage", seats, options={"extended_players": "on"} if seats > 6 else {})
    left = (24, None, 0, *range(90, 90 + seats - 3))
    lines = rows(rage_panels.draw_ledger, timed(link, *left, clock="bank:300+5", glyphs=glyphs), LEDGER, 14)

    assert lines[0].rstrip().endswith("time")
    times = [line.rstrip()[-4:] for line in lines[1 : seats + 1]]
    assert times[0] == "0:24"
    assert times[1].strip().isdecimal() or not times[1].strip()
    assert times[2].strip() == "up"
    assert times[3:] == [f"1:{second:02}" for second in range(30, 30 + seats - 3)]


def test_in_goat_too() -> None:
    """Beside the cards that each holds."""
    text = painted(
        goat_panels.draw_ledger, timed(PartyLink("goat", 4), 7, 125, None, 3600, clock="bank:90+5"), LEDGER, 14
    )

    assert "time" in text
    assert all(time in text for time in ("0:07", "2:05", "60:00"))


def test_where_each_turn_has_its_time_only_the_present_one_is_shown() -> None:
    """What others will have next is no news."""
    link = leading(3)
    lines = rows(rage_panels.draw_ledger, timed(link, 24, 40, 40), LEDGER, 12)

    assert [line.rstrip()[-4:] for line in lines[:2]] == ["time", "0:24"]
    assert "0:40" not in "".join(lines)


@pytest.mark.parametrize(("game", "painter"), [("rage", rage_panels.draw_ledger), ("goat", goat_panels.draw_ledger)])
def test_the_columns_stay_where_they_are_while_time_runs(game: str, painter: Painter) -> None:
    """Only the digits differ, so only they are sent to the terminal."""
    link = PartyLink(game, 4)
    pictures = [
        [line[: LEDGER - 6] for line in rows(painter, timed(link, *left, clock="bank:300+5"), LEDGER, 12)]
        for left in ((300, 300, 300, 300), (9, 300, 61, 300), (0, None, None, 1))
    ]

    assert pictures[0] == pictures[1] == pictures[2]


@pytest.mark.parametrize("clock", ["none", "", "sundial"])
def test_without_a_clock_there_is_no_word_of_time(clock: str) -> None:
    """Nor with one that this program does not know."""
    scene = timed(PartyLink("rage", 4), clock=clock)

    assert "time" not in painted(rage_panels.draw_ledger, scene, LEDGER, 12)
    assert ":" not in prompt(scene).removeprefix("Your bid:")


def test_ones_own_time_stands_at_the_end_of_the_prompt() -> None:
    """A sign tells that little is left, not a colour alone; at nought a word stands there, never 0:00."""
    link = leading()
    texts = {left: prompt(timed(link, left, *[40] * 5)) for left in (24, 11, 10, 1, 0)}

    assert texts[24].endswith(" 0:24")
    assert texts[11].endswith(" 0:11")
    assert "!" not in texts[11]
    assert texts[10].endswith(" ! 0:10")
    assert texts[1].endswith(" ! 0:01")
    assert texts[0].endswith(" time is up")


def test_the_time_of_the_only_other_who_is_to_move_stands_there() -> None:
    """Of several that bid at once each one's is in the ledger."""
    link = leading()
    link.play(0, link.game.view(link.state, 0).legal[0])
    assert prompt(timed(link, 40, 17, 40, 40, 40, 40)).endswith(" 0:17")

    secret = PartyLink("rage", 3, me=None, options={"bid_mode": "secret"})
    assert "0:" not in prompt(timed(secret, 17, 17, 17))


def test_a_long_prompt_is_cut_before_the_time_is() -> None:
    """The number is always whole."""
    scene = replace(timed(leading(), 24, *[40] * 5), notice="word " * 40)

    assert prompt(scene).endswith("… 0:24")


async def test_a_running_clock_looks_like_this() -> None:
    """The picture in the documentation: one's own time at the end of the prompt, everybody's beside the scores."""
    link = played("rage", 6, 12, b"trick6")
    link.clock, link.left = "bank:300+10", (24_000, None, 131_000, 92_000, 240_000, 7_000)
    link.tell(link.info(seat1=SeatInfo(name="Boris", bot="normal")))
    link.tell(link.update(()))
    async with at_table(link, clock=lambda: 100.0) as pilot:
        await sees(pilot, " 0:24")
        check_picture(pilot.app, "clock")


# ---- while it runs


async def test_time_runs_and_is_up() -> None:
    """By the client's own clock, without a word from the server; the rest of the table stays untouched."""
    link = counting(24_000, *[40_000] * 5)
    async with at_table(link) as pilot:
        await sees(pilot, "0:2")
        screen = table_screen(pilot.app)
        link.left = (300, *[40_000] * 5)
        link.tell(link.update(()))
        scenes = {one.id: one.scene for one in screen.query(Panel) if one.id not in ("prompt", "ledger")}
        await sees(pilot, "time is up")
        assert "0:00" not in shown(pilot)
        assert "up" in panel(pilot, "ledger")
        assert all(screen.query_one(f"#{name}", Panel).scene is scene for name, scene in scenes.items())


async def test_a_pause_stops_the_time_on_the_screen() -> None:
    """What is left stays in the ledger; the prompt says why nothing runs."""
    link = counting(24_000, *[40_000] * 5)
    async with at_table(link) as pilot:
        await sees(pilot, "0:2")
        link.tell(replace(link.info(), paused=True))
        await sees(pilot, "paused")
        assert pilot.app.time_left.next_second(1e9) is None  # type: ignore[attr-defined]
        assert panel(pilot, "prompt").rstrip().endswith("paused")
        assert "0:2" in panel(pilot, "ledger")


@pytest.mark.parametrize(("bell", "rings"), [(True, ["\a"]), pytest.param(False, [], marks=pytest.mark.thorough)])
async def test_the_bell_rings_once_when_little_is_left(
    bell: bool, rings: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where the settings want a bell, and not at every second after that."""
    link = counting(40_000, *[40_000] * 5)
    async with at_table(link, settings=Settings(guide=False, bell=bell)) as pilot:
        await sees(pilot, "Your lead")
        written: list[str] = []
        assert pilot.app._driver is not None
        monkeypatch.setattr(pilot.app._driver, "write", written.append)
        link.left = (10_150, *[40_000] * 5)
        link.tell(link.update(()))
        await sees(pilot, "! 0:0")
        assert [code for code in written if "\a" in code] == rings


# ---- somebody is not there


@pytest.mark.thorough
async def test_a_lost_connection_counts_down_to_the_bot() -> None:
    """While the table waits for that seat."""
    link = leading()
    link.tell(link.update(link.play(0, link.game.view(link.state, 0).legal[0])))
    link.tell(link.info(seat1=SeatInfo(name="Boris", here=False, away=5, bot_in=65)))
    async with at_table(link) as pilot:
        await sees(pilot, "connection lost, a bot plays in 1:0")
        link.tell(link.info(seat1=SeatInfo(name="Boris", here=False, away=69, bot_in=1)))
        await sees(pilot, "connection lost, a bot plays now")
        link.tell(link.info())
        await until(pilot, lambda: "connection lost" not in panel(pilot, "prompt"))


KEYS = ("enter", "1", "r", "x", "space", "escape", "question_mark", "tab", "f6")


def replaced() -> PartyLink:
    """A table where a bot plays for seat 0, whose turn it is."""
    link = leading()
    link.tell(link.info(seat0=SeatInfo(name="Ana", bot="normal", stand_in=True)))
    return link


async def test_any_key_takes_the_seat_back_and_does_nothing_else() -> None:
    """However often it is pressed; when the seat is one's own again, keys do what they always do."""
    link = replaced()
    async with at_table(link) as pilot:
        before = pilot.app.screen
        for key in KEYS:
            link.tell(link.info(seat0=SeatInfo(name="Ana", bot="normal", stand_in=True)))
            await sees(pilot, "A bot plays for you. Any key takes the seat back")
            await pilot.press(key, key)
            assert [type(message) for message in link.sent] == [TakeSeat]
            assert (link.sent[0].seat, pilot.app.screen) == (0, before)  # type: ignore[union-attr]
            link.sent.clear()
            link.tell(link.info())
            await sees(pilot, "Your lead")
        await pilot.press("enter")
        assert len(link.moves) == 1


async def test_a_click_takes_the_seat_back() -> None:
    """On a card or in the bar."""
    link = replaced()
    async with at_table(link) as pilot:
        await sees(pilot, "A bot plays for you")
        await pilot.click("#hand", offset=(30, 2))
        await pilot.click("#bar", offset=(3, 0))
        assert [type(message) for message in link.sent] == [TakeSeat]


async def test_a_refused_return_may_be_tried_again() -> None:
    """The reason is said, and the next key asks once more."""
    link = replaced()
    async with at_table(link) as pilot:
        await sees(pilot, "A bot plays for you")
        await pilot.press("enter")
        (asked,) = [message for message in link.sent if isinstance(message, TakeSeat)]
        link.tell(Refused(id=asked.id, code="too_fast"))
        await sees(pilot, "Too much at once")
        await pilot.press("enter")
        assert [type(message) for message in link.sent] == [TakeSeat, TakeSeat]


async def test_what_was_said_before_one_came_is_marked_and_is_no_news() -> None:
    """In the log and in the number of unread lines."""
    link = played("rage", 4, 6, b"old")
    link.tell(Said(name="Cai", text="long ago", table="kitchen", n=7, old=True))
    async with at_table(link) as pilot:
        await sees(pilot, "Cai, earlier: long ago")
        assert "chat: 1 new" in panel(pilot, "bar")
