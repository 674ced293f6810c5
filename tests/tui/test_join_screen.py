"""The servers around, in a list that renews itself, and the ways to a server that is not in it."""

import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import pytest
from textual.pilot import Pilot
from textual.widgets import Input

from tests.server.peer import open_house
from tests.tui.pictures import check_picture, screen_text
from tests.tui.scripted import ScriptedLink, welcome
from tests.tui.shell import HOSTILE, ScriptedBackend, room, sees, sent, shell, until
from tuicards import __version__
from tuicards.address import Address
from tuicards.join_code import join_code, table_mark
from tuicards.look import Seen
from tuicards.tui.app import TuiCards
from tuicards.tui.link import Start
from tuicards.tui.screens.parts import Menu
from tuicards.wire.messages import DEFAULT_PORT, PROTOCOL, About, JoinTable, Lobby, SeatInfo, TableLine, WatchTable

WIDEST = "2001:0db8:1234:5678:9abc:def0:1234:5678"
"""An address of 39 characters."""


def seen(
    name: str, host: str, *, port: int = DEFAULT_PORT, people: int = 0, seats: int = 0, locked: bool = False,
    version: str = __version__, protocol: int = PROTOCOL, games: tuple[str, ...] = ("rage", "goat"),
    delay: float = 0.002, run: str = "", others: tuple[Address, ...] = (),
) -> Seen:  # fmt: skip
    """A server that was found."""
    about = About(
        protocol=protocol, server=name, version=version, run=run or f"{name}{port}", games=games, locked=locked,
        people=people, tables=1, seats=seats,
    )  # fmt: skip
    return Seen(Address(host, port), about, delay, others)


KITCHEN = seen("Kitchen", "192.168.1.20", people=3, seats=5)
LAPTOP = seen("Anna's laptop", WIDEST, people=1, seats=1, locked=True, version="0.0.9", delay=0.123)
PORCH = seen("Porch", "192.168.1.30", port=7111)


@asynccontextmanager
async def joining(
    backend: ScriptedBackend, *around: Seen, size: tuple[int, int] = (80, 24)
) -> AsyncIterator[Pilot[Any]]:
    """The join screen, with these servers around."""
    backend.around.tell(*around)
    async with shell(start=Start(name="Ann", backend=backend, seek=True), size=size) as pilot:
        await sees(pilot, around[0].about.server if around else "Connect")
        yield pilot


@pytest.fixture
def backend() -> ScriptedBackend:
    return ScriptedBackend()


def marked(pilot: Pilot[Any]) -> str:
    """The server under the cursor."""
    return pilot.app.screen.query_one("#servers", Menu).chosen


# ---- the list -----------------------------------------------------------------------------------------


async def test_a_server_is_told_before_one_comes_in(backend: ScriptedBackend) -> None:
    """Name, address, games, people, free seats, delay; the lock and another version where there is one."""
    async with joining(backend, KITCHEN, LAPTOP) as pilot:
        shown = screen_text(pilot.app)

    for words in ("Kitchen", "192.168.1.20", "Rage, Goat", "3 people, 5 free seats", "2 ms"):
        assert words in shown
    for words in (f" {WIDEST}  password  version 0", "1 person, 1 free seat", "100 ms"):
        assert words in shown
    assert shown.count("version") == 1


async def test_enter_goes_to_the_server_under_the_cursor(backend: ScriptedBackend) -> None:
    """Down to the second, Enter."""
    async with joining(backend, KITCHEN, PORCH) as pilot:
        await pilot.press("down", "enter")
        await until(pilot, lambda: bool(backend.asked))

    assert backend.asked == [("dial", "192.168.1.30:7111", "Ann", "")]


async def test_a_club_is_one_line_and_is_gone_to_by_all_its_addresses(backend: ScriptedBackend) -> None:
    """How many there are besides the first is told."""
    club = seen("Club", "10.0.0.1", others=(Address("10.0.0.2", DEFAULT_PORT), Address("10.0.0.3", 7111)))
    async with joining(backend, club) as pilot:
        await sees(pilot, "10.0.0.1 +2")
        await pilot.press("enter")
        await until(pilot, lambda: bool(backend.asked))

    assert backend.asked == [("dial", "10.0.0.1,10.0.0.2,10.0.0.3:7111", "Ann", "")]


async def test_enter_goes_there_from_every_line_that_is_typed(backend: ScriptedBackend) -> None:
    """Also behind Down from the last server, which leads to the line below."""
    async with joining(backend, LAPTOP) as pilot:
        await pilot.press("down", "p", "down", "enter")
        await until(pilot, lambda: bool(backend.asked))

    assert backend.asked == [("dial", WIDEST, "Ann", "p")]


@pytest.mark.thorough
async def test_a_click_goes_to_the_server_under_the_mouse(backend: ScriptedBackend) -> None:
    """The mouse alone is enough."""
    async with joining(backend, KITCHEN, PORCH) as pilot:
        await pilot.click("#servers", offset=(5, 3))
        await until(pilot, lambda: bool(backend.asked))

    assert backend.asked == [("dial", "192.168.1.30:7111", "Ann", "")]


async def test_a_locked_server_asks_for_its_password_first(backend: ScriptedBackend) -> None:
    """Then Enter goes on where it stopped."""
    async with joining(backend, LAPTOP) as pilot:
        await pilot.press("enter")
        await sees(pilot, "asks for a password")
        assert pilot.app.focused is pilot.app.screen.query_one("#password")
        await pilot.press("p", "enter")
        await until(pilot, lambda: bool(backend.asked))

    assert backend.asked == [("dial", WIDEST, "Ann", "p")]


async def test_the_list_renews_itself_below_the_cursor(backend: ScriptedBackend) -> None:
    """The cursor stays on its server, the focus where it is, and what is being typed is untouched."""
    async with joining(backend, KITCHEN, PORCH) as pilot:
        await pilot.press("down", "h", "o")
        focus = pilot.app.focused
        backend.around.tell(seen("Attic", "192.168.1.9"), KITCHEN, PORCH)
        await sees(pilot, "Attic")
        assert (marked(pilot), pilot.app.focused) == (PORCH.about.run, focus)
        assert pilot.app.screen.query_one("#address", Input).value == "ho"
        backend.around.tell(PORCH)
        await until(pilot, lambda: "Kitchen" not in screen_text(pilot.app))
        assert marked(pilot) == PORCH.about.run


async def test_each_server_is_listed_once(backend: ScriptedBackend) -> None:
    """Two addresses of one server are one line."""
    async with joining(backend, KITCHEN, seen("Kitchen", "10.0.0.1", run=KITCHEN.about.run)) as pilot:
        assert screen_text(pilot.app).count("Kitchen") == 1


@pytest.mark.thorough
async def test_thirty_servers_scroll(backend: ScriptedBackend) -> None:
    """The last one can be reached; lines are whole beside the scroll bar."""
    servers = [seen(f"Server {number:02}", f"10.0.0.{number}", people=number, seats=9) for number in range(1, 31)]
    async with joining(backend, *servers) as pilot:
        assert screen_text(pilot.app).count("2 ms") >= 5
        for _ in range(29):
            pilot.app.screen.action_step(1)  # type: ignore[attr-defined]
        await sees(pilot, "Server 30")
        await pilot.press("enter")
        await until(pilot, lambda: bool(backend.asked))

    assert backend.asked == [("dial", "10.0.0.30", "Ann", "")]


@pytest.mark.thorough
async def test_strangers_words_are_words(backend: ScriptedBackend) -> None:
    """A name with markup and control sequences is shown as it is, and so are version and games."""
    bad = seen(HOSTILE, "10.0.0.1", version=HOSTILE, games=(HOSTILE,), people=10**9, seats=10**9)
    async with joining(backend, seen("Safe", "10.0.0.2"), bad, seen("x" * 40, "10.0.0.3")) as pilot:
        shown = screen_text(pilot.app)

    assert "[@click=app.quit]x[/]" in shown
    assert "\x1b[2J" not in shown
    assert len({len(line.rstrip()) for line in shown.splitlines() if "10.0.0." in line}) == 1


@pytest.mark.parametrize(
    ("trouble", "says"),
    [
        ("", "Looking for servers"),
        ("lan.no_multicast", "looked for in this network"),
        pytest.param("lan.not_installed", "tuicards[lan]", marks=pytest.mark.thorough),
    ],
)
async def test_an_empty_list_says_why(backend: ScriptedBackend, trouble: str, says: str) -> None:
    """Searching, or what is in the way; a typed address works all the same."""
    async with joining(backend) as pilot:
        backend.around.tell(trouble=trouble)
        await sees(pilot, says)
        await pilot.press("h", "enter")
        await until(pilot, lambda: bool(backend.asked))

    assert backend.asked == [("dial", "h", "Ann", "")]


@pytest.mark.thorough
async def test_nobody_is_looked_for_once_the_screen_is_closed(backend: ScriptedBackend) -> None:
    """The search begins with the screen and ends with it."""
    async with joining(backend, KITCHEN) as pilot:
        assert backend.around.searching
        await pilot.press("escape")
        await until(pilot, lambda: not backend.around.searching)


# ---- what is typed --------------------------------------------------------------------------------------


async def test_the_longest_address_is_seen_whole(backend: ScriptedBackend) -> None:
    """39 characters, and the cursor behind them (N04)."""
    async with joining(backend) as pilot:
        pilot.app.screen.query_one("#address", Input).value = WIDEST
        await sees(pilot, WIDEST)


async def test_a_code_leads_to_its_server_and_table(backend: ScriptedBackend) -> None:
    """Once the lobby's list is there the table of the code is joined, without another question."""
    async with open_house() as house:
        backend.next = Lobby((line("BCDF"), line("GHJK")), ())
        async with joining(backend) as pilot:
            code = join_code("127.0.0.1", house.service.port, "GHJK")
            pilot.app.screen.query_one("#address", Input).value = code.lower()
            await pilot.press("enter")
            await until(pilot, lambda: bool(sent(backend.link, JoinTable)))

        assert backend.asked == [("dial", f"127.0.0.1:{house.service.port}", "Ann", "")]
        assert sent(backend.link, JoinTable)[0].table == "GHJK"


@pytest.mark.thorough
async def test_the_lobby_is_only_passed_through_on_the_way_to_a_table() -> None:
    """A key pressed there too early would do something else; who is at a table already stays there."""
    link = ScriptedLink(welcome())
    async with shell(link, start=Start(name="Ann", mark=table_mark("BCDF"), watch=True)) as pilot:
        app = pilot.app
        assert isinstance(app, TuiCards)
        await until(pilot, lambda: app.state.welcome is not None)
        assert app.route == "connect"
        link.tell(Lobby((line("BCDF"),), ()))
        await until(pilot, lambda: [one.table for one in sent(link, WatchTable)] == ["BCDF"])
    seated = ScriptedLink(welcome(table="K7QX"), room(SeatInfo(name="Ann"), SeatInfo()))
    async with shell(seated, start=Start(name="Ann", mark=table_mark("BCDF"))) as pilot:
        await sees(pilot, "Kitchen table")
        assert sent(seated, JoinTable) == []


@pytest.mark.thorough
async def test_a_table_that_is_gone_leaves_one_in_the_lobby(backend: ScriptedBackend) -> None:
    """And says so."""
    async with open_house() as house:
        backend.next = Lobby((line("BCDF"),), ())
        async with joining(backend) as pilot:
            code = join_code("127.0.0.1", house.service.port, "GHJK")
            assert table_mark("GHJK") != table_mark("BCDF")
            pilot.app.screen.query_one("#address", Input).value = code
            await pilot.press("enter")
            await sees(pilot, "The table of that code")
            await sees(pilot, "Table BCDF")


async def test_a_code_that_leads_nowhere_says_so_and_stays(backend: ScriptedBackend) -> None:
    """Misheard, or without a server: one line, and what was typed can be mended."""
    with socket.socket() as plug:
        plug.bind(("127.0.0.1", 0))
        silent = join_code("127.0.0.1", plug.getsockname()[1])
    async with joining(backend, KITCHEN) as pilot:
        address = pilot.app.screen.query_one("#address", Input)
        address.value = "943-N7T"
        await pilot.press("enter")
        await sees(pilot, "looks like a join code")
        address.value = silent
        await pilot.press("enter")
        await sees(pilot, "No server answers")
        assert (address.value, backend.asked) == (silent, [])


@pytest.mark.thorough
async def test_what_was_typed_is_still_there_the_next_time(backend: ScriptedBackend) -> None:
    """After a server that did not let one in the address need not be typed anew."""
    async with joining(backend) as pilot:
        await pilot.press("h", "x", "enter")
        await until(pilot, lambda: bool(backend.asked))
        pilot.app.action_disconnect()  # type: ignore[attr-defined]
        await sees(pilot, "Play Rage now")
        await pilot.press("4")
        await sees(pilot, "Servers on this network")
        assert pilot.app.screen.query_one("#address", Input).value == "hx"


def line(table: str) -> TableLine:
    """A public table with free seats."""
    return TableLine(table=table, game="rage", title=f"Table {table}", seats=4, people=1, bots=0, state="open")


# ---- pictures -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("size", [(80, 24), (120, 40)])
async def test_the_join_screen_looks_like_this(backend: ScriptedBackend, size: tuple[int, int]) -> None:
    """With a locked server, an old one, and one that has a strange game."""
    odd = seen("Attic", "fe80::1%eth0", port=7111, games=("rage", "whist"), version="9.0", protocol=2, delay=0.04)
    async with joining(backend, odd, LAPTOP, KITCHEN, size=size) as pilot:
        await pilot.press("down")
        check_picture(pilot.app, f"join-{size[0]}")
