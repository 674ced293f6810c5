"""A server's place among several, as its service sees it."""

from collections.abc import Callable
from typing import Protocol

from server.clock import Clock
from server.doors import Doors
from server.lobby import Lobby
from server.neighbours import Neighbours
from server.state import ClusterState


class Clustered(Neighbours, Protocol):
    """Neighbours that there are. It is a member already when the service gets it."""

    lapsed: Callable[[], None]
    """Called when the others have given this server up: what it knows is worth nothing any more."""

    async def start(self, lobby: Lobby, doors: Doors, clock: Clock) -> None:
        """Have the lobby know what all know, and follow what they say."""

    async def hand_over(self) -> None:
        """Let the others go on with the tables that run here. Returns when none is left, or there are no others."""

    async def close(self) -> None:
        """Be none of them any more."""

    def state(self) -> ClusterState:
        """For the operator."""
