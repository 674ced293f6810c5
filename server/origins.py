"""Where connections come from, and how much may come from one place."""

import ipaddress

from server.clock import Clock
from server.limits import Bucket, Limits
from tuicards.errors import Refused

REMEMBERED = 4096
"""So many places are known at once; then those with a full measure and no connection are forgotten."""


class Origin:
    """One place: an IPv4 address, the first 64 bits of an IPv6 address, or this machine (loopback)."""

    def __init__(self, place: str, limits: Limits, clock: Clock) -> None:
        self.place = place
        self.connections = 0
        self._connects = Bucket(limits.address_connects, clock)
        self._joins = Bucket(limits.address_joins, clock)
        self._creates = Bucket(limits.address_creates, clock)

    def limit(self, limits: Limits) -> None:
        """Other limits from now on."""
        self._connects.limit(limits.address_connects)
        self._joins.limit(limits.address_joins)
        self._creates.limit(limits.address_creates)

    @property
    def here(self) -> bool:
        """Whether it is this machine: guests of an OpenSSH server all come from it, so no limit of a place holds."""
        return not self.place

    @property
    def idle(self) -> bool:
        """Whether nothing would be lost by forgetting it."""
        return not self.connections and all(bucket.whole for bucket in (self._connects, self._joins, self._creates))

    def may_connect(self) -> bool:
        return self.here or self._connects.take()

    def may_join(self) -> bool:
        return self.here or self._joins.take()

    def may_create(self) -> bool:
        return self.here or self._creates.take()


class Origins:
    """The places that connections come from."""

    def __init__(self, limits: Limits, clock: Clock) -> None:
        self._limits, self._clock = limits, clock
        self._known: dict[str, Origin] = {}

    def limit(self, limits: Limits) -> None:
        """Other limits from now on; connections beyond them stay."""
        self._limits = limits
        for origin in self._known.values():
            origin.limit(limits)

    def arrive(self, host: str) -> Origin:
        """Count a connection. Raises Refused: `too_many_here`, or `too_fast`."""
        origin = self._of(place_of(host))
        most = self._limits.max_per_address
        if not origin.here and origin.connections >= most:
            raise Refused("too_many_here", limit=most)
        if not origin.may_connect():
            raise Refused("too_fast")
        origin.connections += 1
        return origin

    def leave(self, origin: Origin) -> None:
        """The end of a connection that arrived."""
        origin.connections -= 1

    def _of(self, place: str) -> Origin:
        if place not in self._known:
            if len(self._known) >= REMEMBERED:
                self._forget()
            self._known[place] = Origin(place, self._limits, self._clock)
        return self._known[place]

    def _forget(self) -> None:
        """Forget what may be forgotten, or else the oldest half of those without a connection."""
        rest = {place: origin for place, origin in self._known.items() if not origin.idle}
        gone = [place for place, origin in rest.items() if not origin.connections]
        for place in gone[: max(0, len(rest) - REMEMBERED // 2)]:
            del rest[place]
        self._known = rest


class Arrival:
    """Where one connection comes from, as far as is known, counted there until it leaves."""

    def __init__(self, origins: Origins, host: str) -> None:
        """Raises what `Origins.arrive` raises."""
        self._origins = origins
        self.host = host
        self.origin = origins.arrive(host)

    def comes_from(self, host: str) -> None:
        """It is known now where it really comes from: it is counted there. Raises what `Origins.arrive` raises."""
        self.host = host
        origin = self._origins.arrive(host)
        self.leave()
        self.origin = origin

    def leave(self) -> None:
        """The end of the connection."""
        self._origins.leave(self.origin)


def place_of(host: str) -> str:
    """What counts as one place; empty for the loopback addresses, and for what is no address."""
    address = address_of(host)
    if address is None or address.is_loopback:
        return ""
    return _place_of_ipv6(address) if isinstance(address, ipaddress.IPv6Address) else str(address)


def address_of(host: str) -> ipaddress.IPv4Address | ipaddress.IPv6Address | None:
    """The address without its scope, and of IPv4 where it is one in IPv6's clothes; None for what is no address."""
    try:
        address = ipaddress.ip_address(host.partition("%")[0])
    except ValueError:
        return None
    return getattr(address, "ipv4_mapped", None) or address


def _place_of_ipv6(address: ipaddress.IPv6Address) -> str:
    """One customer has a whole /64, but all of a LAN share the link-local one."""
    return str(address if address.is_link_local else ipaddress.ip_network((int(address), 64), strict=False))
