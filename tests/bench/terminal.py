"""A program in a terminal of its own: what it writes, how much, and when."""

import codecs
import contextlib
import fcntl
import os
import pty
import select
import signal
import struct
import termios
from collections.abc import Iterator, Mapping, Sequence
from time import perf_counter

from tests.bench.shown import Shown

FRAME_END = b"\x1b[?2026l"
ASKS_FOR_FRAMES = b"\x1b[?2026$p"
HAS_FRAMES = b"\x1b[?2026;2$y"


class Terminal:
    """A child process on a pseudo-terminal that grants synchronized output, so that each picture has an end."""

    def __init__(self, command: Sequence[str], size: tuple[int, int], environ: Mapping[str, str]) -> None:
        self.started = perf_counter()
        self.shown = Shown()
        self._text = codecs.getincrementaldecoder("utf-8")("replace")
        self._pid, self._fd = pty.fork()
        if self._pid == 0:
            os.execvpe(command[0], list(command), dict(environ))
        columns, rows = size
        fcntl.ioctl(self._fd, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))

    def press(self, keys: bytes) -> None:
        os.write(self._fd, keys)

    def read(self, patience: float) -> bytes:
        """What is there within so many seconds; nothing when the program says nothing or has ended."""
        if not select.select([self._fd], [], [], patience)[0]:
            return b""
        with contextlib.suppress(OSError):
            data = os.read(self._fd, 65536)
            if ASKS_FOR_FRAMES in data:
                self.press(HAS_FRAMES)
            self.shown.take(self._text.decode(data))
            return data
        return b""

    def burst(self, patience: float, gap: float = 0.25) -> bytes:
        """All of one change: from the first byte until it has been quiet for `gap` seconds."""
        parts = [self.read(patience)]
        while parts[-1]:
            parts.append(self.read(gap))
        return b"".join(parts)

    def until(self, words: str, patience: float = 30.0) -> float:
        """Seconds from the start of the program until the screen shows the words. Raises TimeoutError."""
        while words not in self.shown.text():
            if perf_counter() - self.started > patience:
                raise TimeoutError(f"{words!r} never came:\n{self.shown.text()}")
            self.read(0.05)
        return perf_counter() - self.started

    def answer(self, keys: bytes, patience: float = 2.0) -> float | None:
        """Seconds from a key to the end of the picture that it brought; None when it brought none."""
        begun, seen = perf_counter(), b""
        self.press(keys)
        while FRAME_END not in seen:
            data = self.read(max(0.0, begun + patience - perf_counter()))
            if not data:
                return None
            seen += data
        return perf_counter() - begun

    def close(self) -> None:
        with contextlib.suppress(OSError):
            os.kill(self._pid, signal.SIGKILL)
        os.waitpid(self._pid, 0)
        os.close(self._fd)


@contextlib.contextmanager
def running(command: Sequence[str], size: tuple[int, int], environ: Mapping[str, str]) -> Iterator[Terminal]:
    """The program for as long as it is looked at."""
    terminal = Terminal(command, size, environ)
    try:
        yield terminal
    finally:
        terminal.close()
