"""One visitor's client: the ordinary full-screen program, a child in a pseudo-terminal of its own."""

import asyncio
import contextlib
import fcntl
import os
import signal
import struct
import sys
import termios
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from tuicards.screen_size import LARGEST_OF_GUESTS

READ = 64 * 1024
"""So many bytes of what a client writes are taken at once."""

GRACE = 4.0
"""Seconds in which a client may end by itself once its terminal is gone."""

PASSED_ON = ("PATH", "TMPDIR", "TZ", "LD_LIBRARY_PATH", "TUICARDS_TLS_CA")
"""What a client gets of the environment of this program."""


@dataclass(frozen=True)
class Window:
    """The size of a browser's terminal, in cells."""

    columns: int
    rows: int

    def within_reason(self) -> "Window":
        """What can be drawn, whatever was claimed."""
        return Window(max(1, min(self.columns, LARGEST_OF_GUESTS[0])), max(1, min(self.rows, LARGEST_OF_GUESTS[1])))


class Visit:
    """A client that runs. Made by `begin`; whoever made it has to `end` it."""

    def __init__(self, terminal: int, process: asyncio.subprocess.Process) -> None:
        self._terminal = terminal
        self._process = process

    @property
    def process(self) -> int:
        """The number of the client's process."""
        return self._process.pid

    async def written(self) -> AsyncIterator[bytes]:
        """What the client writes to its terminal, until it ends."""
        loop = asyncio.get_running_loop()
        while True:
            try:
                data = os.read(self._terminal, READ)
            except BlockingIOError:
                await self._ready(loop.add_reader, loop.remove_reader)
                continue
            except OSError:
                return
            if not data:
                return
            yield data

    async def type(self, data: bytes) -> None:
        """Gives the client what its visitor typed; waits while it takes none. Nothing happens after its end."""
        loop = asyncio.get_running_loop()
        while data:
            try:
                data = data[os.write(self._terminal, data) :]
            except BlockingIOError:
                await self._ready(loop.add_writer, loop.remove_writer)
            except OSError:
                return

    def resize(self, window: Window) -> None:
        """Tells the client of another size."""
        set_size(self._terminal, window)

    async def end(self) -> None:
        """Takes the terminal away, and waits until the client is gone, even when cancelled. Its seat waits."""
        ending = asyncio.create_task(self._hang_up())
        try:
            await asyncio.shield(ending)
        except asyncio.CancelledError:
            await ending
            raise

    async def _hang_up(self) -> None:
        os.close(self._terminal)
        self._terminal = -1
        try:
            async with asyncio.timeout(GRACE):
                await self._process.wait()
        except TimeoutError:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(self._process.pid, signal.SIGKILL)
            await self._process.wait()

    async def _ready(self, add: Callable[..., object], remove: Callable[[int], object]) -> None:
        """Waits until the terminal can be read, or written."""
        ready = asyncio.Event()
        add(self._terminal, ready.set)
        try:
            await ready.wait()
        finally:
            remove(self._terminal)


async def begin(arguments: Sequence[str], environ: Mapping[str, str], window: Window) -> Visit:
    """Starts a client with these arguments and nothing else in its environment. Raises OSError."""
    outer, inner = os.openpty()
    try:
        os.set_blocking(outer, False)
        set_size(outer, window)
        process = await _started(arguments, environ, inner)
    except BaseException:
        os.close(outer)
        raise
    finally:
        os.close(inner)
    return Visit(outer, process)


async def _started(arguments: Sequence[str], environ: Mapping[str, str], terminal: int) -> asyncio.subprocess.Process:
    """The client's process. Who gives up waiting for it leaves none."""
    starting = asyncio.create_task(
        asyncio.create_subprocess_exec(
            sys.executable, "-P", "-m", "tuicards.web.child", *arguments,
            stdin=terminal, stdout=terminal, stderr=terminal, env=environ, cwd="/", start_new_session=True,
        )
    )  # fmt: skip
    try:
        return await asyncio.shield(starting)
    except asyncio.CancelledError:
        process = await starting
        process.kill()
        await process.wait()
        raise


def environment(own: Mapping[str, str], memory: Path, language: str, password: str) -> dict[str, str]:
    """What a client is told: how a browser shows it, where it may remember things, and no more of our own."""
    passed = {name: own[name] for name in PASSED_ON if name in own}
    return passed | {
        "PYTHONPATH": os.pathsep.join([str(Path(__file__).parents[2]), *filter(None, [own.get("PYTHONPATH")])]),
        "PYTHONUTF8": "1",
        "TERM": "xterm-256color",
        "COLORTERM": "truecolor",
        "LANG": f"{language}.UTF-8",
        "XDG_STATE_HOME": str(memory),
        "XDG_CONFIG_HOME": str(memory),
        **({"TUICARDS_PASSWORD": password} if password else {}),
    }


def set_size(terminal: int, window: Window) -> None:
    size = window.within_reason()
    fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", size.rows, size.columns, 0, 0))
