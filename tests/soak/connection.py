"""A raw connection of a scripted person: messages out, messages in, and ways to treat it badly."""

import asyncio
import contextlib
import socket
import struct
from collections.abc import AsyncIterator

from tuicards.wire.codec import encode
from tuicards.wire.connection import ClientEnd
from tuicards.wire.messages import ClientMessage, ServerMessage

RESET = struct.pack("ii", 1, 0)
CHUNK = 16 * 1024


class Connection:
    """One connection; `messages` ends with it."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._reader, self._writer = reader, writer
        self._end = ClientEnd()

    def send(self, *messages: ClientMessage) -> None:
        self.send_bytes(b"".join(map(encode, messages)))

    def send_bytes(self, data: bytes) -> None:
        if not self._writer.is_closing():
            self._writer.write(data)

    async def messages(self) -> AsyncIterator[ServerMessage]:
        """All that comes, greetings and last words too. Pings are answered."""
        with contextlib.suppress(OSError):
            while not self._end.closed and (data := await self._reader.read(CHUNK)):
                for message in self._end.receive(data):
                    yield message
                self.send_bytes(self._end.data_to_send())

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


async def connect(port: int, receive_buffer: int = 0) -> Connection:
    """Raises OSError."""
    sock = socket.socket()
    sock.setblocking(False)
    try:
        if receive_buffer:
            sock.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, receive_buffer)
        await asyncio.get_running_loop().sock_connect(sock, ("127.0.0.1", port))
        return Connection(*await asyncio.open_connection(sock=sock, limit=CHUNK))
    except BaseException:
        sock.close()
        raise
