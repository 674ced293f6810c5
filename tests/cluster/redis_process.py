"""A Redis of one's own: a process with a folder and a port that nobody else uses."""

import shutil
import signal
import subprocess
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.ports import free_port

PROGRAM = shutil.which("redis-server") or shutil.which("valkey-server")

MISSING = "there is no redis-server and no valkey-server in PATH (Debian: apt install redis-server)"


class RedisProcess:
    """Keeps all that it has acknowledged, however it ends; comes back at the same port."""

    def __init__(self, folder: Path, *options: str) -> None:
        """`options`: as on the command line, in place of or besides what it has here."""
        self._folder, self._options = folder, options
        self.port = free_port()
        self.url = f"redis://127.0.0.1:{self.port}/0"
        self._process: subprocess.Popen[bytes] | None = None

    def start(self, *options: str, wait: bool = True) -> None:
        """Returns when it takes orders; without `wait` at once. `options`: for this time."""
        assert PROGRAM is not None, MISSING
        self._folder.mkdir(parents=True, exist_ok=True)
        self._process = subprocess.Popen([PROGRAM, *self._arguments(), *options], stdout=subprocess.PIPE)
        ready = threading.Event()
        threading.Thread(target=_listen, args=(self._process, ready), daemon=True).start()
        if wait and not ready.wait(30):
            raise TimeoutError("it does not take orders")

    def pause(self) -> None:
        """It stands still: connections stay, nothing is answered."""
        self._running.send_signal(signal.SIGSTOP)

    def go_on(self) -> None:
        """After `pause`."""
        self._running.send_signal(signal.SIGCONT)

    def kill(self) -> None:
        """At once, as when its machine fails."""
        if self._process is not None:
            self._process.kill()
            self._process.wait()
            self._process = None

    def restart(self) -> None:
        """Killed, and started again with what it kept."""
        self.kill()
        self.start()

    @property
    def _running(self) -> subprocess.Popen[bytes]:
        assert self._process is not None
        return self._process

    def _arguments(self) -> list[str]:
        return [
            *("--port", str(self.port), "--bind", "127.0.0.1", "--dir", str(self._folder), "--save", ""),
            *("--appendonly", "yes", "--appendfsync", "always", *self._options),
        ]  # fmt: skip


def running_redis(folder: Path) -> Iterator[RedisProcess]:
    """For a fixture: one that runs, or a reason to skip the test."""
    if PROGRAM is None:
        pytest.skip(MISSING)
    process = RedisProcess(folder)
    process.start()
    yield process
    process.kill()


def _listen(process: subprocess.Popen[bytes], ready: threading.Event) -> None:
    """What it says is read to its end, or it would stop one day with nobody listening."""
    assert process.stdout is not None
    with process.stdout as said:
        for line in said:
            if b"eady to accept connections" in line:
                ready.set()
