"""The command line: where the parts are put together.

Only this module joins the client with `server`. Whatever is slow to load is imported where it is used,
so that help and refusals come at once, without a terminal and without a home.
"""

import argparse
import contextlib
import io
import os
import sys
from collections.abc import Callable, Coroutine, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn, TypeAlias

from tuicards import __version__
from tuicards.address import format_address, parse_address
from tuicards.errors import BadOptions, SetupError, TuicardsError
from tuicards.games import GAMES, game_named
from tuicards.identity import Identity, identity_path
from tuicards.safe_text import safe_text
from tuicards.speech import Speaker
from tuicards.text.commands import DEFAULT_GAME, DEFAULT_LEVEL, AnyRequest
from tuicards.wire.messages import (
    DEFAULT_PORT,
    NAME_LENGTH,
    AddBot,
    CreateTable,
    JoinTable,
    StartParty,
    WatchTable,
)

if TYPE_CHECKING:
    from server.config import Settings
    from server.store import Store
    from tuicards.client import Link

FINE, UNFINISHED, USAGE, INTERRUPTED = 0, 1, 2, 130

LONGEST_DELAY = 60.0
LOOPBACK = "127.0.0.1"
BOT_DELAY = 0.7
"""Seconds."""

EPILOG = """\
exit codes: 0 fine, and so it is when you quit; 1 the game could not be finished, or the server not be
reached; 2 the command is wrong, or there is no terminal; 130 interrupted.

environment: TUICARDS_NAME, TUICARDS_PASSWORD and TUICARDS_TOKEN stand for --name, --password and
--token; others cannot see them in the list of processes.

If the terminal is left in disorder after a kill -9, type: reset
"""

Act: TypeAlias = Callable[[], int]
"""What a command does once everything that was typed is known to be right."""


def main(argv: Sequence[str] | None = None) -> int:
    """Runs the command and returns its exit code. Nothing starts before all that was typed is checked."""
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="backslashreplace")
    try:
        return _run(sys.argv[1:] if argv is None else argv)
    except KeyboardInterrupt:
        return _complain(Speaker().say("cli.interrupted"), INTERRUPTED)
    except BrokenPipeError:
        return FINE
    except Exception as error:
        from tuicards.tui.crash import record_crash

        print(record_crash(error), file=sys.stderr)
        return UNFINISHED
    finally:
        _flush()


def _run(arguments: Sequence[str]) -> int:
    if arguments[:1] == ["arena"]:
        from tuicards.arena import arena_main

        return arena_main(arguments[1:])
    asked = _parser().parse_args(arguments)
    try:
        act: Act = asked.prepare(asked)
    except TuicardsError as error:
        return _complain(_sentence(error, asked), USAGE)
    try:
        return act()
    except TuicardsError as error:
        return _complain(_sentence(error, asked), UNFINISHED)


def _complain(sentence: str, code: int) -> int:
    if sys.stderr is not None:
        for line in sentence.splitlines():
            print(f"tuicards: {safe_text(line)}", file=sys.stderr)
    return code


def _sentence(error: TuicardsError, asked: argparse.Namespace) -> str:
    game = GAMES.get(getattr(asked, "game", None) or DEFAULT_GAME)
    return Speaker(game.phrases if game else None).error(error)


def _flush() -> None:
    """Writes out what is left; a reader that has gone away is no reason for a word."""
    try:
        if sys.stdout is not None:
            sys.stdout.flush()
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


# ---- what may be typed --------------------------------------------------------------------------------


class Parser(argparse.ArgumentParser):
    """Tells what is wrong in one line."""

    def error(self, message: str) -> NoReturn:
        self.exit(USAGE, f"tuicards: {safe_text(message)}; see {self.prog} --help\n")


def _parser() -> Parser:
    parser = Parser(
        prog="tuicards",
        description="Rage and Goat, two trick-taking card games, in the terminal. No command: the home screen.",
        epilog=EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    parser.add_argument("--version", action="version", version=f"tuicards {__version__}")
    parser.set_defaults(prepare=_home, name=None, game=None, guest=False)
    commands = parser.add_subparsers(title="commands", metavar="COMMAND")
    _add_play(commands)
    _add_host(commands)
    _add_join(commands)
    commands.add_parser("arena", help="bots against bots", add_help=False)
    rules = commands.add_parser("rules", help="print a game's rules on one page", allow_abbrev=False)
    rules.add_argument("game", metavar="GAME", help=_games())
    rules.set_defaults(prepare=_rules)
    return parser


def _add_play(commands: Any) -> None:
    play = _command(commands, "play", "play against bots, at once", _play)
    _add_table(play)
    play.add_argument("--bots", metavar="LEVEL", default=DEFAULT_LEVEL, help="level of the bots (default normal)")
    _add_bot_delay(play)


def _add_host(commands: Any) -> None:
    host = _command(commands, "host", "a server in this program, for friends on the network", _host)
    _add_table(host)
    host.add_argument("--bots", metavar="LEVEL", help="fill the free seats with bots of this level")
    host.add_argument("--host", metavar="H", help="address to listen on (default: all)")
    host.add_argument("--port", metavar="P", help=f"port to listen on (default {DEFAULT_PORT})")
    host.add_argument("--password", metavar="P", help="what friends have to know to come in")
    host.add_argument("--data", metavar="DIR", help="keep the tables in this folder (default: in memory only)")
    _add_bot_delay(host)


def _add_join(commands: Any) -> None:
    join = _command(commands, "join", "go to a server", _join)
    join.add_argument("address", metavar="HOST[:PORT]", help=f"without a port: {DEFAULT_PORT}")
    join.add_argument("--table", metavar="CODE", help="go straight to this table")
    join.add_argument("--seat", type=int, metavar="N", help="take this seat, from 1 (default: the first free)")
    join.add_argument("--watch", action="store_true", help="watch the table")
    join.add_argument("--token", metavar="T", help="the key to a seat of yours, from another computer")
    join.add_argument("--password", metavar="P", help="the server's password, if it has one")
    join.add_argument("--guest", action="store_true", help="read and keep nothing: for an account that many share")


def _command(commands: Any, name: str, text: str, prepare: Callable[[argparse.Namespace], Act]) -> Any:
    command = commands.add_parser(name, help=text, description=f"{text[0].upper()}{text[1:]}.", allow_abbrev=False)
    command.add_argument("--name", metavar="NAME", help="what others call you (default: as last time)")
    command.add_argument("--text", action="store_true", help="in lines of text instead of a full screen")
    command.set_defaults(prepare=prepare, guest=False)
    return command


def _add_table(command: Any) -> None:
    command.add_argument("game", nargs="?", metavar="GAME", help=_games())
    command.add_argument("--seats", type=int, metavar="N", help="number of seats (default: the game's usual)")
    command.add_argument(
        "--option", action="append", default=[], metavar="K=V", help="set an option of the game; may be repeated"
    )
    command.add_argument("--preset", metavar="NAME", help="a named set of options")


def _add_bot_delay(command: Any) -> None:
    command.add_argument(
        "--bot-delay",
        metavar="SECONDS",
        default=str(BOT_DELAY),
        help=f"how long a bot takes for a move (default {BOT_DELAY})",
    )


def _games() -> str:
    return " or ".join(GAMES)


# ---- checks -------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Person:
    """Who plays: a name, what is remembered, and what opens a server's doors."""

    name: str
    identity: Identity
    token: str = ""
    password: str = field(default="", repr=False)


def _person(asked: argparse.Namespace, environ: Mapping[str, str] = os.environ) -> Person:
    """Raises SetupError `cli.not_unicode`, `cli.name_length`."""
    identity = Identity(None if asked.guest else identity_path(environ))
    name = _given(asked, environ, "name").strip()
    if len(name) > NAME_LENGTH:
        raise SetupError("cli.name_length", limit=NAME_LENGTH)
    return Person(
        name or _usual_name(asked, environ, identity),
        identity,
        _given(asked, environ, "token"),
        _given(asked, environ, "password"),
    )


def _given(asked: argparse.Namespace, environ: Mapping[str, str], what: str) -> str:
    """The flag, or else the variable; empty when there is neither."""
    flag = getattr(asked, what, None)
    text = flag if flag is not None else environ.get(f"TUICARDS_{what.upper()}", "")
    _check_unicode(f"--{what}" if flag is not None else f"TUICARDS_{what.upper()}", text)
    return str(text)


def _check_unicode(what: str, text: str) -> None:
    try:
        text.encode()
    except UnicodeEncodeError:
        raise SetupError("cli.not_unicode", what=what) from None


def _usual_name(asked: argparse.Namespace, environ: Mapping[str, str], identity: Identity) -> str:
    if asked.guest:
        return ""
    login = environ.get("USER") or environ.get("LOGNAME") or ""
    usable = login.isascii() and login.isalnum() and len(login) <= NAME_LENGTH
    return identity.name or (login if usable else "Player")


def _table(asked: argparse.Namespace, public: bool) -> CreateTable:
    """The table that was asked for. Raises BadOptions, SetupError."""
    game = game_named(asked.game or DEFAULT_GAME)
    seats = game.usual_seats if asked.seats is None else asked.seats
    chosen = dict(_option(text) for text in asked.option)
    game.check(seats, game.parse_options(chosen, asked.preset))
    return CreateTable(id=0, game=game.name, seats=seats, options=chosen, preset=asked.preset or "", public=public)


def _option(text: str) -> tuple[str, str]:
    _check_unicode("--option", text)
    name, equals, value = text.partition("=")
    if not equals:
        raise SetupError("cli.bad_option", text=text)
    return name, value


def _level(level: str) -> str:
    from tuicards.bots.api import LEVELS

    if level not in LEVELS:
        raise BadOptions("unknown_level", level=level, known=LEVELS)
    return level


def _delay(text: str) -> float:
    try:
        delay = float(text)
    except ValueError:
        delay = -1.0
    if not 0.0 <= delay <= LONGEST_DELAY:
        raise SetupError("cli.bad_delay", text=text)
    return delay


def _check_terminal(asked: argparse.Namespace) -> None:
    """Raises SetupError unless the full screen, where it is wanted, has a terminal."""
    if getattr(asked, "text", False):
        return
    if not all(stream is not None and stream.isatty() for stream in (sys.stdin, sys.stdout)):
        raise SetupError("cli.no_terminal")
    if os.environ.get("TERM") == "dumb":
        raise SetupError("cli.dumb_terminal")


# ---- commands -----------------------------------------------------------------------------------------


def _home(asked: argparse.Namespace) -> Act:
    _check_terminal(asked)
    person = _person(asked)

    async def home() -> int:
        async with contextlib.AsyncExitStack() as stack:
            ways = Ways(person, stack)
            return await _full_screen(None, name=person.name, backend=ways)

    return lambda: _run_async(home())


def _play(asked: argparse.Namespace) -> Act:
    table, level, delay = _table(asked, public=False), _level(asked.bots), _delay(asked.bot_delay)
    person = _person(asked)
    _check_terminal(asked)

    async def play() -> int:
        async with contextlib.AsyncExitStack() as stack:
            ways = Ways(person, stack, bot_delay=delay)
            link = await ways.solo(person.name)
            if asked.text:
                return await _by_lines(link, _opening(table, level, start=True))
            return await _full_screen(link, name=person.name, create=table, bots=level, start=True, backend=ways)

    return lambda: _run_async(play())


def _host(asked: argparse.Namespace) -> Act:
    table = _table(asked, public=True) if asked.game else None
    level, delay = _level(asked.bots) if asked.bots else "", _delay(asked.bot_delay)
    port, person = _port(asked.port), _person(asked)
    _check_terminal(asked)

    async def host() -> int:
        async with contextlib.AsyncExitStack() as stack:
            ways = Ways(person, stack, bot_delay=delay, listen=asked.host or "", port=port, data=asked.data)
            link = await ways.host(person.name, person.password)
            if not asked.text:
                return await _full_screen(link, name=person.name, create=table, bots=level, backend=ways)
            told = [Speaker().say("cli.hosting", {"address": address}) for address in ways.addresses()]
            return await _by_lines(link, _opening(table, level) if table else (), told=told)

    return lambda: _run_async(host())


def _join(asked: argparse.Namespace) -> Act:
    _check_unicode("HOST", asked.address)
    host, port = parse_address(asked.address)
    person, table, seat = _person(asked), asked.table or "", _seat(asked)
    _check_unicode("--table", table)
    _check_terminal(asked)

    async def join() -> int:
        link = _link(person, host, port)
        if asked.text:
            return await _by_lines(link, _coming(table, seat, asked.watch))
        return await _full_screen(link, name=person.name, join=table, seat=seat, watch=asked.watch)

    return lambda: _run_async(join())


def _rules(asked: argparse.Namespace) -> Act:
    from tuicards.text.rules import guide

    text = guide(game_named(asked.game).name)

    def rules() -> int:
        print(text)
        return FINE

    return rules


def _seat(asked: argparse.Namespace) -> int | None:
    """Raises SetupError when seat, table and watching do not go together."""
    if asked.watch and asked.seat is not None:
        raise SetupError("cli.watch_and_seat")
    if not asked.table and (asked.watch or asked.seat is not None):
        raise SetupError("cli.table_needed")
    if asked.seat is not None and asked.seat < 1:
        raise SetupError("cli.bad_seat", number=asked.seat)
    return None if asked.seat is None else int(asked.seat) - 1


def _port(text: str | None) -> int:
    """Raises SetupError `bad_port`. 0 asks for any free one."""
    if text in (None, "0"):
        return DEFAULT_PORT if text is None else 0
    return parse_address(f"localhost:{text}")[1]


def _opening(table: CreateTable, level: str, start: bool = False) -> Sequence[AnyRequest]:
    """Make the table, put bots of the level (empty: none) on the other seats, and perhaps begin."""
    bots = [AddBot(id=0, seat=seat, level=level) for seat in range(1, table.seats)] if level else []
    return (table, *bots, StartParty(id=0)) if start else (table, *bots)


def _coming(table: str, seat: int | None, watch: bool) -> Sequence[AnyRequest]:
    if not table:
        return ()
    return (WatchTable(id=0, table=table),) if watch else (JoinTable(id=0, table=table, seat=seat),)


# ---- the parts together -------------------------------------------------------------------------------


class Ways:
    """Ways to reach a server, for the commands and the home screen. Servers live until the stack is closed."""

    def __init__(
        self, person: Person, stack: contextlib.AsyncExitStack, *, bot_delay: float = BOT_DELAY,
        listen: str = "", port: int = DEFAULT_PORT, data: str | None = None,
    ) -> None:  # fmt: skip
        self._person = person
        self._stack = stack
        self._bot_delay = bot_delay
        self._listen, self._port, self._data = listen, port, data
        self._solo: tuple[str, int] | None = None
        self._hosted: tuple[str, int] | None = None
        self._password = ""

    async def solo(self, name: str) -> "Link":
        """A link to a server inside this program that nobody else can reach."""
        from server.config import Settings

        if self._solo is None:
            settings = Settings(host=LOOPBACK, port=0, bot_delay=self._bot_delay, name="this computer")
            self._solo = LOOPBACK, await self._serve(settings)
        return _link(self._as(name, ""), *self._solo, passing=True)

    async def host(self, name: str, password: str) -> "Link":
        """A link to a server inside this program that the network can reach. The first password counts.

        Raises SetupError when it cannot listen, StorageError when the record cannot be opened.
        """
        from server.config import Settings
        from server.store import SqliteStore

        if self._hosted is None:
            settings = Settings(host=self._listen, port=self._port, bot_delay=self._bot_delay, password=password)
            port = await self._serve(settings, SqliteStore(Path(self._data)) if self._data else None)
            self._hosted = {"": LOOPBACK, "0.0.0.0": LOOPBACK, "::": "::1"}.get(self._listen, self._listen), port
            self._password = password
        return _link(self._as(name, self._password), *self._hosted)

    async def _serve(self, settings: "Settings", store: "Store | None" = None) -> int:
        """Starts a server and says at which port it listens."""
        from server.service import running

        service = await self._stack.enter_async_context(running(settings, store))
        return service.port

    def _as(self, name: str, password: str) -> Person:
        """The person under another name."""
        return replace(self._person, name=name or self._person.name, password=password)

    def dial(self, address: str, name: str, password: str) -> "Link":
        """A link to a server elsewhere. Raises SetupError when that is no address."""
        host, port = parse_address(address)
        return _link(self._as(name, password), host, port)

    def addresses(self) -> tuple[str, ...]:
        """Where friends reach the server that this program hosts; empty while it hosts none."""
        from server.addresses import local_addresses

        if self._hosted is None:
            return ()
        everywhere = self._listen in ("", "0.0.0.0")
        hosts = (local_addresses() if everywhere else []) or [self._listen or LOOPBACK]
        return tuple(format_address(host, self._hosted[1]) for host in hosts)


def _link(person: Person, host: str, port: int, passing: bool = False) -> "Link":
    """`passing`: a server that ends with this program, whose tokens are not worth keeping."""
    from tuicards.keeping import KeepingLink

    return KeepingLink(
        person.identity,
        host,
        port,
        name=person.name,
        token=person.token,
        password=person.password,
        keeps_token=not passing,
    )


async def _full_screen(link: "Link | None", **start: Any) -> int:
    from tuicards.tui.app import TuiCards
    from tuicards.tui.link import Start

    app = TuiCards(link, start=Start(**start))
    code = await app.run_async()
    return app.return_code or 0 if code is None else code


async def _by_lines(link: "Link", opening: Sequence[AnyRequest], told: Sequence[str] = ()) -> int:
    from tuicards.text.client import TextClient
    from tuicards.text.terminal import LineReader, LineWriter

    source, sink = sys.stdin, sys.stdout
    typed = source is not None and source.isatty()
    prompt = "> " if typed and sink is not None and sink.isatty() else ""
    reader = LineReader(source.fileno(), source.encoding) if source else LineReader(None)
    writer = LineWriter(sink.fileno(), prompt, sink.encoding) if sink else LineWriter(None)
    client = TextClient(link, reader, writer, scripted=not typed, opening=opening, told=told)
    return await client.run()


def _run_async(main: Coroutine[Any, Any, int]) -> int:
    import asyncio

    _log_to_file()
    return asyncio.run(main)


def _log_to_file() -> None:
    """Keeps what a server in this program has to report off the screen: it goes to a file beside the names."""
    import logging

    logging.raiseExceptions = False
    path = identity_path(os.environ)
    handler: logging.Handler = logging.NullHandler()
    if path is not None:
        with contextlib.suppress(OSError):
            path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            handler = logging.FileHandler(path.with_name("client.log"), delay=True, encoding="utf-8")
    handler.setFormatter(logging.Formatter("%(asctime)s %(levelname)s %(name)s: %(message)s"))
    logging.basicConfig(handlers=[handler], level=logging.WARNING)
