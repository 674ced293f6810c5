"""What the commands do that lead to a table, and `rules`. All that was typed is checked before anything starts."""

import argparse
import contextlib
import os
from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING

from tuicards.address import leads_here, told_on
from tuicards.asked import (
    check_game_named,
    check_terminal,
    check_unicode,
    coming,
    delay_asked,
    level_asked,
    opening,
    port_asked,
    seat_asked,
    table_asked,
)
from tuicards.cli.ways import LOOPBACK, Ways, load_server
from tuicards.command_parser import Act, Prepare
from tuicards.games import game_named
from tuicards.identity import Identity, identity_path
from tuicards.person import Person, person_asked
from tuicards.preferences.values import Clean
from tuicards.running import Lines, by_lines, full_screen, run_async
from tuicards.speech import Speaker

if TYPE_CHECKING:
    from tuicards.destination import Destination

FINE = 0


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
            load_server()
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
            load_server()
            ways = Ways(
                person, stack, bot_delay=delay,
                listen=asked.host or "", port=port, data=asked.data, announce=asked.announce,
            )  # fmt: skip
            link = await ways.host(person.name, person.password)
            if not asked.text:
                return await full_screen(asked, link, name=person.name, create=table, bots=level, backend=ways)
            from tuicards.join_code import invitation

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
    from tuicards.join_code import check_destination

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
            start["where"] = place.address
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
    return await by_lines(
        asked, ways.join(place.address), opening, lines=lines, mark=place.mark, addresses=told_on(place.address)
    )


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
    from tuicards.web.command import wish_of

    wish = wish_of(asked, os.environ)
    from tuicards.web.serving import pages, serving, until_told

    async def web() -> int:
        from server.addresses import listen, local_addresses

        async with contextlib.AsyncExitStack() as stack:
            sockets = listen(wish.host, wish.port)
            port = sockets[0].getsockname()[1]
            address = wish.address or await Ways(Person("", Identity(None)), stack).unseen(wish.title)
            await stack.enter_async_context(serving(wish, address, server_cleaning(), sockets))
            everywhere = wish.host in ("", "0.0.0.0")
            speaker = Speaker(language=asked.spoken)
            for url in pages(wish, (local_addresses() if everywhere else []) or [wish.host or LOOPBACK], port):
                print(speaker.say("web.visit", {"url": url}))
            print(speaker.say("web.stop"), flush=True)
            await until_told()
        return FINE

    return lambda: run_async(web())


def _bot(asked: argparse.Namespace) -> Act:
    from tuicards.bot_command import wish_of

    wish = wish_of(asked, os.environ, server_cleaning())
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


def _person(asked: argparse.Namespace) -> Person:
    """Raises SetupError, or Refused `bad_name` for a name that servers do not take."""
    return person_asked(asked, os.environ, server_cleaning(), asked.preferences.settings.name)


def server_cleaning() -> Clean:
    """How servers clean a name."""
    from server.names import clean_name

    return clean_name


COMMANDS: Mapping[str, Prepare] = {
    "": _home, "play": _play, "host": _host, "join": _join, "rules": _rules, "bot": _bot, "web": _web,
}  # fmt: skip
