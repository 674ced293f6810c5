"""The settings of a server: their defaults, and their values from flags and the environment."""

import math
from dataclasses import dataclass, field
from pathlib import Path

from server.limits import LAN, Limits
from tuicards.address import parse_address
from tuicards.errors import SetupError
from tuicards.wire.messages import DEFAULT_PORT

ENVIRONMENT = "TUICARDS_"

CONFIG_VARIABLE = "TUICARDS_SERVER_CONFIG"
"""Names the configuration file."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """What an operator may choose, and limits that tests make smaller. Times are in seconds."""

    host: str = ""
    """Address to listen at. Empty: all addresses, IPv4 and IPv6."""
    port: int = DEFAULT_PORT
    """0: one that is free."""
    data: Path | None = None
    """Folder of the record. None: keep everything in memory."""
    password: str = field(default="", repr=False)
    name: str = ""
    """What the server calls itself."""
    bot_delay: float = 0.7
    bot_budget: float = 0.5
    """How long a bot that looks ahead may think about a move."""
    bot_workers: int | None = None
    """So many processes in which such bots think. None: one less than there are cores, at least one."""
    grace: float = 60.0
    """How long a table waits for a lost connection before a bot stands in."""
    keep: float = 600.0
    """How long a party that all people have left is kept."""
    limits: Limits = LAN
    cluster: str = field(default="", repr=False)
    """Where the Redis of the cluster is of which this server is a node. Empty: it stands alone."""
    node: str = ""
    """What it is called there."""
    cluster_prefix: str = "tuicards"
    """What the cluster is called; several may share a Redis."""
    hello_within: float = 10.0
    """A connection that has not greeted by then is closed, whatever it sends."""
    ping_every: float = 7.0
    """A silent peer is pinged so often. One that shows no sign of life is lost after three to four times that."""


def whole(text: str, least: int, most: int) -> int:
    """A whole number between bounds. Raises SetupError `bad_number`."""
    plain = text.isascii() and text.removeprefix("-").isdigit()
    number = (int(text) if len(text) < 20 else most + 1) if plain else least - 1
    if not least <= number <= most:
        raise SetupError("bad_number", value=text[:40], least=str(least), most=str(most))
    return number


def printable(text: str) -> str:
    """A text that can be sent and shown. Raises SetupError `bad_text`: control characters, or no Unicode."""
    if not text.isprintable():
        raise SetupError("bad_text")
    return text


def host(text: str) -> str:
    """Where to listen: an address, or a name that may have one; empty: all. Raises SetupError `bad_listen`."""
    bare = printable(text).strip()
    try:
        right = not bare or parse_address(bare).host == bare
    except SetupError:
        right = False
    if not right:
        raise SetupError("bad_listen", host=bare[:60])
    return bare


def seconds(text: str, most: float) -> float:
    """A time in seconds, from 0. Raises SetupError `bad_number`."""
    try:
        number = float(text)
    except ValueError:
        number = math.nan
    if not 0 <= number <= most:
        raise SetupError("bad_number", value=text[:40], least="0", most=f"{most:g}")
    return number
