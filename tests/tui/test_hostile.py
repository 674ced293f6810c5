"""Whatever others call themselves and say: every screen stays whole, readable and deaf to it."""

import re
import unicodedata
from collections.abc import Iterator
from typing import Any, cast

import msgspec
import pytest
from rich.cells import cell_len, get_character_cell_size
from rich.segment import Segment
from textual.app import App
from textual.pilot import Pilot

from tests.records import finished
from tests.tui.pictures import screen_text
from tests.tui.scenes import SCENES, by_turns
from tests.tui.scripted import ScriptedLink
from tests.tui.shell import ScriptedBackend, shell
from tests.tui.spite import spiteful
from tests.tui.test_replay import looking
from tuicards.client_state import ClientState, Connected, LinkEvent
from tuicards.records import PartyRecord
from tuicards.settings import Settings
from tuicards.tui.app import TuiCards
from tuicards.tui.link import Start
from tuicards.tui.screens.table import TableScreen
from tuicards.tui.widgets.panel import Panel
from tuicards.wire.messages import Lobby, Refused, Said, TableInfo, TableLine

replace = msgspec.structs.replace

STARTS = (0, 13)
"""Each screen meets everybody in several places."""

ALONE = ("home", "host", "join", "settings", "replay-rage", "replay-goat")
"""Scenes without a server."""

COVERED = ("rage-lines", "emotes", "people")
"""Scenes with other lines over or across their frames."""

RIGHT_SIDE = re.compile("[│┤├┬┼|▐▌█▇▆▅▄▃▂▁▎▍▊▋▉\u2594▔▕ ]*[┘┤╯]")

FORBIDDEN = frozenset({"Cc", "Cf", "Cs", "Zl", "Zp"})


def hostile_events(state: ClientState, words: Iterator[str]) -> Iterator[LinkEvent]:
    """All that a server can tell whoever is where this state says, with hostile words in each place."""
    if state.welcome is not None:
        yield Connected(replace(state.welcome, name=next(words), server=next(words), levels=("easy", next(words))))
    if state.table is None:
        yield Lobby(tuple(_line(words, kind) for kind in ("rage", next(words))), (next(words), next(words)))
    else:
        yield _table(state.table, words)
    where = state.table.table if state.table else ""
    yield from (Said(name=next(words), text=next(words), table=where, watcher=odd) for odd in (True, False))
    yield Said(name=next(words), code=next(words), params={next(words): next(words)}, table=where)
    yield Said(code=next(words), params={next(words): next(words)}, table=where)
    yield Refused(code="bad_name", params={"why": next(words), next(words): next(words)})
    yield Refused(code=next(words), params={next(words): next(words), "seat": -3, "cards": 5, "seats_named": 7})


def _line(words: Iterator[str], game: str) -> TableLine:
    return TableLine(
        table=next(words), game=game, title=next(words), seats=6, people=2, bots=1, watchers=3, state="open",
        owner=next(words), options={next(words): next(words), "hook": next(words)},
    )  # fmt: skip


def _table(table: TableInfo, words: Iterator[str]) -> TableInfo:
    seats = tuple(replace(seat, name=next(words), bot=next(words) if seat.bot else "") for seat in table.seats)
    options = dict.fromkeys(table.options, next(words)) | {next(words): next(words)}
    watchers = (next(words), next(words))
    return replace(table, title=next(words), owner=next(words), seats=seats, options=options, watchers=watchers)


def faults(app: App[Any]) -> Iterator[str]:
    """What is wrong with the picture on the screen."""
    strips = app.screen._compositor.render_strips()
    for y, strip in enumerate(strips):
        if bad := {character for character in strip.text if unicodedata.category(character) in FORBIDDEN}:
            yield f"line {y} holds {sorted(map(ascii, bad))}"
        if {strip.cell_length, cell_len(strip.text)} != {app.size.width}:
            yield f"line {y} has {strip.cell_length} or {cell_len(strip.text)} cells"
        yield from (f"line {y} acts: {segment!r}" for segment in strip if _acts(segment))


def _acts(segment: Segment) -> bool:
    """Whether a click on it does what its text says."""
    style = segment.style
    return style is not None and bool(style.link or any("click" in name or "link" in name for name in style.meta))


def rows_of(app: App[Any]) -> list[list[str]]:
    """What stands in each cell of the screen."""
    return [in_cells(strip.text) for strip in app.screen._compositor.render_strips()]


def in_cells(text: str) -> list[str]:
    """What stands in each cell; the second half of a wide letter is empty."""
    cells: list[str] = []
    for character in text:
        size = get_character_cell_size(character)
        cells += [character, ""][:size]
    return cells


def broken_frames(rows: list[list[str]]) -> Iterator[str]:
    """Right sides of frames that do not lead straight from their upper corner to a lower one."""
    for y, row in enumerate(rows):
        for x in (x for x, character in enumerate(row) if character in ("┐", "╮")):
            below = "".join(other[x] or " " for other in rows[y + 1 :])
            if not re.match(RIGHT_SIDE, below):
                yield f"the frame at {x}, {y} goes on as {below!r}"


def hostile_record(record: PartyRecord, words: Iterator[str]) -> PartyRecord:
    """The same party, played by others at another table."""
    names = tuple(next(words)[:40] for _ in record.names)
    return replace(record, names=names, title=next(words), table=next(words)[:40], program=next(words))


async def settled(pilot: Pilot[Any]) -> None:
    """Waits until all that was told is on the screen."""
    before = ""
    while (now := screen_text(pilot.app)) != before:
        before = now
        await pilot.pause()


@pytest.mark.parametrize("scene", by_turns([name for name in SCENES if name not in ALONE], 8))
async def test_a_screen_withstands_whatever_others_write(scene: str, thorough: bool) -> None:
    """It stays whole: no control character, no broken frame, nothing to click on, and no way out of the program.

    One's cards and what is asked stay as they are.
    """
    places = STARTS if thorough else STARTS[:1]
    async with SCENES[scene]() as pilot:
        app = cast(TuiCards, pilot.app)
        link = cast(ScriptedLink, app.link)
        before = own_parts(app)
        for start in places:
            for event in hostile_events(app.state, spiteful(start)):
                link.tell(event)
            await settled(pilot)
            assert not list(faults(app)), screen_text(app)
            app.clear_notifications()
            await settled(pilot)
            assert scene in COVERED or not list(broken_frames(rows_of(app))), screen_text(app)
            assert own_parts(app) == before
        assert app.return_value is None


def own_parts(app: App[Any]) -> list[object]:
    """What of a table does not depend on others' words: the hand, what is chosen and asked, that keys are named."""
    tables = [screen for screen in app.screen_stack if isinstance(screen, TableScreen)]
    return [
        (screen.query_one("#hand", Panel).text(), screen.scene.pick, bool(screen.query_one("#bar", Panel).text()))
        for screen in tables
    ]


@pytest.mark.parametrize("game", ["rage", "goat"])
@pytest.mark.parametrize("start", STARTS)
async def test_a_replay_withstands_whatever_stands_in_it(game: str, start: int) -> None:
    """Names, titles and programs of a file from anywhere."""
    async with looking(hostile_record(finished(game), spiteful(start))) as pilot:
        for key in ("end", "down", "tab", "s"):
            await pilot.press(key)
            assert not list(faults(pilot.app)), screen_text(pilot.app)


@pytest.mark.parametrize("start", STARTS)
async def test_the_home_screen_withstands_a_name(start: int) -> None:
    """Settings and variables can hold anything."""
    words = spiteful(start)
    settings = Settings(name=next(words), keys={"home.join": "4", next(words): next(words)})
    hostile = Start(name=next(words), backend=ScriptedBackend(next(words)), settings=settings)
    async with shell(start=hostile) as pilot:
        for key in ("4", "escape", "f3"):
            await pilot.press(key)
            assert not list(faults(pilot.app)), screen_text(pilot.app)
