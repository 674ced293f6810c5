"""The server, as its SSH door's process reaches it."""

import asyncio
import itertools
import logging

from server.porter import Admit, KeepSettings, TurnedAway
from server.ssh.messages import End, Noted, Said, ToDoor, WayIn
from server.ssh.pipe import Pipe
from tuicards.errors import Refused

PATIENCE = 15.0
"""Seconds for an answer."""


class Desk:
    """Asks the server who somebody is, and tells it what happens."""

    def __init__(self, pipe: Pipe[ToDoor]) -> None:
        self._pipe = pipe
        self._numbers = itertools.count(1)
        self._asked: dict[int, asyncio.Future[WayIn | TurnedAway]] = {}

    async def listen(self) -> None:
        """Take answers until the server wants the door to end, or has gone."""
        while (message := await self._pipe.hear()) is not None:
            match message:
                case End():
                    return
                case WayIn(admitted=admitted):
                    self._settle(admitted.number, message)
                case TurnedAway(number=number):
                    self._settle(number, message)

    def _settle(self, number: int, answer: WayIn | TurnedAway) -> None:
        asked = self._asked.get(number)
        if asked is not None and not asked.done():
            asked.set_result(answer)

    async def admit(self, key: str, name: str, address: str) -> WayIn:
        """Ask for somebody to be let in. Raises Refused: the server's reason, or `ssh_trouble` without an answer."""
        number = next(self._numbers)
        asked: asyncio.Future[WayIn | TurnedAway] = asyncio.get_running_loop().create_future()
        self._asked[number] = asked
        self._pipe.say(Admit(number, key, name, address))
        try:
            async with asyncio.timeout(PATIENCE):
                answer = await asked
        except TimeoutError:
            raise Refused("ssh_trouble") from None
        finally:
            del self._asked[number]
        if isinstance(answer, TurnedAway):
            raise Refused(answer.code, **answer.params)
        return answer

    def keep(self, key: str, settings: dict[str, str]) -> None:
        """Remember these settings with a key."""
        self._pipe.say(KeepSettings(key, settings))

    def note(self, event: str, **facts: str | int | None) -> None:
        """Note something in the audit log."""
        self._pipe.say(Noted(event, facts))


class ServersLog(logging.Handler):
    """Hands what is logged to the server, whose log has one form."""

    def __init__(self, pipe: Pipe[ToDoor]) -> None:
        super().__init__()
        self._pipe = pipe

    def emit(self, record: logging.LogRecord) -> None:
        event = getattr(record, "event", record.name.removeprefix("server."))
        self._pipe.say(Said(record.levelno, self.format(record), event, getattr(record, "facts", {})))
