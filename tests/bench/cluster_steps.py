"""What single steps of a cluster cost a node and Redis: facts, names, listings, letters, signs of life."""

import asyncio
import contextlib
import time
from collections.abc import AsyncIterator, Sequence
from typing import NamedTuple, TypeAlias

import msgpack  # type: ignore[import-untyped]
import msgspec

from server.cluster.facts import Closed, Fact, Kept, Listed
from server.cluster.inbox import Inbox
from server.cluster.keys import Keys
from server.cluster.letters import Told
from server.cluster.link import Link
from server.cluster.member_scripts import BEAT
from server.cluster.nodes import NodeInfo
from server.cluster.script import Word
from server.mail import Listing
from server.records import PersonKept
from tests.bench.bare import picture
from tests.bench.bare_redis import Done, Redis
from tests.bench.cluster_play import KEYS, member
from tests.bench.load import Process, Seat
from tests.bench.measured import Measured
from tests.cluster.neighbour import Neighbour
from tuicards.wire.codec import decode_server
from tuicards.wire.messages import TableLine

READERS = 8
"""So many read what is stated, beside those that do it anyway."""

OTHERS = 50
"""Nodes that live beside the one that beats."""

BEATS_AT_ONCE = 20
"""As at a Redis that has more to do."""

Facts: TypeAlias = Sequence[Fact]


class Cost(NamedTuple):
    """Of facts that were stated, heard and taken in."""

    node_s: float
    node_kib: float
    redis_bytes: int
    done: Done


class Bystander:
    """A node without people, which hears what another one states."""

    def __init__(self, redis: Redis, node: Process, teller: Neighbour) -> None:
        self._redis, self._node, self._teller = redis, node, teller

    async def hears(self, facts: Facts) -> Cost:
        """Stated as fast as Redis takes them."""
        seconds, kib = self._node.seconds(), self._node.memory()
        done, stored = self._redis.done(), self._redis.memory()
        self._teller.commons.state(*facts)
        await self._teller.commons.settled()
        await asyncio.to_thread(self._up_to_date)
        return Cost(
            self._node.seconds() - seconds,
            self._node.memory() - kib,
            self._redis.memory() - stored,
            self._redis.done().since(done),
        )

    def _up_to_date(self) -> None:
        """Nobody is let in before the node has heard all."""
        Seat(self._node.port).socket.close()


async def steps(redis: Redis, many: int, together: int, measured: Measured) -> None:
    """Each with so many of its kind; so many letters in one entry of an inbox."""
    with member(redis, "bystander") as node:
        async with _teller(redis) as teller:
            bystander = Bystander(redis, node, teller)
            run = int(redis.plug.number("GET", KEYS.lease("bystander")))
            await _facts(bystander, many, run, measured)
            await _letters(teller.link, together, measured)
            await _beats(teller.link, redis, measured)


@contextlib.asynccontextmanager
async def _teller(redis: Redis) -> AsyncIterator[Neighbour]:
    teller = Neighbour(Link(redis.url), KEYS, redis.plug.number("INCR", KEYS.counter))
    await teller.link.open()
    await teller.begin()
    try:
        yield teller
    finally:
        redis.plug.ask("HDEL", KEYS.nodes, teller.run)
        await teller.close()


# ---- facts ---------------------------------------------------------------------------------------------------


async def _facts(bystander: Bystander, many: int, run: int, measured: Measured) -> None:
    """Names and tables that a node hears of for the first time, and once more with many who read along."""
    names = [Kept(PersonKept(f"somebody {number}", number.to_bytes(32), 1_900_000_000)) for number in range(many)]
    tables = [_listed(number, run) for number in range(many)]
    await bystander.hears([Kept(PersonKept("first", b"f" * 32))])
    named, listed = await bystander.hears(names), await bystander.hears(tables)
    measured.add("name, node bytes", 1024 * named.node_kib / many)
    measured.add("name, redis bytes", named.redis_bytes / many)
    measured.add("listing, node bytes", 1024 * listed.node_kib / many)
    measured.add("fact, node ms", 1000 * (named.node_s + listed.node_s) / (2 * many))
    measured.add("fact, bytes", (named.done.bytes + listed.done.bytes) / (2 * many) / 3)
    once = await bystander.hears(names)
    async with _readers(bystander._redis):
        often = await bystander.hears(names)
    read = 1e6 * (often.done.seconds - once.done.seconds) / (READERS * many)
    measured.add("fact read, redis us", max(0.0, read))
    measured.add("fact written, redis us", max(0.0, 1e6 * once.done.seconds / many - 2 * read))
    await bystander.hears([Closed(table.code, table.uid) for table in tables])


def _listed(number: int, run: int) -> Listed:
    code = "".join("BCDFGHJKLMNPQRST"[number >> 4 * digit & 15] for digit in range(4))
    people = frozenset(f"t{number}s{seat}" for seat in range(4))
    line = TableLine(
        table=code, game="rage", title=f"table {number}", seats=4, people=4, bots=0, state="playing", owner="t0s0"
    )
    return Listed(code, f"{number:032x}", run, run, Listing(line, False, people, 4, people))


@contextlib.asynccontextmanager
async def _readers(redis: Redis) -> AsyncIterator[None]:
    """They follow the facts as a node does, and make nothing of them."""
    last = redis.plug.ask("XREVRANGE", KEYS.facts, "+", "-", "COUNT", 1)
    assert isinstance(last, list)
    assert isinstance(last[0], list)
    assert isinstance(last[0][0], bytes)
    link = Link(redis.url)
    await link.open()
    tasks = [asyncio.create_task(_follow(link, last[0][0].decode())) for _ in range(READERS)]
    try:
        yield
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await link.close()


async def _follow(link: Link, last: str) -> None:
    while True:
        found = await link.read({KEYS.facts: last}, 1.0)
        last = found[-1][1] if found else last


# ---- letters, signs of life ----------------------------------------------------------------------------------


async def _letters(link: Link, together: int, measured: Measured, entries: int = 100) -> None:
    """Processor time of who sends them."""
    letter = Told("somebody", "ABCD", decode_server(msgpack.packb(picture())))
    inbox = Inbox(link, Keys("letters"), 1)
    began = time.process_time()
    for _ in range(entries):
        for _ in range(together):
            inbox.send(2, letter)
        await inbox.settled()
    measured.add("letter sent, node ms", 1000 * (time.process_time() - began) / (entries * together))
    await inbox.close()


async def _beats(link: Link, redis: Redis, measured: Measured, many: int = 50) -> None:
    """Of a node that is alone, and of one that has many beside it."""
    keys = Keys("beats")
    alone = await _beat(link, redis, keys, 1, many)
    among = await _beat(link, redis, keys, OTHERS + 1, many)
    measured.add("beat, redis us", alone)
    measured.add("beat for each other node, redis us", max(0.0, (among - alone) / OTHERS))


async def _beat(link: Link, redis: Redis, keys: Keys, nodes: int, many: int) -> float:
    for run in range(1, nodes + 1):
        info = NodeInfo(run, f"n{run}", f"n{run}.example:4000", "1.0")
        redis.plug.ask("HSET", keys.nodes, run, msgspec.msgpack.encode(info))
        redis.plug.ask("SET", keys.lease(info.name), run)
    before = redis.process.seconds()
    places = [keys.lease("n1"), keys.nodes]
    terms: list[Word] = [1, 600_000, keys.lease("")]
    for _ in range(many):
        await asyncio.gather(*(link.attempt(BEAT, places, terms) for _ in range(BEATS_AT_ONCE)))
    return 1e6 * (redis.process.seconds() - before) / (many * BEATS_AT_ONCE)
