"""However the client ends, its terminal is as it was, and nothing but a readable line is left on it."""

import signal
import sys
import termios
from pathlib import Path

import pytest

from tests.terminal.plain_pty import PlainPty, plain_pty
from tests.terminal.tmux import homes, tuicards

GIVEN_BACK = (
    b"\x1b[?1049l", b"\x1b[?25h", b"\x1b[?1000l", b"\x1b[?1003l", b"\x1b[?1004l", b"\x1b[?1006l", b"\x1b[?2004l",
    b"\x1b[<u",
)  # fmt: skip
"""The other screen, the hidden cursor, mouse, focus, pasted text and odd keys: all that was taken of the terminal."""

FAULTY = """
import sys
from tuicards.cli import main
from tuicards.tui.app import TuiCards
def stumble(*_, **__):
    raise RuntimeError("a \\x1b[2J fault")
TuiCards.{place} = stumble
sys.exit(main(["play", "rage"]))
"""


def check_given_back(terminal: PlainPty, before: list[object]) -> str:
    """What stands on the terminal after the end, with everything else as it was."""
    told = terminal.written[terminal.written.rfind(GIVEN_BACK[0]) :]
    assert [code for code in GIVEN_BACK if code not in terminal.written] == []
    assert termios.tcgetattr(terminal.slave) == before
    terminal.written = told
    return terminal.text.strip()


@pytest.mark.parametrize(
    "number",
    [
        pytest.param(signal.SIGTERM, marks=pytest.mark.thorough),
        pytest.param(signal.SIGHUP, marks=pytest.mark.thorough),
        pytest.param(signal.SIGINT, marks=pytest.mark.thorough),
    ],
)
def test_a_signal_ends_it_and_leaves_nothing(number: signal.Signals, tmp_path: Path) -> None:
    """In order, with 0 and without a word, in the middle of a game."""
    with plain_pty(tuicards("play", "rage"), {"TERM": "xterm-256color", **homes(tmp_path)}) as terminal:
        before = termios.tcgetattr(terminal.slave)
        terminal.until("TRUMP")
        terminal.program.send_signal(number)

        assert terminal.end() == 0
        assert check_given_back(terminal, before) == ""


@pytest.mark.parametrize(
    ("place", "key"),
    [
        ("action_help", b"?"),
        pytest.param("_take", b"", marks=pytest.mark.thorough),
        pytest.param("on_unmount", b"\x11\x11", marks=pytest.mark.thorough),
    ],
)
def test_a_fault_ends_it_with_one_line_and_a_file(place: str, key: bytes, tmp_path: Path) -> None:
    """Where a key is met, where the link is followed, and at the very end."""
    command = [sys.executable, "-c", FAULTY.format(place=place)]
    environ = {"TERM": "xterm-256color", "PYTHONPATH": str(Path(__file__).parents[2]), **homes(tmp_path)}
    with plain_pty(command, environ) as terminal:
        before = termios.tcgetattr(terminal.slave)
        if key:
            terminal.until("TRUMP")
            terminal.send(key)

        assert terminal.end() == 1
        first, *rest = check_given_back(terminal, before).splitlines()
        assert first == r"tuicards stopped because of a fault of its own: RuntimeError: a \x1b[2J fault"
        place_told, path = "".join(rest).split(" in ", 1)  # a long path goes on in the next line
        assert place_told == "The details are"
        assert "Traceback" in Path(path.strip()).read_text()
