"""Who may come in through the page: browsers that were sent here by nobody else.

A page of somebody else's may try to use a visitor's browser to reach this network: by a connection to our
address (its Origin tells), or under a name of its own that it lets point to our address (its Host tells).
"""

import ipaddress
import re

from yarl import URL

OUR_NETWORK = (".local", ".lan", ".internal", ".home.arpa", ".localhost")
"""Endings of names that nobody can have in the public name system."""


HEADER = re.compile(r"[A-Za-z0-9._:%\[\]-]+")
"""What a Host header consists of."""


class Doorway:
    """Knows by which names this machine may be called. `public`: the page's address elsewhere, or none."""

    def __init__(self, public: URL | None, hostname: str) -> None:
        self._public = public
        self._hostname = hostname.lower()

    def knows(self, host: str) -> bool:
        """Whether a Host header names this machine: by a number, a name of this network, or its public one."""
        named = _url(f"http://{host}") if HEADER.fullmatch(host) else None
        if named is None or named.host is None:
            return False
        name = named.host.lower().rstrip(".")
        if self._public is not None and name == self._public.host:
            return True
        return _is_number(name) or "." not in name or name == self._hostname or name.endswith(OUR_NETWORK)

    def trusts(self, origin: str | None, host: str) -> bool:
        """Whether a page of that origin is ours; programs that are no browsers tell none."""
        if origin is None:
            return True
        asking = _url(origin)
        if asking is None or asking.host is None or asking.scheme not in ("http", "https"):
            return False
        ours = [self._public, _url(f"{asking.scheme}://{host}")]
        return any(url is not None and _place(url) == _place(asking) for url in ours)


def _url(text: str) -> URL | None:
    try:
        return URL(text)
    except ValueError:
        return None


def _place(url: URL) -> tuple[str, str | None, int | None]:
    """What browsers call the origin of a page."""
    return url.scheme, url.host, url.port


def _is_number(name: str) -> bool:
    try:
        ipaddress.ip_address(name.partition("%")[0])
    except ValueError:
        return False
    return True
