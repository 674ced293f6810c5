"""What the tests of the link watch: a number noted once, and whether Redis is away."""

import asyncio

from server.cluster.link import Link
from server.cluster.script import Script

NOTE = Script("""
if redis.call('SADD', KEYS[2], ARGV[1]) == 0 then return 0 end
return redis.call('RPUSH', KEYS[1], ARGV[1])
""")
"""Appends a number to a list, once."""


async def note(link: Link, key: str, number: int) -> None:
    """Returns when the number is in the list."""
    await link.call(NOTE, [key, f"{key}:all"], [number])


async def noted(link: Link, key: str) -> list[int]:
    """The list."""
    return [int(number) for number in await link.ask("LRANGE", key, 0, -1)]


class Watched:
    """Hears when Redis goes away and comes back."""

    def __init__(self, link: Link) -> None:
        self.heard: list[bool] = []
        self._events = {True: asyncio.Event(), False: asyncio.Event()}
        link.changed = self._change

    def _change(self, away: bool) -> None:
        self.heard.append(away)
        self._events[away].set()

    async def gone(self) -> None:
        """Returns when Redis has gone away."""
        await self._events[True].wait()

    async def back(self) -> None:
        """Returns when Redis has come back."""
        await self._events[False].wait()
