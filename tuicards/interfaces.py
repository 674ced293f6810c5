"""The network interfaces of this machine, as they are at this moment."""

import ipaddress
import socket
import struct
import sys
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    import ifaddr

GET_FLAGS = 0x8913
"""The request for an interface's flags on Linux."""

UP_AND_RUNNING = 0x1 | 0x40

Here: TypeAlias = ipaddress.IPv4Interface | ipaddress.IPv6Interface
"""An address of this machine with the network that it is in."""


@dataclass(frozen=True, slots=True)
class Interface:
    """One that leads to other machines."""

    name: str
    index: int
    addresses: tuple[Here, ...]
    """Those that can be used now: none of an interface that is down, none that is still being claimed."""


def interfaces() -> tuple[Interface, ...]:
    """Those that have an address that can be used, by their index. No packet is sent.

    Raises ImportError where `ifaddr` is not installed.
    """
    import ifaddr

    try:
        adapters = list(ifaddr.get_adapters())
    except OSError:
        return ()
    up = [adapter for adapter in adapters if is_up(adapter.nice_name)]
    found = [(adapter, _usable(adapter.index or 0, adapter.ips)) for adapter in up]
    kept = [Interface(adapter.nice_name, adapter.index or 0, here) for adapter, here in found if here]
    return tuple(sorted(kept, key=lambda interface: interface.index))


def is_up(name: str) -> bool:
    """Whether the interface is up and has somebody at the other end. Elsewhere than on Linux it is taken to be."""
    if sys.platform != "linux":
        return True
    import fcntl

    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            answer = fcntl.ioctl(probe.fileno(), GET_FLAGS, struct.pack("256s", name.encode()[:15]))
        except OSError:
            return False
    (flags,) = struct.unpack_from("H", answer, 16)
    return bool(flags & UP_AND_RUNNING == UP_AND_RUNNING)


def _usable(index: int, claimed: "list[ifaddr.IP]") -> tuple[Here, ...]:
    addresses = [
        ipaddress.ip_interface(f"{ip.ip[0] if isinstance(ip.ip, tuple) else ip.ip}/{ip.network_prefix}")
        for ip in claimed
    ]
    return tuple(
        sorted((here for here in addresses if _can_be_used(index, here)), key=lambda here: (here.version, here))
    )


def _can_be_used(index: int, here: Here) -> bool:
    """Whether it leads outside, and a socket can have it."""
    if here.ip.is_loopback:
        return False
    try:
        if here.version == 4:
            with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
                probe.bind((str(here.ip), 0))
        else:
            with socket.socket(socket.AF_INET6, socket.SOCK_DGRAM) as probe:
                probe.bind((str(here.ip), 0, 0, index if here.ip.is_link_local else 0))
    except OSError:
        return False
    return True
