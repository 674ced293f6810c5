"""The SSH door's process, from the server's side."""

import asyncio
import contextlib
import logging
import os
import socket
import sys
from collections.abc import Callable, Mapping

from server.ssh.messages import Begin, CannotOpen, End, FromDoor, Opened, Said, ToDoor
from server.ssh.pipe import Pipe
from tuicards.errors import SetupError

log = logging.getLogger(__name__)

OPENING, ENDING = 60.0, 12.0
"""Seconds that the process may take for each."""

PASSED_ON = ("PATH", "LANG", "LC_ALL", "LC_CTYPE", "TMPDIR", "TZ", "VIRTUAL_ENV")
PASSED_ON_KINDS = ("PYTHON", "COVERAGE", "LD_LIBRARY")

Answer = Callable[[FromDoor], ToDoor | None]


class DoorProcess:
    """A door that is open. `serve` it until it ends."""

    def __init__(self, process: asyncio.subprocess.Process, pipe: Pipe[FromDoor]) -> None:
        self._process, self._pipe = process, pipe
        self.fingerprint = ""
        """Of its host key."""

    @property
    def pid(self) -> int:
        return self._process.pid

    @classmethod
    async def open(cls, begin: Begin) -> "DoorProcess":
        """Raises SetupError: what kept it from opening, or `ssh_failed`."""
        ours, theirs = socket.socketpair()
        with theirs:
            process = await asyncio.create_subprocess_exec(
                sys.executable, "-m", "server.ssh", stdin=theirs.fileno(), stdout=asyncio.subprocess.DEVNULL,
                env=passed_on(os.environ), pass_fds=begin.sockets, start_new_session=True,
            )  # fmt: skip
        door = cls(process, await Pipe.over(ours, FromDoor))
        try:
            async with asyncio.timeout(OPENING):
                await door._begin(begin)
        except TimeoutError:
            await door._kill()
            raise SetupError("ssh_failed") from None
        except BaseException:
            await door._kill()
            raise
        return door

    async def _begin(self, begin: Begin) -> None:
        self._pipe.say(begin)
        while (message := await self._pipe.hear()) is not None:
            match message:
                case Opened(fingerprint=fingerprint):
                    self.fingerprint = fingerprint
                    return
                case CannotOpen(code=code, params=params):
                    raise SetupError(code, **params)
                case Said():
                    message.log()
        raise SetupError("ssh_failed")

    async def serve(self, answer: Answer) -> int:
        """Answer what it asks until it has ended; its exit status."""
        while (message := await self._pipe.hear()) is not None:
            if (reply := answer(message)) is not None:
                self._pipe.say(reply)
                await self._pipe.taken()
        return await self._kill()

    async def end(self) -> None:
        """Let it tell its guests; when it has not ended by then, it is killed."""
        self._pipe.say(End())
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(ENDING):
                await self._process.wait()
        await self._kill()

    async def _kill(self) -> int:
        """End it for sure; its exit status."""
        if self._process.returncode is None:
            with contextlib.suppress(ProcessLookupError):
                self._process.kill()
        self._pipe.close()
        return await self._process.wait()


def passed_on(environ: Mapping[str, str]) -> dict[str, str]:
    """What the door's programs get of the server's environment: nothing that is secret, nothing of its terminal."""
    return {name: value for name, value in environ.items() if name in PASSED_ON or name.startswith(PASSED_ON_KINDS)}
