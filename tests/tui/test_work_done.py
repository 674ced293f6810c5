"""How much is done for a key and for a card: counted, since time says little on a busy machine."""

import cProfile
import pstats
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from textual.app import App

from tests.tui.party import PartyLink, at_table, sees, table_screen, until
from tests.tui.pictures import check_picture
from tests.tui.shell import ScriptedBackend, shell
from tests.tui.shell import sees as shows
from tuicards.tui.app import SHEETS
from tuicards.tui.link import Start
from tuicards.tui.widgets.panel import Panel

VISIBLE = {"head", "trump", "trick", "ledger", "news", "prompt", "hand", "bar"}
"""The regions of a small window."""

CHOOSING = {"news", "prompt", "hand", "bar"}
"""Those that show what one is about to choose."""


class Calls:
    """How often functions were called, by file and name."""

    def __init__(self) -> None:
        self.profile = cProfile.Profile()

    def of(self, file: str, name: str) -> int:
        known = pstats.Stats(self.profile).strip_dirs().stats  # type: ignore[attr-defined]
        return sum(calls for (where, _, what), (_, calls, *_) in known.items() if (where, what) == (file, name))


@contextmanager
def counted() -> Iterator[Calls]:
    """What is called meanwhile."""
    calls = Calls()
    calls.profile.enable()
    try:
        yield calls
    finally:
        calls.profile.disable()


def leading() -> PartyLink:
    """About to lead, everybody else by their first card."""
    link = PartyLink("rage", 6, seed=b"80")
    for seat in range(6):
        link.play_text(seat, "bid 1")
    link.tell(link.update(()))
    return link


async def test_a_key_draws_what_one_chooses_and_makes_only_lines_that_differ() -> None:
    """Four regions are drawn; of their lines those are made that changed, and nothing is made for what lies below."""
    async with at_table(leading()) as pilot:
        await sees(pilot, "Your lead")
        await pilot.press("right")
        with counted() as calls:
            await pilot.press("right")
        assert calls.of("panel.py", "_painted") == len(CHOOSING)
        assert 0 < calls.of("canvas.py", "strip") <= 8
        assert calls.of("_styles_cache.py", "render_widget") == 0


async def test_a_card_draws_each_region_that_is_seen_once() -> None:
    """Regions that are hidden draw nothing, and the picture that came is looked through once."""
    link = leading()
    async with at_table(link) as pilot:
        await sees(pilot, "Your lead")
        seen = {panel.id for panel in table_screen(pilot.app).query(Panel) if panel.size}
        assert seen == VISIBLE
        events = link.play(0, link.game.view(link.state, 0).legal[0])
        with counted() as calls:
            link.tell(link.update(events))
            await until(pilot, lambda: table_screen(pilot.app).scene.state.seq == link.seq)
            await pilot.pause()
        assert calls.of("panel.py", "_painted") == len(VISIBLE)
        assert calls.of("plausible.py", "is_sound") == 1
        assert calls.of("choosing.py", "choices") == 1
        assert calls.of("_styles_cache.py", "render_widget") == 0


async def test_what_was_hidden_shows_the_newest_picture() -> None:
    """A region that drew nothing while it was hidden draws when the window has room for it."""
    link = leading()
    async with at_table(link) as pilot:
        await sees(pilot, "Your lead")
        link.tell(link.update(link.play(0, link.game.view(link.state, 0).legal[0])))
        await until(pilot, lambda: table_screen(pilot.app).scene.state.seq == link.seq)
        await pilot.resize_terminal(120, 40)
        await until(pilot, lambda: bool(table_screen(pilot.app).query_one("#feed", Panel).size))
        assert "You play" in " ".join(table_screen(pilot.app).query_one("#feed", Panel).text())


async def test_the_style_sheets_are_read_once_on_the_way_to_a_table() -> None:
    """Neither the theme that one starts with nor the table's own sheet makes all of them be read again."""
    with counted() as calls:
        async with at_table(leading()) as pilot:
            await sees(pilot, "Your lead")
    assert calls.of("stylesheet.py", "parse") > 0
    assert calls.of("stylesheet.py", "reparse") == 0


def sheets_of(app: App[Any]) -> list[str]:
    """The files that the app's looks were read from, in their order."""
    return [Path(path).name for path, _ in app.stylesheet.source if path.endswith(".tcss")]


async def test_the_home_screen_waits_for_its_own_style_sheet_alone() -> None:
    """What first lies over it adds the dialogs', which changes nothing of it; none is read again."""
    with counted() as calls:
        async with shell(start=Start(name="Ann", backend=ScriptedBackend())) as pilot:
            await shows(pilot, "Help")
            assert sheets_of(pilot.app) == ["home.tcss"]
            await pilot.press("f3")
            await shows(pilot, "Order of suits")
            assert sheets_of(pilot.app) == ["home.tcss", "app.tcss"]
            await pilot.press("escape")
            await shows(pilot, "8  Quit")
            assert calls.of("stylesheet.py", "reparse") == 0
            pilot.app.refresh_css(animate=False)
            await pilot.pause()
            check_picture(pilot.app, "home")


async def test_from_the_home_screen_to_a_table_no_style_sheet_is_read_again() -> None:
    """The sheets that the start left out come with the first screen on the way."""
    backend = ScriptedBackend()
    with counted() as calls:
        async with shell(start=Start(name="Ann", backend=backend)) as pilot:
            await pilot.press("f3")
            await shows(pilot, "Order of suits")
            await pilot.press("escape", "1")
            await until(pilot, lambda: sheets_of(pilot.app) == list(SHEETS))
    assert calls.of("stylesheet.py", "reparse") == 0
