"""What a server writes in its log, as it comes."""

import asyncio
import contextlib
import logging
from collections.abc import Iterator

from tests.net.machines import PATIENCE


class Lines(logging.Handler):
    """All lines so far; they come from threads of their own."""

    def __init__(self) -> None:
        super().__init__(logging.INFO)
        self.seen: list[str] = []
        self._loop = asyncio.get_running_loop()
        self._came = asyncio.Event()

    def emit(self, record: logging.LogRecord) -> None:
        self.seen.append(record.getMessage())
        self._loop.call_soon_threadsafe(self._came.set)

    async def until(self, line: str) -> None:
        """It has been written."""
        async with asyncio.timeout(PATIENCE):
            while line not in self.seen:
                self._came.clear()
                await self._came.wait()


@contextlib.contextmanager
def lines_of(name: str) -> Iterator[Lines]:
    """Of the logger of that name and of those below it."""
    logger, lines = logging.getLogger(name), Lines()
    before = logger.level
    logger.setLevel(logging.INFO)
    logger.addHandler(lines)
    try:
        yield lines
    finally:
        logger.removeHandler(lines)
        logger.setLevel(before)
