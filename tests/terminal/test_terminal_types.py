"""Terminals of all kinds: with few colours, unknown by name, without a size, and what they are sent."""

import re
import signal
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.terminal.plain_pty import plain_pty
from tests.terminal.tmux import homes, needs_tmux, terminal, tuicards

PLAY = ("play", "rage", "--bot-delay", "0", "--name", "Ana")
SPREAD = ("--seats", "2", "--option", "round_plan=10")
COLOURS = "ROYGBP"


def colours(codes: str) -> Iterator[tuple[str, str]]:
    """The foreground and background of each piece of text with such codes, as far as they are not the usual ones."""
    ink = ground = ""
    for found in re.finditer(r"\x1b\[([\d;]*)m|[^\x1b]+", codes):
        if found[1] is None:
            yield ink, ground
            continue
        left = iter((found[1] or "0").split(";"))
        for code in left:
            more = {"5": 1, "2": 3}[next(left)] if code in ("38", "48") else 0
            value = "-".join(next(left) for _ in range(more)) or code
            if code in ("0", "39"):
                ink = ""
            elif code == "38" or re.fullmatch(r"3[0-7]|9[0-7]", code):
                ink = value[1:] if value == code else value
            if code in ("0", "49"):
                ground = ""
            elif code == "48" or re.fullmatch(r"4[0-7]|10[0-7]", code):
                ground = value[1:] if value == code else value


@needs_tmux
@pytest.mark.thorough
def test_no_cell_has_its_own_ground_s_colour(tmp_path: Path) -> None:
    """With 16 colours something is to be seen everywhere (T17)."""
    poor = {"TERM": "linux", "COLORTERM": ""}
    with terminal(tmp_path, tuicards(*PLAY, *SPREAD), environment=poor) as shown:
        shown.until("Your bid")
        shown.rest()

        assert all(ink != ground for ink, ground in colours(shown.coloured) if ink)


@needs_tmux
@pytest.mark.thorough
def test_six_colours_stay_six_where_there_are_256(tmp_path: Path) -> None:
    """The frames of cards of all colours, as the screen shows them over a few deals (T23)."""
    poor = {"TERM": "xterm-256color", "COLORTERM": "", "TUICARDS_PAUSE": "0"}
    seen: dict[str, set[str]] = {}
    plan = "round_plan=10,10,10,10,10,10"
    with terminal(tmp_path, tuicards(*PLAY, "--seats", "6", "--option", plan), environment=poor) as shown:
        screen = shown.until("Your bid")
        while len(seen) < len(COLOURS):
            assert "The party is over" not in screen
            if "Your bid" in screen:
                for ink, letter in re.findall(r"38;5;(\d+)m\u2502(?:\x1b\[\d+m)*([ROYGBP])[ \x1b]", shown.coloured):
                    seen.setdefault(letter, set()).add(ink)
            shown.press("Enter")
            screen = shown.rest(0.15)

    assert all(len(inks) == 1 for inks in seen.values())
    assert len(set().union(*seen.values())) == len(COLOURS)


@needs_tmux
@pytest.mark.parametrize("term", ["xterm-ghostty", ""])
@pytest.mark.thorough
def test_a_terminal_of_another_name(term: str, tmp_path: Path) -> None:
    """Whether its name is known here or not, the screen is complete, and a game can be played (T23, S08)."""
    with terminal(tmp_path, tuicards(*PLAY), environment={"TERM": term, "COLORTERM": ""}) as shown:
        shown.until("Your bid")
        shown.keys("Right")
        shown.until("[1]")
        shown.keys("Enter")
        shown.until("trick 1 of")


def test_a_dumb_terminal_is_told_what_helps(tmp_path: Path) -> None:
    """One sentence, nothing drawn, and an exit code (T23)."""
    with plain_pty(tuicards(*PLAY), {"TERM": "dumb", **homes(tmp_path)}) as bare:
        assert bare.end() == 2
        assert "--text" in bare.text
        assert b"\x1b" not in bare.written


@pytest.mark.thorough
def test_a_terminal_that_learns_its_size_late(tmp_path: Path) -> None:
    """It starts with 0x0 and gets 100x30: the lowest line is drawn in the thirtieth row (T21)."""
    with plain_pty(tuicards("--name", "Ana"), {"TERM": "xterm-256color", **homes(tmp_path)}, size=(0, 0)) as bare:
        bare.until("Play Rage")
        bare.rest()
        bare.resize(100, 30)
        bare.program.send_signal(signal.SIGWINCH)
        bare.rest()

        assert b"\x1b[30;" in bare.written
        assert bare.program.poll() is None


@pytest.mark.thorough
def test_what_no_terminal_should_send_does_no_harm(tmp_path: Path) -> None:
    """Bytes that are no text, and half-known sequences: the program goes on, and quits as asked, with 0."""
    with plain_pty(tuicards("--name", "Ana"), {"TERM": "xterm-256color", **homes(tmp_path)}) as bare:
        bare.until("Play Rage")
        bare.send(b"\xff\xfe\x80\x1b[113;5:2u\x1b[<1;2\x1b[99999999999999999999~\x1b]0;x\x07\x1bP1$r\x1b\\\x9b5n")
        bare.rest()
        bare.send(b"\x11")

        assert bare.end() == 0
        assert "Traceback" not in bare.text


@pytest.mark.thorough
def test_keys_of_the_kitty_protocol_are_not_left_to_the_shell(tmp_path: Path) -> None:
    """While the key that quits is held, the terminal is first told to send plain keys again (T29)."""
    with plain_pty(tuicards("--name", "Ana"), {"TERM": "xterm-kitty", **homes(tmp_path)}) as bare:
        bare.until("Play Rage")
        bare.rest()
        end = time.monotonic() + 10
        while b"\x1b[<u" not in bare.written and time.monotonic() < end:
            bare.send(b"\x1b[113;5u")
            bare.read(0.005)

        assert bare.end() == 0
        assert bare.left_over == 0
        assert bare.written.index(b"\x1b[<u") < bare.written.index(b"\x1b[?1000l")


@needs_tmux
@pytest.mark.thorough
def test_how_much_is_written(tmp_path: Path) -> None:
    """An idle table writes nothing in two seconds, the two or three cards to one's next turn below 9 kB, and nothing
    clears the screen (T26)."""
    quiet = {"TUICARDS_GUIDE": "no", "TUICARDS_PAUSE": "0", "TUICARDS_MOTION": "no"}
    with terminal(tmp_path, tuicards(*PLAY, "--seats", "2"), environment=quiet) as shown:
        shown.until("Your bid")
        shown.keys("Enter")
        shown.until("Enter plays")
        shown.rest(1.5)
        before = len(shown.written)
        shown.rest(2)
        idle = len(shown.written) - before
        shown.keys("Enter")
        shown.rest()
        played = len(shown.written) - before - idle

        assert idle == 0
        assert 0 < played < 9000
        assert b"\x1b[2J" not in shown.written[before:]
