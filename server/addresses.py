"""Where the server listens, and what to tell friends to type. No packet is sent to find out."""

import errno
import socket
import struct
from collections.abc import Iterable

from tuicards.errors import SetupError

try:
    import fcntl
except ImportError:
    fcntl = None  # type: ignore[assignment]

BACKLOG = 100
GET_ADDRESS = 0x8915
"""The request for an interface's IPv4 address on Linux."""

INSIDE = ("lo", "docker", "br-", "veth", "virbr", "cni", "flannel", "podman")
"""How the names of interfaces begin that reach nobody else."""


def listen(host: str, port: int) -> list[socket.socket]:
    """Sockets that listen at every address of the host, all at one port; port 0: one that is free.

    An empty host is all addresses, IPv4 and IPv6; `::` is IPv6 alone and `0.0.0.0` IPv4 alone.
    Raises SetupError: `port_taken`, `unknown_host`, `cannot_listen`.
    """
    sockets: list[socket.socket] = []
    try:
        for family, address in _addresses(host):
            bound = _bind(family, address, port, optional=not host)
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


def _addresses(host: str) -> list[tuple[int, str]]:
    if not host:
        return [(socket.AF_INET, "0.0.0.0"), (socket.AF_INET6, "::")]
    try:
        found = socket.getaddrinfo(host, None, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
    except (OSError, UnicodeError):
        raise SetupError("unknown_host", host=host[:80]) from None
    return list(dict.fromkeys((int(family), str(address[0])) for family, _, _, _, address in found))


def _bind(family: int, address: str, port: int, optional: bool) -> socket.socket | None:
    """A listening socket, or None for a family that this machine lacks, where the family is optional."""
    made = None
    try:
        made = socket.socket(family, socket.SOCK_STREAM)
        made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        if family == socket.AF_INET6:
            made.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 1)
        made.bind((address, port))
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


def local_addresses() -> list[str]:
    """IPv4 addresses under which others on the local network may reach this machine, the likeliest first."""
    found = [address for address in (_outward(), *_of_interfaces()) if address]
    return [address for address in dict.fromkeys(found) if not address.startswith(("127.", "169.254.", "0."))]


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
    return [_of_interface(name) for name in names if not name.startswith(INSIDE)]


def _of_interface(name: str) -> str:
    if fcntl is None:
        return ""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            answer = fcntl.ioctl(probe.fileno(), GET_ADDRESS, struct.pack("256s", name.encode()[:15]))
        except OSError:
            return ""
    return socket.inet_ntoa(answer[20:24])
