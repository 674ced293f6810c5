"""A small supervisor, as systemd is one: knows by NOTIFY_SOCKET whether its server is ready and lives, and starts
it again when it fails."""

import asyncio
import contextlib
import os
import signal
import socket
from collections.abc import Mapping, Sequence
from pathlib import Path

PATIENCE = 30.0
"""Seconds for whatever is waited for."""


class Supervisor:
    """Runs one command as a service of Type=notify with Restart=on-failure and a watchdog."""

    def __init__(self, command: Sequence[str], folder: Path, environ: Mapping[str, str], watchdog: float) -> None:
        """`watchdog`: seconds without a sign of life after which the server is killed."""
        self._command, self._watchdog = tuple(command), watchdog
        self._place, self.log = folder / "notify", folder / "server.log"
        self._environ = {
            **environ, "NOTIFY_SOCKET": str(self._place), "WATCHDOG_USEC": str(round(watchdog * 1e6)),
        }  # fmt: skip
        self._process: asyncio.subprocess.Process | None = None
        self._link: socket.socket | None = None
        self._task: asyncio.Task[None] | None = None
        self._ready = asyncio.Event()
        self.starts = 0
        self.status = ""
        """What the server last said of itself."""
        self.ended_well = asyncio.Event()

    async def start(self) -> None:
        """Returns when the server says that it is ready."""
        self._place.unlink(missing_ok=True)
        self._link = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self._link.bind(str(self._place))
        self._link.setblocking(False)
        self.ended_well.clear()
        self._ready.clear()
        self._task = asyncio.create_task(self._supervise())
        await self.ready()

    async def ready(self) -> None:
        """Return when a server is ready that has not failed since."""
        async with asyncio.timeout(PATIENCE):
            await self._ready.wait()

    async def stop(self) -> None:
        """Whatever it is doing. The log stays."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
        if self._process is not None and self._process.returncode is None:
            self._process.kill()
            await self._process.wait()
        if self._link is not None:
            self._link.close()

    async def until_it_has_ended_well(self) -> None:
        async with asyncio.timeout(PATIENCE):
            await self.ended_well.wait()
        await self.stop()

    def signal(self, number: signal.Signals) -> None:
        """To the server that runs."""
        assert self._process is not None
        self._ready.clear()
        self._process.send_signal(number)

    async def reload(self) -> None:
        """As ExecReload does; returns when the server is ready again."""
        self.signal(signal.SIGHUP)
        await self.ready()

    async def _supervise(self) -> None:
        while True:
            self.starts += 1
            with self.log.open("ab") as log:
                self._process = await asyncio.create_subprocess_exec(
                    *self._command, env=self._environ, stdin=asyncio.subprocess.DEVNULL, stdout=log, stderr=log
                )
            code = await self._until_it_ends(self._process)
            self._ready.clear()
            if code == 0:
                self.ended_well.set()
                return

    async def _until_it_ends(self, process: asyncio.subprocess.Process) -> int:
        ending = asyncio.create_task(process.wait())
        listening = asyncio.create_task(self._listen(process))
        try:
            return await ending
        finally:
            for task in (ending, listening):
                task.cancel()
            await asyncio.gather(ending, listening, return_exceptions=True)

    async def _listen(self, process: asyncio.subprocess.Process) -> None:
        """Hear what it says; where it falls silent, end it as a watchdog does."""
        assert self._link is not None
        patience = PATIENCE
        while True:
            try:
                async with asyncio.timeout(patience):
                    said = (await asyncio.get_running_loop().sock_recv(self._link, 4096)).decode().split("\n")
            except TimeoutError:
                with contextlib.suppress(ProcessLookupError):
                    os.kill(process.pid, signal.SIGKILL)
                return
            patience = self._watchdog
            if "READY=1" in said:
                self._ready.set()
            self.status = next((line[7:] for line in said if line.startswith("STATUS=")), self.status)
