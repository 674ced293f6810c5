"""Servers that talk nonsense, stop, or are killed: what the person sees, and what is left on the terminal."""

import signal
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import msgpack  # type: ignore[import-untyped]
import pytest

from tests.terminal.headless import Server, client
from tests.terminal.tmux import Terminal, needs_tmux, terminal, tuicards

NONSENSE = (
    {"t": "no_such_kind", "x": 1},
    {"t": "welcome", "protocol": "one", "server": 2, "name": [], "token": {}, "games": 3, "levels": None},
    {"t": "lobby", "tables": 7, "people": "Ana"},
)
LOST = "Connection lost"
UNTOUCHED = "0 0 1"


@contextmanager
def talks_nonsense() -> Iterator[int]:
    """A port where somebody answers everything with frames of the right form and wrong content."""
    with socket.create_server(("127.0.0.1", 0)) as door:
        threading.Thread(target=_answer, args=(door,), daemon=True).start()
        yield door.getsockname()[1]


def _answer(door: socket.socket) -> None:
    while True:
        try:
            peer, _ = door.accept()
        except OSError:
            return
        with peer:
            peer.recv(65536)
            for message in NONSENSE:
                packed = msgpack.packb(message)
                peer.sendall(len(packed).to_bytes(4, "big") + packed)
            peer.recv(65536)


@needs_tmux
@pytest.mark.thorough
def test_a_server_that_talks_nonsense(tmp_path: Path) -> None:
    """It is told in words, and quitting leaves the terminal as it was: no traceback (T02)."""
    with (
        talks_nonsense() as port,
        terminal(tmp_path, tuicards("join", f"127.0.0.1:{port}", "--name", "Ana")) as shown,
    ):
        shown.until(lambda screen: "server" in screen.lower())
        told = shown.rest(1)
        shown.keys("C-q")
        ended = shown.until("ended with")

        assert "Traceback" not in told + ended
        assert shown.modes == UNTOUCHED


@needs_tmux
def test_a_server_that_is_killed(tmp_path: Path) -> None:
    """The client says that the connection is lost, reacts to keys, and quits at once, with 0 (T27)."""
    with Server(tmp_path) as server, client(server, "Ana") as ana:
        ana.until("No tables yet")
        server.process.send_signal(signal.SIGKILL)
        lost = ana.until(LOST)
        assert ana.press("Tab") != lost
        quit_cleanly(ana)


@needs_tmux
@pytest.mark.thorough
def test_a_server_that_is_silent(tmp_path: Path) -> None:
    """A request that nobody answers holds up neither another key nor the end, and leaves no word behind (T28)."""
    with Server(tmp_path) as server, client(server, "Ana") as ana:
        ana.until("No tables yet")
        server.process.send_signal(signal.SIGSTOP)
        ana.keys("n")
        ana.until("New table")
        ana.keys("C-s")
        ana.until_back("No tables yet", "New table ──")
        quit_cleanly(ana)


def quit_cleanly(shown: Terminal) -> None:
    """Leaves by the key for it: nothing but the shell's own line is on the terminal then."""
    shown.keys("C-q")

    assert shown.until("ended with").strip() == "ended with 0"
    assert shown.modes == UNTOUCHED
