"""What the server and its SSH door's process say to each other: values only, one JSON object on a line each."""

import logging
from typing import TypeAlias

import msgspec

from server.logs import about
from server.porter import Admit, Admitted, KeepSettings, TurnedAway
from tuicards.errors import Param

log = logging.getLogger(__name__)

LONGEST_LINE = 256 * 1024


class Begin(msgspec.Struct, frozen=True, kw_only=True, tag="begin"):
    """Open the door; the first message to its process."""

    sockets: tuple[int, ...]
    """Descriptors that listen."""
    host_key: str | None
    """Where the host key is kept; None: nowhere."""
    keyless: bool
    """Whether guests without a key may come."""
    nobody: tuple[str, ...]
    """User names that are no names of people: their guests are asked."""
    sessions: int
    """So many guests at once."""
    per_address: int
    """Connections from one address, as `server.limits.Limits` has it; and the rate of new ones."""
    connects: tuple[float, int]
    clients: tuple[str, ...]
    """The command of the program that keeps clients ready."""
    log_level: str


class End(msgspec.Struct, frozen=True, tag="end"):
    """Tell the guests that the server stops, and end."""


class WayIn(msgspec.Struct, frozen=True, tag="way_in"):
    """Where a guest's client finds the server."""

    admitted: Admitted
    address: str
    """As `tuicards.address` reads it."""


class Opened(msgspec.Struct, frozen=True, tag="opened"):
    """The door is open."""

    fingerprint: str
    """Of the host key, as OpenSSH writes it."""


class CannotOpen(msgspec.Struct, frozen=True, tag="cannot_open"):
    """There is something that the operator has to put right: a SetupError."""

    code: str
    params: dict[str, Param]


class Noted(msgspec.Struct, frozen=True, tag="noted"):
    """Something for the audit log."""

    event: str
    facts: dict[str, str | int | None]


class Said(msgspec.Struct, frozen=True, tag="said"):
    """A line for the server's log, and what it is about (`server.logs.about`)."""

    level: int
    text: str
    event: str
    facts: dict[str, str | int | None]

    def log(self) -> None:
        log.log(self.level, "%s", self.text, extra=about(self.event, **self.facts))


ToDoor: TypeAlias = Begin | End | WayIn | TurnedAway
FromDoor: TypeAlias = Opened | CannotOpen | Noted | Said | Admit | KeepSettings
