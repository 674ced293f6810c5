"""The card that a guest of the SSH door fills in first."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import pytest
from textual.pilot import Pilot

from tests.tui.pictures import check_picture
from tests.tui.scripted import ScriptedLink, welcome
from tests.tui.shell import LOBBY, sees, until
from tuicards.client_state import Disconnected
from tuicards.guest_settings import GUEST
from tuicards.tui.guest_app import GuestApp
from tuicards.tui.link import Start


class TicketedLink(ScriptedLink):
    """A link that can be tried again under another name."""

    def __init__(self) -> None:
        super().__init__()
        self.names: list[str | None] = []

    def retry(self, *, name: str | None = None, password: str | None = None) -> None:
        self.names.append(name)


@asynccontextmanager
async def card(
    link: TicketedLink, *, named: bool = True, asks: bool = True, name: str = ""
) -> AsyncIterator[Pilot[Any]]:
    """A guest's client."""

    def dial(name: str, password: str) -> TicketedLink:
        link.names.append(name)
        return link

    start = Start(name=name, settings=GUEST)
    app = GuestApp(dial, start=start, asks=asks, named=named, report=lambda fault: None)
    async with app.run_test(size=(80, 24)) as pilot:
        yield pilot


async def test_the_card_looks_like_this() -> None:
    """Everything has room in 80x24: name, language, colours, signs, and the two buttons."""
    async with card(TicketedLink()) as pilot:
        await sees(pilot, "Go on")
        check_picture(pilot.app, "first_visit")


async def test_a_name_is_needed_where_a_key_is_to_be_known_by_it() -> None:
    """Without one Enter says so; with one it goes on."""
    link = TicketedLink()
    async with card(link) as pilot:
        await sees(pilot, "Go on")
        await pilot.press("enter")
        await sees(pilot, "Say your name first")
        await pilot.press("A", "n", "n", "enter")
        await until(pilot, lambda: link.names == ["Ann"])
        link.tell(welcome())
        link.tell(LOBBY)
        await sees(pilot, "Porch")


async def test_a_guest_without_a_key_may_be_nameless() -> None:
    """The server then finds a name."""
    link = TicketedLink()
    async with card(link, named=False) as pilot:
        await sees(pilot, "Go on")
        await pilot.press("enter")
        await until(pilot, lambda: link.names == [""])


@pytest.mark.parametrize("code", ["name_taken", "name_of_key"])
async def test_a_refused_name_brings_the_card_back_to_a_known_guest(code: str) -> None:
    """With the reason; what helps is another name."""
    link = TicketedLink()
    async with card(link, asks=False, name="Bo") as pilot:
        link.tell(Disconnected(code, {"name": "Bo"}))
        await sees(pilot, "choose another name")
        await sees(pilot, "Go on")
        await pilot.press("C", "a", "i", "enter")
        await until(pilot, lambda: link.names == ["Bo", "Cai"])


async def test_other_refusals_are_told_as_ever() -> None:
    """The card helps against none of them."""
    link = TicketedLink()
    async with card(link, asks=False, name="Bo") as pilot:
        link.tell(Disconnected("server_full"))
        await sees(pilot, "no room for another connection")
