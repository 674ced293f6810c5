"""A raw connection of a scripted person: messages out, messages in, and ways to treat it badly."""

import asyncio
import contextlib
import socket
import struct
from collections.abc import AsyncIterator
from dataclasses import dataclass

from tuicards.wire.codec import encode
from tuicards.wire.connection import ClientEnd
from tuicards.wire.messages import ClientMessage, Ping, ServerMessage

RESET = struct.pack("ii", 1, 0)
CHUNK = 16 * 1024


@dataclass(frozen=True)
class Patience:
    """How long nothing may come, in seconds."""

    greeting: float
    """From the beginning."""
    quiet: float
    """Later: then it is asked whether anybody is there."""
    silent: float


class Connection:
    """One connection; `messages` ends with it, and where there is a limit to one's patience, with that."""

    def __init__(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, patience: Patience | None = None
    ) -> None:
        self._reader, self._writer, self._patience = reader, writer, patience
        self._end = ClientEnd()
        self.answered = False
        """Whether anything has come."""

    def send(self, *messages: ClientMessage) -> None:
        self.send_bytes(b"".join(map(encode, messages)))

    def send_bytes(self, data: bytes) -> None:
        if not self._writer.is_closing():
            self._writer.write(data)

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

    def stop_reading(self) -> None:
        transport = self._writer.transport
        assert isinstance(transport, asyncio.ReadTransport)
        if not transport.is_closing():
            transport.pause_reading()

    def reset(self) -> None:
        """Gone without a word: the other end gets RST."""
        sock = self._writer.get_extra_info("socket")
        with contextlib.suppress(OSError):
            sock.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, RESET)
        self._writer.transport.abort()

    def close(self) -> None:
        self._writer.close()


async def connect(port: int, receive_buffer: int = 0, patience: Patience | None = None) -> Connection:
    """Raises OSError."""
    sock = socket.socket()
    sock.setblocking(False)
    try:
        if receive_buffer:
            sock.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, receive_buffer)
        await asyncio.get_running_loop().sock_connect(sock, ("127.0.0.1", port))
        return Connection(*await asyncio.open_connection(sock=sock, limit=CHUNK), patience)
    except BaseException:
        sock.close()
        raise
