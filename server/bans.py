"""Whom the server does not let in: names, and the addresses of networks."""

import ipaddress
from collections.abc import Iterable
from typing import TypeAlias

from server.lookalikes import looks
from server.names import clean_name, name_key
from server.origins import address_of
from server.records import Banned, Unbanned
from tuicards.errors import Refused, SetupError

Network: TypeAlias = ipaddress.IPv4Network | ipaddress.IPv6Network

THIS_MACHINE = (ipaddress.ip_network("127.0.0.0/8"), ipaddress.ip_network("::1/128"))
MAPPED = ipaddress.IPv6Network("::ffff:0:0/96")

WHY_LENGTH = 200


class Bans:
    """The bans of one server. Each is a record, so that they outlive it."""

    def __init__(self) -> None:
        self._bans: dict[tuple[str, str], Banned] = {}
        self._networks: dict[str, Network] = {}
        self._looks: dict[str, Banned] = {}
        """Bans of names, by what the names look like."""

    def restore(self, kept: Iterable[Banned]) -> None:
        for ban in kept:
            self._take(ban)

    def all(self) -> list[Banned]:
        """In the order in which they were made."""
        return list(self._bans.values())

    def add(self, kind: str, value: str, why: str = "", even_loopback: bool = False) -> Banned:
        """Ban a name or an address. Raises SetupError `bad_network` or `bans_this_machine`, or Refused `bad_name`."""
        value = _value(kind, value)
        if kind == "address" and not even_loopback and _holds_this_machine(read_network(value)):
            raise SetupError("bans_this_machine", address=value)
        ban = Banned(kind, value, why[:WHY_LENGTH])
        self._take(ban)
        return ban

    def lift(self, kind: str, value: str) -> Unbanned:
        """Raises SetupError `no_such_ban` besides what `add` raises."""
        value = _value(kind, value)
        if self._bans.pop((kind, value), None) is None:
            raise SetupError("no_such_ban", value=value)
        if kind == "address":
            del self._networks[value]
        else:
            self._looks.pop(looks(value), None)
        return Unbanned(kind, value)

    def check_name(self, name: str) -> None:
        """Raises Refused `banned` for a banned name, and for one that looks like it."""
        ban = self._bans.get(("name", name_key(name))) or self._looks.get(looks(name))
        if ban is not None:
            raise _banned(ban)

    def check_address(self, host: str) -> None:
        """Raises Refused `banned`."""
        address = address_of(host) if self._networks else None
        for value, network in self._networks.items():
            if address is not None and address in network:
                raise _banned(self._bans["address", value])

    def _take(self, ban: Banned) -> None:
        if ban.kind == "address":
            self._networks[ban.value] = read_network(ban.value)
        else:
            self._looks[looks(ban.value)] = ban
        self._bans[ban.kind, ban.value] = ban


def read_network(text: str) -> Network:
    """An address or a network, `192.168.1.7` or `2001:db8::/32`. Raises SetupError `bad_network`.

    IPv4 addresses in IPv6's clothes are IPv4 addresses, as connections from there are.
    """
    try:
        network = ipaddress.ip_network(_without_scope(text.strip()), strict=False)
    except ValueError:
        raise SetupError("bad_network", value=text[:60]) from None
    if isinstance(network, ipaddress.IPv6Network) and network.subnet_of(MAPPED):
        inner = int(network.network_address) & 0xFFFFFFFF
        return ipaddress.IPv4Network((inner, network.prefixlen - 96))
    return network


def _without_scope(text: str) -> str:
    address, slash, prefix = text.partition("/")
    return address.partition("%")[0] + slash + prefix


def _value(kind: str, value: str) -> str:
    """A name's key, or a network as it is written shortest."""
    if kind == "name":
        return name_key(clean_name(value))
    network = read_network(value)
    single = network.prefixlen == network.max_prefixlen
    return str(network.network_address if single else network)


def _holds_this_machine(network: Network) -> bool:
    return any(network.version == here.version and network.overlaps(here) for here in THIS_MACHINE)


def _banned(ban: Banned) -> Refused:
    return Refused("banned", reason=ban.why) if ban.why else Refused("banned")
