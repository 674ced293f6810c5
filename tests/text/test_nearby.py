"""Servers around, by lines: what is told of them, and how one is chosen."""

import asyncio
import os
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest

from tests.tui.shell import ScriptedNearby
from tests.tui.test_join_screen import KITCHEN, LAPTOP, WIDEST
from tuicards.locale.languages import ENGLISH, LANGUAGES, Language
from tuicards.speech import Speaker
from tuicards.text import nearby
from tuicards.text.nearby import ask_where, server_line
from tuicards.text.terminal import LineReader, LineWriter


@pytest.fixture(autouse=True)
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """All servers have answered by now."""
    monkeypatch.setattr(nearby, "SECONDS", 0.01)


@asynccontextmanager
async def asked(
    around: ScriptedNearby, typed: str, language: Language = ENGLISH
) -> AsyncIterator[tuple[str, list[str]]]:
    """Where somebody goes who types this, and what they hear."""
    keys, keyboard = os.pipe()
    screen, ink = os.pipe()
    os.write(keyboard, typed.encode())
    os.close(keyboard)
    try:
        async with asyncio.timeout(30):
            where = await ask_where(around, LineReader(keys), LineWriter(ink), language)
        os.close(ink)
        with os.fdopen(os.dup(screen)) as heard:
            yield where, heard.read().splitlines()
    finally:
        os.close(keys)
        os.close(screen)


async def test_a_server_is_chosen_by_its_number() -> None:
    """From a list that tells name, games, people, seats, lock and address."""
    around = ScriptedNearby()
    around.tell(KITCHEN, LAPTOP)
    async with asked(around, "2\n") as (where, heard):
        assert where == WIDEST
        assert heard[1] == "1: Kitchen. Games: Rage, Goat. People: 3. Free seats: 5. Address: 192.168.1.20"
        assert "It asks for a password." in heard[2]
        assert not around.searching


@pytest.mark.parametrize("typed", ["host:4000", "943-N7S", "  ::1 "])
async def test_an_address_or_a_code_is_as_good(typed: str) -> None:
    """Whatever leads to a server."""
    async with asked(ScriptedNearby(), f"{typed}\n") as (where, _):
        assert where == typed.strip()


async def test_what_leads_nowhere_is_asked_for_again() -> None:
    """With the reason where there is one; an empty line looks again, and the end of the input ends it."""
    around = ScriptedNearby()
    around.tell(trouble="lan.no_multicast")
    async with asked(around, "host:\n943-N7T\n7\n\n") as (where, heard):
        assert where == ""
        assert heard.count("After the colon a port is missing.") == 1
        assert sum("looks like a join code" in line for line in heard) == 1
        assert sum("Servers cannot be looked for" in line for line in heard) == 2


@pytest.mark.parametrize("typed", ["?", "help", " Help "])
async def test_help_tells_the_list_again_and_how_to_get_away(typed: str) -> None:
    """It is no machine's name here, nor is `quit`: those can be typed with a port."""
    around = ScriptedNearby()
    around.tell(KITCHEN)
    async with asked(around, f"{typed}\nquit\nhost\n") as (where, heard):
        assert where == ""
        assert sum(line.startswith("1: Kitchen.") for line in heard) == 2
        assert heard[-2] == "quit: leave the program."
    async with asked(around, "quit:7110\n") as (where, _):
        assert where == "quit:7110"


async def test_one_quits_in_ones_own_language() -> None:
    """In English always, too."""
    async with asked(ScriptedNearby(), "terminar\nhost\n", LANGUAGES["es"]) as (where, _):
        assert where == ""


def test_an_address_is_told_as_it_is_typed() -> None:
    """IPv6 in brackets where a port follows."""
    assert LAPTOP.where == WIDEST
    assert server_line(3, KITCHEN, Speaker()).startswith("3: Kitchen.")
