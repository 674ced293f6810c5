"""What may be typed on the command line, and what it means. Nothing is started here."""

import argparse
import os
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, NoReturn, TypeAlias

from tuicards import __version__
from tuicards.address import parse_address
from tuicards.errors import BadOptions, PlayerError, SetupError
from tuicards.games import GAMES, game_named
from tuicards.identity import Identity, identity_path
from tuicards.join_code import read_join_code
from tuicards.kept import records_folder
from tuicards.locale.languages import LANGUAGES
from tuicards.preferences.sources import Preferences, read_preferences, settings_path
from tuicards.preferences.values import Clean
from tuicards.safe_text import safe_text
from tuicards.text.commands import DEFAULT_GAME, DEFAULT_LEVEL, AnyRequest
from tuicards.time_control import read_clock
from tuicards.wire.messages import (
    DEFAULT_PORT,
    NAME_LENGTH,
    AddBot,
    CreateTable,
    JoinTable,
    StartParty,
    WatchTable,
)

USAGE = 2
"""Exit code: the command is wrong."""

LONGEST_DELAY = 60.0
BOT_DELAY = 0.7
"""Seconds."""

EPILOG = """\
examples:
  tuicards                          choose on the screen
  tuicards play rage --seats 6      alone against five bots
  tuicards host                     a server for friends; the room says what they type
  tuicards join                     the servers on this network
  tuicards join 192.168.1.5         or an address, or the code that a friend's room shows
  tuicards rules goat               how it is played
  tuicards COMMAND --help           what else a command takes

exit codes: 0 fine, and so it is when you quit; 1 the game could not be finished, or the server not be
reached; 2 the command is wrong, or there is no terminal; 130 interrupted.

settings: tuicards config shows them all, and how each is called in the file, in the environment and here.

environment: TUICARDS_NAME, TUICARDS_PASSWORD and TUICARDS_TOKEN stand for --name, --password and
--token; others cannot see them in the list of processes. TUICARDS_TLS_CA stands for --tls-ca.

If the terminal is left in disorder after a kill -9, type: reset
"""

PLAY_EXAMPLES = """\
examples:
  tuicards play
  tuicards play goat --bots easy
  tuicards play rage --seats 6 --preset amigo --option hook=last_bidder
  tuicards play rage --clock turn:30 --text

A preset or an option that there is not is told with those that there are; tuicards rules GAME --whole tells what
they change.
"""

HOST_EXAMPLES = """\
examples:
  tuicards host                                 choose the game there
  tuicards host rage --seats 4 --bots easy      with bots until friends come
  tuicards host goat --clock bank:300+10        five minutes each, and ten seconds more for every move
  tuicards host rage --data ~/cards             the tables are there again next time

Friends type tuicards join and the code that the room shows. A server without a terminal: tuicards-server.
"""

JOIN_EXAMPLES = """\
examples:
  tuicards join                                 choose from the servers on this network
  tuicards join 943-N7S                         a join code leads to a server, and to a table there
  tuicards join 192.168.1.5:7111 --table BCDF
  tuicards join tls://cards.example.org --watch --table BCDF
  tuicards join one.example.org,two.example.org:7111
                                                one server at two addresses: where one is gone, on by the other
"""

Act: TypeAlias = Callable[[], int]
"""What a command does once everything that was typed is known to be right."""

Prepare: TypeAlias = Callable[[argparse.Namespace], Act]
"""Checks what was typed. Raises TuicardsError."""


class Parser(argparse.ArgumentParser):
    """Tells what is wrong in one line."""

    def error(self, message: str) -> NoReturn:
        self.exit(USAGE, f"tuicards: {safe_text(message)}; see {self.prog} --help\n")


def parser_for(commands: Mapping[str, Prepare], more: Iterable[Callable[[Any], None]] = ()) -> Parser:
    """Reads the command line; `prepare` of what it reads is that command's, under `` that of no command.

    Each of `more` adds a command of its own.
    """
    parser = Parser(
        prog="tuicards",
        description="Rage and Goat, two trick-taking card games, in the terminal. No command: the home screen.",
        epilog=EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    parser.add_argument("--version", action="version", version=f"tuicards {__version__}")
    parser.set_defaults(prepare=commands[""], game=None, guest=False, visitor=False, plays=True)
    parser.add_argument("--name", metavar="NAME", help="what others call you (default: as last time)")
    _add_bot_delay(parser, str(BOT_DELAY))
    _add_preferences(parser, None)
    into = parser.add_subparsers(title="commands", metavar="COMMAND")
    _add_play(into, commands["play"])
    _add_host(into, commands["host"])
    _add_join(into, commands["join"])
    into.add_parser("arena", help="bots against bots", add_help=False)
    rules_text = "print a game's rules on one page"
    rules = into.add_parser("rules", help=rules_text, description=f"{rules_text.capitalize()}.", allow_abbrev=False)
    rules.add_argument("game", metavar="GAME", help=_games())
    rules.add_argument("--whole", action="store_true", help="the whole rules, rule by rule, with examples")
    rules.set_defaults(prepare=commands["rules"])
    for add in more:
        add(into)
    for name, command in into.choices.items():
        command.set_defaults(plays=name in PLAYING)
        if name != "arena":
            _add_preferences(command, argparse.SUPPRESS)
    return parser


def _add_preferences(parser: argparse.ArgumentParser, default: str | None) -> None:
    """The flags that are stronger than the settings file. `default` leaves alone what stood before the command."""
    group = parser.add_argument_group("preferences")
    group.add_argument("--config", metavar="FILE", default=default, help="the settings file to use")
    group.add_argument("--language", metavar="LANGUAGE", default=default, help=f"one of {', '.join(LANGUAGES)}")
    group.add_argument("--theme", metavar="THEME", default=default, help="auto, dark, light, safe or terminal")
    look = group.add_mutually_exclusive_group()
    look.add_argument(
        "--presentation", metavar="LOOK", default=default, help="auto, wide, compact or poor: how much is shown"
    )
    look.add_argument(
        "--ascii", dest="presentation", action="store_const", const="poor", default=default,
        help="the poor presentation: plain letters, few colours",
    )  # fmt: skip


def _add_play(into: Any, prepare: Prepare) -> None:
    play = _command(into, "play", "play against bots, at once", prepare, PLAY_EXAMPLES)
    _add_table(play, DEFAULT_GAME)
    play.add_argument(
        "--bots", metavar="LEVEL", default=DEFAULT_LEVEL, help="easy, normal, hard or expert (default normal)"
    )
    _add_bot_delay(play, argparse.SUPPRESS)


def _add_host(into: Any, prepare: Prepare) -> None:
    host = _command(into, "host", "be the server for friends on the network, and play there", prepare, HOST_EXAMPLES)
    _add_table(host, "choose it there")
    host.add_argument("--bots", metavar="LEVEL", help="fill the free seats with bots: easy, normal, hard or expert")
    host.add_argument("--host", metavar="ADDRESS", help="address of this machine to listen at (default: all)")
    host.add_argument("--port", metavar="PORT", help=f"port to listen at, 0: any (default {DEFAULT_PORT})")
    host.add_argument("--password", metavar="PASSWORD", help="what friends have to know to come in")
    host.add_argument("--data", metavar="DIR", help="keep the tables in this folder (default: in memory only)")
    host.add_argument(
        "--no-announce", dest="announce", action="store_false", help="do not tell the network around of this server"
    )
    _add_bot_delay(host, argparse.SUPPRESS)


def _add_join(into: Any, prepare: Prepare) -> None:
    join = _command(into, "join", "go to a server, or look for one on this network", prepare, JOIN_EXAMPLES)
    join.add_argument(
        "address", nargs="?", metavar="WHERE", default="",
        help=f"HOST or HOST:PORT (without a port: {DEFAULT_PORT}), tls://HOST where it is encrypted, several with "
        "commas between them for a server that is at several addresses, or a join code such as 7KQ-2MX; without it: "
        "the servers on this network",
    )  # fmt: skip
    join.add_argument("--table", metavar="CODE", help="go straight to this table")
    join.add_argument("--seat", type=int, metavar="N", help="take this seat, from 1 (default: the first free)")
    join.add_argument("--watch", action="store_true", help="watch the table instead of taking a seat")
    join.add_argument("--token", metavar="TOKEN", help="what opens a seat of yours that you took on another computer")
    join.add_argument("--password", metavar="PASSWORD", help="the server's password, if it has one")
    join.add_argument("--tls-ca", metavar="FILE", help="trust the authorities in this file instead of the system's")
    join.add_argument("--guest", action="store_true", help="read and keep no files: for an account that many share")
    join.add_argument("--visitor", action="store_true", help="as tuicards web starts it: no file is offered or named")


def _command(into: Any, name: str, text: str, prepare: Prepare, examples: str) -> Any:
    command = into.add_parser(
        name, help=text, description=f"{text[0].upper()}{text[1:]}.", epilog=examples,
        formatter_class=argparse.RawDescriptionHelpFormatter, allow_abbrev=False,
    )  # fmt: skip
    command.add_argument(
        "--name", metavar="NAME", default=argparse.SUPPRESS, help="what others call you (default: as last time)"
    )
    command.add_argument("--text", action="store_true", help="in lines of text instead of a full screen")
    command.set_defaults(prepare=prepare, guest=False)
    return command


def _add_table(command: Any, without: str) -> None:
    """`without`: what happens where no game is named."""
    command.add_argument("game", nargs="?", metavar="GAME", help=f"{_games()} (default: {without})")
    command.add_argument("--seats", type=int, metavar="N", help="number of seats (default: the game's usual)")
    command.add_argument(
        "--option",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help="set an option of the game; may be repeated",
    )
    command.add_argument("--preset", metavar="PRESET", help=f"a named set of options: {_presets()}")
    command.add_argument(
        "--clock", metavar="TIME", default="none",
        help="seconds for each turn (turn:30), or for the party and more for each move (bank:300+5) (default none)",
    )  # fmt: skip


def _add_bot_delay(command: Any, default: str) -> None:
    command.add_argument(
        "--bot-delay",
        metavar="SECONDS",
        default=default,
        help=f"how long a bot takes for a move (default {BOT_DELAY})",
    )


def _games() -> str:
    return " or ".join(GAMES)


def _presets() -> str:
    return "; ".join(f"{', '.join(game.presets)} of {name}" for name, game in GAMES.items())


# ---- what it means ------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Person:
    """Who plays: a name, what is remembered, and what opens a server's doors."""

    name: str
    identity: Identity
    records: Path | None = None
    """Where finished parties are kept; None: nowhere."""
    token: str = ""
    password: str = field(default="", repr=False)
    ca: str = ""
    """A file of authorities that vouch for servers; empty: the system's."""


PLAYING = ("play", "host", "join")
"""The commands, besides none, for which one needs a name."""

PREFERENCES = ("language", "theme", "presentation")
"""The settings that have a flag of their own, besides the name."""


def preferences_asked(asked: argparse.Namespace, environ: Mapping[str, str], clean: Clean) -> Preferences:
    """The settings that count for a command. Raises SetupError for a wrong flag.

    A guest's settings come from no file. A wrong name is left to `person_asked`, where the command needs one.
    """
    named = PREFERENCES if asked.plays else (*PREFERENCES, "name")
    flags = {name: (f"--{name}", value) for name in named if (value := getattr(asked, name, None)) is not None}
    given = asked.config or environ.get("TUICARDS_CONFIG")
    path = None if asked.guest else Path(asked.config) if asked.config else settings_path(environ)
    found = read_preferences(path, environ, flags, clean=clean, check_keys=_check_keys)
    if given and path is not None and not found.exists and not getattr(asked, "write", False):
        missing = SetupError("settings.missing", place=str(path))
        return replace(found, faults=(missing, *found.faults))
    return found


def _check_keys(keys: Mapping[str, str], places: Mapping[str, str]) -> tuple[dict[str, str], tuple[SetupError, ...]]:
    from tuicards.tui.keymap import check_keys

    return check_keys(keys, places)


def person_asked(asked: argparse.Namespace, environ: Mapping[str, str], clean: Clean, chosen: str = "") -> Person:
    """`chosen` is the name in the settings.

    Raises SetupError `cli.not_unicode`, `cli.name_length`, and what `clean` raises for a bad name.
    """
    identity = Identity(None if asked.guest else identity_path(environ))
    name = _given(asked, environ, "name").strip()
    if len(name) > NAME_LENGTH:
        raise SetupError("cli.name_length", limit=NAME_LENGTH)
    if not name and not asked.guest:
        name = chosen or identity.name or _login(environ, clean)
    records = None if asked.guest else records_folder(environ)
    return Person(
        clean(name) if name else "",
        identity,
        records,
        _given(asked, environ, "token"),
        _given(asked, environ, "password"),
        _given(asked, environ, "tls_ca"),
    )


def _login(environ: Mapping[str, str], clean: Callable[[str], str]) -> str:
    """The name of the account, where it can be one at a table."""
    login = environ.get("USER") or environ.get("LOGNAME") or ""
    try:
        return clean(login)
    except PlayerError:
        return "Player"


def _given(asked: argparse.Namespace, environ: Mapping[str, str], what: str) -> str:
    """The flag, or else the variable; empty when there is neither."""
    flag = getattr(asked, what, None)
    text = flag if flag is not None else environ.get(f"TUICARDS_{what.upper()}", "")
    check_unicode(f"--{what.replace('_', '-')}" if flag is not None else f"TUICARDS_{what.upper()}", text)
    return str(text)


def check_unicode(what: str, text: str) -> None:
    try:
        text.encode()
    except UnicodeEncodeError:
        raise SetupError("cli.not_unicode", what=what) from None


def check_game_named(asked: argparse.Namespace) -> None:
    """Raises SetupError where something is asked of a table, but no game is named."""
    given = {
        "--seats": asked.seats is not None, "--option": bool(asked.option), "--preset": asked.preset is not None,
        "--clock": asked.clock != "none", "--bots": asked.bots is not None,
    }  # fmt: skip
    for flag, is_given in given.items():
        if is_given and not asked.game:
            raise SetupError("cli.needs_game", flag=flag, known=tuple(GAMES))


def table_asked(asked: argparse.Namespace, public: bool) -> CreateTable:
    """The table that was asked for. Raises BadOptions, SetupError."""
    game = game_named(asked.game or DEFAULT_GAME)
    seats = game.usual_seats if asked.seats is None else asked.seats
    chosen = dict(_option(text) for text in asked.option)
    game.check(seats, game.parse_options(chosen, asked.preset))
    check_unicode("--clock", asked.clock)
    return CreateTable(
        id=0, game=game.name, seats=seats, options=chosen, preset=asked.preset or "", public=public,
        clock=str(read_clock(asked.clock)),
    )  # fmt: skip


def _option(text: str) -> tuple[str, str]:
    check_unicode("--option", text)
    name, equals, value = text.partition("=")
    if not equals:
        raise SetupError("cli.bad_option", text=text)
    return name, value


def level_asked(level: str) -> str:
    from tuicards.bots.api import LEVELS

    if level not in LEVELS:
        raise BadOptions("unknown_level", level=level, known=LEVELS)
    return level


def delay_asked(text: str) -> float:
    try:
        delay = float(text)
    except ValueError:
        delay = -1.0
    if not 0.0 <= delay <= LONGEST_DELAY:
        raise SetupError("cli.bad_delay", text=text)
    return delay


def check_terminal(asked: argparse.Namespace) -> None:
    """Raises SetupError unless the full screen, where it is wanted, has a terminal."""
    if getattr(asked, "text", False):
        return
    if not all(stream is not None and stream.isatty() for stream in (sys.stdin, sys.stdout)):
        raise SetupError("cli.no_terminal")
    if os.environ.get("TERM") == "dumb":
        raise SetupError("cli.dumb_terminal")


def has_table(text: str) -> bool:
    """Whether a text is a join code that leads to a table. Raises SetupError `code_misheard`."""
    code = read_join_code(text)
    return code is not None and bool(code.mark or code.table)


def seat_asked(asked: argparse.Namespace) -> int | None:
    """Raises SetupError when seat, table and watching do not go together."""
    if asked.watch and asked.seat is not None:
        raise SetupError("cli.watch_and_seat")
    if not (asked.table or has_table(asked.address)) and (asked.watch or asked.seat is not None):
        raise SetupError("cli.table_needed")
    if asked.seat is not None and asked.seat < 1:
        raise SetupError("cli.bad_seat", number=asked.seat)
    return None if asked.seat is None else int(asked.seat) - 1


def port_asked(text: str | None) -> int:
    """Raises SetupError `bad_port`. 0 asks for any free one."""
    if text in (None, "0"):
        return DEFAULT_PORT if text is None else 0
    return parse_address(f"localhost:{text}")[1]


def opening(table: CreateTable, level: str, start: bool = False) -> Sequence[AnyRequest]:
    """Make the table, put bots of the level (empty: none) on the other seats, and perhaps begin."""
    bots = [AddBot(id=0, seat=seat, level=level) for seat in range(1, table.seats)] if level else []
    return (table, *bots, StartParty(id=0)) if start else (table, *bots)


def coming(table: str, seat: int | None, watch: bool, mark: int = 0) -> Sequence[AnyRequest]:
    """To the table of this code, or to one whose code is still to be found by its mark; else to the lobby."""
    if not table and not mark:
        return ()
    return (WatchTable(id=0, table=table),) if watch else (JoinTable(id=0, table=table, seat=seat),)
