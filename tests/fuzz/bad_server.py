"""A server that does what no server should: well-framed nonsense, floods, and names that act on terminals."""

import asyncio
import contextlib
import threading
from collections.abc import Iterator, Sequence

from tuicards.wire.codec import encode, pack, read_client, unpack
from tuicards.wire.frames import frame
from tuicards.wire.messages import MAX_FROM_CLIENT, ClientMessage, Hello, Plain, ServerMessage

Said = ServerMessage | Plain | bytes


def on_wire(said: Said) -> bytes:
    """The bytes of a message, of a map that is none, or the bytes as they are."""
    if isinstance(said, bytes):
        return said
    return frame(pack(said)) if isinstance(said, dict) else encode(said)


class BadServer:
    """Greets whoever comes with its script; keeps what they say."""

    def __init__(self, script: Sequence[Said]) -> None:
        self._script = [on_wire(said) for said in script]
        self._loop = asyncio.new_event_loop()
        self._writers: list[asyncio.StreamWriter] = []
        self._end = asyncio.Event()
        self.heard: list[ClientMessage] = []
        self.port = 0

    async def _serve(self, started: threading.Event) -> None:
        async with await asyncio.start_server(self._meet, "127.0.0.1", 0) as server:
            self.port = server.sockets[0].getsockname()[1]
            started.set()
            await self._end.wait()
        for writer in self._writers:
            writer.close()

    async def _meet(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with contextlib.suppress(asyncio.IncompleteReadError, ConnectionError, asyncio.CancelledError):
            while True:
                length = int.from_bytes(await reader.readexactly(4), "big")
                message = read_client(unpack(await reader.readexactly(length), MAX_FROM_CLIENT))
                self.heard.append(message)
                if isinstance(message, Hello):
                    self._writers.append(writer)
                    writer.write(b"".join(self._script))
        writer.close()

    def tell(self, *said: Said) -> None:
        """Says more to everybody."""
        data = b"".join(map(on_wire, said))
        for writer in self._writers:
            self._loop.call_soon_threadsafe(writer.write, data)

    @contextlib.contextmanager
    def listening(self) -> Iterator["BadServer"]:
        """The server for so long, in a thread of its own."""
        started = threading.Event()
        thread = threading.Thread(target=self._run, args=(started,))
        thread.start()
        started.wait()
        try:
            yield self
        finally:
            self._loop.call_soon_threadsafe(self._end.set)
            thread.join()

    def _run(self, started: threading.Event) -> None:
        asyncio.set_event_loop(self._loop)
        self._loop.run_until_complete(self._serve(started))
        for task in asyncio.all_tasks(self._loop):
            task.cancel()
        self._loop.run_until_complete(asyncio.sleep(0.01))
        self._loop.close()
