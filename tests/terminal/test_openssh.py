"""Guests by plain OpenSSH, as the README says: an account whose only command is the client."""

import os
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from functools import partial
from pathlib import Path

import pytest

from tests.terminal.headless import Server
from tests.terminal.openssh import OpenSshServer, needs_sshd
from tests.terminal.plain_pty import plain_pty
from tests.terminal.tmux import needs_tmux, terminal, tuicards

pytestmark = [needs_sshd, pytest.mark.thorough]

SESSIONS = 20


@pytest.fixture
def house(tmp_path: Path) -> Iterator[tuple[Server, OpenSshServer]]:
    """A headless server, and beside it the account for guests."""
    with Server(tmp_path) as server:
        client = tuicards("join", f"127.0.0.1:{server.port}", "--guest")
        environ = {"PYTHONPATH": str(Path(__file__).parents[2]), "LC_ALL": "C.UTF-8"}
        with OpenSshServer(tmp_path, client, environ) as door:
            yield server, door


def clients(server: Server) -> int:
    """How many processes of the client are there for this server."""
    asked = subprocess.run(
        ["pgrep", "-fc", f"tuicards join 127.0.0.1:{server.port} "], capture_output=True, text=True
    )
    return int(asked.stdout)


def descriptors(server: Server) -> int:
    return len(os.listdir(f"/proc/{server.process.pid}/fd"))


def until(holds: Callable[[], bool], seconds: float = 15) -> None:
    """Waits for what other processes do of themselves."""
    end = time.monotonic() + seconds
    while not holds():
        assert time.monotonic() < end, "it has not come about"
        time.sleep(0.05)


def test_without_a_terminal_it_says_how_to_have_one(house: tuple[Server, OpenSshServer]) -> None:
    """A command on the line, and ssh asks for no terminal: one sentence that says what to add (S05)."""
    run = subprocess.run([*house[1].ssh("-T"), "tuicards"], capture_output=True, text=True, timeout=30)

    assert run.returncode == 2
    assert "ssh -t" in run.stderr
    assert len(run.stderr.strip().splitlines()) == 1


def fills(width: int, screen: str) -> bool:
    """Whether a line reaches that far."""
    return any(len(line.rstrip()) > width for line in screen.splitlines())


@needs_tmux
def test_the_picture_follows_the_window(house: tuple[Server, OpenSshServer], tmp_path: Path) -> None:
    """In one's own terminal over ssh the lobby fills the window, smaller and larger (S03, S04)."""
    with terminal(tmp_path / "ann", house[1].ssh("-t"), (80, 24)) as ann:
        ann.until("No tables yet")
        for width, height in ((120, 40), (60, 20), (100, 30)):
            ann.resize(width, height)
            ann.until(partial(fills, width - 6))


def test_dropped_sessions_leave_no_process(house: tuple[Server, OpenSshServer], tmp_path: Path) -> None:
    """Twenty guests whose connections break: no client stays, and the server has the descriptors that it had
    (S01, S02, S06)."""
    server, door = house
    before = descriptors(server)
    with ExitStack() as sessions:
        environ = {"PATH": os.environ["PATH"], "HOME": str(tmp_path), "TERM": "xterm-256color"}
        guests = [sessions.enter_context(plain_pty(door.ssh("-tt"), environ)) for _ in range(SESSIONS)]
        for guest in guests:
            guest.until("By code", seconds=90)
        assert clients(server) >= SESSIONS
        for guest in guests:
            guest.program.kill()
        for guest in guests:
            guest.program.wait(timeout=15)
    until(lambda: clients(server) == 0)
    until(lambda: abs(descriptors(server) - before) <= 2)
