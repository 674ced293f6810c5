"""A terminal of one's own making: what the program writes comes as bytes, and what it hears is written by hand."""

import fcntl
import os
import pty
import re
import select
import struct
import subprocess
import termios
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager

import pytest

PATIENCE = 30.0


class PlainPty:
    """The master's side; the program is the child of no shell and leads its own session."""

    def __init__(self, command: list[str], environment: Mapping[str, str], size: tuple[int, int]) -> None:
        self.master, self.slave = pty.openpty()
        self.written = b""
        self.resize(*size)
        self.program = subprocess.Popen(
            command, stdin=self.slave, stdout=self.slave, stderr=self.slave, env=environment, start_new_session=True
        )

    def resize(self, width: int, height: int) -> None:
        """Gives the terminal another size, of which nobody is told."""
        fcntl.ioctl(self.slave, termios.TIOCSWINSZ, struct.pack("HHHH", height, width, 0, 0))

    def send(self, data: bytes) -> None:
        """What the person and the terminal send."""
        os.write(self.master, data)

    def read(self, seconds: float) -> bytes:
        """What is written within so many seconds; empty when there is nothing."""
        if not select.select([self.master], [], [], seconds)[0]:
            return b""
        block = os.read(self.master, 65536)
        self.written += block
        return block

    def until(self, text: str, seconds: float = PATIENCE) -> None:
        """Reads until the text has been written; codes between its letters do not count."""
        end = time.monotonic() + seconds
        while text not in self.text:
            if not self.read(end - time.monotonic()):
                pytest.fail(f"{text!r} was never written: {self.text[-3000:]}")

    def rest(self, seconds: float = 0.5) -> None:
        """Reads until nothing is written for so long."""
        while self.read(seconds):
            pass

    @property
    def text(self) -> str:
        """All that was written, without codes."""
        text = self.written.decode(errors="replace")
        return re.sub(r"\x1b\[[\d;?<>$]*[ -/]*[@-~]|\x1b\][^\x07]*\x07|\x1b[()].", "", text)

    def hang_up(self) -> None:
        """The terminal goes away, as it does when a connection is cut."""
        os.close(self.slave)
        os.close(self.master)
        self.slave = self.master = -1

    def end(self, seconds: float = 10) -> int:
        """Waits for the program's end and returns its exit code."""
        end = time.monotonic() + seconds
        while self.program.poll() is None and time.monotonic() < end:
            self.read(0.05)
        self.rest(0.05)
        return self.program.wait(0)

    @property
    def left_over(self) -> int:
        """Bytes sent that no program has read."""
        waiting = fcntl.ioctl(self.slave, termios.FIONREAD, b"\0" * 4)
        return int(struct.unpack("i", waiting)[0])


@contextmanager
def plain_pty(
    command: list[str], environment: Mapping[str, str], size: tuple[int, int] = (80, 24)
) -> Iterator[PlainPty]:
    """A terminal that runs the command in this environment and no other."""
    terminal = PlainPty(command, {"PATH": os.environ["PATH"], **environment}, size)
    try:
        yield terminal
    finally:
        terminal.program.kill()
        terminal.program.wait()
        if terminal.master >= 0:
            terminal.hang_up()
