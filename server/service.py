"""The whole server: listens, keeps the sessions, and closes in order.

Closing: stop listening, send every peer away, stop the tables, close the store.
"""

import asyncio
import concurrent.futures.thread  # noqa: F401, asyncio imports it late: when no file may be left to be opened
import contextlib
import logging
import math
import os
import socket
from collections.abc import AsyncIterator, Callable, Mapping
from typing import Any

from server.acceptor import Acceptor, turn_away
from server.addresses import listen
from server.audit import Audit
from server.clock import SteadyClock
from server.clustered import Clustered
from server.coming_round import ComingRound
from server.config import Settings
from server.doors import Doors
from server.heartbeats import Heartbeats
from server.house import House
from server.lobby import Lobby
from server.mail import Listing
from server.neighbours import Alone
from server.operator import Operator, Reply
from server.origins import Arrival, Origins
from server.porter import Porter
from server.prompt import PromptProtocol
from server.session import READ, Session
from server.state import ClusterState, State, descriptors, memory
from server.store import MemoryStore, SqliteStore, Store
from server.tally import Histogram, Tally
from server.thinkers import Choose, Thinkers
from server.tls import Certificate
from tuicards import __version__
from tuicards.bots.api import LEVELS, Seen, choose
from tuicards.errors import PlayerError, Refused, StorageError
from tuicards.games import GAMES
from tuicards.games.api import AnyGame, Move
from tuicards.wire.codec import encode
from tuicards.wire.messages import About, Closing

try:
    import resource
except ImportError:
    resource = None  # type: ignore[assignment]

log = logging.getLogger(__name__)

FAREWELL = 2.5
"""Seconds in which sessions may end by themselves when the server stops."""

SPARE_FILES = 32
"""Descriptors kept free for everything but connections."""


def bots_move(game: AnyGame, level: str, seen: Seen, seed: int) -> Move:
    """What a bot plays."""
    return choose(game, level, seen, seed).move


class Service:
    """A server. `start` it, `close` it; both from one event loop."""

    def __init__(
        self,
        settings: Settings,
        store: Store,
        games: Mapping[str, AnyGame] = GAMES,
        choose: Choose = bots_move,
        levels: tuple[str, ...] = LEVELS,
        tls: Certificate | None = None,
        audit: Audit | None = None,
        cluster: Clustered | None = None,
    ) -> None:
        """With `tls` every connection is encrypted. What the operator may want to know is noted in `audit`.

        In a `cluster` the lobby is everybody's, and the store keeps what ends here.
        """
        self._settings = settings
        self._tls = tls
        self._store = store
        self._clock = SteadyClock()
        self._coming_round, self._heartbeats = ComingRound(), Heartbeats()
        self._house = House(
            levels,
            bot_delay=settings.bot_delay,
            bot_budget=settings.bot_budget,
            grace=settings.grace,
            keep=settings.keep,
            idle=settings.limits.idle_table,
            watchers=settings.limits.watchers_each,
            games=games,
        )
        self.doors = Doors(settings.password, self._clock, audit)
        self.thinkers = Thinkers(settings, choose)
        self._cluster = cluster
        self._lobby = Lobby(
            settings, self._house, cluster or Alone(store), self.thinkers, self._clock, self._later, self.doors
        )
        self._origins = Origins(settings.limits, self._clock)
        self._acceptor = Acceptor(self._arrived, self._farewell(Refused("server_full")))
        self._room = settings.limits.max_connections
        self._visits: dict[asyncio.Task[None], Session | None] = {}
        """Everybody's task from being accepted on; the session as soon as there is one."""
        self._ticker: asyncio.Task[None] | None = None
        self._closing = False
        self.addresses: tuple[tuple[str, int], ...] = ()
        """Where it listens."""
        self.when_drained: Callable[[], None] = lambda: None
        """Called when it has run dry, once."""
        self.cluster_state: Callable[[], ClusterState] | None = None if cluster is None else cluster.state
        """How the cluster is of which it is a node; None: it stands alone."""
        self._handing: asyncio.Task[None] | None = None
        """Tables that leave it while it runs dry."""
        self._began = self._clock()

    @property
    def port(self) -> int:
        """The port it listens at."""
        return self.addresses[0][1]

    def about(self) -> About:
        """What anybody may know of it."""
        return self._lobby.about()

    def porter(self) -> Porter:
        """Who answers the SSH door."""
        return self._lobby.porter()

    def apply(self, settings: Settings) -> None:
        """Other settings from now on, save where it listens and where the record lies; who is here stays."""
        self._settings = settings
        self._house.bot_delay, self._house.bot_budget = settings.bot_delay, settings.bot_budget
        self._house.grace = settings.grace
        self._house.idle, self._house.watchers = settings.limits.idle_table, settings.limits.watchers_each
        self.thinkers.apply(settings)
        self.doors.password = settings.password
        self._room = room_for(settings.limits.max_connections)
        self._origins.limit(settings.limits)
        self._lobby.apply(settings)
        for session in self._visits.values():
            if session is not None:
                session.apply(settings)

    def operator(self, reload: Callable[[], Reply] = dict) -> Operator:
        """The operator's rights; `reload` reads again what may change, and tells what has."""
        return Operator(self._lobby, self.doors, self._store, self._clock, reload, self._house.drain, self.state)

    @property
    def tally(self) -> Tally:
        """What is counted while it runs."""
        return self._house.tally

    @property
    def commits(self) -> Histogram:
        """How long the disk has taken to keep records."""
        return self._store.commits

    def tables(self) -> list[Listing]:
        """All tables, as the lobby knows them."""
        return self._lobby.board.all()

    def state(self) -> State:
        """How it is now."""
        left = self._house.drain.left(self._clock())
        return State(
            name=self._lobby.server_name,
            version=__version__,
            pid=os.getpid(),
            uptime_seconds=int(self._clock() - self._began),
            addresses=tuple(f"[{host}]:{port}" if ":" in host else f"{host}:{port}" for host, port in self.addresses),
            connections=len(self._visits),
            people=len(self._lobby.here()),
            people_over_ssh=sum(bool(person.beyond_door) for person in self._lobby.here()),
            tables=len(self._lobby.board.all()),
            parties_running=self._lobby.board.parties_running(),
            draining=self._house.drain.on,
            stops_in_seconds=None if left is None else math.ceil(left),
            record=self._store.keeping,
            records_waiting=self._store.waiting,
            memory_bytes=memory(),
            descriptors=descriptors(),
            cluster=None if self.cluster_state is None else self.cluster_state(),
        )

    async def start(self) -> None:
        """Restore the record and listen. Raises SetupError: `port_taken`, `unknown_host`, `cannot_listen`."""
        sockets = listen(self._settings.host, self._settings.port)
        if self._cluster is None:
            self._lobby.restore(self._store.load())
        else:
            await self._cluster.start(self._lobby, self.doors, self._clock)
        self._room = room_for(self._settings.limits.max_connections)
        self._ticker = asyncio.create_task(self._tick(), name="ticker")
        self.addresses = tuple(bound.getsockname()[:2] for bound in sockets)
        self._acceptor.start(sockets)

    async def close(self, *, at_once: bool = False) -> None:
        """Stop in order. All that anybody was told is kept.

        With `at_once` nobody is told anything: other servers go on with everything already.
        """
        await self._acceptor.stop()
        for session in self._visits.values() if at_once else ():
            if session is not None:
                session.abort()
        await self._send_away(0.0 if at_once else FAREWELL)
        if self._ticker is not None:
            self._ticker.cancel()
        if not at_once:
            await self._hand_over()
        await self._lobby.stop()
        await self.thinkers.close()
        if self._cluster is not None:
            await self._cluster.close()
        await self._store.close()

    async def _hand_over(self) -> None:
        """The other servers of the cluster go on with what runs here; soon, or by themselves a little later."""
        if self._handing is not None:
            self._handing.cancel()
        if self._cluster is not None and self._ticker is not None:
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(FAREWELL):
                    await self._cluster.hand_over()

    async def _send_away(self, within: float) -> None:
        """All visits end, by themselves for so long."""
        for task, session in list(self._visits.items()):
            if session is None:
                task.cancel()
            else:
                session.close("server_stopping", again=True)
        if self._visits:
            await asyncio.wait(list(self._visits), timeout=within)
        for task in list(self._visits):
            task.cancel()
        await asyncio.gather(*self._visits, return_exceptions=True)

    # ---- connections -----------------------------------------------------------------------------------

    def _arrived(self, sock: socket.socket, host: str) -> None:
        """Begin a visit, known before its task has run once, so that closing misses none."""
        try:
            if not self._tls:
                self.doors.bans.check_address(host)
            if len(self._visits) >= self._room:
                raise Refused("server_full")
            arrival = Arrival(self._origins, host)
        except PlayerError as error:
            self.doors.note_refusal(error, host)
            turn_away(sock, self._farewell(error))
            return
        task = asyncio.create_task(self._visit(sock, arrival), name="visit")
        self._visits[task] = None
        task.add_done_callback(lambda task: self._departed(task, sock, arrival))

    def _farewell(self, error: PlayerError) -> bytes:
        """What is said to a connection for which there is no session; nothing to one that expects a handshake."""
        return b"" if self._tls else _last_word(error, again=error.code != "banned")

    def _departed(self, task: asyncio.Task[None], sock: socket.socket, arrival: Arrival) -> None:
        del self._visits[task]
        arrival.leave()
        sock.close()

    async def _visit(self, sock: socket.socket, arrival: Arrival) -> None:
        """One connection from beginning to end. A fault in it ends it alone."""
        try:
            reader, writer = await self._open(sock)
            session = Session(
                reader,
                writer,
                self._lobby,
                self._settings,
                arrival,
                self._clock,
                self._coming_round,
                self._heartbeats,
            )
            task = asyncio.current_task()
            assert task is not None
            self._visits[task] = session
            await session.run()
        except PlayerError as error:
            self.doors.note_refusal(error, arrival.host)
            turn_away(sock, _last_word(error, again=False))
        except OSError as error:
            log.info("%s has not come in: %s", arrival.host, error.strerror or type(error).__name__)
        except Exception:
            log.exception("a connection is closed by a fault")

    async def _open(self, sock: socket.socket) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        """The two ends of an accepted connection.

        Raises OSError when it cannot be opened, Refused `tls_needed` when it is not encrypted and has to be.
        """
        loop = asyncio.get_running_loop()
        reader = asyncio.StreamReader(limit=READ)
        protocol = PromptProtocol(reader)
        async with asyncio.timeout(self._settings.hello_within):
            context = await self._tls.expect(sock) if self._tls else None
            transport, _ = await loop.connect_accepted_socket(lambda: protocol, sock, ssl=context)
        return reader, asyncio.StreamWriter(transport, protocol, reader, loop)

    def _later(self, delay: float, action: Any) -> object:
        return asyncio.get_running_loop().call_later(delay, action)

    async def _tick(self) -> None:
        """Keep the clock steady, say once when the record cannot be kept, and see to running dry."""
        drained = False
        while True:
            await asyncio.sleep(1)
            self._clock()
            self._lobby.tell_of_trouble()
            if self._cluster is not None and self._house.drain.on and (self._handing is None or self._handing.done()):
                self._handing = asyncio.create_task(self._cluster.hand_over(), name="handing over")
            if self._lobby.drained() and not drained:
                drained = True
                log.info("no party runs any more, or time is up: the server has run dry")
                self.when_drained()


def _last_word(error: PlayerError, again: bool) -> bytes:
    return encode(Closing(code=error.code, params=dict(error.params), again=again))


def room_for(connections: int) -> int:
    """How many of so many connections the process can hold. Its limit on open files is raised where it may be."""
    if resource is None:
        return connections
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    needed = connections + SPARE_FILES
    if soft < needed and soft != resource.RLIM_INFINITY:
        soft = needed if hard == resource.RLIM_INFINITY else min(needed, hard)
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
    if soft != resource.RLIM_INFINITY and soft < needed:
        log.warning("the limit of %d open files leaves room for %d connections", soft, max(1, soft - SPARE_FILES))
        return max(1, soft - SPARE_FILES)
    return connections


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
