"""A client of a tmux server in control mode: commands and answers as lines, and word of all that is written."""

import os
import re
import select
import shlex
import subprocess
import time
from collections.abc import Sequence
from pathlib import Path

BLOCK = 65536

PATIENCE = 30.0
"""Seconds for tmux to answer."""


class TmuxError(Exception):
    """tmux refused a command, or has gone."""


class Control:
    """Attached to a session, whose size it leaves alone."""

    def __init__(self, socket: Path, session: str) -> None:
        command = ["tmux", "-S", str(socket), "-C", "attach-session", "-t", session, "-f", "ignore-size"]
        self._tmux = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self._rest = b""
        self._lines: list[str] = []
        self.written = bytearray()
        """All that programs have written to the session's panes since this client came."""
        self._changed = False
        self._answer()

    def ask(self, *command: str) -> str:
        """Runs a tmux command and returns what it prints. Raises TmuxError."""
        self._send(command)
        return self._answer()

    def look(self, *options: str) -> str:
        """The screen of the session's pane; `wait` then waits for what is written after it was looked at."""
        self._send(("capture-pane", "-p", *options))
        return self._answer(looking=True)

    def wait(self, seconds: float) -> bool:
        """Waits until a pane has been written to since the last look, or so many seconds have gone."""
        end = time.monotonic() + seconds
        while not self._changed and (left := end - time.monotonic()) > 0:
            self._take(self._line(left))
        return self._changed

    def close(self) -> None:
        """Ends the client; the session stays."""
        with self._tmux:
            self._tmux.kill()

    def _send(self, command: Sequence[str]) -> None:
        assert self._tmux.stdin is not None
        self._tmux.stdin.write(shlex.join(command).encode() + b"\n")
        self._tmux.stdin.flush()

    def _answer(self, looking: bool = False) -> str:
        """The lines between `%begin` and `%end`. What was written before them is in the picture that is looked at."""
        while not self._take(line := self._line(PATIENCE)).startswith("%begin"):
            if not line:
                raise TmuxError("no answer")
        self._changed = self._changed and not looking
        begun = line.split()[1:]
        lines: list[str] = []
        while (line := self._line(PATIENCE)).split()[1:] != begun or not line.startswith(("%end", "%error")):
            lines.append(line)
        if line.startswith("%error"):
            raise TmuxError("\n".join(lines))
        return "\n".join(lines)

    def _take(self, line: str) -> str:
        if line.startswith("%output"):
            self._changed = True
            data = line.split(" ", 2)[2].encode("utf-8", "surrogateescape")
            self.written += re.sub(rb"\\([0-7]{3})", lambda found: bytes([int(found[1], 8)]), data)
        return line

    def _line(self, seconds: float) -> str:
        """The next line from tmux; empty when none came in time. Raises TmuxError when tmux has gone."""
        assert self._tmux.stdout is not None
        while not self._lines:
            if not select.select([self._tmux.stdout], [], [], seconds)[0]:
                return ""
            block = os.read(self._tmux.stdout.fileno(), BLOCK)
            if not block:
                raise TmuxError("tmux has gone")
            *lines, self._rest = (self._rest + block).split(b"\n")
            self._lines += [line.decode("utf-8", "surrogateescape") for line in lines]
        return self._lines.pop(0)
