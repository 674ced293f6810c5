"""What a node hears: the facts, and the letters to itself, each once and in order."""

import asyncio
import logging
from collections.abc import Callable, Sequence
from itertools import count

import msgspec

from server.cluster.facts import Fact, Gone, Stated
from server.cluster.faults import Away
from server.cluster.keys import Keys
from server.cluster.letters import Letter
from server.cluster.link import Link
from server.cluster.pauses import Pauses
from server.cluster.position import Position
from server.cluster.post import Post, opened, read

log = logging.getLogger(__name__)

BLOCK = 1.0
"""Seconds of one reading while nothing happens."""

SHORTEST_PAUSE = 0.05
"""Seconds between two readings, when Redis has just gone away."""

MOST_IN_A_ROW = 100
"""Entries, before whatever else the node has to do gets its turn."""

_decoder = msgspec.msgpack.Decoder(Stated)


class Following:
    """One task that reads both streams and calls who is to hear. What cannot be read is logged, and left out."""

    def __init__(
        self,
        link: Link,
        keys: Keys,
        run: int,
        on_fact: Callable[[int, Fact], None],
        on_letter: Callable[[Letter], None],
        *,
        heard: Callable[[str], None],
        lapsed: Callable[[], None],
    ) -> None:
        """`on_fact` gets the run that stated it, too; the node's own facts come back like all others.

        `heard` is told the id of a fact when all up to it have been heard. `lapsed` is called, once, when something
        has been missed; nothing more is heard then.
        """
        self._link, self._facts, self._inbox = link, keys.facts, keys.inbox(run)
        self._on_fact, self._on_letter, self._heard, self._lapsed = on_fact, on_letter, heard, lapsed
        self._last = Position()
        self._last_post = "0-0"
        self._posts: dict[int, int] = {}
        """The number of the last post of each sender."""
        self._gone: set[int] = set()
        self._pauses = Pauses(SHORTEST_PAUSE)
        self._task: asyncio.Task[None] | None = None

    def start(self, after: Position) -> None:
        """Hear the facts after this one, and every letter."""
        self._last = after
        self._task = asyncio.create_task(self._follow())

    async def close(self) -> None:
        """Hear nothing more."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.wait([self._task])

    async def _follow(self) -> None:
        try:
            while True:
                await self._hear(await self._read())
        except Exception as error:
            log.error("this node cannot follow the others any more: %r", error)
            self._lapsed()

    async def _read(self) -> list[tuple[str, str, bytes]]:
        try:
            entries = await self._link.read({self._facts: self._last.id, self._inbox: self._last_post}, BLOCK)
        except Away:
            await asyncio.sleep(self._pauses.next())
            return []
        self._pauses.over()
        return entries

    async def _hear(self, entries: Sequence[tuple[str, str, bytes]]) -> None:
        """Letters first: those of a run that has said that it is gone were sent before it said so."""
        turns = count(1)
        for key, entry, value in sorted(entries, key=lambda entry: entry[0] != self._inbox):
            if key == self._inbox:
                self._last_post = entry
                self._take_post(value)
            else:
                self._take_fact(entry, value)
            if next(turns) % MOST_IN_A_ROW == 0:
                await asyncio.sleep(0)

    # ---- facts -----------------------------------------------------------------------------------------

    def _take_fact(self, entry: str, value: bytes) -> None:
        number, _, stated = value.partition(b":")
        self._go_on_to(Position(entry, int(number)))
        try:
            fact = _decoder.decode(stated)
        except msgspec.DecodeError as error:
            log.error("fact %s cannot be read: %s", entry, error)
        else:
            self._tell(fact)
        self._heard(entry)

    def _go_on_to(self, position: Position) -> None:
        """A number that was there before: Redis has lost its last facts, and others have taken their place."""
        if position.number > self._last.number + 1:
            raise _Missed(f"facts {self._last.number + 1} to {position.number - 1}")
        self._last = position

    def _tell(self, stated: Stated) -> None:
        if isinstance(stated.fact, Gone):
            self._gone.add(stated.fact.run)
            self._posts.pop(stated.fact.run, None)
        try:
            self._on_fact(stated.run, stated.fact)
        except Exception:
            log.exception("a fact could not be taken in: %r", stated)

    # ---- letters ---------------------------------------------------------------------------------------

    def _take_post(self, value: bytes) -> None:
        try:
            post = opened(value)
        except msgspec.DecodeError as error:
            log.error("letters cannot be read: %s", error)
            return
        if post.run not in self._gone and self._is_new(post):
            for letter in post.letters:
                self._take_letter(letter)

    def _is_new(self, post: Post) -> bool:
        last = self._posts.get(post.run, 0)
        if post.number > last + 1:
            raise _Missed(f"letters {last + 1} to {post.number - 1} of run {post.run}")
        self._posts[post.run] = max(last, post.number)
        return post.number > last

    def _take_letter(self, raw: msgspec.Raw) -> None:
        try:
            letter = read(raw)
        except msgspec.DecodeError as error:
            log.error("a letter cannot be read: %s", error)
            return
        try:
            self._on_letter(letter)
        except Exception:
            log.exception("a letter could not be taken in: %r", letter)


class _Missed(Exception):
    """Something was not heard and is not in the stream any more."""
