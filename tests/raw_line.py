"""A TCP connection as a raw client has it: bytes out, and ways to treat it badly."""

import asyncio
import contextlib
import socket
import struct
from typing import Any

from tuicards.wire.codec import encode

RESET = struct.pack("ii", 1, 0)


class RawLine:
    """How what comes is read is for each client to say."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._reader, self._writer = reader, writer

    def send(self, *messages: Any) -> None:
        self.send_bytes(b"".join(map(encode, messages)))

    def send_bytes(self, data: bytes) -> None:
        if not self._writer.is_closing():
            self._writer.write(data)

    def stop_reading(self) -> None:
        transport = self._writer.transport
        assert isinstance(transport, asyncio.ReadTransport)
        if not transport.is_closing():
            transport.pause_reading()

    def hang_up(self) -> None:
        self._writer.close()

    def reset(self) -> None:
        """Vanish as a machine that is switched off: the other end gets RST, and what was on its way is gone."""
        sock = self._writer.get_extra_info("socket")
        with contextlib.suppress(OSError):
            sock.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, RESET)
        self._writer.transport.abort()


async def streams(
    port: int, host: str = "127.0.0.1", receive_buffer: int = 0, **how: Any
) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    """A new connection, whose kernel keeps so many unread bytes (0: as many as it likes). Raises OSError."""
    sock = socket.socket()
    sock.setblocking(False)
    try:
        if receive_buffer:
            sock.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, receive_buffer)
        await asyncio.get_running_loop().sock_connect(sock, (host, port))
        return await asyncio.open_connection(sock=sock, **how)
    except BaseException:
        sock.close()
        raise
