"""A server of few lines for tests: each connection runs one small script."""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import TypeAlias, TypeVar

from tuicards.wire.codec import decode_client, encode
from tuicards.wire.frames import FrameReader
from tuicards.wire.messages import (
    MAX_FROM_CLIENT,
    PROTOCOL,
    ClientMessage,
    Hello,
    Ping,
    Pong,
    ServerMessage,
    Welcome,
)

PATIENCE = 30.0
"""Longest wait for a message; only a test that fails waits so long."""

Kind = TypeVar("Kind", bound=ClientMessage)


class Visit:
    """One connection, seen from the server."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._reader = reader
        self._writer = writer
        self._frames = FrameReader(MAX_FROM_CLIENT)
        self._read: list[ClientMessage] = []
        self._gone = False

    async def next(self, kind: type[Kind]) -> Kind:
        """The next message of that kind; what comes before it is passed over, pings are answered."""
        async with asyncio.timeout(PATIENCE):
            while True:
                while self._read:
                    message = self._read.pop(0)
                    if isinstance(message, kind):
                        return message
                await self._read_some()

    async def welcomed(self, *, token: str = "t0k3n", table: str = "") -> Hello:
        """Reads the hello and welcomes whoever says it."""
        hello = await self.next(Hello)
        self.say(
            Welcome(
                protocol=PROTOCOL,
                server="tests",
                name=hello.name,
                token=token,
                games=("rage",),
                levels=(),
                table=table,
            )
        )
        return hello

    def say(self, *messages: ServerMessage) -> None:
        self.raw(b"".join(encode(message) for message in messages))

    def raw(self, data: bytes) -> None:
        self._writer.write(data)

    async def until_left(self) -> None:
        """Until the client closes the connection. Pings are answered meanwhile."""
        async with asyncio.timeout(PATIENCE):
            with contextlib.suppress(OSError):
                while not self._gone:
                    await self._read_some()

    async def until_left_without_a_word(self) -> None:
        """Until the client closes the connection. Nothing is answered."""
        async with asyncio.timeout(PATIENCE):
            with contextlib.suppress(OSError):
                while await self._reader.read(4096):
                    pass

    def cut(self) -> None:
        """The connection breaks."""
        self._writer.transport.abort()

    async def _read_some(self) -> None:
        data = await self._reader.read(4096)
        self._gone = not data
        for body in self._frames.feed(data):
            message = decode_client(body)
            self._read.append(message)
            if isinstance(message, Ping):
                self.say(Pong(message.n))
        if self._gone and not self._read:
            raise ConnectionResetError("the client has gone")


Script: TypeAlias = Callable[[Visit], Awaitable[None]]


@contextlib.asynccontextmanager
async def serving(*scripts: Script) -> AsyncIterator[int]:
    """Serves the scripts, one connection each, in order; the last one also all later connections.

    Gives the port. What a script raises is raised at the end.
    """
    left = list(scripts)
    faults: list[BaseException] = []
    running: set[asyncio.Task[None] | None] = set()

    async def meet(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        running.add(asyncio.current_task())
        script = left.pop(0) if len(left) > 1 else left[0]
        try:
            await script(Visit(reader, writer))
        except Exception as fault:
            faults.append(fault)
        finally:
            writer.close()
            with contextlib.suppress(OSError):
                await writer.wait_closed()
            running.discard(asyncio.current_task())

    server = await asyncio.start_server(meet, "127.0.0.1", 0)
    try:
        yield server.sockets[0].getsockname()[1]
    finally:
        server.close()
        async with asyncio.timeout(PATIENCE):
            while running:
                await asyncio.wait({task for task in running if task})
    if faults:
        raise faults[0]
