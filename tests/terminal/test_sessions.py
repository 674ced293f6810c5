"""Sessions that end without a word, and a server without a terminal."""

import os
import signal
import subprocess
from contextlib import AbstractContextManager, ExitStack
from pathlib import Path

import pytest

from tests.terminal.headless import Server, client, invitation
from tests.terminal.plain_pty import PlainPty, plain_pty
from tests.terminal.tmux import homes, needs_tmux, tuicards

GUESTS = ("Bo", "Cai", "Dora", "Eve")


def descriptors(server: Server) -> int:
    """How many files and sockets the server holds."""
    return len(os.listdir(f"/proc/{server.process.pid}/fd"))


def guest(server: Server, name: str, code: str, folder: Path) -> AbstractContextManager[PlainPty]:
    """Somebody at the table, over a terminal that will be dropped."""
    command = tuicards("join", f"127.0.0.1:{server.port}", "--name", name, "--table", code)
    return plain_pty(command, {"TERM": "xterm-256color", **homes(folder / name)})


@needs_tmux
@pytest.mark.thorough
def test_dropped_sessions_leave_nothing_but_their_seats(tmp_path: Path) -> None:
    """Four terminals close at once: no process and no descriptor stays, all seats are away, and each can be had
    again (S01, S02, S06)."""
    with Server(tmp_path) as server, client(server, "Ana") as ana:
        ana.until("No tables yet")
        ana.keys("n")
        ana.until("New table")
        ana.keys("C-s")
        code = invitation(ana)
        before = descriptors(server)
        with ExitStack() as sessions:
            guests = [sessions.enter_context(guest(server, name, code, tmp_path)) for name in GUESTS[:3]]
            for one in guests:
                one.until("Invite")
            ana.until("all taken")
            for one in guests:
                one.hang_up()
            for one in guests:
                one.program.wait(timeout=15)
        ana.until(lambda screen: screen.count("away") == 3)
        assert abs(descriptors(server) - before) <= 2
        with guest(server, GUESTS[0], code, tmp_path) as again:
            again.until("Invite")
            ana.until(lambda screen: screen.count("away") == 2)


def test_a_server_without_a_terminal_or_an_environment(tmp_path: Path) -> None:
    """It listens, serves a whole game of a script, and its log has no escape codes (S07)."""
    with Server(tmp_path) as server:
        orders = "create rage 2 round_plan=2,1\nbot\nstart\nauto on\n"
        played = subprocess.run(
            tuicards("join", f"127.0.0.1:{server.port}", "--text", "--name", "Ana"),
            input=orders, capture_output=True, text=True, env=os.environ | homes(tmp_path), timeout=30, check=False,
        )  # fmt: skip

        assert "The party is over" in played.stdout
        assert played.returncode == 0
        assert server.end(signal.SIGTERM) == 0
        assert "Ana" in server.log
        assert "\x1b" not in server.log
