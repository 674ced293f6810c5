"""The places at which one server can be reached, in the order in which a link tries them."""

import random
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from tuicards.address import Address, format_address
from tuicards.tls import Trust


class Place(NamedTuple):
    """Where a server is, and what makes its certificate good; without trust the way there is open."""

    host: str
    port: int
    trust: Trust | None = None

    @property
    def address(self) -> str:
        """As people type it, without a certificate."""
        return format_address(self.host, self.port, self.trust is not None)


class Places:
    """At least one place. One of them is the present one, and after the last comes the first."""

    def __init__(self, places: Sequence[Place]) -> None:
        self._places = tuple(places)
        self._at = 0

    def __len__(self) -> int:
        return len(self._places)

    @property
    def present(self) -> Place:
        return self._places[self._at]

    def go_on(self) -> None:
        """To the next one."""
        self._at = (self._at + 1) % len(self._places)


def places_of(addresses: Iterable[Address], ca: str = "") -> tuple[Place, ...]:
    """The places of addresses. `ca` is a file of authorities that take the place of the system's."""
    return tuple(Place(a.host, a.port, Trust(a.pin, ca) if a.tls else None) for a in addresses)


def in_order(places: Sequence[Place], used: str) -> list[Place]:
    """The one with the address that was used last, then the others as chance has it; all by chance where none was.

    So the clients of a server that is gone spread over the others.
    """
    mixed = random.sample(places, len(places))
    return sorted(mixed, key=lambda place: place.address != used)
