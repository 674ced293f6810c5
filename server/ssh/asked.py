"""What an operator may ask of the SSH door."""

import argparse
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeAlias

from server.config import host, printable, whole
from server.declared import Parser, Section, a_path
from tuicards.errors import SetupError

Reading: TypeAlias = Callable[[Callable[[str], Any]], Callable[[str], Any]]

PORT = 7122
NOBODY = "play,guest"

HOST_KEY = "ssh_host_ed25519_key"
"""Its name in the data folder."""

SESSIONS = 100
CLIENTS = (sys.executable, "-m", "tuicards.preloaded")


@dataclass(frozen=True, slots=True, kw_only=True)
class SshAsked:
    """A door, as it was asked for."""

    port: int
    """0: one that is free."""
    host: str = ""
    """Address to listen at. Empty: all addresses, IPv4 and IPv6."""
    keyless: bool = False
    nobody: tuple[str, ...] = tuple(NOBODY.split(","))
    sessions: int = SESSIONS
    host_key: Path | None = None
    """None: in the data folder, or nowhere where nothing is kept."""
    clients: tuple[str, ...] = CLIENTS
    """The command of the program that keeps clients ready."""
    log_level: str = "info"


def add_ssh(parser: Parser, reading: Reading) -> None:
    """The door's settings. `reading` makes a reader of this project one of argparse's."""
    section = Section(parser, "ssh", "friends come with `ssh`, with nothing installed; needs the extra tuicards[ssh]")
    port, count = reading(lambda text: whole(text, 0, 65535)), reading(lambda text: whole(text, 1, 10_000))
    section.add("--ssh", key="port", type=port, metavar="PORT", example=PORT,
                help="let them come with `ssh -p PORT NAME@host`; 0: any port (default: nobody)")  # fmt: skip
    section.add("--ssh-host", type=reading(host), default="", metavar="HOST",
                help="address to listen at (default: all)")  # fmt: skip
    section.add("--ssh-guests", action=argparse.BooleanOptionalAction, default=False,
                help="people without a key may come too; nobody's name is kept for them")  # fmt: skip
    section.add("--ssh-user", type=reading(printable), default=NOBODY, metavar="NAME,...",
                help=f"user names that are nobody's: these people are asked for one (default: {NOBODY})")  # fmt: skip
    section.add("--ssh-max", type=count, default=SESSIONS, metavar="N",
                help=f"so many of them at once (default {SESSIONS}); each takes some 25 MB of memory")  # fmt: skip
    section.add("--ssh-host-key", type=a_path, metavar="FILE",
                help=f"private host key, made once (default: {HOST_KEY} in the data folder)")  # fmt: skip


def ssh_asked(options: argparse.Namespace) -> SshAsked | None:
    """The door that the flags ask for, or None."""
    if options.ssh is None:
        return None
    return SshAsked(
        port=options.ssh,
        host=options.ssh_host,
        keyless=options.ssh_guests,
        nobody=tuple(name.strip() for name in options.ssh_user.split(",") if name.strip()),
        sessions=options.ssh_max,
        host_key=options.ssh_host_key,
        log_level=options.log_level,
    )


def check_installed(find: Callable[[str], object]) -> None:
    """Raises SetupError `extra_needed` where `find` knows no asyncssh."""
    if find("asyncssh") is None:
        raise SetupError("extra_needed", extra="ssh")
