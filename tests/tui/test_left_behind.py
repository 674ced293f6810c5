"""A screen that is left is forgotten: a client that runs for hours takes no more memory than one that has begun."""

import gc

import pytest
from textual._styles_cache import StylesCache
from textual.screen import Screen
from textual.widget import Widget

from tests.tui.scenes import SCENES
from tuicards.tui.app import TuiCards

OPENED = {
    "lobby": ("n", "g", "question_mark", "f3", "e", "ctrl+p", "w", "escape"),
    "room": ("escape", "question_mark", "f3", "w", "o", "g"),
    "rage-trick": ("question_mark", "f3", "s", "ctrl+p"),
}
"""The keys that open something over a screen."""


@pytest.mark.parametrize("scene", OPENED)
async def test_what_was_opened_and_closed_is_gone(scene: str) -> None:
    """Every page, question and list that Escape has closed, and what it drew.

    News come all the time, and find nobody there any more.
    """
    async with SCENES[scene]() as pilot:
        assert isinstance(pilot.app, TuiCards)
        under = list(pilot.app.screen_stack)
        for key in OPENED[scene]:
            await pilot.press(key)
            assert pilot.app.screen_stack != under, key
            await pilot.press("escape")
            await pilot.wait_for_scheduled_animations()
            assert pilot.app.screen_stack == under, key

        pilot.app.mutate_reactive(TuiCards.state)
        gc.collect()
        widgets = [one for one in gc.get_objects() if isinstance(one, Widget)]
        assert [one for one in widgets if isinstance(one, Screen) and one not in under] == []
        assert sum(isinstance(one, StylesCache) for one in gc.get_objects()) == len(widgets)
