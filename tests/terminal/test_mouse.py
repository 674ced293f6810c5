"""A whole game with the mouse and nothing else."""

from pathlib import Path

import pytest

from tests.terminal.rage_table import Table
from tests.terminal.tmux import Terminal, needs_tmux, terminal, tuicards

OVER = "play again"
SCORES_AND_OUT = ("s scores", "esc Back", "menu", "Leave", "2 leave", "Esc Menu", "Quit")
"""What is clicked on after the party."""
ENDED = "ended with 0"


def point(shown: Terminal, screen: str) -> None:
    """One click on what the table asks for: the second bid, the last card that may be played, the third colour."""
    table = Table(screen)
    if table.asks == "bid":
        shown.click_at(table.lines[-1].index("1"), len(table.lines) - 1)
    elif table.asks == "colour":
        shown.click_at(table.lines[-1].index("3 Y"), len(table.lines) - 1)
    elif table.legal:
        shown.click_at(*table.legal[-1].cell)


@needs_tmux
@pytest.mark.thorough
def test_a_game_of_rage_by_mouse_alone(tmp_path: Path) -> None:
    """From the home screen through ten rounds to the result, to the scores and out: no key is pressed."""
    with terminal(tmp_path, tuicards("--name", "Ana", "--bot-delay", "0")) as shown:
        shown.click("Play Rage")
        shown.act_until(OVER, lambda screen: point(shown, screen))

        assert "The party is over" in shown.until("v Look back")
        for text in SCORES_AND_OUT:
            shown.click(text)
        shown.until(ENDED)
