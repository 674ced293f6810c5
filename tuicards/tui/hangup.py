"""The end of a terminal: noticed where no signal tells of it, and followed by an end that cannot hang.

A closed terminal signals the leader of its session alone. A client below a shell, `make` or `nohup` hears
nothing, and reading from the dead terminal then returns at once, for ever.
"""

import asyncio
import contextlib
import os
import select
import signal
import sys
import threading
from collections.abc import Callable

from textual.app import App

GRACE = 2.0
"""Seconds in which the client may end by itself once its terminal is gone."""


class CutOff:
    """Ends an app when its terminal is closed or its machine goes down: that is not leaving on purpose."""

    def __init__(self, app: App[int]) -> None:
        self._app = app
        self.happened = False

    def watch(self) -> None:
        """From now on; to be called in the app's loop."""
        loop = asyncio.get_running_loop()
        for number, ending in ((signal.SIGTERM, self._end), (signal.SIGHUP, self._hung_up)):
            with contextlib.suppress(NotImplementedError, RuntimeError, ValueError):
                loop.add_signal_handler(number, ending)
        if not self._app.is_headless and sys.__stdin__ is not None:
            watch_terminal(sys.__stdin__.fileno(), lambda: self._terminal_gone(loop))

    def _terminal_gone(self, loop: asyncio.AbstractEventLoop) -> None:
        """Called by the thread that watches the terminal."""
        end_for_sure()
        with contextlib.suppress(RuntimeError):
            loop.call_soon_threadsafe(self._end)

    def _hung_up(self) -> None:
        if not self._app.is_headless:
            end_for_sure()
        self._end()

    def _end(self) -> None:
        self.happened = True
        self._app.exit(0)


def can_go_on_after_a_stop() -> bool:
    """Whether somebody is there, such as a shell, who can let this process go on once it has stopped.

    A client that leads its session, over SSH or in a page, would stand still for ever.
    """
    try:
        return os.getsid(os.getppid()) == os.getsid(0) and os.getpgid(os.getppid()) != os.getpgid(0)
    except OSError:
        return False


def watch_terminal(terminal: int, hung_up: Callable[[], None]) -> None:
    """Calls `hung_up`, from a thread of its own, once the terminal of this descriptor is gone. Idle until then."""
    threading.Thread(target=_wait, args=(terminal, hung_up), name="terminal-watch", daemon=True).start()


def _wait(terminal: int, hung_up: Callable[[], None]) -> None:
    poll = select.poll()
    poll.register(terminal, 0)  # a hang-up is reported whatever one asks for
    poll.poll()
    hung_up()


def end_for_sure(after: float = GRACE) -> None:
    """Ends the process after so many seconds if it is still there: no terminal is left to put right."""
    timer = threading.Timer(after, os._exit, (1,))
    timer.daemon = True
    timer.start()
