"""Which server? Those around are told by lines, and one is chosen by its number, or an address is typed."""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Iterator
from typing import Protocol

from tuicards.errors import SetupError
from tuicards.join_code import check_destination
from tuicards.lan import Neighbours
from tuicards.locale.languages import Language
from tuicards.look import Seen
from tuicards.speech import Speaker
from tuicards.text.spelling import understood
from tuicards.text.terminal import LineReader, LineWriter

SECONDS = 3.0
"""So long servers have time to answer."""

WORDS = ("?", "help", "quit")
"""What is a command here; a machine that is called so can be named with its port."""


class Nearby(Protocol):
    """Looks for servers on the network around; `tuicards.lan.Nearby` is one."""

    def changes(self) -> AsyncIterator[Neighbours]:
        """What is known now, and again whenever that changes."""

    async def close(self) -> None:
        """Ends the search."""


async def ask_where(nearby: Nearby, reader: LineReader, writer: LineWriter, language: Language) -> str:
    """An address or a join code; empty where the input ends or somebody quits. An empty line looks again.

    Raises OutputClosed.
    """
    speaker = Speaker(language=language)
    where: str | None = None
    while where is None:
        writer.tell([speaker.say("nearby.searching")])
        found = await listen(nearby, SECONDS)
        writer.tell(server_lines(found, speaker))
        where = await _choose(found, reader, writer, speaker)
    await nearby.close()
    return where


async def _choose(found: Neighbours, reader: LineReader, writer: LineWriter, speaker: Speaker) -> str | None:
    """What is meant; empty where the input ends or somebody quits, None for an empty line."""
    while True:
        writer.tell([speaker.say("nearby.choose")])
        writer.prompt()
        line = await reader.line()
        if line is None:
            writer.finish()
            return ""
        writer.answered()
        where = understood(line.strip(), WORDS, speaker)
        if not where:
            return None
        if where == "quit":
            return ""
        if where in WORDS:
            writer.tell(server_lines(found, speaker))
            writer.tell([speaker.say("help.quit", {"usage": speaker.say("usage.quit")})])
            continue
        if where.isdecimal():
            number = int(where[:9])
            if 1 <= number <= len(found.servers):
                return found.servers[number - 1].where
            continue
        try:
            check_destination(where)
        except SetupError as error:
            writer.tell([speaker.error(error)])
        else:
            return where


async def listen(nearby: Nearby, seconds: float) -> Neighbours:
    """What was found within so many seconds."""
    found = Neighbours()
    with contextlib.suppress(TimeoutError):
        async with asyncio.timeout(seconds):
            async for now in nearby.changes():
                found = now
    return found


def server_lines(found: Neighbours, speaker: Speaker) -> Iterator[str]:
    """The servers by number; what keeps others from being found, or that there is none."""
    for number, seen in enumerate(found.servers, 1):
        yield server_line(number, seen, speaker)
    if found.trouble:
        yield speaker.say(found.trouble)
    elif not found.servers:
        yield speaker.say("nearby.none")


def server_line(number: int, seen: Seen, speaker: Speaker) -> str:
    """What a server is, who is there, and where."""
    about = seen.about
    games = tuple(speaker.title_of(game) for game in about.games)
    words = {"number": number, "name": about.server, "games": games, "people": about.people, "seats": about.seats}
    code = "nearby.server_locked" if about.locked else "nearby.server"
    return speaker.say(code, {**words, "address": seen.where})
