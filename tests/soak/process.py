"""The server as a process of its own, which is killed and started again on the same data, and what it uses."""

import asyncio
import contextlib
import os
import resource
import signal
import sys
import time
from pathlib import Path
from typing import NamedTuple

from tests.soak.connection import Connection, connect

PAGE = resource.getpagesize()

PATIENCE = 30.0
"""Seconds for the server to listen after its start, and to end after SIGTERM."""

OPTIONS = ("--host", "127.0.0.1", "--grace", "5", "--bot-delay", "0.15", "--log-level", "warning")


class Usage(NamedTuple):
    """What the process used at a moment of its life."""

    memory: int
    """Resident bytes."""
    files: int
    """Open descriptors."""


class ServerProcess:
    """One server after the other on one port and one folder."""

    def __init__(self, folder: Path, options: tuple[str, ...] = ()) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self.folder = folder
        self.data = folder / "data"
        self.log = folder / "server.log"
        self.port = 0
        self.lives = 0
        self.restarts: list[float] = []
        """Seconds from each start after a kill until the server listened."""
        self.up = asyncio.Event()
        self._options = options
        self._process: asyncio.subprocess.Process | None = None

    async def start(self) -> None:
        port_file = self.folder / "port"
        port_file.unlink(missing_ok=True)
        began = time.monotonic()
        with self.log.open("ab") as log:
            self._process = await asyncio.create_subprocess_exec(
                sys.executable, "-m", "server", *OPTIONS, *self._options, "--data", str(self.data),
                "--port", str(self.port), "--port-file", str(port_file), stdin=asyncio.subprocess.DEVNULL, stderr=log,
            )  # fmt: skip
        async with asyncio.timeout(PATIENCE):
            while not port_file.exists():
                if self._process.returncode is not None:
                    raise RuntimeError(f"the server does not start: see {self.log}")
                await asyncio.sleep(0.02)
        self.port = int(port_file.read_text())
        if self.lives:
            self.restarts.append(time.monotonic() - began)
        self.lives += 1
        self.up.set()

    async def connect(self) -> Connection:
        """Wait until it listens, and connect. Raises OSError."""
        await self.up.wait()
        return await connect(self.port)

    async def ended(self) -> int:
        """Wait for its end; its exit code."""
        assert self._process is not None
        code = await self._process.wait()
        self.up.clear()
        return code

    def pause(self) -> None:
        """It stands still."""
        self._signal(signal.SIGSTOP)

    def go_on(self) -> None:
        """After `pause`."""
        self._signal(signal.SIGCONT)

    def _signal(self, number: signal.Signals) -> None:
        """Nothing where it has ended."""
        assert self._process is not None
        with contextlib.suppress(ProcessLookupError):
            self._process.send_signal(number)

    async def kill(self) -> None:
        """End it without a word, at whatever it is doing."""
        assert self._process is not None
        self.up.clear()
        self._signal(signal.SIGKILL)
        await self._process.wait()

    async def stop(self) -> float:
        """End it in order; the seconds that took. Raises TimeoutError."""
        assert self._process is not None
        began = time.monotonic()
        self.up.clear()
        self._signal(signal.SIGTERM)
        async with asyncio.timeout(PATIENCE):
            await self._process.wait()
        return time.monotonic() - began

    def measure(self) -> Usage:
        """What it uses now. Raises OSError when it is gone."""
        assert self._process is not None
        root = Path(f"/proc/{self._process.pid}")
        memory = int((root / "statm").read_text().split()[1]) * PAGE
        return Usage(memory, len(os.listdir(root / "fd")))

    def complaints(self) -> list[str]:
        """The lines of its log that tell of a fault."""
        lines = self.log.read_text("utf-8", "replace").splitlines()
        return [line for line in lines if " ERROR " in line or "Traceback" in line]
