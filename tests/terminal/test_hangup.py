"""A client whose terminal goes away ends, although no signal tells it so."""

import os
import pty
import subprocess
from pathlib import Path

import pytest

from tests.terminal.tmux import tuicards


def read_until(terminal: int, text: bytes) -> None:
    """Reads what the program draws until the text has come."""
    seen = b""
    while text not in seen:
        seen += os.read(terminal, 65536)


@pytest.mark.parametrize(
    ("arguments", "shows"),
    [((), b"Play Rage now"), (("play", "rage"), b"Your bid"), (("play", "rage", "--text"), b"Bot 2")],
    ids=["home", "table", "text"],
)
def test_a_client_does_not_outlive_its_terminal(arguments: tuple[str, ...], shows: bytes, tmp_path: Path) -> None:
    """Its terminal belongs to no session, so that closing it sends no SIGHUP; it is gone within five seconds."""
    master, slave = pty.openpty()
    homes = {"XDG_STATE_HOME": str(tmp_path), "TERM": "xterm-256color", "LINES": "24", "COLUMNS": "80"}
    with subprocess.Popen(
        tuicards(*arguments), stdin=slave, stdout=slave, stderr=slave, env=os.environ | homes, start_new_session=True
    ) as client:
        os.close(slave)
        read_until(master, shows)
        os.close(master)
        try:
            client.wait(timeout=5)
        finally:
            client.kill()
