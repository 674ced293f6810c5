"""A node's line to Redis, which can be cut in two ways: silently, or with everything on it broken off."""

import asyncio
import socket
import struct

from tests.cluster.relay import Relay

RESET = struct.pack("ii", 1, 0)


class Wire(Relay):
    """A relay that also breaks connections, and lets none stand until it is mended."""

    broken = False

    def break_off(self) -> None:
        """Both ends of each connection are reset, and so is whoever comes."""
        self.broken = True
        for writer in list(self._ends):
            _reset(writer)

    def mend(self) -> None:
        self.broken = False
        super().mend()

    async def __aenter__(self) -> "Wire":
        self._ends: set[asyncio.StreamWriter] = set()
        await super().__aenter__()
        return self

    async def _come(self, here: asyncio.StreamReader, back: asyncio.StreamWriter) -> None:
        if self.broken:
            _reset(back)
            return
        await self._whole.wait()
        try:
            there, away = await asyncio.open_connection("127.0.0.1", self._redis.port)
        except OSError:
            _reset(back)
            return
        for source, target in ((here, away), (there, back)):
            self._ends.add(target)
            task = asyncio.create_task(self._pass_on(source, target))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def _pass_on(self, source: asyncio.StreamReader, target: asyncio.StreamWriter) -> None:
        try:
            await super()._pass_on(source, target)
        finally:
            self._ends.discard(target)


def _reset(writer: asyncio.StreamWriter) -> None:
    sock = writer.get_extra_info("socket")
    if sock is not None and not writer.is_closing():
        sock.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, RESET)
    writer.transport.abort()
