"""Letters on their way to other nodes: those to one node stay in order, and what gathers goes together."""

import asyncio
import contextlib
import logging

from server.cluster.faults import Away, Refusal
from server.cluster.keys import Keys
from server.cluster.letters import Letter
from server.cluster.link import Link
from server.cluster.post import sealed, written
from server.cluster.script import Script

log = logging.getLogger(__name__)

POST_KEPT = 10_000
"""About so many entries stay in an inbox; a node that is further behind has to begin anew."""

KEPT_FOR = 3600
"""Seconds from the last letter to the end of an inbox, for one whose run is no more."""

MOST_AT_ONCE = 200
"""Letters in one entry."""

POST = Script("""
-- Key: an inbox. Arguments: how many entries to keep, for how many seconds, and the new one.
redis.call('XADD', KEYS[1], 'MAXLEN', '~', ARGV[1], '*', 'v', ARGV[3])
redis.call('EXPIRE', KEYS[1], ARGV[2])
return 1
""")
"""Run twice it leaves two entries of the same number, of which the receiver takes the first."""


class _Outgoing:
    """Everything from one run of a node to another. One entry is under way at a time."""

    def __init__(self, link: Link, inbox: str, run: int) -> None:
        self._link, self._inbox, self._run = link, inbox, run
        self._letters: list[bytes] = []
        self._number = 0
        self._task: asyncio.Task[None] | None = None

    def send(self, letter: Letter) -> None:
        self._letters.append(written(letter))
        if self._task is None or self._task.done():
            self._task = asyncio.create_task(self._send_all())

    async def settled(self) -> None:
        if self._task is not None:
            await asyncio.wait([self._task])

    def drop(self) -> None:
        self._letters.clear()
        if self._task is not None:
            self._task.cancel()

    async def _send_all(self) -> None:
        with contextlib.suppress(Away):  # the link is closed
            while self._letters:
                some = self._letters[:MOST_AT_ONCE]
                del self._letters[: len(some)]
                self._number += 1
                post = sealed(self._run, self._number, some)
                await self._post(post)

    async def _post(self, post: bytes) -> None:
        try:
            await self._link.call(POST, [self._inbox], [POST_KEPT, KEPT_FOR, post])
        except Refusal:
            log.exception("letters to another node are lost; it will notice")


class Inbox:
    """The inboxes of all other nodes, as one run of a node fills them."""

    def __init__(self, link: Link, keys: Keys, run: int) -> None:
        self._link, self._keys, self._run = link, keys, run
        self._outgoing: dict[int, _Outgoing] = {}

    def send(self, run: int, letter: Letter) -> None:
        """Send a letter to that run of a node, soon and after all that were sent there before. Never fails."""
        if run not in self._outgoing:
            self._outgoing[run] = _Outgoing(self._link, self._keys.inbox(run), self._run)
        self._outgoing[run].send(letter)

    def gone(self, run: int) -> None:
        """That run is no more: what still waits to be sent there goes nowhere."""
        outgoing = self._outgoing.pop(run, None)
        if outgoing is not None:
            outgoing.drop()

    async def settled(self) -> None:
        """Return when every letter so far lies in its inbox, or the link was closed."""
        for outgoing in list(self._outgoing.values()):
            await outgoing.settled()

    async def close(self) -> None:
        """Send nothing more. What is to arrive, let settle before."""
        for outgoing in self._outgoing.values():
            outgoing.drop()
        await self.settled()
        self._outgoing.clear()
