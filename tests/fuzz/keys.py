"""Fingers that know nothing: keys of all layouts, clicks, pastes and windows that change, by chance.

XDG_STATE_HOME=/tmp/s python -m tests.fuzz.keys 1 300        # seed, and how often for each screen
"""

import asyncio
import random
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from textual import events
from textual.app import App
from textual.geometry import Size
from textual.keys import _character_to_key
from textual.pilot import Pilot

from tests.tui import scenes
from tests.tui.scenes import SCENES

LETTERS = (*map(chr, range(33, 127)), *"йцукенгшщзхъфывапролджэячсмитьбюЁёψ", *"กขคงจดตถทนบปพมยรลวสหอ้็ำ")
NAMED = (
    "left", "right", "up", "down", "enter", "space", "tab", "shift+tab", "escape", "backspace", "delete", "home",
    "end", "pageup", "pagedown", "ctrl+left", "ctrl+right", "shift+left", "alt+x", "ctrl+at", "ctrl+underscore",
    *(f"f{number}" for number in range(1, 13)),
    *(f"ctrl+{letter}" for letter in "abdefghijklmnoprstuvwxy"),
)  # fmt: skip
"""Every key but those that quit or pause the program."""

PASTES = ("hi\nq\n1\ny\n", "x" * 5000, "[/]\x1b[2J\r\n", "\ud83d\u202e", "")
WIDTHS, HEIGHTS = (1, 20, 70, 80, 81, 120, 300), (1, 5, 20, 24, 40, 100)


def pressed(key: str) -> events.Key:
    """A key by its name, or a letter."""
    letter = " " if key == "space" else key if len(key) == 1 else None
    return events.Key(_character_to_key(key) if len(key) == 1 else key, letter)


def happenings(dice: random.Random, app: App[Any]) -> Iterator[events.Event]:
    """One thing that somebody does."""
    kind = dice.choices(("letter", "named", "paste", "click", "window"), (45, 40, 3, 10, 2))[0]
    if kind == "letter":
        yield pressed(dice.choice(LETTERS))
    elif kind == "named":
        yield pressed(dice.choice(NAMED))
    elif kind == "paste":
        yield events.Paste(dice.choice(PASTES))
    elif kind == "click":
        yield from _click(dice, app.size)
    else:
        size = Size(dice.choice(WIDTHS), dice.choice(HEIGHTS))
        yield events.Resize(size, size)


def _click(dice: random.Random, size: Size) -> Iterator[events.Event]:
    x, y = dice.randrange(size.width), dice.randrange(size.height)
    kinds = dice.choices(((events.MouseMove, events.MouseDown, events.MouseUp), (events.MouseScrollDown,)), (4, 1))[0]
    for kind in kinds:
        yield kind(None, x, y, 0, 0, 1, False, False, False, screen_x=x, screen_y=y)


async def hammer(pilot: Pilot[Any], dice: random.Random, times: int) -> None:
    """So many things in quick succession, several before the screen has changed."""
    app = pilot.app
    for number in range(times):
        for event in happenings(dice, app):
            if isinstance(event, events.Resize):
                await pilot.resize_terminal(*event.size)
            else:
                app.post_message(event)
        if number % 8 == 7:
            await pilot.pause()
        if app.return_value is not None:
            break
    await pilot.pause()


async def _hammer_all(seed: int, times: int) -> None:
    for name, opening in SCENES.items():
        async with opening() as pilot:
            await hammer(pilot, random.Random(f"{name} {seed}"), times)
        print(name, "withstood it")


if __name__ == "__main__":
    scenes.CONFIG = Path("config.toml").absolute()
    asyncio.run(_hammer_all(int(sys.argv[1]), int(sys.argv[2])))
