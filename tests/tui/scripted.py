"""A link whose other end is the test: it tells what the test says, and keeps what the client sends."""

import asyncio
from collections.abc import AsyncIterator

from tuicards.client_state import Connected, LinkEvent
from tuicards.wire.messages import ClientMessage, Welcome


class ScriptedLink:
    """Tells the events given at the start, then those of `tell`."""

    def __init__(self, *events: LinkEvent) -> None:
        self.sent: list[ClientMessage] = []
        self.delay: float | None = 0.002
        self.retries = 0
        self.closed = False
        self.said_bye = False
        self._last_id = 0
        self._events: asyncio.Queue[LinkEvent | None] = asyncio.Queue()
        for event in events:
            self.tell(event)

    def tell(self, event: LinkEvent) -> None:
        """The server says this."""
        self._events.put_nowait(event)

    async def events(self) -> AsyncIterator[LinkEvent]:
        while (event := await self._events.get()) is not None:
            yield event

    def send(self, message: ClientMessage) -> None:
        self.sent.append(message)

    def next_id(self) -> int:
        self._last_id += 1
        return self._last_id

    def retry(self) -> None:
        self.retries += 1

    async def close(self, bye: bool = True) -> None:
        self.closed = True
        self.said_bye = bye
        self._events.put_nowait(None)


def welcome(name: str = "Ann", server: str = "cards.example", table: str = "") -> Connected:
    """The server greets this person."""
    return Connected(
        Welcome(
            protocol=1,
            server=server,
            name=name,
            token="secret",
            games=("rage", "goat"),
            levels=("easy", "normal", "hard"),
            table=table,
        )
    )
