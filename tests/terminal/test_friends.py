"""Two people in real terminals at one headless server: killed, restarted, and still the same cards."""

import os
import re
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.terminal.headless import Server, client, invitation
from tests.terminal.test_whole_games import OVER, beat_or_pass
from tests.terminal.tmux import Terminal, needs_tmux

TABLE = "TRUMP"
"""Stands on the table's screen and on no other."""

MAKE_A_TABLE_OF_GOAT = (
    (("n",), "< Rage >"),
    (("Right",), "< Goat >"),
    (("Down",) * 5 + ("Right",), "< 6 >"),
    (("Up",) * 8 + ("Enter",), "Invite"),
)
"""Keys in the lobby, and what the screen shows after them."""


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    with Server(tmp_path) as running:
        yield running


def play_one(*hands: Terminal) -> None:
    """Whoever is asked plays what the keys of a whole game would."""
    for hand in hands:
        for key in beat_or_pass(hand.screen):
            hand.press(key)


def cards(shown: Terminal) -> str:
    """The cards of the hand, as the screen draws them, once they are there."""
    return cards_of(shown.until(lambda screen: TABLE in screen and bool(cards_of(screen))))


def cards_of(screen: str) -> str:
    """The first line below the prompt with a card in it."""
    return next((line for line in screen.splitlines()[15:] if re.search(r"│\w+[♠♥♦♣]", line)), "")


def hands_at_rest(*people: Terminal) -> list[str]:
    """Everybody's cards once the bots have done: one of the people is asked, and nothing changes any more."""
    for _ in range(40):
        screens = [person.rest() for person in people]
        if any(re.search(r"^ ?► \w", screen, re.MULTILINE) for screen in screens):
            return [cards(person) for person in people]
    pytest.fail("nobody was asked:\n" + "\n".join(person.screen for person in people))


@needs_tmux
@pytest.mark.thorough
def test_a_party_of_goat_outlives_clients_and_servers(server: Server, tmp_path: Path) -> None:
    """Bo's client is killed and comes back to his seat at Ana's table of Goat, where two bots sit, too.

    The server ends by SIGTERM and by SIGKILL in the middle of the play, starts again each time, and everybody
    goes on with the same cards, to the end of the party.
    """
    with client(server, "Ana") as ana:
        ana.until("No tables yet")
        for keys, shows in MAKE_A_TABLE_OF_GOAT:
            for key in keys:
                ana.press(key)
            ana.until(shows)
        code = invitation(ana)
        with client(server, "Bo", "--table", code) as bo:
            ana.until("● Bo")
            ana.keys("b")
            ana.until("all taken")
            ana.keys("s")
            held = [cards(person) for person in (ana, bo)]
            os.kill(bo.process, signal.SIGKILL)
        ana.until("away")
        with client(server, "Bo", "--table", code) as bo:
            assert [cards(ana), cards(bo)] == held
            for how in (signal.SIGTERM, signal.SIGKILL):
                play_one(ana, bo)
                before = hands_at_rest(ana, bo)
                server.end(how)
                ana.until("Connection lost")
                server.start()
                for person in (ana, bo):
                    person.until(lambda screen: "Connection lost" not in screen and TABLE in screen)
                assert hands_at_rest(ana, bo) == before
            while OVER not in ana.screen:
                play_one(ana, bo)

            for person in (ana, bo):
                assert "goats" in person.until("RESULT")
