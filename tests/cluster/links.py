"""A link for as long as a test needs it."""

import contextlib
from collections.abc import AsyncIterator

from server.cluster.link import Link


@contextlib.asynccontextmanager
async def linked(url: str) -> AsyncIterator[Link]:
    """An open link with the Redis there."""
    link = Link(url)
    await link.open()
    try:
        yield link
    finally:
        await link.close()
