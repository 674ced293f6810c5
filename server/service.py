"""The whole server: listens, keeps the sessions, and closes in order.

Closing: stop listening, send every peer away, stop the tables, close the store.
"""

import asyncio
import contextlib
import logging
from collections.abc import AsyncIterator, Mapping
from typing import Any

from server.actor import Choose
from server.addresses import listen
from server.clock import SteadyClock
from server.config import Settings
from server.house import House
from server.lobby import Lobby
from server.session import Session
from server.store import MemoryStore, SqliteStore, Store
from tuicards.bots.api import LEVELS, choose
from tuicards.errors import StorageError
from tuicards.games import GAMES
from tuicards.games.api import AnyGame, Move
from tuicards.wire.codec import encode
from tuicards.wire.messages import Closing

try:
    import resource
except ImportError:
    resource = None  # type: ignore[assignment]

log = logging.getLogger(__name__)

FAREWELL = 2.5
"""Seconds in which sessions may end by themselves when the server stops."""

SPARE_FILES = 32
"""Descriptors kept free for everything but connections."""


def bots_move(game: AnyGame, level: str, view: Any, seed: int) -> Move:
    """What a bot plays."""
    return choose(game, level, view, seed).move


class Service:
    """A server. `start` it, `close` it; both from one event loop."""

    def __init__(
        self,
        settings: Settings,
        store: Store,
        games: Mapping[str, AnyGame] = GAMES,
        choose: Choose = bots_move,
        levels: tuple[str, ...] = LEVELS,
    ) -> None:
        self._settings = settings
        self._store = store
        self._clock = SteadyClock()
        self._house = House(
            levels, bot_delay=settings.bot_delay, grace=settings.grace, keep=settings.keep, games=games
        )
        self._lobby = Lobby(settings, self._house, store, choose, self._clock, self._later)
        self._servers: list[asyncio.Server] = []
        self._sessions: dict[asyncio.Task[None], Session] = {}
        self._ticker: asyncio.Task[None] | None = None
        self._closing = False
        self.addresses: tuple[tuple[str, int], ...] = ()
        """Where it listens."""

    @property
    def port(self) -> int:
        """The port it listens at."""
        return self.addresses[0][1]

    async def start(self) -> None:
        """Restore the record and listen. Raises SetupError: `port_taken`, `unknown_host`, `cannot_listen`."""
        sockets = listen(self._settings.host, self._settings.port)
        self._lobby.restore(self._store.load())
        self._ticker = asyncio.create_task(self._tick(), name="ticker")
        for bound in sockets:
            self._servers.append(await asyncio.start_server(self._connected, sock=bound))
        self.addresses = tuple(bound.getsockname()[:2] for bound in sockets)

    async def close(self) -> None:
        """Stop in order. All that anybody was told is kept."""
        self._closing = True
        for server in self._servers:
            server.close()
        await self._send_away()
        if self._ticker is not None:
            self._ticker.cancel()
        await self._lobby.stop()
        await self._store.close()

    async def _send_away(self) -> None:
        for session in list(self._sessions.values()):
            session.close("server_stopping", again=True)
        if self._sessions:
            await asyncio.wait(list(self._sessions), timeout=FAREWELL)
        for task in list(self._sessions):
            task.cancel()
        await asyncio.gather(*self._sessions, return_exceptions=True)

    def _connected(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Begin a session, known before its task has run once, so that closing misses none."""
        if self._closing or len(self._sessions) >= self._most_connections():
            writer.write(encode(Closing(code="server_stopping" if self._closing else "server_full", again=True)))
            writer.close()
            return
        session = Session(reader, writer, self._lobby, self._settings)
        task = asyncio.create_task(_attend(session), name="session")
        self._sessions[task] = session
        task.add_done_callback(self._sessions.pop)

    def _most_connections(self) -> int:
        if resource is None:
            return self._settings.max_connections
        files, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
        return max(1, min(self._settings.max_connections, files - SPARE_FILES))

    def _later(self, delay: float, action: Any) -> object:
        return asyncio.get_running_loop().call_later(delay, action)

    async def _tick(self) -> None:
        """Keep the clock steady, and say once when the record cannot be kept."""
        told = self._store.trouble
        while True:
            await asyncio.sleep(1)
            self._clock()
            if self._store.trouble and not told:
                self._lobby.announce("not_kept")
            told = self._store.trouble


async def _attend(session: Session) -> None:
    """One connection from beginning to end. A fault in it ends it alone."""
    try:
        await session.run()
    except Exception:
        log.exception("a connection is closed by a fault")


def open_store(settings: Settings) -> Store:
    """The store of the settings. A folder that cannot be used gives one in memory, with a warning.

    Raises StorageError: `data_in_use`, `data_of_newer_version`.
    """
    if settings.data is None:
        return MemoryStore()
    try:
        return SqliteStore(settings.data)
    except StorageError as error:
        if error.code != "data_unusable":
            raise
        log.warning("nothing will be kept: %s cannot be used (%s)", error.params["folder"], error.params["why"])
        return MemoryStore(trouble=True)


@contextlib.asynccontextmanager
async def running(settings: Settings, store: Store | None = None) -> AsyncIterator[Service]:
    """A started server for as long as the block lasts. Without a store it is the one of the settings."""
    service = Service(settings, store or open_store(settings))
    try:
        await service.start()
        yield service
    finally:
        await service.close()
