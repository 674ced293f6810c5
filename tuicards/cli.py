"""The command line: where the parts are put together.

Only this module joins the client with `server`. Whatever is slow to load is imported where it is used,
so that help and refusals come at once, without a terminal and without a home.
"""

import argparse
import contextlib
import io
import os
import sys
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tuicards.address import Address, format_address, leads_here, parse_addresses
from tuicards.arguments import (
    BOT_DELAY,
    USAGE,
    Act,
    Parser,
    Person,
    Prepare,
    check_game_named,
    check_terminal,
    check_unicode,
    coming,
    delay_asked,
    level_asked,
    opening,
    parser_for,
    person_asked,
    port_asked,
    preferences_asked,
    seat_asked,
    table_asked,
)
from tuicards.bot_command import add_bot
from tuicards.bot_command import wish_of as bot_wish_of
from tuicards.completion import ABOUT, add_shell, completion_script
from tuicards.config_command import add_config
from tuicards.errors import TuicardsError
from tuicards.games import GAMES, game_named
from tuicards.identity import Identity, identity_path
from tuicards.join_code import check_destination, invitation
from tuicards.locale.languages import LANGUAGES, language_for
from tuicards.preferences.sources import Preferences
from tuicards.preferences.values import Clean
from tuicards.record_commands import add_export, add_replay, add_verify
from tuicards.running import Lines, by_lines, full_screen, run_async
from tuicards.safe_text import safe_text
from tuicards.speech import Speaker
from tuicards.text.commands import DEFAULT_GAME
from tuicards.web.command import add_web, wish_of
from tuicards.wire.messages import DEFAULT_PORT

if TYPE_CHECKING:
    from server.config import Settings
    from server.service import Service
    from server.store import Store
    from tuicards.client import Link
    from tuicards.destination import Destination
    from tuicards.lan import Nearby
    from tuicards.preferences.saving import SettingsFile

FINE, UNFINISHED, INTERRUPTED = 0, 1, 130
LOOPBACK = "127.0.0.1"
SOLO = "@solo"
"""The name of a server that only this program reaches; `server.@solo` says it to the person."""


def main(argv: Sequence[str] | None = None) -> int:
    """Runs the command and returns its exit code. Nothing starts before all that was typed is checked."""
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="backslashreplace")
    try:
        return _run(sys.argv[1:] if argv is None else argv)
    except KeyboardInterrupt:
        return _complain(Speaker(language=language_for()).say("cli.interrupted"), INTERRUPTED)
    except BrokenPipeError:
        return FINE
    except Exception as error:
        from tuicards.crash import record_crash

        print(record_crash(error), file=sys.stderr)
        return UNFINISHED
    finally:
        _flush()


def _run(arguments: Sequence[str]) -> int:
    if arguments[:1] == ["arena"]:
        from tuicards.arena import arena_main

        return arena_main(arguments[1:])
    asked = _parser().parse_args(arguments)
    asked.spoken = language_for()
    try:
        asked.preferences = _preferences(asked)
        asked.keeper = partial(_keeper, asked)
        asked.spoken = LANGUAGES.get(asked.preferences.settings.language) or asked.spoken
        act: Act = asked.prepare(asked)
    except TuicardsError as error:
        return _complain(_sentence(error, asked), USAGE)
    _tell_faults(asked)
    try:
        return act()
    except TuicardsError as error:
        return _complain(_sentence(error, asked), UNFINISHED)


def _parser() -> Parser:
    more = (
        add_replay,
        add_export,
        add_verify,
        add_config,
        partial(add_bot, prepare=_bot),
        partial(add_web, prepare=_web),
    )
    return parser_for(COMMANDS, (*more, _add_completion))


def _complain(sentence: str, code: int) -> int:
    if sys.stderr is not None:
        for line in sentence.splitlines():
            print(f"tuicards: {safe_text(line)}", file=sys.stderr)
    return code


def _sentence(error: TuicardsError, asked: argparse.Namespace) -> str:
    game = GAMES.get(getattr(asked, "game", None) or DEFAULT_GAME)
    return Speaker(game, language=asked.spoken).error(error)


def _tell_faults(asked: argparse.Namespace) -> None:
    """Says what is wrong with the settings, before anything begins."""
    faults: Sequence[TuicardsError] = asked.preferences.faults
    for fault in faults:
        _complain(_sentence(fault, asked), FINE)
    if faults:
        _complain(Speaker(language=asked.spoken).say("settings.rest_holds"), FINE)


def _flush() -> None:
    """Writes out what is left; a reader or a terminal that has gone away is no reason for a word."""
    for stream in (sys.stdout, sys.stderr):
        try:
            if stream is not None:
                stream.flush()
        except OSError:
            os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


# ---- commands -----------------------------------------------------------------------------------------


def _home(asked: argparse.Namespace) -> Act:
    delay = delay_asked(asked.bot_delay)
    check_terminal(asked)
    person = _person(asked)

    async def home() -> int:
        async with contextlib.AsyncExitStack() as stack:
            ways = Ways(person, stack, bot_delay=delay)
            return await full_screen(asked, None, name=person.name, backend=ways)

    return lambda: run_async(home())


def _play(asked: argparse.Namespace) -> Act:
    table, level, delay = table_asked(asked, public=False), level_asked(asked.bots), delay_asked(asked.bot_delay)
    person = _person(asked)
    check_terminal(asked)

    async def play() -> int:
        async with contextlib.AsyncExitStack() as stack:
            ways = Ways(person, stack, bot_delay=delay)
            link = await ways.solo(person.name)
            if asked.text:
                return await by_lines(asked, link, opening(table, level, start=True))
            return await full_screen(
                asked, link, name=person.name, create=table, bots=level, start=True, backend=ways
            )

    return lambda: run_async(play())


def _host(asked: argparse.Namespace) -> Act:
    check_game_named(asked)
    table = table_asked(asked, public=True) if asked.game else None
    level, delay = level_asked(asked.bots) if asked.bots else "", delay_asked(asked.bot_delay)
    port, person = port_asked(asked.port), _person(asked)
    check_terminal(asked)

    async def host() -> int:
        async with contextlib.AsyncExitStack() as stack:
            ways = Ways(
                person, stack, bot_delay=delay,
                listen=asked.host or "", port=port, data=asked.data, announce=asked.announce,
            )  # fmt: skip
            link = await ways.host(person.name, person.password)
            if not asked.text:
                return await full_screen(asked, link, name=person.name, create=table, bots=level, backend=ways)
            speaker = Speaker(language=asked.spoken)
            addresses = ways.addresses()
            code = "" if table else invitation(addresses)
            told = [
                speaker.say("cli.only_here" if leads_here(addresses[0]) else "cli.hosting", {"address": where})
                for where in ([code, *addresses] if code else addresses)
            ]
            asks = opening(table, level) if table else ()
            return await by_lines(asked, link, asks, told=told, addresses=addresses)

    return lambda: run_async(host())


def _join(asked: argparse.Namespace) -> Act:
    check_unicode("WHERE", asked.address)
    check_unicode("--table", asked.table or "")
    if asked.address.strip():
        check_destination(asked.address)
    seat, person = seat_asked(asked), _person(asked)
    check_terminal(asked)

    async def join() -> int:
        async with contextlib.AsyncExitStack() as stack:
            ways = Ways(person, stack)
            if asked.text:
                return await _joinby_lines(asked, ways, seat)
            if not asked.address.strip():
                start = {"join": asked.table or "", "seat": seat, "watch": asked.watch}
                return await full_screen(asked, None, name=person.name, backend=ways, seek=True, **start)
            place = _table_first(await ways.find(asked.address), asked)
            link = ways.join(place.address)
            start = {"join": place.table, "mark": place.mark, "seat": seat, "watch": asked.watch}
            return await full_screen(asked, link, name=person.name, **start)

    return lambda: run_async(join())


async def _joinby_lines(asked: argparse.Namespace, ways: "Ways", seat: int | None) -> int:
    """To where it was said, or else to one of the servers around that is chosen from a list."""
    from tuicards.text.nearby import ask_where

    lines = Lines()
    where = asked.address.strip() or await ask_where(ways.nearby(), lines.reader, lines.writer, asked.spoken)
    if not where:
        return FINE
    place = _table_first(await ways.find(where), asked)
    opening = coming(place.table, seat, asked.watch, place.mark)
    return await by_lines(asked, ways.join(place.address), opening, lines=lines, mark=place.mark)


def _table_first(place: "Destination", asked: argparse.Namespace) -> "Destination":
    """The table that was named beside the server counts before the one in its code."""
    return replace(place, table=asked.table, mark=0) if asked.table else place


def _rules(asked: argparse.Namespace) -> Act:
    from tuicards.rule_pages import Page

    text = Page(game_named(asked.game), asked.whole).text(asked.spoken)

    def rules() -> int:
        print(text)
        return FINE

    return rules


def _web(asked: argparse.Namespace) -> Act:
    wish = wish_of(asked, os.environ)
    from tuicards.web.serving import pages, serving, until_told

    async def web() -> int:
        from server.addresses import listen, local_addresses

        async with contextlib.AsyncExitStack() as stack:
            sockets = listen(wish.host, wish.port)
            port = sockets[0].getsockname()[1]
            address = wish.address or await Ways(Person("", Identity(None)), stack).unseen(wish.title)
            await stack.enter_async_context(serving(wish, address, _clean_name(), sockets))
            everywhere = wish.host in ("", "0.0.0.0")
            speaker = Speaker(language=asked.spoken)
            for url in pages(wish, (local_addresses() if everywhere else []) or [wish.host or LOOPBACK], port):
                print(speaker.say("web.visit", {"url": url}))
            print(speaker.say("web.stop"), flush=True)
            await until_told()
        return FINE

    return lambda: run_async(web())


def _bot(asked: argparse.Namespace) -> Act:
    wish = bot_wish_of(asked, os.environ, _clean_name())
    path = identity_path(os.environ) if wish.named else None
    identity = Identity(path and path.with_name("bots.json"))
    person = Person("", identity, password=wish.password, ca=wish.ca)

    async def bot() -> int:
        from tuicards.bot_command_player import play_as, until_terminated

        async with contextlib.AsyncExitStack() as stack:
            ways = Ways(person, stack)
            with until_terminated():
                place = _table_first(await ways.find(wish.where), asked)
                await play_as(lambda name: ways.dial(place.address, name, wish.password), wish, place)
        return FINE

    def act() -> int:
        import asyncio

        from tuicards.bot_command_player import log_to_stderr

        log_to_stderr(wish.verbose)
        return asyncio.run(bot())

    return act


def _add_completion(into: Any) -> None:
    command = into.add_parser("completion", help=ABOUT, allow_abbrev=False)
    add_shell(command, "tuicards", "tuicards-server")
    command.set_defaults(prepare=_completion)


def _completion(asked: argparse.Namespace) -> Act:
    from tuicards.arena import arena_parser

    script = completion_script(_parser(), asked.shell, {"arena": arena_parser()})

    def completion() -> int:
        print(script)
        return FINE

    return completion


def _person(asked: argparse.Namespace) -> Person:
    """Raises SetupError, or Refused `bad_name` for a name that servers do not take."""
    return person_asked(asked, os.environ, _clean_name(), asked.preferences.settings.name)


def _preferences(asked: argparse.Namespace) -> Preferences:
    """Raises SetupError for a wrong flag."""
    return preferences_asked(asked, os.environ, _clean_name())


def _clean_name() -> Clean:
    """How servers clean a name."""
    from server.names import clean_name

    return clean_name


COMMANDS: Mapping[str, Prepare] = {"": _home, "play": _play, "host": _host, "join": _join, "rules": _rules}


# ---- the parts together -------------------------------------------------------------------------------


class Ways:
    """Ways to reach a server, for the commands and the home screen. Servers live until the stack is closed."""

    def __init__(
        self, person: Person, stack: contextlib.AsyncExitStack, *, bot_delay: float = BOT_DELAY,
        listen: str = "", port: int = DEFAULT_PORT, data: str | None = None, announce: bool = True,
    ) -> None:  # fmt: skip
        self._person = person
        self._stack = stack
        self._bot_delay = bot_delay
        self._listen, self._port, self._data, self._announce = listen, port, data, announce
        self._solo: Address | None = None
        self._hosted: Address | None = None
        self._hosts: list[str] = []
        """Where the hosted server listens."""
        self._password = ""

    async def solo(self, name: str) -> "Link":
        """A link to a server inside this program that nobody else can reach."""
        from server.config import Settings

        if self._solo is None:
            settings = Settings(host=LOOPBACK, port=0, bot_delay=self._bot_delay, name=SOLO)
            self._solo = Address(LOOPBACK, await self._serve(settings))
        return _link(self._as(name, ""), [self._solo], passing=True)

    async def host(self, name: str, password: str) -> "Link":
        """A link to a server inside this program that the network can reach. The first password counts.

        Raises SetupError when it cannot listen, StorageError when the record cannot be opened.
        """
        from server.config import Settings
        from server.store import SqliteStore

        if self._hosted is None:
            settings = Settings(
                host=self._listen, port=self._port, bot_delay=self._bot_delay, password=password,
                name=name or self._person.name,
            )  # fmt: skip
            service = await self._started(settings, SqliteStore(Path(self._data)) if self._data else None)
            if self._announce:
                await self._tell_the_network(service)
            self._hosts = [host for host, _ in service.addresses]
            host = {"": LOOPBACK, "0.0.0.0": LOOPBACK, "::": "::1"}.get(self._listen, self._listen)
            self._hosted = Address(host, service.port)
            self._password = password
        return _link(self._as(name, self._password), [self._hosted])

    async def unseen(self, name: str) -> str:
        """The address of a server of that name inside this program that this machine alone can reach."""
        from server.config import Settings

        settings = Settings(host=LOOPBACK, port=0, bot_delay=self._bot_delay, name=name)
        return format_address(LOOPBACK, await self._serve(settings))

    async def _serve(self, settings: "Settings", store: "Store | None" = None) -> int:
        """Starts a server and says at which port it listens."""
        return (await self._started(settings, store)).port

    async def _started(self, settings: "Settings", store: "Store | None") -> "Service":
        from server.service import running

        return await self._stack.enter_async_context(running(settings, store))

    async def _tell_the_network(self, service: "Service") -> None:
        """For as long as it lives."""
        from server.announcing import Announcer
        from server.companions import accompanied

        await self._stack.enter_async_context(accompanied(service, [Announcer(encrypted=False)]))

    def _as(self, name: str, password: str) -> Person:
        """The person under another name."""
        return replace(self._person, name=name or self._person.name, password=password)

    def dial(self, address: str, name: str, password: str) -> "Link":
        """A link to a server elsewhere, at one address or several. Raises SetupError when that is none."""
        return _link(self._as(name, password), parse_addresses(address))

    def join(self, address: str) -> "Link":
        """A link to a server elsewhere, with the name and the password that were given at the start."""
        return _link(self._person, parse_addresses(address))

    async def find(self, text: str) -> "Destination":
        """Where an address or a join code leads to. Raises what `tuicards.destination.find` raises."""
        from server.addresses import local_addresses
        from tuicards.destination import find

        return await find(text, local_addresses())

    def nearby(self) -> "Nearby":
        """A search for the servers around."""
        from tuicards.lan import Nearby

        return Nearby()

    def addresses(self) -> tuple[str, ...]:
        """Where friends reach the server that this program hosts; empty while it hosts none."""
        from server.addresses import for_friends

        if self._hosted is None:
            return ()
        hosts = for_friends(self._hosts)
        short = [host for host in hosts if ":" not in host] or hosts or [self._hosted.host]
        return tuple(format_address(host, self._hosted.port) for host in short)


def _link(person: Person, addresses: Sequence[Address], passing: bool = False) -> "Link":
    """A link to the server of these addresses.

    `passing`: one that ends with this program, whose tokens are not worth keeping.
    """
    from tuicards.places import places_of
    from tuicards.recording import RecordingLink

    place, *others = places_of(addresses, person.ca)
    return RecordingLink(
        person.identity,
        place.host,
        place.port,
        name=person.name,
        token=person.token,
        password=person.password,
        keeps_token=not passing,
        trust=place.trust,
        others=others,
        folder=person.records,
    )


def _keeper(asked: argparse.Namespace) -> "SettingsFile":
    """Where changes of the settings are kept."""
    from tuicards.preferences.saving import SettingsFile

    where = "settings.kept_for_page" if asked.visitor else "settings.kept"
    return SettingsFile(asked.preferences, _clean_name(), where)
