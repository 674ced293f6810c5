"""The SSH door as guests meet it: OpenSSH in a real terminal, the server as a process, the client as it is."""

import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.server.ssh_house import OpenSshClient, needs_ssh
from tests.terminal.picture import picture
from tests.terminal.tmux import needs_tmux, terminal

pytestmark = [needs_tmux, needs_ssh, pytest.mark.thorough]

PICTURE = Path(__file__).parents[2] / "screenshots" / "ssh.svg"
PORT = re.compile(r"ssh -p (\d+)")


class Server:
    """A server with a door, as an operator starts it."""

    def __init__(self, folder: Path) -> None:
        command = [sys.executable, "-m", "server", "--host", "127.0.0.1", "--port", "0", "--data", str(folder)]
        command += ["--no-announce", "--ssh", "0", "--ssh-host", "127.0.0.1", "--bot-delay", "0.1"]
        self.process = subprocess.Popen(command, stderr=subprocess.PIPE, text=True)
        assert self.process.stderr is not None
        told = ""
        while not PORT.search(told):
            told = self.process.stderr.readline()
            assert told, "the server has ended"
        self.port = int(PORT.search(told)[1])  # type: ignore[index]

    def stop(self) -> None:
        self.process.send_signal(signal.SIGTERM)
        self.process.communicate(timeout=30)


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    server = Server(tmp_path / "data")
    yield server
    if server.process.poll() is None:
        server.stop()


def test_with_nothing_but_ssh_one_is_at_a_table(server: Server, tmp_path: Path, pytestconfig: pytest.Config) -> None:
    """One key after the first visit's card; another size is drawn anew; at the end the terminal is sound."""
    command = OpenSshClient(tmp_path, server.port).command("-t", "kim@127.0.0.1", "rage")
    with terminal(tmp_path / "kim", command) as guest:
        guest.until("Welcome")
        guest.keys("C-s")
        guest.until("Your bid")
        guest.keys("1")
        guest.keys("Enter")
        guest.until("Your turn")
        if pytestconfig.getoption("--update-pictures"):
            PICTURE.write_text(picture(guest.coloured, 80, "ssh -t kim@host rage"))
        guest.resize(100, 30)
        guest.until(lambda screen: "Your turn" in screen and max(map(len, screen.splitlines())) > 80)
        server.stop()
        guest.until("The server is stopping")
        guest.until("ended with 1")
        assert guest.modes == "0 0 1"


def test_what_was_chosen_at_the_first_visit_is_not_asked_again(server: Server, tmp_path: Path) -> None:
    """The second visit with the same key begins without the card, under the same name."""
    command = OpenSshClient(tmp_path, server.port).command("-t", "kim@127.0.0.1")
    for visit, first in enumerate(("Welcome", "kim")):
        with terminal(tmp_path / str(visit), command) as guest:
            screen = guest.until(first)
            if visit:
                assert "Welcome" not in screen
                continue
            guest.keys("C-s")
            guest.until(lambda screen: "Welcome" not in screen and "kim" in screen)
