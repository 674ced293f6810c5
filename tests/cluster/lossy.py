"""A way to Redis on which answers get lost: what was asked is done, and whoever asked does not hear so."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from random import Random

CHUNK = 1 << 16


class Lossy:
    """Carries everything, until it is told to lose some."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.url = ""
        self.losses = 0.0
        """In place of so many of the answers the connection is cut."""
        self._chance = Random(1)
        self._carrying: set[asyncio.Task[None]] = set()

    async def connected(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        redis_reader, redis_writer = await asyncio.open_connection("127.0.0.1", self.port)
        for carry in (self._carry(reader, redis_writer, False), self._carry(redis_reader, writer, True)):
            self._carrying.add(asyncio.create_task(carry))

    async def close(self) -> None:
        for task in self._carrying:
            task.cancel()
        await asyncio.gather(*self._carrying, return_exceptions=True)

    async def _carry(self, source: asyncio.StreamReader, target: asyncio.StreamWriter, back: bool) -> None:
        try:
            while chunk := await source.read(CHUNK):
                if back and self._chance.random() < self.losses:
                    break
                target.write(chunk)
        finally:
            target.close()


@asynccontextmanager
async def lossy(port: int) -> AsyncIterator[Lossy]:
    """A way to the Redis at this port."""
    way = Lossy(port)
    server = await asyncio.start_server(way.connected, "127.0.0.1")
    way.url = f"redis://127.0.0.1:{server.sockets[0].getsockname()[1]}/0"
    try:
        yield way
    finally:
        server.close()
        await way.close()
