"""A shell in which the client is started, paused, ended and killed finds its terminal as it was."""

import os
import re
import shlex
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.terminal.tmux import Terminal, bare_terminal, homes, needs_tmux, tuicards

READY = "READY>"
BASH = ("bash", "--norc", "--noprofile")
UNTOUCHED = "0 0 1"
PLAY = shlex.join(tuicards("play", "rage", "--bot-delay", "0", "--name", "Ana"))


@pytest.fixture
def shell(tmp_path: Path) -> Iterator[Terminal]:
    """A shell at its prompt; `same` tells there whether the terminal's settings are those of the start."""
    names = {
        "PATH": os.environ["PATH"],
        "TERM": "tmux-256color",
        "PS1": READY,
        "TUICARDS_GUIDE": "no",
        **homes(tmp_path),
    }
    with bare_terminal() as shown:
        shown.start_shell(shlex.join(["env", "-i", *(f"{name}={value}" for name, value in names.items()), *BASH]))
        shown.until(READY)
        shown.enter(
            'before=$(stty -a); same() { test "$(stty -a)" = "$before" && echo settings are the same; }; clear'
        )
        yield shown


def table(shell: Terminal) -> str:
    """The table at rest, without what changes by itself: the delay of the connection."""
    shell.until("Enter: ")
    return re.sub(r"\d+ ms", "ms", shell.rest())


def check_untouched(shell: Terminal) -> None:
    """The shell has its prompt back, nothing is typed there, and the terminal is as before."""
    last = shell.until(lambda screen: screen.rstrip().endswith(READY)).rstrip().splitlines()[-1]
    assert last == READY
    assert shell.modes == UNTOUCHED
    shell.enter("same")
    shell.until("settings are the same")
    shell.enter("clear")
    shell.until(lambda screen: "same" not in screen)


def quit_for_sure(shell: Terminal) -> None:
    """Twice the key that leaves: the second answers the question."""
    shell.keys("C-q")
    shell.until("Play on")
    shell.keys("C-q")


@needs_tmux
def test_paused_and_resumed(shell: Terminal) -> None:
    """Ctrl-S does not stop it; Ctrl-Z gives the shell back, `fg` the same picture, also after a resize (T09)."""
    shell.enter(PLAY)
    before = table(shell)
    shell.keys("C-s", "Right")
    shell.until("Enter: 1")
    shell.keys("Left")
    shell.until("Enter: 0")
    shell.keys("C-z")
    shell.until("Stopped")
    check_untouched(shell)
    for size in ((60, 20), (100, 30), (80, 24)):
        shell.resize(*size)
    shell.enter("fg")

    assert table(shell) == before
    quit_for_sure(shell)
    check_untouched(shell)


@needs_tmux
@pytest.mark.thorough
def test_ended_while_the_mouse_moves(shell: Terminal) -> None:
    """Mouse reports before and after the key that quits reach no shell (T04)."""
    shell.enter(PLAY)
    table(shell)
    shell.keys("C-q")
    shell.until("Play on")
    moves = b"".join(b"\x1b[<35;%d;%dM" % (x % 80 + 1, x % 24 + 1) for x in range(100))
    shell.send(moves + b"\x11" + moves)

    check_untouched(shell)


@needs_tmux
@pytest.mark.thorough
def test_killed_and_started_again(shell: Terminal) -> None:
    """What a crash below Python leaves behind is put right by the next start and its end (T03)."""
    shell.enter(PLAY)
    table(shell)
    os.kill(shell.program, signal.SIGSEGV)
    shell.until("Segmentation fault")
    shell.enter("clear")
    shell.until(lambda screen: "Enter: " not in screen)
    shell.enter(PLAY)
    table(shell)
    quit_for_sure(shell)

    check_untouched(shell)
