"""Every screen in a situation worth looking at, for the gallery and for tests that go through all of them."""

from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from pathlib import Path
from types import MappingProxyType
from typing import Any, cast

import msgspec
import pytest
from _pytest.mark import ParameterSet
from textual.pilot import Pilot

from tests.games.goat_helpers import finish_game, options, table
from tests.tui.party import PartyLink, at_table
from tests.tui.scripted import ScriptedLink, welcome
from tests.tui.shell import LOBBY, ScriptedBackend, room, sees, shell
from tests.tui.test_join_screen import KITCHEN, LAPTOP
from tests.tui.test_replay import looking, undated
from tests.tui.test_table_pictures import Lively, played
from tuicards.client_state import Disconnected
from tuicards.games.goat import Party
from tuicards.preferences.saving import SettingsFile
from tuicards.preferences.sources import Preferences
from tuicards.tui.app import TuiCards
from tuicards.tui.link import Start
from tuicards.wire.messages import Said, SeatInfo, TableInfo

Opening = Callable[[], AbstractAsyncContextManager[Pilot[Any]]]

CONFIG = Path("/home/ana/.config/tuicards/config.toml")
SEATS = (
    SeatInfo(name="Ann"),
    SeatInfo(name="Bo", here=False, away=150),
    SeatInfo(name="Cai", here=False, bot="normal", stand_in=True),
    SeatInfo(name="Bot 4", bot="easy"),
    SeatInfo(),
)


def at_home(*keys: str) -> Opening:
    """The home screen, and what keys open from there."""

    @asynccontextmanager
    async def opening() -> AsyncIterator[Pilot[Any]]:
        keeper = SettingsFile(Preferences(path=CONFIG, origins={}), str)
        backend = ScriptedBackend()
        backend.around.tell(LAPTOP, KITCHEN)
        async with shell(start=Start(name="Ana", backend=backend, keeper=keeper)) as pilot:
            await sees(pilot, "Quit")
            await pilot.press(*keys)
            yield pilot

    return opening


def in_lobby(*keys: str) -> Opening:
    """The lobby of a server, and what keys open there."""

    @asynccontextmanager
    async def opening() -> AsyncIterator[Pilot[Any]]:
        link = ScriptedLink(welcome(), LOBBY, Said(name="Bo", text="one more for Rage?"))
        async with shell(link) as pilot:
            await sees(pilot, "Porch")
            await pilot.press(*keys)
            yield pilot

    return opening


def in_room(*keys: str, lost: bool = False) -> Opening:
    """A table before its start, and what keys open there."""

    @asynccontextmanager
    async def opening() -> AsyncIterator[Pilot[Any]]:
        people: TableInfo = msgspec.structs.replace(room(*SEATS, hook="last_bidder"), watchers=("Dee",))
        link = ScriptedLink(welcome(), people, Said(name="Bo", text="hello all", table="K7QX"))
        if lost:
            link.tell(Disconnected("connection_lost", retry_in=None))
        async with shell(link) as pilot:
            await sees(pilot, "hello all" if not lost else "connection")
            await pilot.press(*keys)
            yield pilot

    return opening


def rules_of_the_table() -> Opening:
    """The whole rules, opened from a table."""

    @asynccontextmanager
    async def opening() -> AsyncIterator[Pilot[Any]]:
        async with in_room()() as pilot:
            cast("TuiCards", pilot.app).action_rules(whole=True)
            await sees(pilot, "may not make the bids add up")
            yield pilot

    return opening


def playing(make: Callable[[], PartyLink], *keys: str, words: str = "kitchen") -> Opening:
    """A table in play, and what keys do there."""

    @asynccontextmanager
    async def opening() -> AsyncIterator[Pilot[Any]]:
        async with at_table(make()) as pilot:
            await sees(pilot, words)
            await pilot.press(*keys)
            yield pilot

    return opening


def replaying(game: str, seats: int, *keys: str, **options: str) -> Opening:
    """A finished party, looked at again."""

    @asynccontextmanager
    async def opening() -> AsyncIterator[Pilot[Any]]:
        async with looking(undated(game, seats, **options), name="Cai") as pilot:
            await pilot.press(*keys)
            yield pilot

    return opening


def wild() -> PartyLink:
    """About to lead a Wild."""
    link = PartyLink("rage", 6, seed=b"80")
    players = Lively(b"wild")
    for seat in range(6):
        link.play(seat, players(link.game.view(link.state, seat)))
    link.tell(link.update(()))
    return link


def goat_lead() -> PartyLink:
    """About to lead a set."""
    link = PartyLink("goat", 4)
    link.state = table("Qs 7s Kd 6h | 9d Js 8c 8h | Kc 8d Th 7h | 6c 9s Ac Jh", stock=12)
    link.tell(link.update(()))
    return link


def molodka() -> PartyLink:
    """Four cards of one suit on the table."""
    link = PartyLink("goat", 4)
    link.state = table("7c Kc 8s 9h | Jc 6s 7s Qh | Ad Kd 9d 6d | Tc 8h 6h Ts", leader=1, stock=8, trump="h")
    events = [*link.play_text(1, "lead 6s"), *link.play_text(2, "molodka"), *link.play_text(3, "pass Tc 8h 6h Ts")]
    link.tell(link.update(events))
    return link


def counted() -> PartyLink:
    """A game of Goat just counted."""
    link = PartyLink("goat", 4)
    link.state, events = finish_game(Party(options=options(), seed=b"counted", dealer=2), "47:73", (3, 5), 0)
    link.tell(link.update(events))
    return link


SCENES: Mapping[str, Opening] = MappingProxyType(
    {
        "home": at_home(),
        "host": at_home("3"),
        "join": at_home("4"),
        "settings": at_home("f3"),
        "lobby": in_lobby(),
        "create": in_lobby("n"),
        "help": in_lobby("question_mark"),
        "palette": in_lobby("ctrl+p"),
        "emotes": in_lobby("e"),
        "room": in_room(),
        "people": in_room("w"),
        "menu": in_room("escape"),
        "lost": in_room(lost=True),
        "rules": rules_of_the_table(),
        "rage-bidding": playing(lambda: played("rage", 5, 2, b"bids", hook="last_bidder", first_dealer="0"), "2"),
        "rage-trick": playing(lambda: played("rage", 6, 12, b"trick6")),
        "rage-wild": playing(wild, "7", "enter", "right", "right", words="Your lead"),
        "rage-eight": playing(lambda: played("rage", 8, 60, b"eight", extended_players="on")),
        "rage-scores": playing(lambda: played("rage", 6, 330, b"sheet"), "s"),
        "rage-lines": playing(lambda: played("rage", 6, 330, b"sheet"), "s", "tab"),
        "rage-leave": playing(lambda: played("rage", 6, 12, b"trick6"), "x"),
        "rage-end": playing(lambda: played("rage", 4, 5000, b"end")),
        "goat-lead": playing(goat_lead, "1", "2", words="Your lead"),
        "goat-molodka": playing(molodka),
        "goat-counted": playing(counted),
        "goat-end": playing(lambda: played("goat", 4, 5000, b"goats")),
        "replay-rage": replaying("rage", 5, "3", "down", "down", "right", "right", "right", round_plan="down"),
        "replay-goat": replaying("goat", 4, "3", "down", "down", "right", "right", limit="12"),
    }
)
"""By name, in the order of the gallery's page."""


def by_turns(names: Sequence[str], parts: int) -> list[ParameterSet]:
    """All these scenes for a thorough run, one in so many for a usual one."""
    return [
        pytest.param(name, marks=[pytest.mark.thorough] if place % parts else [], id=name)
        for place, name in enumerate(names)
    ]
