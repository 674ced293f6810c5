"""A real terminal for tests: programs run in tmux, keys and the mouse go in, the screen is read.

Nothing here sleeps: tmux tells when a program has written.
"""

import shlex
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from tests.terminal.control import Control

PATIENCE = 30.0
"""Seconds for something to be shown, on a machine with much else to do."""

needs_tmux = pytest.mark.skipif(shutil.which("tmux") is None, reason="tmux is not installed")


def tuicards(*arguments: str) -> list[str]:
    """The client's command line with these arguments, by this Python."""
    return [sys.executable, "-m", "tuicards", *arguments]


class Terminal:
    """One pane of a tmux server of its own."""

    def __init__(self, socket: Path, size: tuple[int, int]) -> None:
        self._socket = socket
        self._size = size

    def start(self, command: list[str], environment: Mapping[str, str]) -> None:
        """Runs the command in the pane, and afterwards a program that shows what is still typed."""
        exports = [f"{name}={value}" for name, value in environment.items()]
        self.start_shell(f"{shlex.join(['env', *exports, *command])}; echo ended with $?; exec cat")

    def start_shell(self, line: str) -> None:
        """Runs a line of the shell in the pane."""
        width, height = self._size
        tmux = ["tmux", "-S", str(self._socket), "-f", "/dev/null", "-u"]
        new = ["new-session", "-d", "-s", "table", "-x", str(width), "-y", str(height), line]
        options = ["set-option", "-g", "window-size", "manual"]
        subprocess.run([*tmux, *new, ";", *options], check=True, capture_output=True)
        self._control = Control(self._socket, "table")

    def close(self) -> None:
        """Ends the terminal and what runs in it."""
        self._control.close()
        subprocess.run(["tmux", "-S", str(self._socket), "kill-server"], capture_output=True)

    # ---- what goes in

    def tmux(self, *arguments: str) -> str:
        """Runs a tmux command and returns what it prints."""
        return self._control.ask(*arguments)

    def keys(self, *names: str) -> None:
        """Presses keys by their tmux names."""
        self.tmux("send-keys", *names)

    def type(self, text: str) -> None:
        """Types letters as they are."""
        self.tmux("send-keys", "-l", text)

    def enter(self, line: str) -> None:
        """Types a line and ends it."""
        self.type(line)
        self.keys("Enter")

    def send(self, data: bytes) -> None:
        """Sends bytes as a terminal would."""
        self.tmux("send-keys", "-H", *(f"{byte:02x}" for byte in data))

    def click(self, text: str) -> None:
        """Clicks with the mouse on the middle of a text, the first one from the top, once it is there."""
        lines = self.until(text).splitlines()
        row = next(row for row, line in enumerate(lines) if text in line)
        self.click_at(lines[row].index(text) + len(text) // 2, row)

    def click_at(self, column: int, row: int) -> None:
        """Presses and releases the left button on a cell, counted from 0."""
        place = f"{column + 1};{row + 1}"
        self.send(f"\x1b[<0;{place}M\x1b[<0;{place}m".encode())

    def resize(self, width: int, height: int) -> None:
        """Gives the terminal another size."""
        self.tmux("resize-window", "-x", str(width), "-y", str(height))

    # ---- what is to be seen

    @property
    def screen(self) -> str:
        """The screen as lines of text."""
        return self._control.look()

    @property
    def coloured(self) -> str:
        """The screen with the codes of its colours and attributes."""
        return self._control.look("-e")

    @property
    def written(self) -> bytes:
        """All that the program has written so far."""
        return bytes(self._control.written)

    @property
    def program(self) -> int:
        """The process id of what the pane's shell runs."""
        listed = subprocess.run(["ps", "--ppid", str(self.process), "-o", "pid="], capture_output=True, text=True)
        return int(listed.stdout)

    @property
    def process(self) -> int:
        """The process id of the pane's shell, the parent of the program."""
        return int(self.tmux("display-message", "-p", "#{pane_pid}"))

    @property
    def modes(self) -> str:
        """Whether the other screen, the mouse and the cursor are on: `0 0 1` in a shell."""
        return self.tmux("display-message", "-p", "#{alternate_on} #{mouse_any_flag} #{cursor_flag}")

    def until(self, holds: str | Callable[[str], bool], seconds: float = PATIENCE) -> str:
        """Looks at the screen until it shows the text or the condition holds; fails with the screen if not."""
        seen = holds if callable(holds) else lambda screen: holds in screen
        end = time.monotonic() + seconds
        while not seen(screen := self.screen):
            if not self._control.wait(end - time.monotonic()):
                pytest.fail(f"the screen never showed {holds!r}:\n{screen}")
        return screen

    def until_back(self, base: str, over: str) -> None:
        """Waits until what lay over a screen is gone: it shows the one text and not the other."""
        self.until(lambda screen: base in screen and over not in screen)

    def press(self, key: str) -> str:
        """Presses a key, gives the screen half a second to change and returns it."""
        before = self.screen
        self.keys(key)
        return self.wait_for_change(before)

    def wait_for_change(self, before: str | None = None, seconds: float = 0.5) -> str:
        """Waits until the screen differs from the one before (or from now), but not for long; returns it."""
        before, end = before or self.screen, time.monotonic() + seconds
        while (screen := self.screen) == before and self._control.wait(end - time.monotonic()):
            pass
        return screen

    def rest(self, seconds: float = 0.4) -> str:
        """Waits until nothing has been written for so long, and returns the screen."""
        screen = self.screen
        while self._control.wait(seconds):
            screen = self.screen
        return screen

    def play_until(self, text: str, choose: Callable[[str], Iterable[str]]) -> str:
        """Presses the keys that `choose` names for the screen, over and over, until it shows the text."""

        def act(screen: str) -> None:
            for key in choose(screen):
                self.press(key)

        return self.act_until(text, act)

    def act_until(self, text: str, act: Callable[[str], None], seconds: float = 90) -> str:
        """Does what `act` does for the screen, once for each picture or second, until it shows the text."""
        end = time.monotonic() + seconds
        while text not in (screen := self.screen):
            if time.monotonic() > end:
                pytest.fail(f"the screen never came to show {text!r}:\n{screen}")
            act(screen)
            self.wait_for_change(screen, seconds=1)
        return screen


@contextmanager
def terminal(
    folder: Path, command: list[str], size: tuple[int, int] = (80, 24), environment: Mapping[str, str] | None = None
) -> Iterator[Terminal]:
    """A terminal that runs the command; its settings and records stay below the folder."""
    folder.mkdir(exist_ok=True, parents=True)
    usual = {"TERM": "tmux-256color", "COLORTERM": "truecolor", **homes(folder)}
    with bare_terminal(size) as shown:
        shown.start(command, {**usual, **(environment or {})})
        yield shown


@contextmanager
def bare_terminal(size: tuple[int, int] = (80, 24)) -> Iterator[Terminal]:
    """A terminal in which nothing runs yet."""
    with TemporaryDirectory(prefix="tuicards-tmux-", ignore_cleanup_errors=True) as place:
        shown = Terminal(Path(place, "socket"), size)
        try:
            yield shown
        finally:
            shown.close()


def homes(folder: Path) -> dict[str, str]:
    """An environment in which settings and records stay below the folder."""
    return {name: str(folder / name) for name in ("XDG_STATE_HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME")}
