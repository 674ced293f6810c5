"""What an operator may ask of a cluster: where its Redis is, and what this server is called in it."""

import argparse
import re
import socket
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeAlias
from urllib.parse import SplitResult, parse_qsl, urlsplit

from server.config import printable
from server.declared import Parser, Section, a_path
from tuicards.errors import SetupError
from tuicards.plain_file import read_plain

Reading: TypeAlias = Callable[[Callable[[str], Any]], Callable[[str], Any]]

SCHEMES = ("redis://", "rediss://", "unix://")

TLS_FILES = ("ssl_ca_certs", "ssl_certfile", "ssl_keyfile")

OPTIONS = frozenset({"db", "ssl_ca_path", "ssl_cert_reqs", "ssl_check_hostname", *TLS_FILES})
"""What may stand after the `?`; a password has its place before the host."""

CHECKS = frozenset({"none", "optional", "required"})
"""Values of `ssl_cert_reqs`."""

PREFIX = "tuicards"

LONGEST_NAME = 40
NAME = re.compile(rf"[A-Za-z0-9_-]{{1,{LONGEST_NAME}}}")

LONGEST_URL = 2000
"""Bytes of the first line of a file."""

LONGEST_FILE = 1024 * 1024
"""Bytes of a file of TLS: all authorities of a system fit in."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ClusterAsked:
    """Where a server belongs. Without `url` it stands alone, and the rest is empty."""

    url: str = ""
    node: str = ""
    prefix: str = PREFIX


def add_cluster(parser: Parser, reading: Reading) -> None:
    """The settings. `reading` makes a reader of this project one of argparse's."""
    section = Section(parser, "cluster", "several servers as one, over Redis; needs the extra tuicards[cluster]")
    section.add("--cluster", key="url", secret=True, open_part=without_password, type=reading(read_url), default="",
                metavar="URL", example="redis://localhost:6379/0",
                help="be a node of the cluster whose Redis or Valkey is there (default: be a server of "
                "its own)")  # fmt: skip
    section.add("--cluster-file", key="file", instead="cluster", type=a_path, metavar="FILE",
                help="read the URL from the first line there; for one with a password")  # fmt: skip
    section.add("--node", type=reading(read_name), default="", metavar="NAME", example="n1",
                help="what this node is called; the same after a restart (default: this machine's name)")  # fmt: skip
    section.add("--cluster-prefix", key="prefix", type=reading(read_name), default=PREFIX, metavar="NAME",
                help=f"the cluster's name: several may share a Redis (default {PREFIX})")  # fmt: skip


def read_url(text: str) -> str:
    """An address of a Redis, or nothing. Raises SetupError: `bad_cluster_url`, which does not tell it, `bad_text`."""
    url = printable(text).strip()
    if url and (why := _wrong(url)):
        raise SetupError("bad_cluster_url", why=why)
    return url


def _wrong(url: str) -> str | None:
    if not url.startswith(SCHEMES):
        return "scheme"
    if "#" in url or " " in url:
        return "fragment"
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError:
        return "port"
    options = dict(parse_qsl(parts.query, keep_blank_values=True))
    if not options.keys() <= OPTIONS:
        return "option"
    if not _fits(parts.scheme, options):
        return "option_value"
    if parts.scheme == "unix":
        return None if parts.path.strip("/") else "no_path"
    return _wrong_place(parts, port)


def _fits(scheme: str, options: Mapping[str, str]) -> bool:
    secured = scheme == "rediss" or not any(name.startswith("ssl_") for name in options)
    return secured and options.get("ssl_cert_reqs", "none") in CHECKS


def _wrong_place(parts: SplitResult, port: int | None) -> str | None:
    if not parts.hostname:
        return "no_host"
    if port == 0:
        return "port"
    number = parts.path.removeprefix("/")
    return None if not number or (number.isascii() and number.isdigit()) else "path"


def read_name(text: str) -> str:
    """The name of a node, or of a cluster; or nothing. Raises SetupError `bad_node`."""
    name = text.strip()
    if name and not NAME.fullmatch(name):
        raise SetupError("bad_node", value=name[:LONGEST_NAME], limit=LONGEST_NAME)
    return name


def without_password(url: str) -> str:
    """The address as it may be shown."""
    head, mark, rest = url.partition("://")
    known, at, place = rest.rpartition("@")
    user, colon, password = known.partition(":")
    return f"{head}{mark}{user}{colon}{'***' if password else ''}{at}{place}"


def cluster_asked(options: argparse.Namespace) -> ClusterAsked:
    """The node that is asked for. A file that is named is read.

    Raises SetupError: `two_clusters`, `needs_cluster`, `bad_host_name`, `cannot_read`, also for a file of TLS that
    the URL names, and what `read_url` raises.
    """
    if options.cluster and options.cluster_file:
        raise SetupError("two_clusters")
    url = _url_in(options.cluster_file) if options.cluster_file else options.cluster
    if url:
        _check_tls_files(url)
        return ClusterAsked(url=url, node=options.node or machine_name(), prefix=options.cluster_prefix or PREFIX)
    for flag, idle in (("--node", options.node), ("--cluster-prefix", options.cluster_prefix not in ("", PREFIX))):
        if idle:
            raise SetupError("needs_cluster", flag=flag)
    return ClusterAsked()


def _url_in(file: Path) -> str:
    """The first line, which has to say something."""
    try:
        line = read_plain(file, LONGEST_URL + 2).split(b"\n")[0].decode()
    except OSError as error:
        raise SetupError("cannot_read", file=str(file), why=error.strerror or str(error)) from None
    except UnicodeDecodeError:
        raise SetupError("bad_text") from None
    url = read_url(line.rstrip("\r"))
    if not url or len(line) > LONGEST_URL:
        raise SetupError("bad_cluster_url", why="scheme")
    return url


def _check_tls_files(url: str) -> None:
    for name, file in parse_qsl(urlsplit(url).query):
        if name in TLS_FILES:
            try:
                read_plain(Path(file), LONGEST_FILE)
            except OSError as error:
                raise SetupError("cannot_read", file=file, why=error.strerror or str(error)) from None


def machine_name() -> str:
    """This machine's name, without its domain. Raises SetupError `bad_host_name` where it is none for a node."""
    name = socket.gethostname().partition(".")[0]
    if not NAME.fullmatch(name):
        raise SetupError("bad_host_name", value=name[:LONGEST_NAME])
    return name
