"""Ways to reach a server: one in this program, for oneself or for friends, or one elsewhere."""

import contextlib
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from tuicards.address import Address, format_address, parse_addresses
from tuicards.asked import BOT_DELAY
from tuicards.collector import undisturbed
from tuicards.person import Person
from tuicards.wire.messages import DEFAULT_PORT

if TYPE_CHECKING:
    from server.config import Settings
    from server.service import Service
    from server.store import Store
    from tuicards.client import Link
    from tuicards.destination import Destination
    from tuicards.lan import Nearby

LOOPBACK = "127.0.0.1"
SOLO = "@solo"
"""The name of a server that only this program reaches; `server.@solo` says it to the person."""


def load_server() -> None:
    """All that a server inside this program needs, before there is a screen."""
    with undisturbed():
        import server.service  # noqa: F401


class Ways:
    """Ways to reach a server, for the commands and the home screen. Servers live until the stack is closed."""

    def __init__(
        self, person: Person, stack: contextlib.AsyncExitStack, *, bot_delay: float = BOT_DELAY,
        listen: str = "", port: int = DEFAULT_PORT, data: str | None = None, announce: bool = True,
    ) -> None:  # fmt: skip
        self._person = person
        self._stack = stack
        self._bot_delay = bot_delay
        self._listen, self._port, self._data, self._announce = listen, port, data, announce
        self._solo: Address | None = None
        self._hosted: Address | None = None
        self._hosts: list[str] = []
        """Where the hosted server listens."""
        self._password = ""

    async def solo(self, name: str) -> "Link":
        """A link to a server inside this program that nobody else can reach."""
        from server.config import Settings

        if self._solo is None:
            settings = Settings(host=LOOPBACK, port=0, bot_delay=self._bot_delay, name=SOLO)
            self._solo = Address(LOOPBACK, await self._serve(settings))
        return _link(self._as(name, ""), [self._solo], passing=True)

    async def host(self, name: str, password: str) -> "Link":
        """A link to a server inside this program that the network can reach. The first password counts.

        Raises SetupError when it cannot listen, StorageError when the record cannot be opened.
        """
        from server.config import Settings
        from server.store import SqliteStore

        if self._hosted is None:
            settings = Settings(
                host=self._listen, port=self._port, bot_delay=self._bot_delay, password=password,
                name=name or self._person.name,
            )  # fmt: skip
            service = await self._started(settings, SqliteStore(Path(self._data)) if self._data else None)
            if self._announce:
                await self._tell_the_network(service)
            self._hosts = [host for host, _ in service.addresses]
            host = {"": LOOPBACK, "0.0.0.0": LOOPBACK, "::": "::1"}.get(self._listen, self._listen)
            self._hosted = Address(host, service.port)
            self._password = password
        return _link(self._as(name, self._password), [self._hosted])

    async def unseen(self, name: str) -> str:
        """The address of a server of that name inside this program that this machine alone can reach."""
        from server.config import Settings

        settings = Settings(host=LOOPBACK, port=0, bot_delay=self._bot_delay, name=name)
        return format_address(LOOPBACK, await self._serve(settings))

    async def _serve(self, settings: "Settings", store: "Store | None" = None) -> int:
        """Starts a server and says at which port it listens."""
        return (await self._started(settings, store)).port

    async def _started(self, settings: "Settings", store: "Store | None") -> "Service":
        from server.service import running

        return await self._stack.enter_async_context(running(settings, store))

    async def _tell_the_network(self, service: "Service") -> None:
        """For as long as it lives."""
        from server.announcing import Announcer
        from server.companions import accompanied

        await self._stack.enter_async_context(accompanied(service, [Announcer(encrypted=False)]))

    def _as(self, name: str, password: str) -> Person:
        """The person under another name."""
        return replace(self._person, name=name or self._person.name, password=password)

    def dial(self, address: str, name: str, password: str) -> "Link":
        """A link to a server elsewhere, at one address or several. Raises SetupError when that is none."""
        return _link(self._as(name, password), parse_addresses(address))

    def join(self, address: str) -> "Link":
        """A link to a server elsewhere, with the name and the password that were given at the start."""
        return _link(self._person, parse_addresses(address))

    async def find(self, text: str) -> "Destination":
        """Where an address or a join code leads to. Raises what `tuicards.destination.find` raises."""
        from server.addresses import local_addresses
        from tuicards.destination import find

        return await find(text, local_addresses())

    def nearby(self) -> "Nearby":
        """A search for the servers around."""
        from tuicards.lan import Nearby

        return Nearby()

    def addresses(self) -> tuple[str, ...]:
        """Where friends reach the server that this program hosts; empty while it hosts none."""
        from server.addresses import for_friends

        if self._hosted is None:
            return ()
        hosts = for_friends(self._hosts)
        short = [host for host in hosts if ":" not in host] or hosts or [self._hosted.host]
        return tuple(format_address(host, self._hosted.port) for host in short)


def _link(person: Person, addresses: Sequence[Address], passing: bool = False) -> "Link":
    """A link to the server of these addresses.

    `passing`: one that ends with this program, whose tokens are not worth keeping.
    """
    from tuicards.places import places_of
    from tuicards.recording import RecordingLink

    place, *others = places_of(addresses, person.ca)
    return RecordingLink(
        person.identity,
        place.host,
        place.port,
        name=person.name,
        token=person.token,
        password=person.password,
        keeps_token=not passing,
        trust=place.trust,
        others=others,
        folder=person.records,
    )
