"""Addresses of servers, as people write them."""

import ipaddress
import re
from typing import NamedTuple

from tuicards.errors import SetupError
from tuicards.wire.messages import DEFAULT_PORT

MAX_HOST = 253
"""Longest host name in letters."""

OPEN, ENCRYPTED = "tcp://", "tls://"

PIN = re.compile(r"sha256:((?:[0-9a-f]{2}:?){16,32})")
"""A certificate's SHA-256, or the beginning of it that nobody can forge: 16 bytes."""

MOST_ADDRESSES = 16
"""In a list."""

MOST_TOLD = 3
"""Addresses that one friend tells another: two of them may be gone, and the line is short enough to be typed."""


class Address(NamedTuple):
    """Where a server is, and whether the way there is encrypted."""

    host: str
    port: int
    tls: bool = False
    pin: str = ""
    """The certificate that the server has to show: how its SHA-256 begins, in hexadecimal digits."""


def parse_address(text: str) -> Address:
    """An address from `host`, `host:port`, `::1`, `[::1]:port`, `fe80::1%lo`, `:port`, `tcp://host:port`,
    `tls://host:port` or `tls://host:port#sha256:HEX`.

    Without a port it is DEFAULT_PORT, without a host this machine. Raises SetupError: `no_address`, `one_address` (a
    list), `no_port` (a colon and nothing after it), `bad_port`, `bad_host`, `host_too_long`, `bad_pin`.
    """
    bare = text.strip()
    if "," in bare:
        raise SetupError("one_address", text=_short(bare))
    tls = bare.lower().startswith(ENCRYPTED)
    if tls or bare.lower().startswith(OPEN):
        bare = bare[len(OPEN) :]
    bare, hash_sign, pin = bare.partition("#") if tls else (bare, "", "")
    bare = bare.removesuffix("/") if bare != text.strip() else bare
    if not bare:
        raise SetupError("no_address")
    if "/" in bare:
        raise SetupError("bad_host", host=_short(bare))
    host, port = _split(bare)
    return Address(_host(host), DEFAULT_PORT if port is None else _port(port), tls, _pin(pin) if hash_sign else "")


def parse_addresses(text: str) -> tuple[Address, ...]:
    """The addresses at which one server is, separated by commas; what is there twice counts once.

    `tls://` or `tcp://` before the first holds for those that begin with neither; a certificate is that of its own
    address alone. Raises SetupError: `empty_address` (nothing between two commas), `too_many_addresses`, `mixed_ways`
    (some encrypted and some not: what is told on an encrypted way would go out on an open one), and what
    `parse_address` raises.
    """
    parts = [part.strip() for part in text.split(",")]
    if len(parts) > 1 and not all(parts):
        raise SetupError("empty_address", text=_short(text.strip()))
    if len(parts) > MOST_ADDRESSES:
        raise SetupError("too_many_addresses", limit=MOST_ADDRESSES)
    first = _scheme(parts[0])
    found = tuple(dict.fromkeys(parse_address(part if _scheme(part) else first + part) for part in parts))
    if len({address.tls for address in found}) > 1:
        raise SetupError("mixed_ways")
    return found


def format_address(host: str, port: int, tls: bool = False) -> str:
    """The address as `parse_address` reads it; the default port is left out."""
    scheme = ENCRYPTED if tls else ""
    if port == DEFAULT_PORT:
        return scheme + host
    return scheme + (f"[{host}]:{port}" if ":" in host else f"{host}:{port}")


def told_on(text: str) -> tuple[str, ...]:
    """What somebody who came to this address tells friends to come to, if the server has several: the first of them
    in a list, so that friends, too, go on by another when one is gone.

    Empty for a single address: nobody knows whether it leads there from anywhere else.
    """
    parts = [part.strip() for part in text.split(",")]
    return (",".join(parts[:MOST_TOLD]),) if len(parts) > 1 else ()


def leads_here(text: str) -> bool:
    """Whether an address, or each of a list, leads nowhere but to the machine that it is typed at."""
    return all(_is_here(address.host) for address in parse_addresses(text))


def _is_here(host: str) -> bool:
    try:
        return ipaddress.ip_address(host.partition("%")[0]).is_loopback
    except ValueError:
        return host == "localhost"


def _scheme(text: str) -> str:
    return next((scheme for scheme in (OPEN, ENCRYPTED) if text.lower().startswith(scheme)), "")


def _pin(text: str) -> str:
    pin = PIN.fullmatch(text.strip().lower())
    if pin is None:
        raise SetupError("bad_pin", pin=_short(text))
    return pin[1].replace(":", "")


def _split(text: str) -> tuple[str, str | None]:
    """Host and port as texts; no port is None."""
    if text.startswith("["):
        host, bracket, rest = text[1:].partition("]")
        if not bracket or not _is_ipv6(host) or (rest and not rest.startswith(":")):
            raise SetupError("bad_host", host=_short(text))
        return host, rest[1:] if rest else None
    if text.count(":") > 1:
        return text, None
    host, colon, port = text.partition(":")
    return host or "localhost", port if colon else None


def _port(text: str) -> int:
    if not text.strip():
        raise SetupError("no_port")
    digits = text.strip()
    if not (digits.isascii() and digits.isdecimal() and len(digits) <= 5 and 1 <= int(digits) <= 65535):
        raise SetupError("bad_port", port=_short(digits))
    return int(digits)


def _host(text: str) -> str:
    if len(text) > MAX_HOST:
        raise SetupError("host_too_long", limit=MAX_HOST)
    if ":" in text and not _is_ipv6(text):
        raise SetupError("bad_host", host=_short(text))
    if ":" not in text and not _is_host_name(text):
        raise SetupError("bad_host", host=_short(text))
    return text


def _is_host_name(text: str) -> bool:
    """Whether a resolver can be asked for it: letters of any script, digits, `-`, `_` and dots."""
    try:
        ascii_form = text.encode("idna").decode("ascii")
    except UnicodeError:
        return False
    return bool(ascii_form) and all(letter.isalnum() or letter in "-_." for letter in ascii_form)


def _is_ipv6(text: str) -> bool:
    try:
        ipaddress.IPv6Address(text)
    except ValueError:
        return False
    return True


def _short(text: str) -> str:
    """What was written, cut short and safe to show."""
    return "".join(letter if letter.isprintable() else "?" for letter in text[:60])
