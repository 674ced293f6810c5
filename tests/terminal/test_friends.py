"""Two people in real terminals at one headless server: killed, restarted, and still the same cards."""

import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.terminal.test_whole_games import OVER, beat_or_pass
from tests.terminal.tmux import Terminal, needs_tmux, terminal, tuicards

TABLE = "TRUMP"
"""Stands on the table's screen and on no other."""

MAKE_A_TABLE_OF_GOAT = (
    (("n",), "< Rage >"),
    (("Right",), "< Goat >"),
    (("Down", "Down", "Down", "Down", "Right"), "< 6 >"),
    (("Up",) * 7 + ("Enter",), "Invite"),
)
"""Keys in the lobby, and what the screen shows after them."""


class Server:
    """A headless server as a process of its own; it can be ended in either way and started again on the same data."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.port = 0
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
            if "listening" in line:
                break
        self.port = int(port_file.read_text())

    def end(self, how: signal.Signals) -> int:
        """Sends the signal, waits for the end and returns the exit status."""
        self.process.send_signal(how)
        assert self.process.stderr is not None
        self.process.stderr.read()
        self.process.stderr.close()
        return self.process.wait(timeout=5)


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    running = Server(tmp_path)
    yield running
    running.end(signal.SIGTERM)


@contextmanager
def client(server: Server, name: str, *more: str) -> Iterator[Terminal]:
    """A full-screen client of that person; its key to the seat is kept below the server's folder."""
    command = tuicards("join", f"127.0.0.1:{server.port}", "--name", name, *more)
    with terminal(server.folder / name, command) as shown:
        yield shown


def play_one(*hands: Terminal) -> None:
    """Whoever is asked plays what the keys of a whole game would."""
    for hand in hands:
        for key in beat_or_pass(hand.screen):
            hand.press(key)


def invitation(room: str) -> str:
    """The code of the table, which the room shows in wide letters."""
    letters = re.search(r"((?:\w ){4,}) +public", room)
    assert letters is not None, room
    return letters[1].replace(" ", "")


def cards(shown: Terminal) -> str:
    """The cards of the hand, as the screen draws them."""
    return next((line for line in shown.screen.splitlines()[15:] if "│" in line), "")


def hands_at_rest(*people: Terminal) -> list[str]:
    """Everybody's cards once the bots have done: one of the people is asked, and nothing changes any more."""
    for _ in range(40):
        screens = [person.rest() for person in people]
        if any(re.search(r"^ ?► \w", screen, re.MULTILINE) for screen in screens):
            return [cards(person) for person in people]
    pytest.fail("nobody was asked:\n" + "\n".join(person.screen for person in people))


@needs_tmux
def test_a_party_of_goat_outlives_clients_and_servers(server: Server, tmp_path: Path) -> None:
    """Bo's client is killed and comes back to his seat at Ana's table of Goat, where two bots sit, too.

    The server ends by SIGTERM and by SIGKILL in the middle of the play, starts again each time, and everybody
    goes on with the same cards, to the end of the party.
    """
    with client(server, "Ana") as ana:
        ana.until("No tables yet")
        for keys, shows in MAKE_A_TABLE_OF_GOAT:
            for key in keys:
                ana.press(key)
            room = ana.until(shows)
        code = invitation(room)
        with client(server, "Bo", "--table", code) as bo:
            ana.until("● Bo")
            ana.press("b")
            ana.press("s")
            held = [person.until(TABLE) and cards(person) for person in (ana, bo)]
            os.kill(bo.process, signal.SIGKILL)
        ana.until("away")
        with client(server, "Bo", "--table", code) as bo:
            assert [cards(ana), bo.until(TABLE) and cards(bo)] == held
            for how in (signal.SIGTERM, signal.SIGKILL):
                play_one(ana, bo)
                before = hands_at_rest(ana, bo)
                server.end(how)
                ana.until("Connection lost")
                server.start()
                for person in (ana, bo):
                    person.until(lambda screen: "Connection lost" not in screen and TABLE in screen)
                assert hands_at_rest(ana, bo) == before
            while OVER not in ana.screen:
                play_one(ana, bo)

            for person in (ana, bo):
                assert "goats" in person.until("RESULT")
