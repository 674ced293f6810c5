"""The way to the terminal and back: Textual's own, with less said and less taken amiss."""

import contextlib
import os
import time
from typing import Any

from rich.console import ConsoleDimensions
from textual.app import App
from textual.drivers.linux_driver import LinuxDriver
from textual.events import Resize
from textual.geometry import Size
from textual.message import Message

from tuicards.screen_size import LARGEST
from tuicards.tui.personal import PersonalApp
from tuicards.tui.thrift import Thrift

LINGER = 0.04
"""Seconds in which what a terminal has sent before it was told to stop may still come."""

PLAIN_KEYS = "\x1b[<u"
"""Ends the keyboard protocol that the start has asked for. A terminal without it takes no notice."""

BARS = str.maketrans("▁▂▃▄▅▆▇█…", "       #~")
"""The toolkit's scroll bars and cuts, for a terminal that is to show ASCII only."""


def within_reason(app: App[Any], columns: int, rows: int) -> ConsoleDimensions:
    """The size of a picture that can be drawn, whatever the environment or the other end of a line claims."""
    most = app.largest if isinstance(app, PersonalApp) else LARGEST
    return ConsoleDimensions(min(columns, most[0]), min(rows, most[1]))


class ThriftyDriver(LinuxDriver):
    """Writes only what changes on the terminal, and survives whatever the terminal sends."""

    _thrift: Thrift | None = None

    def __init__(self, app: App[Any], *, mouse: bool = True, **others: Any) -> None:
        super().__init__(app, mouse=mouse and (not isinstance(app, PersonalApp) or app.settings.mouse), **others)

    def write(self, data: str) -> None:
        if self._thrift is None:
            self._thrift = Thrift()
        if isinstance(self._app, PersonalApp):
            self._thrift.colours = self._app.look.colours
            data = data.translate(BARS) if self._app.look.poor else data
        lean = self._thrift.lean(data)
        if lean:
            super().write(lean)

    def _get_terminal_size(self) -> tuple[int, int]:
        """What the terminal says counts before COLUMNS and LINES, which may be left over from another one."""
        size = (0, 0)
        with contextlib.suppress(OSError):
            size = os.get_terminal_size(self.fileno)
        columns, rows = size if all(size) else super()._get_terminal_size()
        return within_reason(self._app, columns, rows)

    def process_message(self, message: Message) -> None:
        """What a terminal types about its size is believed as far as what it says otherwise."""
        if isinstance(message, Resize):
            size = Size(*within_reason(self._app, *message.size))
            message = Resize(size, size) if size != message.size else message
        super().process_message(message)

    def use_mouse(self, wanted: bool) -> None:
        """Takes the mouse from now on, or leaves it to the terminal."""
        if wanted != self._mouse:
            self._disable_mouse_support()
            self._mouse = wanted
            self._enable_mouse_support()

    def forget(self) -> None:
        """The terminal may show anything now: the next picture is written whole."""
        if self._thrift is not None:
            self._thrift.forget()

    def stop_application_mode(self) -> None:
        """Nothing that was meant for the app is left to the shell: first the terminal is told to send plain keys and
        no mouse, then what is on its way is taken in, and only then the shell's settings come back."""
        self.write(PLAIN_KEYS)
        self._disable_mouse_support()
        time.sleep(LINGER)
        super().stop_application_mode()

    def _run_input_thread(self) -> None:
        """Drops what cannot be read as keys or as text; any other fault ends the app as its faults do."""
        while True:
            try:
                self.run_input_thread()
                return
            except ValueError:
                continue
            except OSError:
                self._app.call_later(self._app.exit, 0)
                return
            except Exception as error:
                self._app.call_later(self._app._handle_exception, error)
                return
