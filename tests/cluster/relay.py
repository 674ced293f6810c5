"""What lies between a node and its Redis, and can be cut."""

import asyncio
import contextlib
from types import TracebackType

from tests.cluster.redis_process import RedisProcess


class Relay:
    """Passes on what comes, until it is cut: then nothing comes through, in neither direction, and nobody is told."""

    def __init__(self, redis: RedisProcess) -> None:
        self._redis = redis
        self._whole = asyncio.Event()
        self._whole.set()
        self._tasks: set[asyncio.Task[None]] = set()

    async def __aenter__(self) -> "Relay":
        self._door = await asyncio.start_server(self._come, "127.0.0.1", 0)
        self.url = f"redis://127.0.0.1:{self._door.sockets[0].getsockname()[1]}/0"
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._door.close()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def cut(self) -> None:
        """Nothing comes through."""
        self._whole.clear()

    def mend(self) -> None:
        """All that was sent meanwhile comes through."""
        self._whole.set()

    async def _come(self, here: asyncio.StreamReader, back: asyncio.StreamWriter) -> None:
        there, away = await asyncio.open_connection("127.0.0.1", self._redis.port)
        for source, target in ((here, away), (there, back)):
            task = asyncio.create_task(self._pass_on(source, target))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def _pass_on(self, source: asyncio.StreamReader, target: asyncio.StreamWriter) -> None:
        with contextlib.suppress(OSError):
            try:
                while some := await source.read(65536):
                    await self._whole.wait()
                    target.write(some)
                    await target.drain()
            finally:
                target.close()
                await target.wait_closed()
