"""The socket between the server and its SSH door's process: messages as lines of JSON."""

import asyncio
import logging
import socket
from typing import Any, Generic, TypeVar

import msgspec

from server.ssh.messages import LONGEST_LINE

log = logging.getLogger(__name__)

Message = TypeVar("Message")


class Pipe(Generic[Message]):
    """One end of the socket. `heard_type` is the union of what the other end says."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, heard_type: Any) -> None:
        self._reader, self._writer, self._heard_type = reader, writer, heard_type

    @classmethod
    async def over(cls, sock: socket.socket, heard_type: Any) -> "Pipe[Message]":
        """The end that is this socket, which becomes the pipe's own."""
        reader, writer = await asyncio.open_unix_connection(sock=sock, limit=LONGEST_LINE)
        return cls(reader, writer, heard_type)

    def say(self, message: msgspec.Struct) -> None:
        """Lost where the other end has gone."""
        if not self._writer.is_closing():
            self._writer.write(msgspec.json.encode(message) + b"\n")

    async def taken(self) -> None:
        """Waits while the other end is slow to take what it was told."""
        try:
            await self._writer.drain()
        except OSError:
            return

    async def hear(self) -> Message | None:
        """The next message; None: the other end has gone. One that cannot be understood is passed over."""
        while True:
            try:
                line = await self._reader.readline()
            except (OSError, ValueError):
                return None
            if not line.endswith(b"\n"):
                return None
            try:
                heard: Message = msgspec.json.decode(line, type=self._heard_type)
            except msgspec.DecodeError as error:
                log.error("a message inside the SSH door cannot be understood: %s", error)
                continue
            return heard

    def close(self) -> None:
        self._writer.close()
