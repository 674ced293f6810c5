"""Whole parties, played through the full screen by keys in a real terminal."""

import re
from pathlib import Path

from tests.terminal.tmux import needs_tmux, terminal, tuicards

OVER = "r play again"


def enter(screen: str) -> list[str]:
    """What the prompt offers."""
    return ["Enter"]


def beat_or_pass(screen: str) -> list[str]:
    """Goat: the first cards of the hand, as many as are asked for, to lead or beat with, or else to pass."""
    asked = re.search(r"(\d) of (\d) chosen", screen)
    cards = [str(card + 1) for card in range(int(asked[2]))] if asked and asked[1] == "0" else []
    return [*cards, "Enter", "p"]


@needs_tmux
def test_a_game_of_rage_for_two(tmp_path: Path) -> None:
    """Ten rounds of bids and cards by Enter alone come to a result with both names."""
    with terminal(tmp_path, tuicards("play", "rage", "--seats", "2", "--bot-delay", "0", "--name", "Ana")) as shown:
        shown.until("Your bid")
        result = shown.play_until(OVER, enter)

    assert "The party is over" in result


@needs_tmux
def test_a_game_of_rage_for_six(tmp_path: Path) -> None:
    """Six seats fit the small screen, from the first hand of ten to the result."""
    with terminal(tmp_path, tuicards("play", "rage", "--seats", "6", "--bot-delay", "0", "--name", "Ana")) as shown:
        first = shown.until("Your bid")
        result = shown.play_until(OVER, enter)

    assert all(f"Bot {seat}" in first for seat in range(2, 7))
    assert "The party is over" in result


@needs_tmux
def test_a_party_of_goat(tmp_path: Path) -> None:
    """Games of leads and beats by Enter and passes by p until one pair are the goats."""
    with terminal(tmp_path, tuicards("play", "goat", "--bot-delay", "0", "--name", "Ana")) as shown:
        shown.play_until(OVER, beat_or_pass)
        result = shown.until("RESULT")

    assert "goats" in result
