"""How much one may ask of a server: presets for friends and for strangers, and the buckets that count.

Nothing here is about a game. A limit of 0 seconds is none.
"""

import dataclasses
from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from server.clock import Clock
from tuicards.errors import SetupError

LEAST_RATE = 0.001
MOST = 100_000
"""The bounds of a rate a second, and of how much passes at once."""


@dataclass(frozen=True, slots=True)
class Rate:
    """So many a second, after so many at once."""

    a_second: float
    burst: int

    def __str__(self) -> str:
        return f"{self.a_second:g}/{self.burst}"


def read_rate(text: str) -> Rate:
    """A rate as `A/B`: so many a second, after so many at once. Raises SetupError `bad_rate`."""
    a_second, _, burst = text.partition("/")
    try:
        rate = Rate(float(a_second), int(burst))
    except ValueError:
        rate = Rate(0, 0)
    if not (LEAST_RATE <= rate.a_second <= MOST and 1 <= rate.burst <= MOST):
        raise SetupError("bad_rate", value=text[:40])
    return rate


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """The limits of a server. Times are in seconds; a connection's address is its IPv4 address or IPv6 /64."""

    max_connections: int = 250
    max_per_address: int = 50
    """Connections from one address. The machine's own addresses have no such limit."""
    max_tables: int = 200
    tables_each: int = 5
    """At so many tables one person may have a seat."""
    watchers_each: int = 50
    """So many people may watch one table."""

    messages: Rate = Rate(500, 1000)
    """Of one connection, pings and faults among them. Who sends more is read more slowly, and nothing is lost."""
    requests: Rate = Rate(40, 80)
    """Of one person, as the rates that follow. What is over them is refused as `too_fast`."""
    chat: Rate = Rate(1, 5)
    joins: Rate = Rate(1, 20)
    creates: Rate = Rate(1, 20)

    address_connects: Rate = Rate(20, 100)
    """From one address, as the rates that follow. The machine's own addresses have no such limits."""
    address_joins: Rate = Rate(20, 200)
    address_creates: Rate = Rate(5, 50)

    idle_table: float = 6 * 3600.0
    """A table at which no person has done anything for so long lets its people go."""
    idle_person: float = 0.0
    """A person at no table who has asked for nothing for so long is sent away."""


LAN = Limits()
PUBLIC = Limits(
    max_per_address=10,
    tables_each=3,
    messages=Rate(100, 300),
    requests=Rate(20, 40),
    joins=Rate(0.5, 10),
    creates=Rate(0.1, 5),
    address_connects=Rate(1, 20),
    address_joins=Rate(2, 40),
    address_creates=Rate(0.2, 10),
    idle_table=30 * 60.0,
    idle_person=60 * 60.0,
)

RATES: Mapping[str, str] = MappingProxyType({
    "messages": "messages of one connection; who sends more is read more slowly",
    "requests": "what one person asks for",
    "chat": "lines of chat of one person",
    "joins": "tables that one person goes to",
    "creates": "tables that one person makes",
    "address_connects": "connections from one address",
    "address_joins": "tables that people from one address go to",
    "address_creates": "tables that people from one address make",
})  # fmt: skip
"""The rates among the limits, and what each counts."""

PRESETS: Mapping[str, Limits] = MappingProxyType({"lan": LAN, "public": PUBLIC})


def chosen(preset: str, **overrides: float | Rate | None) -> Limits:
    """The limits of a preset, with those in place of its own that are not None. Raises KeyError."""
    given = {name: value for name, value in overrides.items() if value is not None}
    return dataclasses.replace(PRESETS[preset], **given)  # type: ignore[arg-type]


class Bucket:
    """Lets `burst` through at once and `rate` a second after that."""

    def __init__(self, rate: Rate, clock: Clock) -> None:
        self._rate, self._clock = rate, clock
        self._level = float(rate.burst)
        self._read = clock()

    def limit(self, rate: Rate) -> None:
        """Another rate from now on."""
        self._fill()
        self._rate = rate

    def take(self) -> bool:
        """Whether one more may pass now."""
        self._fill()
        if self._level < 1:
            return False
        self._level -= 1
        return True

    def pour(self, amount: int) -> float:
        """Let so many pass in any case; the seconds to wait until that has been made up for."""
        self._fill()
        self._level -= amount
        return max(0.0, -self._level / self._rate.a_second)

    @property
    def whole(self) -> bool:
        """Whether it is as full as it was at first."""
        self._fill()
        return self._level >= self._rate.burst

    def _fill(self) -> None:
        now = self._clock()
        self._level = min(self._rate.burst, self._level + (now - self._read) * self._rate.a_second)
        self._read = now
