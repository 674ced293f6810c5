"""`tuicards-server admin`: speak to a server that runs."""

import argparse
import json
import socket
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NoReturn

import msgspec

from server.control import SOCKET
from server.declared import a_path
from server.meant import GuessingParser
from server.operator_answers import told
from server.orders import (
    Announce,
    AnyOrder,
    Backup,
    Ban,
    CloseTable,
    Drain,
    ForgetKey,
    KickOut,
    ListBans,
    ListKeys,
    Nodes,
    People,
    Quiet,
    Reload,
    Status,
    Tables,
    Unban,
    Unquiet,
)
from server.whereabouts import control_socket
from tuicards.errors import SetupError
from tuicards.safe_text import safe_text
from tuicards.speech import Speaker

PROGRAM = "tuicards-server admin"
FINE, REFUSED, BAD_USAGE = 0, 1, 2
PATIENCE = 10.0
BACKUP_PATIENCE = 3600.0
"""Seconds for an answer; a large record takes its time."""

PLAIN: Mapping[str, AnyOrder] = {
    "status": Status(),
    "people": People(),
    "tables": Tables(),
    "nodes": Nodes(),
    "bans": ListBans(),
    "keys": ListKeys(),
    "reload": Reload(),
}
"""Orders that say all by their name."""


EPILOG = """\
examples:
  tuicards-server admin status
  tuicards-server admin --data /var/lib/tuicards people
  tuicards-server admin say back in five minutes
  tuicards-server admin mute Bo 30
  tuicards-server admin ban address 192.0.2.0/24 --why "guessing passwords"
  tuicards-server admin drain --minutes 30
  tuicards-server admin backup /var/backups/tuicards
  tuicards-server admin --json status

The server is found by its control socket: that of --control, or control.sock in the folder of --data, else where
the server's own environment and configuration file say. `ORDER --help` tells about one order.

exit code: 0 it is done; 1 it was refused, or no server answers; 2 the command is wrong.

With --json the answer is one object: {"done": {...}} or {"refused": {"code": ..., "params": {...}}}. In `done` are
status: {"status": {"name", "version", "pid", "uptime_seconds", "addresses", "connections", "people",
"people_over_ssh", "tables", "parties_running", "draining", "stops_in_seconds", "record", "records_waiting",
"memory_bytes", "descriptors", "cluster"}},
where record is kept, memory, refused (the disk refuses) or gone (its file was taken away), and cluster null or
{"node", "nodes", "tables_here", "away"}, away while Redis cannot be reached;
nodes: {"nodes": [{"name", "address", "version", "tables", "since", "here"}]};
people: {"people": [{"name", "address", "seconds", "table", "quiet_seconds", "ssh", "key"}]};
tables: {"tables": [{"table", "game", "title", "seats", "people", "bots", "watchers", "state", "owner", "options",
"public"}]}; bans: {"bans": [{"kind", "value", "why"}]}; keys: {"keys": [{"key", "name", "since",
"seen"}]}; drain: {"draining", "parties_running"};
backup: {"backup": {"file", "bytes", "parties", "seconds", "missing"}}, where missing are changes that
the disk refuses; reload: {"changed", "needs_restart"}, lists of "[section] key": what has been taken up, and what
counts from the next start only. All others answer {}. Later versions may add fields.
"""


class Parser(GuessingParser):
    """Tells what is wrong in one line."""

    def error(self, message: str) -> NoReturn:
        self.exit(BAD_USAGE, f"{PROGRAM}: {safe_text(message)}; see {PROGRAM} --help\n")


class OrderParser(Parser):
    """Of one order."""

    def __init__(self, **how: Any) -> None:
        super().__init__(allow_abbrev=False, **how)
        _add_common(self, argparse.SUPPRESS)


def operator_main(arguments: Sequence[str], environ: Mapping[str, str]) -> int:
    """Carry out one order. Returns 0, 1 when it was refused or no server answers, 2 for a wrong command."""
    asked = operator_parser().parse_args(arguments)
    try:
        answer = _ask(_socket(asked, environ), _order(asked))
    except SetupError as error:
        answer = {"refused": {"code": error.code, "params": error.params}}
    if asked.json:
        print(json.dumps(answer))
    if "refused" in answer:
        return REFUSED if asked.json else _complain(answer["refused"]["code"], answer["refused"]["params"])
    if not asked.json:
        for line in told(answer.get("done", {})):
            print(line)
    return FINE


def _complain(code: str, params: Mapping[str, Any]) -> int:
    print(f"{PROGRAM}: {safe_text(Speaker().say(code, params))}", file=sys.stderr)
    return REFUSED


def operator_parser() -> Parser:
    """What may be typed after `admin`."""
    parser = Parser(
        prog=PROGRAM,
        description="Speak to a server that runs on this machine, as the user that runs it, or as root.",
        epilog=EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    _add_common(parser)
    into = parser.add_subparsers(dest="order", required=True, metavar="ORDER", parser_class=OrderParser)
    _add_looking(into)
    _add_people(into)
    _add_bans(into)
    _add_keys(into)
    _add_upkeep(into)
    return parser


def _add_common(parser: argparse.ArgumentParser, default: str | None = None) -> None:
    """What may be said before the order or after it; with a default of SUPPRESS what was said before stays."""
    parser.add_argument("--data", type=a_path, metavar="DIR", default=default,
                        help="the server's folder (default: where its settings say)")  # fmt: skip
    parser.add_argument("--control", type=a_path, metavar="FILE", default=default,
                        help="its control socket, if it is elsewhere")  # fmt: skip
    parser.add_argument("--json", action="store_true", default=default or False, help="answer in JSON, on one line")


def _add(into: Any, name: str, about: str) -> Any:
    """An order."""
    return into.add_parser(name, help=about, description=f"{about[0].upper()}{about[1:]}.")


def _add_name(order: argparse.ArgumentParser) -> None:
    order.add_argument("name", metavar="NAME", help="of the person, as `people` lists it")


def _add_looking(into: Any) -> None:
    _add(into, "status", "how the server is: people, tables, record, memory, whether it is to stop")
    _add(into, "people", "who is connected, from where, since when, at which table")
    _add(into, "tables", "all tables, private ones too")
    _add(into, "nodes", "the servers of the cluster: where they are, their versions, how many tables each has")


def _add_people(into: Any) -> None:
    say = _add(into, "say", "tell everybody who is here")
    say.add_argument("text", nargs="+", metavar="TEXT", help="a notice on every screen; several words are one")
    _add_name(_add(into, "kick", "end somebody's connection; they may come back"))
    mute = _add(into, "mute", "let nobody hear somebody for a while")
    _add_name(mute)
    mute.add_argument("minutes", nargs="?", type=int, default=60, metavar="MINUTES", help="for how long (default 60)")
    _add_name(_add(into, "unmute", "let somebody be heard again"))


def _add_upkeep(into: Any) -> None:
    close = _add(into, "close", "close a table; who is there goes to the lobby")
    close.add_argument("table", metavar="TABLE", help="its code, as `tables` lists it")
    drain = _add(into, "drain", "begin no further game, and stop when the last one is over")
    how = drain.add_mutually_exclusive_group()
    how.add_argument("--minutes", type=int, metavar="N",
                     help="in N minutes at the latest; games that are not over go on after the restart")  # fmt: skip
    how.add_argument("--cancel", action="store_true", help="do not stop after all")
    backup = _add(into, "backup", "copy the record into a file, while the server runs")
    backup.add_argument("file", type=a_path, metavar="FILE|FOLDER",
                        help="a file that is not there yet, or a folder; the server writes it")  # fmt: skip
    _add(into, "reload", "as SIGHUP: read again what may change while the server runs")


def _add_bans(into: Any) -> None:
    ban = _add(into, "ban", "let a name, an address or a network in no more")
    unban = _add(into, "unban", "let them in again")
    for command in (ban, unban):
        command.add_argument("kind", choices=("name", "address"), help="what VALUE is")
        command.add_argument("value", metavar="VALUE",
                             help="a name, an address (192.168.1.7), or a network (2001:db8::/32)")  # fmt: skip
    ban.add_argument("--why", default="", metavar="TEXT", help="what those who are not let in are told")
    ban.add_argument("--even-loopback", action="store_true", help="even if it is this machine")
    _add(into, "bans", "all bans")


def _add_keys(into: Any) -> None:
    _add(into, "keys", "the SSH keys that have a name, and when they were last here")
    forget = _add(into, "forget-key", "let an SSH key open nothing any more; its name is free then")
    forget.add_argument("whose", metavar="NAME|FINGERPRINT", help="of the key, as `keys` lists it")


def _order(asked: argparse.Namespace) -> AnyOrder:
    match asked.order:
        case "say":
            return Announce(" ".join(asked.text))
        case "kick":
            return KickOut(asked.name)
        case "mute":
            return Quiet(asked.name, asked.minutes)
        case "unmute":
            return Unquiet(asked.name)
        case "ban":
            return Ban(asked.kind, asked.value, asked.why, asked.even_loopback)
        case "unban":
            return Unban(asked.kind, asked.value)
        case "forget-key":
            return ForgetKey(asked.whose)
        case "close":
            return CloseTable(asked.table)
        case "drain":
            return Drain(asked.minutes, asked.cancel)
        case "backup":
            return Backup(str(asked.file.absolute()))
        case plain:
            return PLAIN[plain]


def _socket(asked: argparse.Namespace, environ: Mapping[str, str]) -> Path:
    """Raises SetupError: `no_control`, what `control_socket` raises."""
    if asked.control:
        return Path(asked.control)
    path = Path(asked.data) / SOCKET if asked.data else control_socket(environ)
    if path is None:
        raise SetupError("no_control", file=SOCKET)
    return path


def _ask(path: Path, order: AnyOrder) -> dict[str, Any]:
    """The server's answer. Raises SetupError: `no_control`, `control_denied`, `control_silent`, `bad_text`."""
    try:
        line = msgspec.json.encode(order) + b"\n"
    except UnicodeEncodeError:
        raise SetupError("bad_text") from None
    try:
        with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as link:
            link.settimeout(BACKUP_PATIENCE if isinstance(order, Backup) else PATIENCE)
            link.connect(str(path))
            link.sendall(line)
            answer: dict[str, Any] = msgspec.json.decode(link.makefile("rb").readline())
            return answer
    except PermissionError:
        raise SetupError("control_denied", file=str(path)) from None
    except TimeoutError:
        raise SetupError("control_silent", file=str(path)) from None
    except (OSError, AttributeError, msgspec.DecodeError):
        raise SetupError("no_control", file=str(path)) from None
