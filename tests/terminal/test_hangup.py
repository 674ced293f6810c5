"""A client whose terminal goes away ends, although no signal tells it so."""

from pathlib import Path

import pytest

from tests.terminal.plain_pty import plain_pty
from tests.terminal.tmux import homes, tuicards


@pytest.mark.parametrize(
    ("arguments", "shows"),
    [
        pytest.param((), "Play Rage now", marks=pytest.mark.thorough),
        (("play", "rage"), "TRUMP"),
        (("play", "rage", "--text"), "Bot 2"),
    ],
    ids=["home", "table", "text"],
)
def test_a_client_does_not_outlive_its_terminal(arguments: tuple[str, ...], shows: str, tmp_path: Path) -> None:
    """Its terminal belongs to no session, so that closing it sends no SIGHUP; it is gone in five seconds (S01)."""
    with plain_pty(tuicards(*arguments), {"TERM": "xterm-256color", **homes(tmp_path)}) as terminal:
        terminal.until(shows)
        terminal.hang_up()
        terminal.program.wait(timeout=15)
