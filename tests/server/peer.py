"""A raw client: frames over a socket, and what comes back."""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass, replace
from typing import Any, TypeAlias, TypeVar

from server.audit import Audit
from server.clustered import Clustered
from server.config import Settings
from server.limits import LAN, Limits
from server.service import Service
from server.store import MemoryStore, Store
from server.tls import Certificate
from tests.raw_line import RawLine, streams
from tests.server.little import LITTLE
from tuicards.games import GAMES
from tuicards.tls import any_certificate
from tuicards.wire.codec import decode_server, encode
from tuicards.wire.messages import (
    PROTOCOL,
    AddBot,
    ClientMessage,
    Closing,
    CreateTable,
    Done,
    Hello,
    JoinTable,
    LeftTable,
    Lobby,
    MakeMove,
    Message,
    Ping,
    Pong,
    Refused,
    Request,
    ServerMessage,
    StartParty,
    TableInfo,
    Update,
    Welcome,
)

Kind = TypeVar("Kind", bound=Message)

PATIENCE = 30.0
"""Seconds for an answer; one that does not come fails the test."""


class Peer(RawLine):
    """One connection. Everything that came is in `heard`; `view` and `table` are the newest."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        super().__init__(reader, writer)
        self.heard: list[ServerMessage] = []
        self.welcome: Welcome | None = None
        self.table: TableInfo | None = None
        self.update: Update | None = None
        self.last_id = 0

    async def hear(self) -> ServerMessage | None:
        """The next message; None: the connection is over. Pings are answered."""
        try:
            async with asyncio.timeout(PATIENCE):
                size = int.from_bytes(await self._reader.readexactly(4))
                message = decode_server(await self._reader.readexactly(size))
        except (asyncio.IncompleteReadError, ConnectionError):
            return None
        self._note(message)
        return message

    def _note(self, message: ServerMessage) -> None:
        self.heard.append(message)
        match message:
            case Welcome():
                self.welcome = message
            case TableInfo():
                self.table = message
            case Update():
                self.update = message
            case LeftTable():
                self.table = self.update = None
            case Ping(n=n):
                self.send(Pong(n))

    async def until(self, kind: type[Kind], like: Callable[[Kind], bool] = lambda message: True) -> Kind:
        """The next message of a kind; all before it is noted."""
        while (message := await self.hear()) is not None:
            if isinstance(message, kind) and like(message):
                return message
        raise AssertionError(f"the connection ended before {kind.__name__}; heard: {self.heard[-3:]}")

    async def until_over(self) -> Closing | None:
        """Reads to the end of the connection; the last words, if any."""
        while await self.hear() is not None:
            pass
        last = self.heard[-1] if self.heard else None
        return last if isinstance(last, Closing) else None

    async def greet(self, name: str = "", **fields: Any) -> Welcome:
        """Come in, and hear where one is."""
        self.send(Hello(protocol=PROTOCOL, client="test", name=name, **fields))
        welcome = await self.until(Welcome)
        await (self.until(TableInfo) if welcome.table else self.until(Lobby))
        return welcome

    def next_id(self) -> int:
        self.last_id += 1
        return self.last_id

    async def ask(self, kind: type[Request], **fields: Any) -> Done | Refused:
        """The answer to a request."""
        request = kind(id=self.next_id(), **fields)
        self.send(request)
        while (message := await self.hear()) is not None:
            if isinstance(message, Done | Refused) and message.id == request.id:
                return message
        raise AssertionError("the connection ended before the answer")

    async def create(self, game: str = "little", seats: int = 2, bots: int = 0, **fields: Any) -> str:
        """The code of a new table with this peer on its first seat and bots on its last ones."""
        assert isinstance(await self.ask(CreateTable, game=game, seats=seats, **fields), Done)
        info = await self.until(TableInfo)
        for seat in range(seats - bots, seats):
            assert isinstance(await self.ask(AddBot, seat=seat), Done)
        return info.table

    async def join(self, code: str) -> None:
        assert isinstance(await self.ask(JoinTable, table=code), Done)
        await self.until(TableInfo)

    async def bot(self, seat: int) -> None:
        assert isinstance(await self.ask(AddBot, seat=seat), Done)

    async def start(self) -> None:
        assert isinstance(await self.ask(StartParty), Done)

    async def picture(self) -> Update:
        """The newest update, or the first that comes."""
        return self.update or await self.until(Update)

    def play(self, move: dict[str, Any], seq: int | None = None, request: int = 0) -> None:
        """Send a move as an answer to the newest update."""
        assert self.update is not None
        seq = self.update.seq if seq is None else seq
        self.send(MakeMove(id=request or self.next_id(), table=self.update.table, seq=seq, move=move))

    async def play_to_the_end(self) -> Update:
        """Plays the first legal move whenever it is asked, also by a newer picture; the last picture."""
        update = await self.picture()
        while not update.view.get("outcome"):
            if self._asked(update):
                self.play(update.view["legal"][0])
                await self.until(Message, lambda message: isinstance(message, Done | Refused))
            update = await self.until(Update)
        return update

    @staticmethod
    def _asked(update: Update) -> bool:
        return update.view["seat"] in update.view["to_act"]

    @property
    def token(self) -> str:
        assert self.welcome is not None
        return self.welcome.token

    async def flood(self, request: ClientMessage) -> None:
        """Ask the same for ever, and read no answer; ends with the connection."""
        with contextlib.suppress(OSError):
            while True:
                self.send_bytes(encode(request) * 100)
                await self._writer.drain()
                await asyncio.sleep(0)

    async def close(self) -> None:
        self._writer.close()
        with contextlib.suppress(OSError):
            await self._writer.wait_closed()


class House:
    """A server for one test, and the peers that came to it."""

    def __init__(self, service: Service, tls: bool = False) -> None:
        """`tls`: peers come with a handshake, and take any certificate."""
        self.service, self._tls = service, tls
        self._peers: list[Peer] = []

    async def connect(self, receive_buffer: int = 0, host: str = "127.0.0.1") -> Peer:
        handshake: dict[str, Any] = {"ssl": any_certificate(), "server_hostname": "localhost"} if self._tls else {}
        peer = self._peer(*await streams(self._entrance(), host, receive_buffer, **handshake))
        self._peers.append(peer)
        return peer

    def _entrance(self) -> int:
        """The port to which the next peer comes."""
        return self.service.port

    def _peer(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> Peer:
        return Peer(reader, writer)

    async def enter(self, name: str = "", receive_buffer: int = 0, **fields: Any) -> Peer:
        """A peer that has been let in, and has heard where it is."""
        peer = await self.connect(receive_buffer)
        await peer.greet(name, **fields)
        return peer

    async def refused(self, name: str = "", **fields: Any) -> Closing | None:
        """The last words to a peer that is not let in."""
        peer = await self.connect()
        peer.send(Hello(protocol=PROTOCOL, client="test", name=name, **fields))
        return await peer.until_over()

    async def forget(self, peer: Peer) -> None:
        """The end of a peer that is needed no more."""
        self._peers.remove(peer)
        await peer.close()

    async def close(self) -> None:
        await self.empty()
        await self.service.close()

    async def empty(self) -> None:
        """The end of all its peers."""
        for peer in self._peers:
            await peer.close()


@dataclass(frozen=True, slots=True)
class Plan:
    """What a server is to be."""

    settings: Settings
    store: Store
    tls: Certificate | None = None
    audit: Audit | None = None

    def service(self, cluster: Clustered | None = None) -> Service:
        """With the little game beside the real ones."""
        games = {**GAMES, "little": LITTLE}
        return Service(self.settings, self.store, games, tls=self.tls, audit=self.audit, cluster=cluster)


@contextlib.asynccontextmanager
async def alone(plan: Plan) -> AsyncIterator[House]:
    """One server, and no other."""
    house = House(plan.service(), plan.tls is not None)
    try:
        await house.service.start()
        yield house
    finally:
        await house.close()


Opening: TypeAlias = Callable[[Plan], AbstractAsyncContextManager[House]]

opening: Opening = alone
"""How a house is opened: as one server, or within a club of several."""


@contextlib.asynccontextmanager
async def open_house(
    store: Store | None = None, *, tls: Certificate | None = None, audit: Audit | None = None, **settings: Any
) -> AsyncIterator[House]:
    """A server on a free local port, with the little game beside the real ones, and fast bots.

    The settings are those of `Settings` and of `Limits`.
    """
    async with opening(Plan(chosen(settings), store or MemoryStore(), tls, audit)) as house:
        yield house


def chosen(settings: dict[str, Any]) -> Settings:
    """Those of `Settings` and of `Limits`."""
    limits = {name: value for name, value in settings.items() if name in Limits.__dataclass_fields__}
    others = {name: value for name, value in settings.items() if name not in limits}
    usual = {"host": "127.0.0.1", "port": 0, "bot_delay": 0.0, "limits": replace(LAN, **limits)}
    return Settings(**{**usual, **others})
