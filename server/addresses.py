"""Where the server listens, and what to tell friends to type. No packet is sent to find out."""

import contextlib
import errno
import ipaddress
import socket
import struct
from collections.abc import Iterable, Sequence
from pathlib import Path

from tuicards.errors import SetupError
from tuicards.interfaces import is_up

try:
    import fcntl
except ImportError:
    fcntl = None  # type: ignore[assignment]

BACKLOG = 1024
"""So many connections may wait to be accepted. All people of a server that is gone come at once, and who finds
no room tries again only after a second."""

GET_ADDRESS = 0x8915
"""The request for an interface's IPv4 address on Linux."""

INTERFACES_IPV6 = Path("/proc/thread-self/net/if_inet6")
"""Where Linux lists them: address, number, length of the network, scope, flags, name of the interface."""

PASSING = 0x01 | 0x08 | 0x20 | 0x40
"""Flags of an address that is temporary, taken by somebody else, deprecated, or not yet known to be free."""

INSIDE = ("lo", "docker", "br-", "veth", "virbr", "cni", "flannel", "podman")
"""How the names of interfaces begin that reach nobody else."""


def listen(host: str, port: int) -> list[socket.socket]:
    """Sockets that listen at every address of the host, all at one port; port 0: one that is free.

    An empty host is all addresses, IPv4 and IPv6; `::` is IPv6 alone and `0.0.0.0` IPv4 alone.
    Raises SetupError: `port_taken`, `unknown_host`, `cannot_listen`.
    """
    sockets: list[socket.socket] = []
    try:
        for family, address, link in _addresses(host):
            bound = _bind(family, address, link, port, optional=not host)
            if bound is not None:
                sockets.append(bound)
                port = port or bound.getsockname()[1]
    except BaseException:
        for opened in sockets:
            opened.close()
        raise
    if not sockets:
        raise SetupError("cannot_listen", host=host, why="no address")
    return sockets


def _addresses(host: str) -> list[tuple[int, str, int]]:
    """Family, address, and the number of the interface where the address holds on that link alone, else 0."""
    if not host:
        return [(socket.AF_INET, "0.0.0.0", 0), (socket.AF_INET6, "::", 0)]
    try:
        found = socket.getaddrinfo(host, None, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
    except (OSError, UnicodeError):
        raise SetupError("unknown_host", host=host[:80]) from None
    places = (
        (int(family), str(address[0]), address[3] if len(address) == 4 else 0) for family, _, _, _, address in found
    )
    return list(dict.fromkeys(places))


def _bind(family: int, address: str, link: int, port: int, optional: bool) -> socket.socket | None:
    """A listening socket, or None for a family that this machine lacks, where the family is optional."""
    made = None
    try:
        made = socket.socket(family, socket.SOCK_STREAM)
        made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        if family == socket.AF_INET6:
            made.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 1)
        made.bind((address, port, 0, link) if family == socket.AF_INET6 else (address, port))
        made.listen(BACKLOG)
        made.setblocking(False)
    except OSError as error:
        if made is not None:
            made.close()
        if optional and family == socket.AF_INET6 and error.errno != errno.EADDRINUSE:
            return None
        if error.errno == errno.EADDRINUSE:
            raise SetupError("port_taken", port=port) from None
        raise SetupError("cannot_listen", host=address, why=error.strerror or str(error)) from None
    return made


def heard_at(host: str) -> list[str]:
    """The addresses at which `listen` listens for this host. Raises SetupError `unknown_host`."""
    return [address for _, address, _ in _addresses(host)]


def for_friends(listening: Sequence[str]) -> list[str]:
    """Under which addresses others may reach a server that listens at these, the likeliest first.

    Empty where nobody but this machine does. Addresses that hold on one link alone are left out: how they are
    written differs from machine to machine.
    """
    told: list[str] = []
    for host in listening:
        match host:
            case "0.0.0.0":
                told += local_addresses()
            case "::":
                told += local_ipv6_addresses()
            case _:
                told.append(host)
    return [host for host in dict.fromkeys(told) if _reaches_out(host)]


def _reaches_out(host: str) -> bool:
    return not (is_loopback(host) or ipaddress.ip_address(host).is_link_local)


def is_loopback(host: str) -> bool:
    """Whether an address leads nowhere but to this machine."""
    return ipaddress.ip_address(host).is_loopback


def local_addresses() -> list[str]:
    """IPv4 addresses under which others on the local network may reach this machine, the likeliest first."""
    found = [address for address in (_outward(), *_of_interfaces()) if address]
    return [address for address in dict.fromkeys(found) if not address.startswith(("127.", "169.254.", "0."))]


def local_ipv6_addresses() -> list[str]:
    """IPv6 addresses that last, one for each network that this machine is in; on Linux alone."""
    found: dict[ipaddress.IPv6Network, str] = {}
    with contextlib.suppress(OSError):
        for line in INTERFACES_IPV6.read_text().splitlines():
            for network, address in _lasting(line):
                found.setdefault(network, address)
    return list(found.values())


def _lasting(line: str) -> list[tuple[ipaddress.IPv6Network, str]]:
    """The address in a line of the kernel's, with its network, if it is one to tell others."""
    digits, _, length, scope, flags, name = line.split()
    if int(scope, 16) != 0 or int(flags, 16) & PASSING or name.startswith(INSIDE):
        return []
    here = ipaddress.IPv6Interface((int(digits, 16), int(length, 16)))
    return [(here.network, str(here.ip))]


def _outward() -> str:
    """The own address on the way out. Connecting a datagram socket chooses a route and sends nothing."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
            return str(probe.getsockname()[0])
        except OSError:
            return ""


def _of_interfaces() -> Iterable[str]:
    try:
        names = [name for _, name in socket.if_nameindex()]
    except OSError:
        return []
    return [_of_interface(name) for name in names if not name.startswith(INSIDE) and is_up(name)]


def _of_interface(name: str) -> str:
    if fcntl is None:
        return ""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            answer = fcntl.ioctl(probe.fileno(), GET_ADDRESS, struct.pack("256s", name.encode()[:15]))
        except OSError:
            return ""
    return socket.inet_ntoa(answer[20:24])
