"""Several nodes in one process: what a kill leaves is what a node leaves that says nothing more to anybody."""

import contextlib
from collections.abc import AsyncIterator
from typing import Any

from server.cluster.node import CUT_OFF, Node
from server.store import MemoryStore, Store
from tests.server.peer import House, Plan, chosen


class ClubHouse(House):
    """One node, and the peers that came to it."""

    def __init__(self, name: str, node: Node, plan: Plan) -> None:
        """The node is open already."""
        super().__init__(plan.service(node), plan.tls is not None)
        self.name, self.node, self.store = name, node, plan.store

    async def kill(self) -> None:
        """From now on it does nothing more; nobody is told."""
        self.node.give_up()
        await self.service.close(at_once=True)


class Club:
    """Nodes that share a Redis."""

    def __init__(self, url: str, prefix: str, cut_off: float) -> None:
        self._url, self._prefix, self._cut_off = url, prefix, cut_off
        self.houses: list[ClubHouse] = []

    async def open(
        self, name: str, store: Store | None = None, doors: tuple[str, ...] = (), **settings: Any
    ) -> ClubHouse:
        """One more node, on a free local port; the settings are those of `open_house`."""
        return await self.open_planned(name, Plan(chosen(settings), store or MemoryStore()), doors)

    async def open_planned(self, name: str, plan: Plan, doors: tuple[str, ...] = ()) -> ClubHouse:
        """One more node, like this."""
        node = Node(self._url, name, self._prefix, plan.store, self._cut_off)
        await node.open("127.0.0.1:0", doors)
        house = ClubHouse(name, node, plan)
        self.houses.append(house)
        await house.service.start()
        return house

    async def close(self) -> None:
        for house in self.houses:
            await house.close()


@contextlib.asynccontextmanager
async def open_club(url: str, prefix: str, cut_off: float = CUT_OFF) -> AsyncIterator[Club]:
    """A club without nodes yet. `cut_off`: seconds without Redis after which they send people on."""
    club = Club(url, prefix, cut_off)
    try:
        yield club
    finally:
        await club.close()
