"""A scripted server for the screens around a table, and ways to wait for what they show."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any, TypeVar

from textual.pilot import Pilot

from tests.tui.idle import comes_to_be
from tests.tui.pictures import screen_text
from tests.tui.scripted import ScriptedLink, welcome
from tuicards.destination import Destination, find
from tuicards.games import GAMES
from tuicards.lan import Neighbours
from tuicards.look import Seen
from tuicards.tui.app import TuiCards
from tuicards.tui.link import Start
from tuicards.wire.messages import Lobby, SeatInfo, TableInfo, TableLine

Sent = TypeVar("Sent")

HOSTILE = "[@click=app.quit]x[/] \x1b[2J"
"""Markup with an action, and a control sequence."""

KITCHEN = TableLine(
    table="K7QX",
    game="rage",
    title="Kitchen table",
    seats=6,
    people=2,
    bots=1,
    state="open",
    owner="Bo",
    options={"bid_mode": "secret"},
)
PORCH = TableLine(table="ABCD", game="goat", title="Porch", seats=4, people=4, bots=0, state="playing", owner="Cai")
LOBBY = Lobby((KITCHEN, PORCH), ("Ann", "Bo", "Cai"))


def room(*seats: SeatInfo, game: str = "rage", owner: str = "Ann", you: int | None = 0, **options: str) -> TableInfo:
    """A table before its start."""
    rules = GAMES[game]
    return TableInfo(
        table="K7QX",
        game=game,
        title="Kitchen table",
        options=rules.format_options(rules.parse_options(options)),
        seats=seats,
        owner=owner,
        public=True,
        state="open",
        party=0,
        you=you,
    )


class ScriptedNearby:
    """The servers on the network are those of the newest `tell`."""

    def __init__(self) -> None:
        self.searching = False
        """Whether somebody looks for servers at the moment."""
        self._now = Neighbours()
        self._news = asyncio.Event()

    def tell(self, *servers: Seen, trouble: str = "") -> None:
        """These are around now."""
        self._now = Neighbours(servers, trouble)
        self._news.set()

    async def changes(self) -> AsyncIterator[Neighbours]:
        self.searching = True
        while True:
            self._news.clear()
            yield self._now
            await self._news.wait()

    async def close(self) -> None:
        self.searching = False


class ScriptedBackend:
    """Ways to servers that are all the same scripted one; the servers around are what `around` says."""

    def __init__(self, *addresses: str) -> None:
        self.asked: list[tuple[str, ...]] = []
        self.next: Lobby | None = None
        """What a server shows after its welcome."""
        self.around = ScriptedNearby()
        self.link = ScriptedLink()
        self._addresses = addresses

    async def solo(self, name: str) -> ScriptedLink:
        return self._reached("solo", name)

    async def host(self, name: str, password: str) -> ScriptedLink:
        return self._reached("host", name, password)

    def dial(self, address: str, name: str, password: str) -> ScriptedLink:
        return self._reached("dial", address, name, password)

    async def find(self, text: str) -> Destination:
        return await find(text, ())

    def nearby(self) -> ScriptedNearby:
        return self.around

    def addresses(self) -> tuple[str, ...]:
        return self._addresses

    def _reached(self, *asked: str) -> ScriptedLink:
        self.asked.append(asked)
        self.link.tell(welcome(asked[1] if asked[0] != "dial" else asked[2]))
        if self.next is not None:
            self.link.tell(self.next)
        return self.link


@asynccontextmanager
async def shell(
    link: ScriptedLink | None = None, *, start: Start | None = None, size: tuple[int, int] = (80, 24)
) -> AsyncIterator[Pilot[Any]]:
    """The client, drawn once."""
    app = TuiCards(link, start=start or Start(name="Ann"))
    async with app.run_test(size=size, notifications=True) as pilot:
        await until(pilot, lambda: app.screen.id != "_default" and bool(screen_text(app).strip()))
        yield pilot


async def until(pilot: Pilot[Any], holds: Callable[[], bool]) -> None:
    """Lets the app work until something holds. Fails when it never does."""
    if await comes_to_be(pilot, holds):
        return
    raise AssertionError(f"never came to be; the screen shows:\n{screen_text(pilot.app)}")


async def sees(pilot: Pilot[Any], text: str) -> None:
    """Waits until a text is on the screen."""
    await until(pilot, lambda: text in screen_text(pilot.app))


def sent(link: ScriptedLink, kind: type[Sent]) -> list[Sent]:
    """The messages of a kind that the client has sent."""
    return [message for message in link.sent if isinstance(message, kind)]
