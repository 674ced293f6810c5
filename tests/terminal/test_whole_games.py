"""Whole parties, played through the full screen by keys in a real terminal."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.terminal.rage_table import Table
from tests.terminal.tmux import needs_tmux, terminal, tuicards

OVER = "play again"


def enter(screen: str) -> list[str]:
    """What the prompt offers."""
    return ["Enter"]


def beat_or_pass(screen: str) -> Iterator[str]:
    """Goat: the first cards of the hand, as many as are asked for, to lead or beat with, or else to pass."""
    asked = re.search(r"Take (?:a card|(\d) cards)", screen)
    if asked:
        yield from map(str, range(1, int(asked[1] or 1) + 1))
    yield "Enter"
    if "p pass" in screen:
        yield "p"


def by_number_or_arrow(screen: str) -> Iterator[str]:
    """Rage: a bid of two typed, or of one by an arrow; cards and colours by their numbers and by arrows."""
    table = Table(screen)
    if table.asks == "bid":
        offered = re.findall(r"[\[ ](\d+)[\] ]", table.lines[-1])
        wanted = next((bid for bid in ("2", "1") if bid in offered), "0")
        yield "Enter" if table.answer == wanted else "Right" if wanted != "2" else wanted
    elif table.asks == "colour":
        yield "3"
    elif table.legal:
        card = table.legal[-1]
        yield "Enter" if card.here else "Left" if len(table.hand) % 2 else card.number


@needs_tmux
@pytest.mark.parametrize(
    "asked",
    [
        pytest.param([], marks=pytest.mark.thorough, id="from home"),
        pytest.param(["play", "rage", "--option", "round_plan=4,1"], id="two rounds"),
    ],
)
def test_a_game_of_rage_by_digits_arrows_and_enter_alone(asked: list[str], tmp_path: Path) -> None:
    """From the home screen or the shell through every round to the result."""
    with terminal(tmp_path, tuicards(*asked, "--name", "Ana", "--bot-delay", "0")) as shown:
        if not asked:
            shown.until("Play Rage")
            shown.keys("1")
        shown.until("Your bid")
        result = shown.play_until(OVER, by_number_or_arrow)

    assert "The party is over" in result


@needs_tmux
@pytest.mark.thorough
def test_rage_for_six(tmp_path: Path) -> None:
    """Six seats fit the small screen, from the first hand of ten to the result."""
    asked = ["--seats", "6", "--option", "round_plan=10,1", "--bot-delay", "0"]
    with terminal(tmp_path, tuicards("play", "rage", *asked, "--name", "Ana")) as shown:
        first = shown.until("Your bid")
        result = shown.play_until(OVER, enter)

    assert all(f"Bot {seat}" in first for seat in range(2, 7))
    assert "The party is over" in result


@needs_tmux
@pytest.mark.thorough
def test_a_party_of_goat(tmp_path: Path) -> None:
    """Games of leads and beats by Enter and passes by p until one pair are the goats."""
    with terminal(
        tmp_path, tuicards("play", "goat", "--option", "limit=6", "--bot-delay", "0", "--name", "Ana")
    ) as shown:
        shown.play_until(OVER, beat_or_pass)
        result = shown.until("RESULT")

    assert "goats" in result
