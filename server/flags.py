"""Every flag of `tuicards-server`, in groups: with each its variable and its place in the configuration file."""

import argparse
from collections.abc import Callable
from typing import TypeVar

from server import logs
from server.cluster.asked import add_cluster
from server.config import CONFIG_VARIABLE, host, printable, seconds, whole
from server.control import SOCKET
from server.declared import BAD_USAGE, Parser, Section, a_path
from server.limits import LAN, PRESETS, RATES, Rate, read_rate
from server.ops import add_ops
from server.ssh.asked import add_ssh
from tuicards import __version__
from tuicards.errors import SetupError
from tuicards.speech import Speaker
from tuicards.wire.messages import DEFAULT_PORT

__all__ = ["BAD_USAGE", "PROGRAM", "Parser", "reading", "server_flags"]

PROGRAM = "tuicards-server"

USUAL_FILE = False
"""What is asked for where no file is named."""

DESCRIPTION = """\
Serve tables of Rage and Goat to tuicards clients.

  tuicards-server                                    at all addresses, port 7110
  tuicards-server --host 127.0.0.1 --port 7200       for this machine alone
  tuicards-server --limits public --password-file F  for people one does not know
  tuicards-server --cluster redis://HOST:6379/0      one of several servers that are one club together
  tuicards-server --write-config                     a configuration file to begin with, explained
  tuicards-server --check-config                     whether it is right, without starting anything
  tuicards-server admin --help                       speak to a server that runs
  tuicards-server records OUT                        its finished parties as files, for tuicards verify and replay
  tuicards-server restore FILE                       a backup (admin backup) becomes the record
  tuicards-server files unit                         a systemd unit; `files container` for a container
  tuicards-server completion --help                  Tab completes flags and commands in bash, zsh and fish
"""

EPILOG = f"""\
Every setting can be given in three ways; the first of these counts:
  a flag                    --bot-delay 0.5
  the environment           TUICARDS_BOT_DELAY=0.5, TUICARDS_ and the flag's name
  the configuration file    [house] and below it bot_delay = 0.5
Only the name is TUICARDS_SERVER_NAME, since TUICARDS_NAME is a player's. The file is the one of --config, or of
{CONFIG_VARIABLE}, else tuicards/server.toml in $XDG_CONFIG_HOME (~/.config), else
/etc/tuicards/server.toml. --show-config tells what counts and where it comes from. A password is best kept in a
file of its own; on the command line other users of this machine see it.

Without --host it listens at all addresses of this machine, IPv4 and IPv6. `--host 0.0.0.0` is IPv4 alone,
`--host ::` IPv6 alone, `--host localhost` this machine alone.

The record is one SQLite database. While the server runs, tuicards.db, tuicards.db-wal and tuicards.db-shm in
the data folder belong together; after it has stopped, tuicards.db is all. It holds the cards of games that are
not over: keep it to yourself. A file that cannot be read is set aside as tuicards.db.aside-..., never deleted.

With --tls-cert and --tls-key every connection is encrypted, and friends type tls:// before the address. Where
no authority vouches for the certificate, they type its fingerprint too, as the server tells it.

SIGTERM and SIGINT stop the server in order, a second one stops it at once. SIGHUP, or `tuicards-server admin
reload`, reads the configuration file, certificate, key and password file again and opens the audit log anew;
nobody is disturbed. Settings that need a restart are named in the log. Where something is wrong, all of it is
told, and everything stays as it was. Where the terminal has gone away that it was started from, SIGHUP stops it.

exit code: 0 it was stopped in order; 1 it could not be started for now: port or folder are in use, the address is
not there yet, the disk refuses; 2 wrong settings, or a newer record: starting again does not help; 130 stopped at
once.
"""

Value = TypeVar("Value")


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
        usage=f"{PROGRAM} [SETTING ...]\n       {PROGRAM} admin|records|restore|files|completion --help",
        description=DESCRIPTION,
        epilog=EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    parser.add_argument("--version", action="version", version=f"{PROGRAM} {__version__}")
    _add_configuration(parser)
    _add_listen(parser)
    _add_data(parser)
    _add_house(parser)
    _add_doors(parser)
    add_ssh(parser, reading)
    _add_limits(parser)
    _add_rates(parser)
    _add_log(parser)
    add_ops(parser, reading)
    add_cluster(parser, reading)
    return parser


def _add_configuration(parser: Parser) -> None:
    """What to do with the configuration file. No settings."""
    group = parser.add_argument_group("configuration")
    group.add_argument("--config", type=a_path, metavar="FILE", help="read this configuration file")
    orders = group.add_mutually_exclusive_group()
    orders.add_argument("--write-config", nargs="?", const=USUAL_FILE, type=a_path, metavar="FILE",
                        help="write a file with every setting, explained; -: print it")  # fmt: skip
    orders.add_argument("--check-config", nargs="?", const=USUAL_FILE, type=a_path, metavar="FILE",
                        help="say what is wrong with the configuration, or that it is fine")  # fmt: skip
    orders.add_argument("--show-config", action="store_true",
                        help="print every setting, its value and where it comes from")  # fmt: skip
    group.add_argument("--force", action="store_true", help="let --write-config overwrite a file")
    parser.orders |= {"config", "write_config", "check_config", "show_config", "force"}


def _add_listen(parser: Parser) -> None:
    section = Section(parser, "listen", "where players come in")
    port = reading(lambda text: whole(text, 0, 65535))
    section.add("--host", type=reading(host), default="", help="address to listen at (default: all)")
    section.add("--port", type=port, default=DEFAULT_PORT, help=f"port, 0: any (default {DEFAULT_PORT})")
    section.add("--port-file", type=a_path, metavar="FILE", help="write the port here once it listens")
    section.add("--announce", action=argparse.BooleanOptionalAction, default=None, example=True,
                help="tell the network around where the server is, by multicast DNS "
                "(default: yes with --limits lan, no with public)")  # fmt: skip


def _add_data(parser: Parser) -> None:
    section = Section(parser, "data", "where tables and finished parties are kept")
    section.add("--data", key="folder", type=a_path, metavar="DIR",
                help="folder of the record (default: tuicards in $XDG_STATE_HOME, ~/.local/state)")  # fmt: skip
    section.add("--memory", action=argparse.BooleanOptionalAction, default=False, help="keep nothing on disk")


def _add_house(parser: Parser) -> None:
    section = Section(parser, "house", "how it is at the tables")
    section.add("--name", live=True, type=reading(printable), default="", help="what the server calls itself")
    section.add("--bot-delay", live=True, type=reading(lambda text: seconds(text, 60)), default=0.7, metavar="S",
                help="seconds before a bot plays (default 0.7)")  # fmt: skip
    section.add("--bot-budget", live=True, type=reading(lambda text: seconds(text, 10)), default=0.5, metavar="S",
                help="seconds that a bot which looks ahead (hard, expert) may think about a move, less while many "
                "do (default 0.5)")  # fmt: skip
    section.add("--bot-workers", type=reading(lambda text: whole(text, 1, 64)), metavar="N",
                help="processes in which such bots think (default: one less than there are cores, at least "
                "1)")  # fmt: skip
    section.add("--grace", live=True, type=reading(lambda text: seconds(text, 86400)), default=60.0, metavar="S",
                help="seconds before a bot stands in for a lost player (default 60)")  # fmt: skip


def _add_doors(parser: Parser) -> None:
    """Who comes in, and how that is seen to."""
    section = Section(parser, "doors", "who comes in")
    section.add("--password", live=True, secret=True, type=reading(printable), default="",
                help="what players need to come in")  # fmt: skip
    section.add("--password-file", live=True, instead="password", type=a_path, metavar="FILE",
                help="read the password from there")  # fmt: skip
    section.add("--tls-cert", live=True, type=a_path, metavar="FILE", help="encrypt, with this certificate (PEM)")
    section.add("--tls-key", live=True, type=a_path, metavar="FILE", help="the certificate's private key (PEM)")
    section.add("--audit", live=True, type=a_path, metavar="FILE",
                help="note who comes and what is done (default: audit.jsonl in the data folder)")  # fmt: skip
    section.add("--control", type=a_path, metavar="FILE",
                help=f"socket for `{PROGRAM} admin` (default: {SOCKET} in the data folder)")  # fmt: skip


def _add_limits(parser: Parser) -> None:
    """How much one may ask for. What is not given is as the preset has it."""
    section = Section(parser, "limits", "how much one may ask for")
    count = reading(lambda text: whole(text, 1, 100_000))
    minutes = reading(lambda text: whole(text, 0, 525_600))
    section.add("--limits", live=True, key="preset", choices=tuple(PRESETS), default="lan",
                help="lan: among friends (default); public: stricter, for strangers")  # fmt: skip
    for flag, about in (
        ("--max-connections", "connections in all"),
        ("--max-per-address", "connections from one address"),
        ("--max-tables", "tables in all"),
        ("--tables-each", "tables at which one person may have a seat"),
        ("--watchers-each", "people who may watch one table"),
    ):
        limit = flag.removeprefix("--").replace("-", "_")
        section.add(flag, live=True, type=count, metavar="N", example=getattr(LAN, limit),
                    help=f"{about}; {_usual(limit)}")  # fmt: skip
    section.add("--idle-table", live=True, type=minutes, metavar="MINUTES", example=360,
                help="a table whose people have done nothing for so long lets them go, 0: never; "
                + _usual("idle_table", 60))  # fmt: skip
    section.add("--idle-person", live=True, type=minutes, metavar="MINUTES", example=0,
                help="a person at no table who has asked for nothing for so long is sent away, 0: never; "
                + _usual("idle_person", 60))  # fmt: skip


def _add_rates(parser: Parser) -> None:
    """How often one may ask for it."""
    section = Section(parser, "rates", "how often one may ask: so many a second / after so many at once")
    for name, about in RATES.items():
        flag = f"--rate-{name.replace('_', '-')}"
        section.add(flag, live=True, key=name, type=reading(read_rate), metavar="A/B",
                    example=str(getattr(LAN, name)), help=f"{about}; {_usual(name)}")  # fmt: skip


def _add_log(parser: Parser) -> None:
    section = Section(parser, "log", "what is told on stderr")
    section.add("--log-level", live=True, choices=logs.LEVELS, default="info", help="the least that is told")
    section.add("--log-format", live=True, choices=logs.FORMATS, default="text",
                help="text: for people (default); json: one object a line")  # fmt: skip
    section.add("--alarm-ms", live=True, key="alarm_ms", type=reading(lambda text: whole(text, 0, 60_000)),
                default=250, metavar="MS",
                help="tell when nobody was answered for so many milliseconds, 0: never (default 250)")  # fmt: skip


def _usual(limit: str, unit: int = 1) -> str:
    """What each preset says to it."""
    return ", ".join(f"{name} {_shown(getattr(limits, limit), unit)}" for name, limits in PRESETS.items())


def _shown(value: float | Rate, unit: int) -> str:
    return str(value) if isinstance(value, Rate) else f"{value / unit:g}"
