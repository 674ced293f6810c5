"""`tuicards-server admin`: speak to a server that runs."""

import argparse
import socket
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NoReturn

import msgspec

from server.control import SOCKET
from server.orders import (
    Announce,
    AnyOrder,
    Ban,
    CloseTable,
    KickOut,
    ListBans,
    People,
    Quiet,
    Reload,
    Tables,
    Unban,
    Unquiet,
)
from tuicards.errors import SetupError
from tuicards.safe_text import safe_text
from tuicards.speech import Speaker
from tuicards.state_folder import state_folder

PROGRAM = "tuicards-server admin"
FINE, REFUSED, BAD_USAGE = 0, 1, 2
PATIENCE = 10.0

PLAIN: Mapping[str, AnyOrder] = {"people": People(), "tables": Tables(), "bans": ListBans(), "reload": Reload()}
"""Orders that say all by their name."""


class Parser(argparse.ArgumentParser):
    """Tells what is wrong in one line."""

    def error(self, message: str) -> NoReturn:
        self.exit(BAD_USAGE, f"{PROGRAM}: {safe_text(message)}; see {PROGRAM} --help\n")


def operator_main(arguments: Sequence[str], environ: Mapping[str, str]) -> int:
    """Carry out one order. Returns 0, 1 when it was refused or no server answers, 2 for a wrong command."""
    asked = _parser().parse_args(arguments)
    try:
        answer = _ask(_socket(asked, environ), _order(asked))
    except SetupError as error:
        return _complain(error.code, error.params)
    if asked.json:
        print(msgspec.json.encode(answer).decode())
    if "refused" in answer:
        return REFUSED if asked.json else _complain(answer["refused"]["code"], answer["refused"]["params"])
    if not asked.json:
        for line in told(answer.get("done", {})):
            print(safe_text(line))
    return FINE


def _complain(code: str, params: Mapping[str, Any]) -> int:
    print(f"{PROGRAM}: {safe_text(Speaker().say(code, params))}", file=sys.stderr)
    return REFUSED


def _parser() -> Parser:
    parser = Parser(prog=PROGRAM, description="Speak to a server that runs on this machine.", allow_abbrev=False)
    parser.add_argument("--data", type=Path, metavar="DIR", help="the server's folder")
    parser.add_argument("--control", type=Path, metavar="FILE", help="its control socket, if it is elsewhere")
    parser.add_argument("--json", action="store_true", help="answer in JSON")
    into = parser.add_subparsers(dest="order", required=True, metavar="ORDER", parser_class=Parser)
    into.add_parser("people", help="who is connected, from where, since when, at which table")
    into.add_parser("tables", help="all tables, private ones too")
    into.add_parser("say", help="tell everybody who is here").add_argument("text", nargs="+")
    into.add_parser("kick", help="end somebody's connection; they may come back").add_argument("name")
    mute = into.add_parser("mute", help="let nobody hear somebody for a while")
    mute.add_argument("name")
    mute.add_argument("minutes", nargs="?", type=int, default=60, help="default 60")
    into.add_parser("unmute", help="take that back").add_argument("name")
    _add_bans(into)
    into.add_parser("close", help="close a table").add_argument("table")
    into.add_parser(
        "reload", help="as SIGHUP: read certificate, key and password file again, open the audit log anew"
    )
    return parser


def _add_bans(into: Any) -> None:
    ban = into.add_parser("ban", help="let a name, an address or a network in no more")
    unban = into.add_parser("unban", help="take that back")
    for command in (ban, unban):
        command.add_argument("kind", choices=("name", "address"))
        command.add_argument("value", help="a name, or an address such as 192.168.1.7 or 2001:db8::/32")
    ban.add_argument("--why", default="", help="what those who are not let in are told")
    ban.add_argument("--even-loopback", action="store_true", help="even if it is this machine")
    into.add_parser("bans", help="all bans")


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
        case "close":
            return CloseTable(asked.table)
        case plain:
            return PLAIN[plain]


def _socket(asked: argparse.Namespace, environ: Mapping[str, str]) -> Path:
    """Raises SetupError `no_control`."""
    if asked.control:
        return Path(asked.control)
    if not asked.data and environ.get("TUICARDS_CONTROL"):
        return Path(environ["TUICARDS_CONTROL"])
    given = asked.data or (Path(environ["TUICARDS_DATA"]) if environ.get("TUICARDS_DATA") else None)
    folder = given or state_folder(environ)
    if folder is None:
        raise SetupError("no_control", file=SOCKET)
    return Path(folder) / SOCKET


def _ask(path: Path, order: AnyOrder) -> dict[str, Any]:
    """The server's answer. Raises SetupError `no_control` or `not_unicode`."""
    try:
        line = msgspec.json.encode(order) + b"\n"
    except UnicodeEncodeError:
        raise SetupError("bad_text") from None
    try:
        with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as link:
            link.settimeout(PATIENCE)
            link.connect(str(path))
            link.sendall(line)
            answer: dict[str, Any] = msgspec.json.decode(link.makefile("rb").readline())
            return answer
    except (OSError, AttributeError, msgspec.DecodeError):
        raise SetupError("no_control", file=str(path)) from None


# ---- what is told -------------------------------------------------------------------------------------


def told(done: Mapping[str, Any]) -> list[str]:
    """The answer in lines for a person."""
    if "people" in done:
        return _table(("name", "address", "here for", "table", ""), map(_person, done["people"])) or [
            "nobody is here"
        ]
    if "tables" in done:
        return _table(("table", "game", "state", "people", "title", ""), map(_game_table, done["tables"])) or [
            "there are no tables"
        ]
    if "bans" in done:
        rows = ((ban["kind"], ban["value"], ban.get("why", "")) for ban in done["bans"])
        return _table(("kind", "who", "why"), rows) or ["nobody is banned"]
    return ["done"]


def _person(person: Mapping[str, Any]) -> tuple[str, ...]:
    muted = f"muted for {_for(person['quiet_seconds'])}" if person["quiet_seconds"] else ""
    return person["name"], person["address"], _for(person["seconds"]), person["table"] or "-", muted


def _game_table(line: Mapping[str, Any]) -> tuple[str, ...]:
    people = f"{line['people']} of {line['seats']}, {line['bots']} bots, {line.get('watchers', 0)} watch"
    return line["table"], line["game"], line["state"], people, line["title"], "" if line["public"] else "private"


def _for(seconds: int) -> str:
    """A time in its largest unit."""
    for unit, length in (("d", 86400), ("h", 3600), ("min", 60)):
        if seconds >= length:
            return f"{seconds // length} {unit}"
    return f"{seconds} s"


def _table(heads: Sequence[str], rows: Any) -> list[str]:
    """Rows below heads, in columns; nothing without rows."""
    shown = [tuple(safe_text(cell) for cell in row) for row in rows]
    if not shown:
        return []
    lines = [tuple(head.upper() for head in heads), *shown]
    widths = [max(len(line[column]) for line in lines) for column in range(len(heads))]
    return ["  ".join(cell.ljust(width) for cell, width in zip(line, widths, strict=True)).rstrip() for line in lines]
