"""A real terminal for tests: programs run in tmux, keys go in, the screen is read."""

import os
import shlex
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

import pytest

LOOK_EVERY = 0.03
"""Seconds between two looks at the screen: tmux tells nobody when it changes."""

needs_tmux = pytest.mark.skipif(shutil.which("tmux") is None, reason="tmux is not installed")


def tuicards(*arguments: str) -> list[str]:
    """The client's command line with these arguments, by this Python."""
    return [sys.executable, "-m", "tuicards", *arguments]


class Terminal:
    """One pane of a tmux server of its own."""

    def __init__(self, socket: Path, size: tuple[int, int]) -> None:
        self._socket = socket
        self._size = size

    def tmux(self, *arguments: str) -> str:
        """Runs a tmux command against this terminal's server and returns what it prints."""
        command = ["tmux", "-S", str(self._socket), *arguments]
        return subprocess.run(command, check=True, capture_output=True, text=True).stdout

    def start(self, command: list[str], environment: Mapping[str, str]) -> None:
        width, height = self._size
        exports = [f"{name}={value}" for name, value in environment.items()]
        line = shlex.join(["env", *exports, *command])
        new = ["new-session", "-d", "-s", "table", "-x", str(width), "-y", str(height)]
        self.tmux("-f", "/dev/null", *new, f"{line}; echo ended with $?; exec cat")

    def keys(self, *names: str) -> None:
        """Presses keys by their tmux names."""
        self.tmux("send-keys", "-t", "table", *names)

    def type(self, text: str) -> None:
        """Types letters as they are."""
        self.tmux("send-keys", "-l", "-t", "table", text)

    @property
    def screen(self) -> str:
        """The screen as lines of text."""
        return self.tmux("capture-pane", "-p", "-t", "table")

    @property
    def process(self) -> int:
        """The process id of the pane's shell, the parent of the program."""
        return int(self.tmux("display-message", "-p", "-t", "table", "#{pane_pid}"))

    def until(self, holds: str | Callable[[str], bool], seconds: float = 20) -> str:
        """Looks at the screen until it shows the text or the condition holds; fails with the screen if not."""
        seen = holds if callable(holds) else lambda screen: holds in screen
        end = time.monotonic() + seconds
        while not seen(screen := self.screen):
            if time.monotonic() > end:
                pytest.fail(f"the screen never showed {holds!r}:\n{screen}")
            time.sleep(LOOK_EVERY)
        return screen

    def press(self, key: str) -> None:
        """Presses a key and gives the screen half a second to change."""
        before = self.screen
        self.keys(key)
        self.wait_for_change(before)

    def wait_for_change(self, before: str | None = None) -> None:
        """Waits until the screen differs from the one before (or from now), for half a second at most."""
        before, end = before or self.screen, time.monotonic() + 0.5
        while self.screen == before and time.monotonic() < end:
            time.sleep(LOOK_EVERY)

    def play_until(self, text: str, choose: Callable[[str], Iterable[str]], seconds: float = 90) -> str:
        """Presses the keys that `choose` names for the screen, over and over, until it shows the text."""
        end = time.monotonic() + seconds
        while text not in (screen := self.screen):
            if time.monotonic() > end:
                pytest.fail(f"the screen never came to show {text!r}:\n{screen}")
            for key in choose(screen):
                self.press(key)
        return screen


@contextmanager
def terminal(
    folder: Path, command: list[str], size: tuple[int, int] = (80, 24), environment: Mapping[str, str] | None = None
) -> Iterator[Terminal]:
    """A terminal that runs the command; its settings and records stay below the folder."""
    folder.mkdir(exist_ok=True, parents=True)
    homes = {name: str(folder / name) for name in ("XDG_STATE_HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME")}
    shown = Terminal(Path(f"/tmp/tuicards-test-{os.getpid()}-{id(folder)}"), size)
    shown.start(command, {"TERM": "tmux-256color", "COLORTERM": "truecolor", **homes, **(environment or {})})
    try:
        yield shown
    finally:
        subprocess.run(["tmux", "-S", str(shown._socket), "kill-server"], capture_output=True)
