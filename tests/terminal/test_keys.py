"""Keys as terminals send them: in pieces, by other names, and pasted."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.terminal.rage_table import Table
from tests.terminal.tmux import Terminal, needs_tmux, terminal, tuicards

PASTED = "hi\nq\n1\ny\n"
PLAY = ("play", "rage", "--seats", "3", "--bot-delay", "0", "--name", "Ana")


@needs_tmux
@pytest.mark.parametrize("term", ["screen-256color", "xterm"])
@pytest.mark.thorough
def test_home_and_end_in_a_text_field(term: str, tmp_path: Path) -> None:
    """`abc`, Home, `X`, End, `Y` is `XabcY`, whatever the terminal is called (T06)."""
    with terminal(tmp_path, tuicards("--name", "n"), environment={"TERM": term}) as shown:
        shown.until("Play Rage")
        shown.keys("F2", "BSpace", "a", "b", "c", "Home", "X", "End", "Y")
        shown.until("XabcY")


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Terminal]:
    """A table at which one has bid and is to play."""
    with terminal(tmp_path, tuicards(*PLAY), environment={"TUICARDS_PAUSE": "0"}) as shown:
        shown.until("Your bid")
        shown.keys("Enter")
        shown.until("Enter plays")
        yield shown


@needs_tmux
@pytest.mark.thorough
def test_a_broken_escape_sequence_and_escape_itself_do_no_harm(table: Terminal) -> None:
    """The first half of an arrow is an Escape, its second half no letters in a game (T07)."""
    before = table.rest()
    table.keys("Escape")
    table.rest(0.2)
    table.type("[A")
    after = table.rest()

    assert hand(after) == hand(before)
    assert "Say something" not in after
    for _ in range(4):
        table.keys("Escape")
        assert hand(table.rest(0.2)) == hand(before)


@needs_tmux
def test_keys_that_arrive_together_are_done_in_order(table: Terminal) -> None:
    """The number of a card, Enter, and another number in one piece: the first card is played, not the second."""
    before = Table(table.rest())
    first, last = before.legal[0], before.legal[-1]
    table.keys(first.number, "Enter", last.number)
    after = Table(table.until(lambda screen: 0 < len(Table(screen).hand) < len(before.hand)))
    left = [card.text for card in before.hand]
    left.remove(first.text)
    assert sorted(card.text for card in after.hand) == sorted(left)


def hand(screen: str) -> list[str]:
    """The lines of the cards."""
    return screen.splitlines()[18:21]


@needs_tmux
@pytest.mark.parametrize("bracketed", [True, pytest.param(False, marks=pytest.mark.thorough)])
def test_lines_that_are_pasted_are_no_moves(bracketed: bool, table: Terminal) -> None:
    """Into the chat line: nothing is played, left or confirmed; at most chat results (T10)."""
    before = table.rest()
    table.keys("c")
    table.until("Say something")
    table.tmux("set-buffer", PASTED.replace("\n", "\r"))
    table.tmux("paste-buffer", *(["-p"] if bracketed else []))
    after = table.rest()

    assert hand(after) == hand(before)
    assert "Leave" not in after
