"""The server tells the network around where it is, by multicast DNS. It runs as well where that cannot be."""

import asyncio
import ipaddress
import logging
from collections.abc import Sequence
from typing import TYPE_CHECKING

from server.addresses import for_friends, heard_at, is_loopback
from server.service import Service
from tuicards import announced
from tuicards.address import format_address
from tuicards.interfaces import Interface
from tuicards.mdns import NO_MULTICAST, NO_NETWORK, NOT_INSTALLED, SERVICE, follow
from tuicards.wire.messages import About

if TYPE_CHECKING:
    from zeroconf import ServiceInfo
    from zeroconf.asyncio import AsyncZeroconf

log = logging.getLogger(__name__)

MOST_ADDRESSES = 16
"""So many addresses fit a packet with all else."""

LABEL = 63
"""Bytes of a name in DNS."""

STOP_WITHIN = 2.5
"""Seconds in which the announcement is withdrawn, or else left to grow old."""

WHY_NOT = {
    NOT_INSTALLED: "zeroconf is not installed: pip install 'tuicards[lan]'",
    NO_NETWORK: "there is no network but this machine",
    NO_MULTICAST: "this network has no multicast, or another program keeps it",
}


class Announcer:
    """The companion that announces. A server that only this machine reaches is not announced."""

    def __init__(self, encrypted: bool) -> None:
        self._encrypted = encrypted
        self._task: asyncio.Task[None] | None = None
        self._service: Service | None = None

    def doors(self, host: str, port: int) -> tuple[str, ...]:
        """What a server that is to listen there will announce, as people type it; nothing for any free port.

        Raises SetupError `unknown_host`.
        """
        hosts = for_friends(heard_at(host)) if port else []
        return tuple(format_address(one, port, self._encrypted) for one in hosts)

    async def start(self, service: Service) -> None:
        """Begin, and wait for nothing. Raises nothing."""
        if all(is_loopback(host) for host, _ in service.addresses):
            log.info("not announced: only this machine reaches the server")
            return
        self._service = service
        self._task = asyncio.create_task(follow(self._announce, self._tell), name="announcer")

    async def stop(self) -> None:
        """Say goodbye, in bounded time."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.wait([self._task], timeout=STOP_WITHIN)

    def _tell(self, trouble: str) -> None:
        if trouble:
            log.info("not announced: %s", WHY_NOT[trouble])

    async def _announce(self, opened: "AsyncZeroconf", network: Sequence[Interface]) -> None:
        assert self._service is not None
        addresses = announced_addresses([host for host, _ in self._service.addresses], network)
        if not addresses:
            return
        info = announcement(self._service.about(), self._service.port, addresses, self._encrypted)
        # the name holds what no other server has: nobody needs to be asked whether it is free
        await opened.async_register_service(info, cooperating_responders=True)
        log.info("announced to the network at %s", ", ".join(interface.name for interface in network))


def announced_addresses(listening: Sequence[str], network: Sequence[Interface]) -> list[str]:
    """Those of this machine's addresses at which a server that listens there can be reached."""
    here = [address.ip for interface in network for address in interface.addresses]
    families = [ipaddress.ip_address(host).version for host in listening if host in ("0.0.0.0", "::")]
    heard = [str(ip) for ip in here if ip.version in families or str(ip) in listening]
    return list(dict.fromkeys(heard))[:MOST_ADDRESSES]


def announcement(about: About, port: int, addresses: Sequence[str], encrypted: bool) -> "ServiceInfo":
    """What is told of a server: only what does not change while it runs."""
    from zeroconf import ServiceInfo

    text = {
        announced.NAME: about.server,
        announced.VERSION: about.version,
        announced.PROTOCOL: str(about.protocol),
        announced.TLS: "1" if encrypted else "0",
        announced.RUN: about.run,
    }
    return ServiceInfo(
        SERVICE,
        f"{_label(about.server, about.run)}.{SERVICE}",
        port=port,
        properties={key: value.encode() for key, value in text.items()},
        server=f"tuicards-{about.run}.local.",
        parsed_addresses=list(addresses),
    )


def _label(name: str, run: str) -> str:
    """The server's name, and what tells it from others of that name, as one label."""
    room = LABEL - len(f" {run}".encode())
    return f"{name.encode()[:room].decode(errors='ignore').strip()} {run}".strip()
