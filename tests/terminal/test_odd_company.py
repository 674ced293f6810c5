"""People with wide and accented names at one table, brackets in their chat, and a window that will not rest."""

import re
from pathlib import Path

import pytest
from rich.cells import cell_len

from tests.terminal.headless import Server, client, invitation
from tests.terminal.tmux import Terminal, needs_tmux

CHAT = r"[north] 3 [tricks] a\[b"
WIDE, ACCENTED = "漢字👍", "E\u0301mile \uff21"


def check_redrawn(shown: Terminal) -> None:
    """What the terminal shows after many small changes is what it shows when it is drawn anew."""
    before = shown.rest()
    shown.keys("C-l")
    assert without_delay(shown.rest()) == without_delay(before)


def without_delay(screen: str) -> str:
    """The screen without the time that messages take, which changes by itself."""
    return re.sub(r" +[●o]? *\d+ ms", "", screen)


@needs_tmux
@pytest.mark.thorough
def test_odd_names_and_a_restless_window(tmp_path: Path) -> None:
    """Frames stay straight (T15), brackets stay letters (T12), thirty resizes lose nothing (S03)."""
    with Server(tmp_path) as server, client(server, WIDE) as host:
        host.until("No tables yet")
        host.keys("n")
        host.until("New table")
        host.keys("C-s")
        code = invitation(host)
        with client(server, ACCENTED, "--table", code) as guest:
            host.until("\uff21")
            host.keys("b")
            host.until("all taken")
            host.keys("s")
            for person in (host, guest):
                person.until("TRUMP")
            guest.keys("c")
            guest.until("Say something")
            guest.type(CHAT)
            guest.keys("Enter")
            host.until(CHAT)
            for turn in range(30):
                guest.resize(70 + turn * 7 % 40, 22 + turn % 9)
                for person in (host, guest):
                    person.keys("Enter")
            guest.resize(80, 24)
            for person in (host, guest):
                person.until("trick")
                check_redrawn(person)
                person.keys("s")
                person.until("Score sheet")
                edges = [line for line in person.rest().splitlines() if line[0:1] == line[-1:] == "│"]
                person.keys("Escape")
                person.until_back("TRUMP", "Score sheet")

                assert {cell_len(line) for line in edges} == {80}
