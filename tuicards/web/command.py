"""`tuicards web`: what may be typed after it, and what it means. Nothing is started here."""

import argparse
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlsplit

from tuicards.asked import check_flags, flag_of, given, port_asked
from tuicards.command_parser import Prepare, add_command
from tuicards.errors import SetupError
from tuicards.join_code import check_destination
from tuicards.person import PREFERENCES

DEFAULT_PORT = 7180
TITLE = "tuicards"
TITLE_LENGTH = 40
MOST, MOST_EVER = 50, 1000
"""Visitors at once: unless told otherwise, and at most."""

EPILOG = """\
examples:
  tuicards web                       says what friends type in their browsers
  tuicards web 192.168.1.5           a page for a server that runs there
  tuicards web 943-N7S               straight to the table of this code
  tuicards web 127.0.0.1 --host 127.0.0.1 --public-url https://cards.example.org

Without an address the program is a server of its own, for visitors of the page only, as long as it runs.
For friends in browsers and in terminals at the same tables, run tuicards-server and tuicards web 127.0.0.1.

What passes between page and browser is not encrypted: outside a network that you trust, put a web server that
speaks https before it, and name its address with --public-url.
"""


@dataclass(frozen=True, kw_only=True)
class Wish:
    """What was asked for."""

    address: str
    """Of the server to play at, or a join code; empty: one in this program."""
    host: str
    port: int
    title: str
    public_url: str
    most: int
    arguments: tuple[str, ...] = ()
    """Flags for every client."""
    password: str = field(default="", repr=False)


def add_web(into: Any, prepare: Prepare) -> None:
    """Adds the command to a parser's commands."""
    web = add_command(
        into, "web", prepare, "the full screen in the browsers of friends on the network",
        "Serves the full screen to browsers: who opens the page needs nothing installed. "
        "Needs pip install 'tuicards[web]'.", EPILOG,
    )  # fmt: skip
    add = web.add_argument
    add(
        "address",
        nargs="?",
        metavar="WHERE",
        help="the server to play at, as after tuicards join: an address or several, or a join code, which leads "
        "every visitor to its table (default: a server of its own)",
    )
    add("--host", metavar="ADDRESS", default="", help="address of this machine to serve the page at (default: all)")
    add(
        "--port", metavar="PORT", default=str(DEFAULT_PORT), help=f"port of the page, 0: any (default {DEFAULT_PORT})"
    )
    add("--name", dest="title", metavar="NAME", default=TITLE, help="title of the page")
    add("--public-url", metavar="URL", default="", help="what people open, where a web server stands before this one")
    add("--max-sessions", type=int, metavar="N", default=MOST, help=f"visitors at once (default {MOST})")
    add("--password", metavar="PASSWORD", help="the server's password, if it has one; visitors need not know it")
    add("--tls-ca", metavar="FILE", help="trust the authorities in this file instead of the system's")


def wish_of(asked: argparse.Namespace, environ: Mapping[str, str]) -> Wish:
    """Raises SetupError for a wrong flag or address."""
    check_flags(asked, "address", "host", "title", "public_url", "password", "tls_ca")
    if asked.address is not None:
        check_destination(asked.address)
    _check_no_server_of_its_own(asked)
    _check_number(asked.max_sessions)
    _check_url(asked.public_url)
    return Wish(
        address=(asked.address or "").strip(),
        host=asked.host.strip(),
        port=port_asked(asked.port),
        title=asked.title.strip()[:TITLE_LENGTH] or TITLE,
        public_url=asked.public_url,
        most=asked.max_sessions,
        arguments=_passed_on(asked),
        password=given(asked, environ, "password"),
    )


def _check_no_server_of_its_own(asked: argparse.Namespace) -> None:
    """What opens another server's door is nothing to the one in this program."""
    for flag in ("password", "tls_ca"):
        if getattr(asked, flag) is not None and asked.address is None:
            raise SetupError("web.needs_address", flag=flag_of(flag))


def _check_number(number: int) -> None:
    if not 1 <= number <= MOST_EVER:
        raise SetupError("bad_number", value=number, least=1, most=MOST_EVER)


def _check_url(text: str) -> None:
    try:
        parts = urlsplit(text)
        good = parts.scheme in ("http", "https") and bool(parts.hostname) and parts.port != 0
    except ValueError:
        good = False
    if text and not good:
        raise SetupError("web.bad_url", text=text[:80])


def _passed_on(asked: argparse.Namespace) -> tuple[str, ...]:
    """The preferences that were given for all visitors, and what the way to the server needs."""
    given = {name: getattr(asked, name, None) for name in (*PREFERENCES, "tls_ca")}
    return tuple(f"{flag_of(name)}={value}" for name, value in given.items() if value is not None)
