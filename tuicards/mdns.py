"""Multicast DNS on whatever interfaces there are: what announcing and browsing have in common."""

import asyncio
import contextlib
import importlib
import ipaddress
import logging
import socket
from collections.abc import Awaitable, Callable, Sequence
from typing import TYPE_CHECKING, TypeAlias

from tuicards.interfaces import Interface, interfaces

if TYPE_CHECKING:
    from zeroconf.asyncio import AsyncZeroconf

SERVICE = "_tuicards._tcp.local."

PORT = 5353
"""Of multicast DNS; all who speak it on one machine share it."""

NOT_INSTALLED, NO_NETWORK, NO_MULTICAST = "lan.not_installed", "lan.no_network", "lan.no_multicast"

POLL = 4.0
"""Seconds between two looks at the interfaces."""

FAREWELL = 1.5
"""Seconds in which what was announced may be withdrawn."""

Use: TypeAlias = "Callable[[AsyncZeroconf, Sequence[Interface]], Awaitable[None]]"
"""What to do with the network as it is now. All of it ends by itself when the network changes."""


async def follow(use: Use, tell: Callable[[str], None]) -> None:
    """Use the network, and anew whenever its interfaces have changed. Ends where zeroconf is not installed.

    `tell` hears what is in the way now, one of the codes above, and an empty text when that is over. Nothing is
    raised.
    """
    try:
        # 160 ms, and a screen or a table must not wait so long
        await asyncio.to_thread(importlib.import_module, "zeroconf.asyncio")
        await asyncio.to_thread(importlib.import_module, "ifaddr")
    except ImportError:
        tell(NOT_INSTALLED)
        return
    logging.getLogger("zeroconf").setLevel(
        logging.CRITICAL
    )  # it tells of every interface and packet what `tell` sums up
    follower = _Follower(use, tell)
    try:
        while True:
            await follower.catch_up()
            await asyncio.sleep(POLL)
    finally:
        await follower.end()


class _Follower:
    def __init__(self, use: Use, tell: Callable[[str], None]) -> None:
        self._use, self._tell = use, tell
        self._network: tuple[Interface, ...] | None = None
        """The one that is used; None: none is, try again."""
        self._open: AsyncZeroconf | None = None

    async def catch_up(self) -> None:
        network = interfaces()
        if network == self._network:
            return
        await self.end()
        self._network = network
        if not network:
            self._tell(NO_NETWORK)
            return
        try:
            _check_port()
            await self._begin(network)
        except Exception:  # a library's, the system's: an interface has vanished meanwhile, the port is taken, ...
            await self.end()
            self._tell(NO_MULTICAST)
        else:
            self._tell("")

    async def _begin(self, network: tuple[Interface, ...]) -> None:
        from zeroconf.asyncio import AsyncZeroconf

        self._open = AsyncZeroconf(interfaces=_chosen(network))
        await self._use(self._open, network)

    async def end(self) -> None:
        """Withdraw what was announced, in bounded time."""
        opened, self._open, self._network = self._open, None, None
        if opened is not None:
            with contextlib.suppress(Exception):
                async with asyncio.timeout(FAREWELL):
                    await opened.async_close()


def _check_port() -> None:
    """Raises OSError where another program has the port of multicast DNS for itself alone."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        if hasattr(socket, "SO_REUSEPORT"):
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
        probe.bind(("", PORT))


def _chosen(network: Sequence[Interface]) -> list[str | int | tuple[tuple[str, int, int], int]]:
    """The interfaces as zeroconf takes them: IPv4 by one address, IPv6 by the index."""
    chosen: list[str | int | tuple[tuple[str, int, int], int]] = []
    for interface in network:
        ipv4 = [here.ip for here in interface.addresses if isinstance(here, ipaddress.IPv4Interface)]
        chosen += [str(ip) for ip in ipv4]
        if len(ipv4) < len(interface.addresses):
            chosen.append(interface.index)
    return chosen
