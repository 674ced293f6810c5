"""A whole game on a terminal without colours and without any sign beyond ASCII, by somebody who goes by the text."""

import re
from pathlib import Path

import pytest

from tests.terminal.rage_table import HandCard, Table
from tests.terminal.tmux import Terminal, needs_tmux, terminal, tuicards

BARE = {"NO_COLOR": "1", "TERM": "linux", "LC_ALL": "C", "TUICARDS_PAUSE": "0"}
OVER = "The party is over"
WEIGHTS = {"", "0", "1", "2", "3", "4", "5", "7", "9", "39", "49"}
"""Codes for what is no colour: bold, dim, italic, underlined, blinking, reverse, struck, and the usual colours."""


def check_bare(shown: Terminal) -> None:
    """No character beyond ASCII, and no code of a colour."""
    screen = shown.coloured
    text = re.sub(r"\x1b\[[\d;]*m|\x1b[()][B0]|\x0e|\x0f", "", screen)
    codes = {code for found in re.findall(r"\x1b\[([\d;:]*)m", screen) for code in found.split(";")}

    assert not re.findall(r"[^\n -~]", text), text
    assert codes <= WEIGHTS


def told(screen: str) -> bool:
    """Whether the party is over, or it is one's turn and the text says all that one has to know."""
    table = Table(screen)
    if OVER in screen or table.asks == "bid":
        return OVER in screen or (bool(table.trump and table.answer) and table.turns == ["You"])
    cursors = [card for card in table.hand if card.here]
    leads = "Your lead" in table.prompt or "no colour is led" in table.prompt
    return bool(
        table.asks and table.turns == ["You"] and table.trump and table.need and len(cursors) == 1
        and (table.winning or leads or "wins as leader" in screen)
    )  # fmt: skip


def strong(card: HandCard, trump: str) -> tuple[bool, int]:
    """How likely a card is to win."""
    return card.text[0] == trump[0].upper(), card.value


def choose(table: Table) -> str:
    """A bid of the high cards and trumps; then a strong card while a trick is needed, else a weak one."""
    if table.asks == "bid":
        good = sum(card.value > 12 or strong(card, table.trump)[0] for card in table.hand)
        return "Enter" if table.answer == str(good) else str(good)
    if table.asks == "colour":
        return "1"
    ranked = sorted(table.legal, key=lambda card: strong(card, table.trump))
    card = ranked[-1 if table.need.startswith("+") else 0]
    return "Enter" if card.here else card.number


@needs_tmux
@pytest.mark.thorough
def test_a_game_of_rage_without_colours_and_in_ascii(tmp_path: Path) -> None:
    """Legal cards, the chosen one, whose turn, trump, who is winning, what one needs: all from 80x24 characters."""
    asked = ["--seats", "3", "--option", "round_plan=6,5,4", "--bot-delay", "0", "--name", "Ana"]
    with terminal(tmp_path, tuicards("play", "rage", *asked), environment=BARE) as shown:
        while OVER not in (screen := shown.until(told)):
            shown.press(choose(Table(screen)))
            check_bare(shown)
        shown.keys("s")
        sheet = shown.until("Score sheet")
        check_bare(shown)

    assert "Bot 3" in sheet
