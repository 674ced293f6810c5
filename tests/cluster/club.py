"""Several nodes in one process: what a kill leaves is what a node leaves that says nothing more to anybody."""

import contextlib
from collections.abc import AsyncIterator
from dataclasses import replace
from typing import Any

from server.cluster.node import Node
from server.config import Settings
from server.limits import LAN
from server.service import Service
from server.store import MemoryStore, Store
from tests.server.little import LITTLE
from tests.server.peer import House
from tuicards.games import GAMES


class ClubHouse(House):
    """One node, and the peers that came to it."""

    def __init__(self, name: str, service: Service, node: Node, store: Store) -> None:
        super().__init__(service)
        self.name, self.node, self.store = name, node, store

    async def kill(self) -> None:
        """From now on it does nothing more; nobody is told."""
        self.node.give_up()
        await self.service.close(at_once=True)


class Club:
    """Nodes that share a Redis."""

    def __init__(self, url: str, prefix: str) -> None:
        self._url, self._prefix = url, prefix
        self.houses: list[ClubHouse] = []

    async def open(self, name: str, store: Store | None = None, **settings: Any) -> ClubHouse:
        """One more node, on a free local port, with the little game beside the real ones, and fast bots."""
        kept = store or MemoryStore()
        node = Node(self._url, name, self._prefix, kept)
        await node.open("127.0.0.1:0")
        chosen = {"host": "127.0.0.1", "port": 0, "bot_delay": 0.0, "limits": replace(LAN), **settings}
        service = Service(Settings(**chosen), kept, {**GAMES, "little": LITTLE}, cluster=node)
        house = ClubHouse(name, service, node, kept)
        await service.start()
        self.houses.append(house)
        return house

    async def close(self) -> None:
        for house in self.houses:
            await house.close()


@contextlib.asynccontextmanager
async def open_club(url: str, prefix: str) -> AsyncIterator[Club]:
    """A club without nodes yet."""
    club = Club(url, prefix)
    try:
        yield club
    finally:
        await club.close()
