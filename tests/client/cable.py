"""A cable between clients and a server, which can be pulled out and put in again."""

import asyncio
import contextlib
from collections.abc import AsyncIterator


class Cable:
    """Passes bytes on in both directions. `port` is where clients plug in; `used` counts their connections."""

    def __init__(self, to: int) -> None:
        self._to = to
        self._ends: set[asyncio.StreamWriter] = set()
        self.door: asyncio.Server | None = None
        self.port = 0
        self.used = 0

    def pull(self) -> None:
        """All connections break; new ones are taken as before."""
        for writer in self._ends:
            writer.transport.abort()

    def cut(self) -> None:
        """All connections break, and nobody is connected again."""
        assert self.door is not None
        self.door.close()
        self.pull()

    async def join(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """One connection, until either end is gone."""
        self.used += 1
        away_reader, away_writer = await asyncio.open_connection("127.0.0.1", self._to)
        ends = {writer, away_writer}
        self._ends |= ends
        try:
            await asyncio.gather(_pass_on(reader, away_writer), _pass_on(away_reader, writer))
        finally:
            self._ends -= ends
            for end in ends:
                end.close()


async def _pass_on(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    with contextlib.suppress(OSError):
        while data := await reader.read(4096):
            writer.write(data)
        writer.close()


@contextlib.asynccontextmanager
async def cable(to: int) -> AsyncIterator[Cable]:
    """A cable to a port of this machine."""
    line = Cable(to)
    line.door = server = await asyncio.start_server(line.join, "127.0.0.1", 0)
    line.port = server.sockets[0].getsockname()[1]
    try:
        yield line
    finally:
        line.pull()
        server.close()
        await server.wait_closed()
