"""What may be said to `tuicards-server` by flags and by the environment, and how it is read."""

import argparse
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import NoReturn, TypeVar

from server import logs
from server.config import ENVIRONMENT, printable, seconds, whole
from server.control import SOCKET
from server.limits import PRESETS, Limits, chosen
from tuicards import __version__
from tuicards.errors import SetupError
from tuicards.speech import Speaker
from tuicards.wire.messages import DEFAULT_PORT

PROGRAM = "tuicards-server"
BAD_USAGE = 2

EPILOG = """\
Without --host it listens at all addresses of this machine, IPv4 and IPv6. `--host 0.0.0.0` is IPv4 alone,
`--host ::` IPv6 alone, `--host localhost` this machine alone.

Every flag can be given by the environment, as TUICARDS_ and the flag's name: TUICARDS_PORT=7111,
TUICARDS_BOT_DELAY=0.5; the flag wins. The password is better given there, where other users of this
machine do not see it. Only the name is TUICARDS_SERVER_NAME, since TUICARDS_NAME is a player's.

The record is one SQLite database. While the server runs, tuicards.db, tuicards.db-wal and tuicards.db-shm in
the data folder belong together; after it has stopped, tuicards.db is all. It holds the cards of games that are
not over: keep it to yourself. A file that cannot be read is set aside as tuicards.db.aside-..., never deleted.

With --tls-cert and --tls-key every connection is encrypted, and friends type tls:// before the address. Where
no authority vouches for the certificate, they type its fingerprint too, as the server tells it.

SIGTERM and SIGINT stop the server in order, a second one stops it at once. SIGHUP, or `tuicards-server admin reload`,
reads certificate, key and password file again and opens the audit log anew; nobody is disturbed, and all other
settings stay as they are. Where the terminal has gone away that it was started from, SIGHUP stops it.

`tuicards-server admin --help` tells how to speak to a server that runs: who is there, say, kick, mute, ban, close.
`tuicards-server records OUT` writes the parties that have ended into a folder, for tuicards verify and replay.
"""

Value = TypeVar("Value")


class Parser(argparse.ArgumentParser):
    """Tells what is wrong in one line."""

    def error(self, message: str) -> NoReturn:
        self.exit(BAD_USAGE, f"{PROGRAM}: {message}; see {PROGRAM} --help\n")


def reading(read: Callable[[str], Value]) -> Callable[[str], Value]:
    """The reader as argparse wants it."""

    def checked(text: str) -> Value:
        try:
            return read(text)
        except SetupError as error:
            raise argparse.ArgumentTypeError(Speaker().say(error.code, error.params)) from None

    return checked


def server_flags() -> Parser:
    """Every flag of a server, in groups."""
    parser = Parser(
        prog=PROGRAM,
        description="Serve tables of Rage and Goat to tuicards clients.",
        epilog=EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    port = reading(lambda text: whole(text, 0, 65535))
    parser.add_argument("--host", default="", help="address to listen at (default: all)")
    parser.add_argument("--port", type=port, default=DEFAULT_PORT, help=f"port, 0: any (default {DEFAULT_PORT})")
    parser.add_argument("--port-file", type=Path, metavar="FILE", help="write the port here once it listens")
    parser.add_argument("--data", type=Path, metavar="DIR", help="folder of the record")
    parser.add_argument("--memory", action="store_true", help="keep nothing on disk")
    parser.add_argument("--password", type=reading(printable), default="", help="what players need to come in")
    parser.add_argument("--bot-delay", type=reading(lambda text: seconds(text, 60)), default=0.7, metavar="S",
                        help="seconds before a bot plays (default 0.7)")  # fmt: skip
    parser.add_argument("--grace", type=reading(lambda text: seconds(text, 86400)), default=60.0, metavar="S",
                        help="seconds before a bot stands in for a lost player (default 60)")  # fmt: skip
    parser.add_argument("--name", type=reading(printable), default="", help="what the server calls itself")
    _add_doors(parser)
    _add_limits(parser)
    parser.add_argument("--log-level", choices=logs.LEVELS, default="info")
    parser.add_argument("--version", action="version", version=f"{PROGRAM} {__version__}")
    return parser


def _add_doors(parser: Parser) -> None:
    """Who comes in, and how that is seen to."""
    group = parser.add_argument_group("doors")
    group.add_argument("--password-file", type=Path, metavar="FILE", help="read the password from there")
    group.add_argument("--tls-cert", type=Path, metavar="FILE", help="encrypt, with this certificate (PEM)")
    group.add_argument("--tls-key", type=Path, metavar="FILE", help="the certificate's private key (PEM)")
    group.add_argument("--audit", type=Path, metavar="FILE",
                       help="note who comes and what is done (default: audit.jsonl in the data folder)")  # fmt: skip
    group.add_argument("--control", type=Path, metavar="FILE",
                       help=f"socket for `{PROGRAM} admin` (default: {SOCKET} in the data folder)")  # fmt: skip


def _add_limits(parser: Parser) -> None:
    """How much one may ask for. What is not given is as the preset has it."""
    group = parser.add_argument_group("limits")
    count = reading(lambda text: whole(text, 1, 100_000))
    group.add_argument("--limits", choices=tuple(PRESETS), default="lan",
                       help="lan: among friends (default); public: stricter, for strangers")  # fmt: skip
    group.add_argument("--max-connections", type=count, metavar="N",
                       help=f"connections in all; {_usual('max_connections')}")  # fmt: skip
    group.add_argument("--max-per-address", type=count, metavar="N",
                       help=f"connections from one address; {_usual('max_per_address')}")  # fmt: skip
    group.add_argument("--max-tables", type=count, metavar="N", help=f"tables in all; {_usual('max_tables')}")
    group.add_argument("--idle-table", type=reading(lambda text: whole(text, 0, 525_600)), metavar="MINUTES",
                       help="a table whose people have done nothing for so long lets them go, 0: never; "
                       + _usual("idle_table", 60))  # fmt: skip


def _usual(limit: str, unit: int = 1) -> str:
    """What each preset says to it."""
    return ", ".join(f"{name} {getattr(limits, limit) / unit:g}" for name, limits in PRESETS.items())


def limits_asked(options: argparse.Namespace) -> Limits:
    """The preset, with what was asked for in place of its own."""
    return chosen(
        options.limits,
        max_connections=options.max_connections,
        max_per_address=options.max_per_address,
        max_tables=options.max_tables,
        idle_table=None if options.idle_table is None else 60.0 * options.idle_table,
    )


def from_environment(parser: Parser, environ: Mapping[str, str]) -> None:
    """Let the environment give the defaults; argparse reads them like flags."""
    for action in parser._actions:
        variable = ENVIRONMENT + ("SERVER_NAME" if action.dest == "name" else action.dest.upper())
        text = environ.get(variable, "")
        if not text or action.dest in ("help", "version"):
            continue
        if action.choices is not None and text not in action.choices:
            parser.error(f"{variable}: choose from {', '.join(map(str, action.choices))}")
        action.default = text.lower() not in ("0", "no", "false", "off") if action.dest == "memory" else text
