"""The network interfaces of this machine, as they are at this moment."""

import ipaddress
import socket
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    import ifaddr

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
    found = [(adapter, _usable(adapter.index or 0, adapter.ips)) for adapter in adapters]
    kept = [Interface(adapter.nice_name, adapter.index or 0, here) for adapter, here in found if here]
    return tuple(sorted(kept, key=lambda interface: interface.index))


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
