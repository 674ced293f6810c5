"""Lines in and lines out, beside an event loop."""

import asyncio
import contextlib
import os
import threading
from collections.abc import Iterable, Iterator

from tuicards.safe_text import safe_text

BLOCK = 4096

CUT = 4 * BLOCK
"""Longer input lines are cut after so many bytes; no command is that long."""


class LineReader:
    """Lines from a file descriptor, read only when asked for, so that endless input costs nothing.

    The reading is done by a daemon thread without a lock, so a program that ends never waits for it.
    """

    def __init__(self, descriptor: int | None, encoding: str = "utf-8") -> None:
        """Without a descriptor there is nothing to read."""
        self._lines = _lines(descriptor, encoding) if descriptor is not None else iter(())
        self._wanted: asyncio.Future[str | None] | None = None
        self._go = threading.Semaphore(0)
        self._started = False
        self._ended = False

    async def line(self) -> str | None:
        """The next line without its end, or None after the last one. Not to be called twice at a time."""
        if self._ended:
            return None
        loop = asyncio.get_running_loop()
        self._wanted = loop.create_future()
        if not self._started:
            self._started = True
            threading.Thread(target=self._read, args=(loop,), daemon=True, name="stdin").start()
        self._go.release()
        return await self._wanted

    def _read(self, loop: asyncio.AbstractEventLoop) -> None:
        while not self._ended:
            self._go.acquire()
            line = next(self._lines, None)
            self._ended = line is None
            with contextlib.suppress(RuntimeError):  # the loop has closed: nobody waits any more
                loop.call_soon_threadsafe(self._hand_over, line)

    def _hand_over(self, line: str | None) -> None:
        if self._wanted is not None and not self._wanted.done():
            self._wanted.set_result(line)


def _lines(descriptor: int, encoding: str) -> Iterator[str]:
    rest = b""
    while block := _block(descriptor):
        *whole, rest = (rest + block).split(b"\n")
        rest = rest[:CUT]
        yield from (line[:CUT].decode(encoding, "replace").rstrip("\r") for line in whole)
    if rest:
        yield rest.decode(encoding, "replace").rstrip("\r")


def _block(descriptor: int) -> bytes:
    try:
        return os.read(descriptor, BLOCK)
    except OSError:  # a terminal that is gone
        return b""


class OutputClosed(Exception):
    """Whoever read the output has gone away; there is nobody left to tell."""


class LineWriter:
    """Complete lines to a file descriptor, each made safe for terminals; optionally a prompt after them."""

    def __init__(self, descriptor: int | None, prompt: str = "", encoding: str = "utf-8") -> None:
        """Without a descriptor nothing is written. What the encoding lacks is written as an escape."""
        self._descriptor = descriptor
        self._encoding = encoding
        self._prompt = prompt
        self._prompted = False

    def tell(self, lines: Iterable[str]) -> None:
        """Write the lines, below a waiting prompt and with the prompt again after them.

        Raises OutputClosed.
        """
        text = "".join(f"{safe_text(line)}\n" for line in lines)
        if not text:
            return
        again = self._prompted
        self._write(("\n" if again else "") + text)
        self._prompted = False
        if again:
            self.prompt()

    def prompt(self) -> None:
        """Show the prompt, if there is one, unless it stands there already. Raises OutputClosed."""
        if self._prompt and not self._prompted:
            self._write(self._prompt)
            self._prompted = True

    def ring(self) -> None:
        """Sound the bell, where a person types at a terminal. Raises OutputClosed."""
        if self._prompt:
            self._write("\a")

    def answered(self) -> None:
        """The person has typed a line, so the cursor is below the prompt."""
        self._prompted = False

    def finish(self) -> None:
        """Leave the cursor on a line of its own."""
        if self._prompted:
            with contextlib.suppress(OutputClosed):
                self._write("\n")
            self._prompted = False

    def _write(self, text: str) -> None:
        if self._descriptor is None:
            return
        rest = memoryview(text.encode(self._encoding, "backslashreplace"))
        while rest:
            try:
                rest = rest[os.write(self._descriptor, rest) :]
            except OSError:
                raise OutputClosed from None
