"""Waiting until the program has nothing to do: told by the event loop, whatever else the machine does meanwhile."""

import asyncio
from collections.abc import Callable
from typing import Any

from textual._context import active_app
from textual.pilot import Pilot

from tests.tui.drawing import draw_what_waits

PATIENCE = 10.0
"""Seconds after which what has not come to be never will."""

SOON = 0.03
"""Seconds. What is to happen so soon, such as drawing what has changed, is waited for."""


async def until_idle(min_sleep: float = 0.0, max_sleep: float = 1.0) -> None:
    """Returns when nothing is ready to run and no timer is due soon, or after `max_sleep` seconds.

    In an app that is about to end no timer is waited for: some are never stopped.
    """
    loop: Any = asyncio.get_running_loop()
    end = loop.time() + max_sleep
    while loop.time() < end:
        await asyncio.sleep(0)
        if loop._ready:
            continue
        now = loop.time()
        due = min((timer.when() for timer in loop._scheduled if not timer.cancelled()), default=end)
        if due > now + SOON or ends():
            draw_app_in_front()
            return
        await asyncio.sleep(max(0.0, due - now))


def ends() -> bool:
    """Whether the app is about to end."""
    app = active_app.get(None)
    return app is not None and app._exit


def draw_app_in_front() -> None:
    """Once there is one with a screen."""
    app = active_app.get(None)
    if app is not None and app.screen_stack:
        draw_what_waits(app)


async def comes_to_be(pilot: Pilot[Any], holds: Callable[[], bool]) -> bool:
    """Lets the app work until something holds; whether it ever does."""
    loop = asyncio.get_running_loop()
    end = loop.time() + PATIENCE
    while not holds():
        if loop.time() > end:
            return False
        await pilot.pause()
        await asyncio.sleep(0.001)
    return True
