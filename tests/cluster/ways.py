"""How the tests of a server are played in a club of several: at one node of it, or at two of them in turn."""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import replace
from itertools import count, cycle

from server.cluster.faults import Away, Lapsed
from server.cluster.node import Node
from server.store import MemoryStore
from tests.cluster.club import ClubHouse, open_club
from tests.server.peer import PATIENCE, House, Opening, Peer, Plan
from tuicards.wire.messages import Lobby, Said, ServerMessage, Update


class Settled(Peer):
    """Goes on when all nodes know what it was told, so that whoever is asked next knows it, as at one server."""

    def __init__(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, settled: Callable[[], Awaitable[None]]
    ) -> None:
        super().__init__(reader, writer)
        self._settled = settled

    async def hear(self) -> ServerMessage | None:
        message = await super().hear()
        if not isinstance(message, Update | Lobby | Said):
            await self._settled()
        return message


class Apart(House):
    """Two nodes. The first peer comes to the second of them, the next one to the first, and so on."""

    def __init__(self, here: ClubHouse, there: ClubHouse, tls: bool) -> None:
        super().__init__(here.service, tls)
        self._nodes = (here.node, there.node)
        self._entrances = cycle((there.service, here.service))

    def _entrance(self) -> int:
        return next(self._entrances).port

    def _peer(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> Peer:
        return Settled(reader, writer, self._settled)

    async def _settled(self) -> None:
        with contextlib.suppress(Away, Lapsed):  # one of them is about to close
            async with asyncio.timeout(PATIENCE):
                for node in self._nodes:
                    await node._inbox.settled()
                    await node._commons.settled()
                for node in self._nodes:
                    await hear_all(node)


async def hear_all(node: Node) -> None:
    """Returns when the node has heard what there is to hear by now."""
    following = node._following
    streams = (node._keys.facts, node._keys.inbox(node._run))
    fact, post = await asyncio.gather(*(last_in(node, stream) for stream in streams))
    while not node._gave_up and (  # noqa: ASYNC110, nobody is told of it
        in_order(following._last.id) < fact or in_order(following._last_post) < post
    ):
        await asyncio.sleep(0.001)


async def last_in(node: Node, stream: str) -> tuple[int, ...]:
    """The id of the newest entry."""
    entries = await node._link.ask("XREVRANGE", stream, "+", "-", "COUNT", "1")
    return in_order(entries[0][0].decode()) if entries else (0, 0)


def in_order(entry: str) -> tuple[int, ...]:
    """An id of an entry, as one that can be compared."""
    return tuple(map(int, entry.split("-")))


def one_node(url: str, prefix: str) -> Opening:
    """Each house is the only node of the club, and finds what the one before has left."""
    names = (f"n{number}" for number in count(1))

    @contextlib.asynccontextmanager
    async def opening(plan: Plan) -> AsyncIterator[House]:
        async with open_club(url, prefix) as club:
            yield await club.open_planned(next(names), plan)

    return opening


def two_nodes(url: str, prefix: str) -> Opening:
    """Each house is two nodes; what the second archives is not in the test's store."""
    names = (f"n{number}" for number in count(1))

    @contextlib.asynccontextmanager
    async def opening(plan: Plan) -> AsyncIterator[House]:
        async with open_club(url, prefix) as club:
            here = await club.open_planned(next(names), plan)
            there = await club.open_planned(next(names), _beside(plan))
            house = Apart(here, there, plan.tls is not None)
            try:
                yield house
            finally:
                await house.empty()

    return opening


def _beside(plan: Plan) -> Plan:
    return replace(plan, settings=replace(plan.settings, port=0), store=MemoryStore())
