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
        under, before = pilot.app.screen_stack, living(pilot.app)
        for key in OPENED[scene]:
            await pilot.press(key)
            assert pilot.app.screen_stack != under, key
            await pilot.press("escape")
            assert pilot.app.screen_stack == under, key

        more = [now - then for now, then in zip(living(pilot.app), before, strict=True)]
        assert max(more) <= 0, more


def living(app: TuiCards) -> list[int]:
    """How many screens, widgets and their pictures there are, in use or not, after some news."""
    app.mutate_reactive(TuiCards.state)
    gc.collect()
    types = [type(one) for one in gc.get_objects()]
    return [sum(issubclass(one, kind) for one in types) for kind in (Screen, Widget, StylesCache)]
