"""A whole game, and a look at every screen, by somebody whose keyboard types Cyrillic letters."""

from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

from tests.terminal.rage_table import Table
from tests.terminal.tmux import Terminal, needs_tmux, terminal, tuicards

OVER = "The party is over"
KEYS = dict(zip("qwertyuiopasdfghjklzxcvbnm", "йцукенгшщзфывапролдячсмить", strict=True))
"""The letter that ЙЦУКЕН has on the key of a Latin one."""
LETTERS = "йфψกЙ"
CHAT = "привет, это я"


def place(letters: str) -> str:
    """What is typed on the keys of these Latin letters."""
    return "".join(KEYS.get(letter, letter) for letter in letters.lower())


def by_letters(screen: str) -> Iterator[str]:
    """A bid by Enter; cards by the keys of their letters, special ones by their numbers."""
    table = Table(screen)
    card = next(iter(table.legal), None)
    if table.asks == "colour":
        yield place("y")
    elif card is None or card.here:
        yield "Enter"
    else:
        yield from place(card.text) if card.value >= 0 else card.number


@needs_tmux
@pytest.mark.thorough
def test_a_game_of_rage_on_a_cyrillic_keyboard(tmp_path: Path) -> None:
    """Cards by `п12` for green 12, scores by `ы`, tricks by `д`, leaving by `ч`: no switch is needed."""
    asked = ["--seats", "2", "--option", "round_plan=7,4", "--bot-delay", "0", "--name", "Аня"]
    with terminal(tmp_path, tuicards("play", "rage", *asked), environment={"TUICARDS_PAUSE": "0"}) as shown:
        shown.until("Your bid")
        shown.keys(place("c"))
        shown.until("Say something")
        shown.type(CHAT)
        shown.until(CHAT)
        shown.keys("Enter")
        shown.until(f"Аня: {CHAT}")
        shown.play_until(OVER, by_letters)
        shown.keys("ы")
        shown.until("Score sheet")
        shown.keys("ы")
        shown.until_back(OVER, "Score sheet")
        shown.keys("д")
        shown.until("Trick 4 of 4")
        shown.keys("ч")
        shown.until("2 leave")
        shown.keys("2")
        shown.until("No tables yet")


HOME = {"4": "Connect  ", "6": "Rage guide", "F3": "Kept in", "C-p": "Everything that", "F1": "Help ──"}
LOBBY = {"n": "New table ──", "g": "Go to a table", "w": "Who is"}
ROOM = {"o": "Options of the table", "w": "Who is", "e": "Say in every", "g": "Another game for"}
TABLE = {"s": "Score sheet", "e": "Say in every", "i": "Who is", "x": "2 leave", "l": "No trick is finished"}
"""What a key opens, by a text on it."""


def try_letters(shown: Terminal, base: str, doors: Mapping[str, str]) -> None:
    """Types the letters on a screen and on all that opens over it; each can still be left by Escape."""
    shown.until(base)
    shown.type(LETTERS)
    for key, shows in doors.items():
        shown.keys(key)
        shown.until(shows)
        shown.type(LETTERS)
        shown.keys("Escape")
        shown.until_back(base, shows)


@needs_tmux
@pytest.mark.thorough
def test_no_screen_minds_letters_of_other_alphabets(tmp_path: Path) -> None:
    """й, ф, ψ, ก and Й on the home screen, in lobby, room and table, and in what opens over them."""
    with terminal(tmp_path, tuicards("--name", "Ana")) as shown:
        try_letters(shown, "Play Rage now", HOME)
    hosting = ["host", "--host", "127.0.0.1", "--port", "0", "--bot-delay", "0", "--name", "Ana"]
    with terminal(tmp_path, tuicards(*hosting)) as shown:
        try_letters(shown, "No tables yet", LOBBY)
        shown.keys("n")
        shown.until("New table ──")
        shown.keys("C-s")
        try_letters(shown, "Invite", ROOM)
        shown.keys("b")
        shown.until("all taken")
        shown.keys("s")
        try_letters(shown, "TRUMP", TABLE)
