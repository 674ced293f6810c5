"""What waits for the one task that reads it, in the order in which it came."""

import asyncio
from collections import deque

from server.mail import Command


class Mailbox:
    """Anybody of the loop puts commands in; one task takes them out."""

    def __init__(self) -> None:
        self._waiting: deque[Command] = deque()
        self._reader: asyncio.Future[None] | None = None
        """Done once there is something again for the task that waits."""

    def __len__(self) -> int:
        return len(self._waiting)

    def put(self, command: Command) -> None:
        self._waiting.append(command)
        if self._reader is not None and not self._reader.done():  # done: told already, or cancelled
            self._reader.set_result(None)

    def take(self) -> Command:
        """The first one. Raises IndexError where none is there."""
        return self._waiting.popleft()

    async def filled(self) -> None:
        """Wait until something is there."""
        if not self._waiting:
            self._reader = asyncio.get_running_loop().create_future()
            await self._reader
