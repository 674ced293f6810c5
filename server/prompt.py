"""A stream whose bytes may be taken in the moment they come, where a task that waits for them would cost more."""

import asyncio
from collections.abc import Callable


class PromptProtocol(asyncio.StreamReaderProtocol):
    """Offers what comes; only what is not taken waits in the reader."""

    def __init__(self, reader: asyncio.StreamReader) -> None:
        super().__init__(reader)
        self.offer: Callable[[bytes], bool] = lambda data: False
        """Whether these bytes are taken. It never raises."""

    def data_received(self, data: bytes) -> None:
        if not self.offer(data):
            super().data_received(data)
