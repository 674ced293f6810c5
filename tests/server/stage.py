"""Whole servers without sockets: lobby, tables, store; a clock moved by hand, bots that play what they are told.

What a person is sent lies there as it would go over the wire. Nothing is due before the clock has been moved, and
whoever has done something waits until all that follows from it has happened: two stages on which the same is done
show whether it looks the same, frame by frame.
"""

import asyncio
import copy
from collections import defaultdict
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any, Literal, TypeAlias

import msgspec

from server.actor import TableActor
from server.config import Settings
from server.doors import Doors
from server.house import House
from server.limits import LAN, Rate
from server.lobby import Lobby
from server.mail import BotTurn, Shut, Tick
from server.neighbours import Alone, Neighbours
from server.origins import Origin
from server.store import Store
from server.table import Table
from tests.server.hand import Hand
from tests.server.peer import PATIENCE
from tuicards.games.api import AnyGame, Move
from tuicards.wire.codec import encode
from tuicards.wire.messages import (
    PROTOCOL,
    Closing,
    CreateTable,
    Hello,
    ServerMessage,
    TableInfo,
    Welcome,
)

Home: TypeAlias = Literal["house", "others", "watching"]
"""Where the table is made, where those are whose cards are hidden, and where those are who are listened to."""

PLENTY = Rate(10_000, 10_000)

SETTINGS = Settings(limits=replace(LAN, requests=PLENTY, joins=PLENTY, creates=PLENTY, chat=PLENTY, max_tables=10))


def beginning_with(game: AnyGame, state: Any) -> AnyGame:
    """The game, each party of which begins with this state, whatever it is dealt from."""
    begun = copy.copy(game)
    begun.new = lambda seats, seed, options: state  # type: ignore[method-assign]
    return begun


class Ear:
    """A connection. What it is sent is put down as frames, without what is another one for each connection."""

    host = "127.0.0.1"

    def __init__(self, put: Callable[[bytes], None], clock: Hand) -> None:
        self._put, self.token = put, ""
        self.info: TableInfo | None = None
        self.origin = Origin("", LAN, clock)

    def comes_from(self, host: str) -> None:
        self.host = host

    def send(self, message: ServerMessage) -> None:
        if isinstance(message, TableInfo):
            self.info = message
        frame = encode(message)
        if isinstance(message, Welcome):
            self.token = message.token
            frame = frame.replace(message.token.encode(), b"." * len(message.token))
        self._put(frame)

    def close(self, code: str, params: Mapping[str, Any] | None = None, *, again: bool = False) -> None:
        self._put(encode(Closing(code=code, params=dict(params or {}), again=again)))


class Prompted:
    """Bots that move when they are told to, and how."""

    def __init__(self) -> None:
        self.turn: BotTurn | None = None
        self.answer: asyncio.Future[Move] | None = None

    def expect(self, level: str) -> None:
        pass

    async def move(self, game: AnyGame, turn: BotTurn) -> Move:
        self.turn, self.answer = turn, asyncio.get_running_loop().create_future()
        return await self.answer

    @property
    def asked(self) -> int | None:
        """The seat whose bot is to move."""
        return self.turn.seat if self.turn and self.answer and not self.answer.done() else None

    def play(self, move: Move) -> None:
        assert self.answer is not None
        self.answer.set_result(move)


class Server:
    """One of those on the stage."""

    def __init__(self, clock: Hand, games: Mapping[str, AnyGame], neighbours: Neighbours) -> None:
        self.bots, self.doors = Prompted(), Doors("", clock)
        house = House(("easy", "normal"), seed=lambda: bytes(32), games=games)
        self.delays: list[float] = []
        """After how many seconds something was to be done, each time when that was settled."""
        self._later: list[Callable[[], None]] = []
        self.lobby = Lobby(SETTINGS, house, neighbours, self.bots, clock, self._put_off, self.doors)

    def _put_off(self, delay: float, action: Callable[[], None]) -> None:
        self.delays.append(delay)
        self._later.append(action)

    def catch_up(self) -> bool:
        """What was put off is done now; whether that was anything."""
        later, self._later = self._later, []
        for action in later:
            action()
        return bool(later)

    def actor(self, code: str) -> TableActor | None:
        """The one who runs the table, if it is here."""
        return self.lobby.tables._here.get(code)


class Stage:
    """People and one table at a time. Those who are listened to are at the server for that, all others elsewhere."""

    def __init__(self) -> None:
        self.clock = Hand()
        self.games: dict[str, AnyGame] = {}
        self.code = ""
        self._chosen: dict[bytes, bytes] = {}
        self.heard: defaultdict[str, list[bytes]] = defaultdict(list)
        self.ears: dict[str, Ear] = {}
        """Of those who are connected."""
        self._homes: dict[str, Home] = {}
        self._at: dict[str, Server] = {}
        self._tokens: dict[str, str] = {}

    # ---- what kinds of stages do in their own way --------------------------------------------------------

    def server(self, home: Home) -> Server:
        raise NotImplementedError

    def servers(self) -> list[Server]:
        raise NotImplementedError

    async def quiet(self) -> None:
        """Return when all that was begun has happened, save for what was put off."""
        raise NotImplementedError

    def delays(self) -> object:
        """After how long what was put off was to be done."""
        return None

    async def traces(self) -> list[bytes]:
        """What else lies where those are who are listened to, since this was asked last."""
        return []

    def numbered(self, value: bytes) -> bytes:
        """With the numbers that come from the time of day told in the order in which they came up."""
        return value

    def ways(self) -> dict[str, object]:
        """How the table can leave its server now, and who would have it next, where that can be told beforehand."""
        raise NotImplementedError

    async def leave_server(self, way: str) -> None:
        """It goes on as it was kept, after its server has stopped in this way; everybody who was there is back."""
        raise NotImplementedError

    async def close(self) -> None:
        raise NotImplementedError

    # ---- people ------------------------------------------------------------------------------------------

    async def place(self, who: str, home: Home) -> None:
        """The person is connected there."""
        if self._homes.get(who) != home or who not in self.ears:
            self._homes[who] = home
            await self.come(who)

    async def come(self, who: str, seen: int | None = None) -> None:
        """A new connection."""
        server, ear = self.server(self._homes[who]), Ear(lambda frame: self.heard[who].append(frame), self.clock)
        hello = Hello(protocol=PROTOCOL, client="test", name=who, token=self._tokens.get(who, ""))
        if seen is not None:
            hello = msgspec.structs.replace(hello, table=self.code, seen=seen)
        await server.lobby.enter(hello, ear)
        self.ears[who], self._at[who], self._tokens[who] = ear, server, ear.token
        await self.settled()

    async def lose(self, who: str) -> None:
        """The connection breaks."""
        ear = self.ears.pop(who, None)
        if ear is not None:
            lobby = self._at[who].lobby
            person = lobby.people.named(who)
            assert person is not None
            lobby.lost(person, ear)
            await self.settled()

    async def ask(self, who: str, request: Any) -> None:
        """Of somebody who is not connected nothing comes."""
        if who in self.ears:
            lobby = self._at[who].lobby
            person = lobby.people.named(who)
            assert person is not None
            lobby.handle(person, request)
            await self.settled()

    # ---- the table ---------------------------------------------------------------------------------------

    async def create(self, who: str, request: CreateTable) -> None:
        await self.ask(who, request)
        info = self.ears[who].info
        assert info is not None
        self.code = info.table
        assert self.table is not None
        self._chosen = {self.code.encode(): b"KTCH", self.table.uid.encode(): b"." * len(self.table.uid)}

    def plain(self, frame: bytes) -> bytes:
        """Without what chance has chosen for the table."""
        for chosen, instead in self._chosen.items():
            frame = frame.replace(chosen, instead)
        return frame

    @property
    def owner(self) -> Server | None:
        """Where the table runs."""
        return next((server for server in self.servers() if server.actor(self.code)), None)

    @property
    def table(self) -> Table | None:
        actor = self.owner and self.owner.actor(self.code)
        return actor._table if actor else None

    def times(self) -> tuple[Any, ...] | None:
        """When the table wants to wake up, when a bot is due, and which one thinks."""
        table, owner = self.table, self.owner
        return None if table is None or owner is None else (table.deadline(), table.bots_due(), owner.bots.asked)

    async def tick(self) -> None:
        """The table looks at the clock."""
        if self.owner is not None:
            self.owner.lobby.tables.post(self.code, Tick())
            await self.settled()

    async def prompt(self, seat: int, move: Move) -> None:
        """The bot on the seat moves, if it is the one that is asked."""
        table, owner = self.table, self.owner
        assert table is not None
        assert owner is not None
        self.clock.now = max(self.clock.now, table.bots_due() or 0.0)
        if owner.bots.asked == seat:
            owner.bots.play(move)
            await self.settled()

    async def shut(self) -> None:
        """The table is no more."""
        if self.owner is not None:
            self.owner.lobby.tables.post(self.code, Shut())
            await self.settled()

    def forget(self) -> None:
        """Much later, nothing that was heard counts any more."""
        self.clock.now += 1000
        self.heard.clear()
        for server in self.servers():
            server.delays.clear()

    # ---- until nothing moves -----------------------------------------------------------------------------

    async def settled(self) -> None:
        """Return when everything has come of what was done, also what is done a little later."""
        async with asyncio.timeout(PATIENCE):
            await self.quiet()
            while sum(server.catch_up() for server in self.servers()):
                await self.quiet()

    async def idle(self) -> None:
        """Return when no table has anything to do here and now."""
        while any(  # noqa: ASYNC110, nobody is told of it
            self._is_busy(server, actor) for server in self.servers() for actor in _actors(server)
        ):
            await asyncio.sleep(0)

    def _is_busy(self, server: Server, actor: TableActor) -> bool:
        if actor._task is None or actor._task.done():
            return False
        bots, thinking = server.bots, actor._thinking
        moves = thinking is not None and not thinking.done() and (bots.turn is not actor._turn or bots.asked is None)
        due = actor._table.deadline()
        late = due is not None and due <= self.clock()
        return bool(actor._mailbox) or actor._unanswered is not None or moves or late


def _actors(server: Server) -> list[TableActor]:
    return list(server.lobby.tables._here.values())


class OneServer(Stage):
    """One server, and its store."""

    def __init__(self, store: Callable[[], Store]) -> None:
        """`store` opens it, after a restart once more."""
        super().__init__()
        self._open = store
        self._begin()

    def _begin(self) -> None:
        self._store = self._open()
        self._server = Server(self.clock, self.games, Alone(self._store))
        self._server.lobby.restore(self._store.load())

    def server(self, home: Home) -> Server:
        return self._server

    def servers(self) -> list[Server]:
        return [self._server]

    async def quiet(self) -> None:
        await self.idle()

    def delays(self) -> object:
        return self._server.delays

    def ways(self) -> dict[str, object]:
        return {"restarted": None}

    async def leave_server(self, way: str) -> None:
        await self.close()
        self._begin()
        await self.settled()
        for who in list(self.ears):
            await self.come(who, seen=1)

    async def close(self) -> None:
        await self._server.lobby.stop()
        await self._store.close()
