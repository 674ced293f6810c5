"""Servers on the network around, found by multicast DNS and looked at before anybody comes in."""

from collections.abc import AsyncIterator
from dataclasses import dataclass

from tuicards.look import Seen


@dataclass(frozen=True, slots=True)
class Neighbours:
    """What is known of the network at one time."""

    servers: tuple[Seen, ...] = ()
    """Each server once, by name, at an address that this machine reaches."""
    trouble: str = ""
    """Why no more may be found: `lan.not_installed`, `lan.no_network`, `lan.no_multicast`; or nothing."""


class Nearby:
    """The servers around. Somebody looks only while somebody iterates over `changes`."""

    async def changes(self) -> AsyncIterator[Neighbours]:
        """What is known now, and again whenever that changes. Never raises, never ends by itself."""
        raise NotImplementedError
        yield Neighbours()

    async def close(self) -> None:
        """End the search and every iteration."""
