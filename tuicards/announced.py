"""What a stranger announces on the network, and where that may lead."""

import contextlib
import ipaddress
import socket
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from tuicards.address import Address
from tuicards.interfaces import Interface

MOST_ADDRESSES = 8
"""So many addresses of one announcement are tried."""

LONGEST_RUN = 64

NAME, VERSION, PROTOCOL, TLS, RUN = b"name", b"version", b"protocol", b"tls", b"run"
"""What stands in the text of an announcement."""

IP: TypeAlias = ipaddress.IPv4Address | ipaddress.IPv6Address


@dataclass(frozen=True, slots=True)
class Announced:
    """Where a server says that it is."""

    addresses: tuple[Address, ...]
    """Those that may be reached from here, the likeliest first: IPv4, IPv6, what holds on one link alone."""
    run: str
    """Which server it is; empty where that is not said."""


def read_announcement(
    hosts: Iterable[str], port: int | None, text: Mapping[bytes, bytes | None], network: Sequence[Interface]
) -> Announced:
    """The announcement, as far as it makes sense: without addresses where none leads to this network.

    A host is an IP address. Nothing far away is ever tried, or an announcement could send everybody there.
    """
    run = (text.get(RUN) or b"")[:LONGEST_RUN].decode("utf-8", "replace")
    if port is None or not 1 <= port <= 65535:
        return Announced((), run)
    ranked = sorted(
        {(rank, name) for host in hosts for ip in _read(host) for rank, name in _ways(ip, network)},
    )
    tls = text.get(TLS) == b"1"
    return Announced(tuple(Address(name, port, tls) for _, name in ranked[:MOST_ADDRESSES]), run)


def _read(host: str) -> list[IP]:
    with contextlib.suppress(ValueError):
        return [ipaddress.ip_address(host)]
    return []


def _ways(ip: IP, network: Sequence[Interface]) -> Iterable[tuple[int, str]]:
    """The address as it is written here, with how unlikely it is to be reached; none where that makes no sense."""
    if ip.is_loopback or ip.is_multicast or ip.is_unspecified or ip.is_reserved:
        return []
    if isinstance(ip, ipaddress.IPv6Address) and ip.is_link_local:
        return [(4, name) for name in _scoped(ip, network)]
    near = any(ip in here.network for interface in network for here in interface.addresses)
    if not near and ip.is_global:
        return []
    return [((0 if ip.version == 4 else 2) + (not near), str(ip))]


def _scoped(ip: ipaddress.IPv6Address, network: Sequence[Interface]) -> list[str]:
    """A link's own address on the interface on which it was heard, or else on each that has such addresses."""
    bare, _, scope = str(ip).partition("%")
    if scope:
        with contextlib.suppress(OSError, OverflowError):
            return [f"{bare}%{socket.if_indextoname(int(scope)) if scope.isdecimal() else scope}"]
        return []
    return [f"{bare}%{each.name}" for each in network if any(here.ip.is_link_local for here in each.addresses)]
