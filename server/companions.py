"""What runs beside a service: each begins once it listens, and ends before it closes."""

import contextlib
from collections.abc import AsyncIterator, Sequence
from typing import Protocol

from server.service import Service


class Companion(Protocol):
    """Something beside the tables: the operator's socket, a way in, an announcement, a count of what goes on."""

    async def start(self, service: Service) -> None:
        """Begin. Raises SetupError where the operator asked for something that cannot be."""

    async def stop(self) -> None:
        """End, and give back everything. Not called where `start` has raised."""


@contextlib.asynccontextmanager
async def accompanied(service: Service, companions: Sequence[Companion]) -> AsyncIterator[None]:
    """All companions, begun in their order and ended in the opposite one. Raises what `start` raises."""
    async with contextlib.AsyncExitStack() as stack:
        for companion in companions:
            await companion.start(service)
            stack.push_async_callback(companion.stop)
        yield
