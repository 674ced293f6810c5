"""A raw connection of a scripted person, who has some patience."""

import asyncio
import contextlib
from collections.abc import AsyncIterator
from dataclasses import dataclass

from tests.raw_line import RawLine, streams
from tuicards.wire.connection import ClientEnd
from tuicards.wire.messages import Ping, ServerMessage

CHUNK = 16 * 1024


@dataclass(frozen=True)
class Patience:
    """How long nothing may come, in seconds."""

    greeting: float
    """From the beginning."""
    quiet: float
    """Later: then it is asked whether anybody is there."""
    silent: float


class Connection(RawLine):
    """One connection; `messages` ends with it, and where there is a limit to one's patience, with that."""

    def __init__(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, patience: Patience | None = None
    ) -> None:
        super().__init__(reader, writer)
        self._patience = patience
        self._end = ClientEnd()
        self.answered = False
        """Whether anything has come."""

    async def messages(self) -> AsyncIterator[ServerMessage]:
        """All that comes, greetings and last words too. Pings are answered."""
        with contextlib.suppress(OSError):
            while not self._end.closed and (data := await self._read()):
                self.answered = True
                for message in self._end.receive(data):
                    yield message
                self.send_bytes(self._end.data_to_send())

    async def _read(self) -> bytes:
        """Raises TimeoutError, which is an OSError, when one's patience is at its end."""
        if self._patience is None:
            return await self._reader.read(CHUNK)
        if not self.answered:
            async with asyncio.timeout(self._patience.greeting):
                return await self._reader.read(CHUNK)
        try:
            async with asyncio.timeout(self._patience.quiet):
                return await self._reader.read(CHUNK)
        except TimeoutError:
            self.send(Ping(1))
        async with asyncio.timeout(self._patience.silent - self._patience.quiet):
            return await self._reader.read(CHUNK)


async def connect(port: int, receive_buffer: int = 0, patience: Patience | None = None) -> Connection:
    """Raises OSError."""
    return Connection(*await streams(port, receive_buffer=receive_buffer, limit=CHUNK), patience)
