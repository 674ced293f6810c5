"""A worker's process, from the side of who asks."""

import asyncio
import contextlib
import os
import socket
import sys
from collections.abc import Mapping, Sequence

from tuicards.thinking.messages import HEADER, Said, framed, read

PROGRAM: tuple[str, ...] = (sys.executable, "-m", "tuicards.thinking")

PASSED_ON = ("PATH", "HOME", "LANG", "LC_ALL", "LC_CTYPE", "TMPDIR", "TZ", "VIRTUAL_ENV")
PASSED_ON_KINDS = ("PYTHON", "COVERAGE", "LD_LIBRARY", "NUMBA", "XDG_CACHE")

ENDING = 0.5
"""Seconds in which a process ends that has nothing to do any more."""


class Gone(Exception):
    """The process has ended."""


class Worker:
    """A process that thinks. It has a session, and so a priority, of its own, and ends with this one."""

    def __init__(
        self, process: asyncio.subprocess.Process, reader: asyncio.StreamReader, writer: asyncio.StreamWriter
    ) -> None:
        self._process, self._reader, self._writer = process, reader, writer

    @property
    def pid(self) -> int:
        return self._process.pid

    @property
    def ended(self) -> bool:
        """Whether it is no more."""
        return self._process.returncode is not None

    @classmethod
    async def start(cls, program: Sequence[str]) -> "Worker":
        """Raises OSError where the machine has no room for one more."""
        ours, theirs = socket.socketpair()
        try:
            with theirs:
                process = await asyncio.create_subprocess_exec(
                    *program, stdin=theirs.fileno(), stdout=asyncio.subprocess.DEVNULL,
                    stderr=asyncio.subprocess.DEVNULL, env=passed_on(os.environ), start_new_session=True,
                )  # fmt: skip
        except BaseException:
            ours.close()
            raise
        return cls(process, *await asyncio.open_unix_connection(sock=ours))

    def say(self, message: Said) -> None:
        """Lost where the process has ended."""
        if not self._writer.is_closing():
            self._writer.write(framed(message))

    async def hear(self) -> Said:
        """What it says next. Raises Gone."""
        try:
            size = int.from_bytes(await self._reader.readexactly(HEADER))
            said: Said = read(await self._reader.readexactly(size))
        except (OSError, EOFError):
            raise Gone from None
        return said

    async def end(self) -> None:
        """It ends by itself when its line does, and is killed where it hangs; it has nothing to lose."""
        self._writer.close()
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(ENDING):
                await self._process.wait()
        if not self.ended:
            with contextlib.suppress(ProcessLookupError):
                self._process.kill()
            await self._process.wait()


def passed_on(environ: Mapping[str, str]) -> dict[str, str]:
    """What a worker gets of the environment: nothing that is secret, nothing of a terminal."""
    return {name: value for name, value in environ.items() if name in PASSED_ON or name.startswith(PASSED_ON_KINDS)}
