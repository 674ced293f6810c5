"""A headless server as a process, and clients in terminals that go to it."""

import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import TracebackType

from tests.terminal.tmux import Terminal, terminal, tuicards


class Server:
    """A headless server as a process of its own; it can be ended in either way and started again on the same data."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.port = 0
        self.log = ""
        """What it has told, as far as it was read: until it listened, and after its end."""
        self.start()

    def start(self) -> None:
        """Starts it, without a terminal and almost without an environment, and waits until it listens."""
        port_file = self.folder / "port"
        port_file.unlink(missing_ok=True)
        command = [sys.executable, "-m", "server", "--host", "127.0.0.1", "--port", str(self.port)]
        command += ["--port-file", str(port_file), "--data", str(self.folder / "data"), "--bot-delay", "0"]
        self.process = subprocess.Popen(
            command, env={"PATH": os.environ["PATH"]}, stdin=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True
        )
        assert self.process.stderr is not None
        for line in self.process.stderr:
            self.log += line
            if "listening" in line:
                break
        self.port = int(port_file.read_text())

    def __enter__(self) -> "Server":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, _: TracebackType | None
    ) -> None:
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGCONT)
            self.end(signal.SIGTERM)
        elif self.process.stderr is not None:
            self.process.stderr.close()

    def end(self, how: signal.Signals) -> int:
        """Sends the signal, waits for the end and returns the exit status."""
        self.process.send_signal(how)
        assert self.process.stderr is not None
        self.log += self.process.stderr.read()
        self.process.stderr.close()
        return self.process.wait(timeout=15)


@contextmanager
def client(server: Server, name: str, *more: str) -> Iterator[Terminal]:
    """A full-screen client of that person; its key to the seat is kept below the server's folder."""
    command = tuicards("join", f"127.0.0.1:{server.port}", "--name", name, *more)
    with terminal(server.folder / name, command) as shown:
        yield shown


def invitation(room: Terminal) -> str:
    """The code of the table, which the room shows in wide letters."""
    written = re.compile(r"((?:\w ){4,}) +public")
    shown = written.search(room.until(lambda screen: written.search(screen) is not None))
    assert shown is not None
    return shown[1].replace(" ", "")
