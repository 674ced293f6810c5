"""While Redis is away everything waits, and nothing is lost or done twice."""

import asyncio
import logging
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager

import pytest

from server.cluster import agreement
from server.cluster.faults import Away
from server.cluster.keys import Keys
from server.cluster.line import Line
from server.cluster.link import Link
from server.cluster.pauses import Pauses
from server.cluster.rights import check_rights
from server.cluster.script import Order, Script
from tests.cluster.club import open_club
from tests.cluster.links import linked
from tests.cluster.redis_process import RedisProcess
from tests.cluster.watched import Watched, note, noted

REFUSALS = {
    "replica": (["REPLICAOF", "127.0.0.1", "1"], ["REPLICAOF", "NO", "ONE"]),
    "full": (["CONFIG", "SET", "maxmemory", "1"], ["CONFIG", "SET", "maxmemory", "0"]),
    "alone": (["CONFIG", "SET", "min-replicas-to-write", "1"], ["CONFIG", "SET", "min-replicas-to-write", "0"]),
}


@pytest.fixture
async def operator(own_redis: RedisProcess) -> AsyncIterator[Link]:
    """Another link, for what Redis's operator does from beside."""
    async with linked(own_redis.url) as link:
        yield link


async def begun_to_load(redis: RedisProcess) -> None:
    """Returns when it listens, but has not loaded what it kept."""
    line, why = Line(redis.url), ""
    while "loading" not in why.lower():
        try:
            await line.exchange([Order(None, (), (b"PING",))])
            raise AssertionError("it has loaded everything already")
        except Away as away:
            why = str(away)


@asynccontextmanager
async def hung_up(port: int) -> AsyncIterator[list[None]]:
    """Whoever connects there is hung up on, and counted."""
    came: list[None] = []

    async def hang_up(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        came.append(None)
        writer.close()

    async with await asyncio.start_server(hang_up, "127.0.0.1", port):
        yield came


@pytest.mark.parametrize(("refuse", "allow"), REFUSALS.values(), ids=REFUSALS)
async def test_a_redis_that_takes_no_orders_is_waited_for(
    own_link: Link, operator: Link, keys: Keys, refuse: Sequence[str], allow: Sequence[str]
) -> None:
    """A replica, one that is full, one that lost its replicas: calls wait in order, attempts are told at once."""
    watched = Watched(own_link)
    await operator.ask(*refuse)
    calls = [asyncio.create_task(note(own_link, keys.facts, number)) for number in range(10)]
    await watched.gone()

    with pytest.raises(Away):
        await own_link.attempt(Script("return redis.call('SET', KEYS[1], 1)"), [keys.lock])
    assert not any(call.done() for call in calls)
    assert own_link.away

    await operator.ask(*allow)
    await asyncio.gather(*calls)
    assert await noted(own_link, keys.facts) == list(range(10))


async def test_a_call_that_redis_would_take_does_not_overtake_one_that_it_refuses(
    own_link: Link, operator: Link, keys: Keys
) -> None:
    """A full Redis still deletes: what is written first and deleted then is not there in the end."""
    watched = Watched(own_link)
    await operator.ask("CONFIG", "SET", "maxmemory", "1")
    written = asyncio.create_task(own_link.call(Script("return redis.call('SET', KEYS[1], 1)"), [keys.lock]))
    deleted = asyncio.create_task(own_link.call(Script("return redis.call('DEL', KEYS[1])"), [keys.lock]))
    await watched.gone()
    await operator.ask("CONFIG", "SET", "maxmemory", "0")

    assert list(await asyncio.gather(written, deleted)) == [b"OK", 1]
    assert await own_link.ask("EXISTS", keys.lock) == 0


@pytest.mark.thorough
async def test_a_redis_that_is_busy_with_one_script_is_waited_for(own_link: Link, operator: Link, keys: Keys) -> None:
    """Whoever wrote a script without an end holds the tables up until it is killed, and no longer."""
    watched = Watched(own_link)
    await operator.ask("CONFIG", "SET", "lua-time-limit", 1)
    with pytest.raises(Away):
        await operator.attempt(Script("while true do end"), [])
    call = asyncio.create_task(note(own_link, keys.facts, 1))
    await watched.gone()

    await operator.ask("SCRIPT", "KILL")
    await call

    assert await noted(own_link, keys.facts) == [1]


async def test_a_redis_that_is_killed_and_started_again_is_waited_for(
    own_redis: RedisProcess, own_link: Link, keys: Keys, caplog: pytest.LogCaptureFixture
) -> None:
    """Calls from before, while it is dead, and after: each done once, in order; it is told once each way."""
    caplog.set_level(logging.WARNING)
    watched = Watched(own_link)
    calls = [asyncio.create_task(note(own_link, keys.facts, number)) for number in range(50)]
    await asyncio.sleep(0)
    own_redis.kill()
    await watched.gone()
    for asked in (own_link.read({keys.facts: "0-0"}, 1.0), own_link.attempt(Script("return 7"), [])):
        with pytest.raises(Away):
            await asked
    calls += [asyncio.create_task(note(own_link, keys.facts, number)) for number in range(50, 100)]
    await asyncio.sleep(0)

    own_redis.start()
    await asyncio.gather(*calls, own_link.attempt(Script("return 7"), []))

    assert await noted(own_link, keys.facts) == list(range(100))
    assert watched.heard == [True, False]
    assert not own_link.away
    assert [record.message.split(":")[0].split(" after")[0] for record in caplog.records] == [
        "Redis is away", "Redis is back",
    ]  # fmt: skip


async def test_attempts_tell_that_redis_is_away_while_nobody_calls(own_redis: RedisProcess, own_link: Link) -> None:
    """An idle node notices it by its own heartbeat, and notices that it is over."""
    watched = Watched(own_link)
    own_redis.kill()
    with pytest.raises(Away):
        await own_link.attempt(Script("return 7"), [])
    own_redis.start()

    assert await own_link.attempt(Script("return 7"), []) == 7
    assert watched.heard == [True, False]


async def test_a_redis_that_stands_still_is_waited_for(own_redis: RedisProcess, own_link: Link, keys: Keys) -> None:
    """Connected, yet without an answer: attempts and readers are told after a second, calls wait for better times."""
    own_redis.pause()
    calls = [asyncio.create_task(note(own_link, keys.facts, number)) for number in range(10)]
    told = await asyncio.gather(
        own_link.attempt(Script("return 7"), []), own_link.read({keys.facts: "0-0"}, 0.01), return_exceptions=True
    )
    assert [type(answer) for answer in told] == [Away, Away]

    own_redis.go_on()
    await asyncio.gather(*calls)
    assert await noted(own_link, keys.facts) == list(range(10))


async def test_a_node_that_starts_bears_with_a_redis_that_stands_still_for_a_moment(
    own_redis: RedisProcess, own_link: Link, keys: Keys
) -> None:
    """It waits for longer than one that runs, which asks again by itself."""
    link = Link(own_redis.url)
    own_redis.pause()
    starting = [asyncio.create_task(link.open()), asyncio.create_task(check_rights(own_link, keys))]
    await asyncio.sleep(0)
    with pytest.raises(Away):
        await own_link.attempt(Script("return 7"), [])

    own_redis.go_on()
    await asyncio.gather(*starting)
    await link.close()


async def test_a_node_without_redis_asks_for_it_seldom(
    own_redis: RedisProcess, keys: Keys, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In the second for which somebody waits to come in: many do, and they must not keep a processor busy."""
    monkeypatch.setattr(agreement, "PATIENCE", 1.0)
    async with open_club(own_redis.url, keys.prefix) as club:
        house = await club.open("one")
        own_redis.kill()
        async with hung_up(own_redis.port) as tries:
            await house.refused("Ann")
        own_redis.start()

        assert len(tries) < 40
        await house.enter("Ann")


def test_pauses_grow_to_half_a_second_and_begin_anew() -> None:
    """So soon it goes on when Redis is back, however long it was away."""
    pauses = Pauses(0.1)
    assert [pauses.next() for _ in range(5)] == [0.1, 0.2, 0.4, 0.5, 0.5]
    pauses.over()
    assert pauses.next() == 0.1


async def test_who_waits_for_a_redis_that_is_away_hears_of_the_links_end(
    own_redis: RedisProcess, own_link: Link, keys: Keys
) -> None:
    """A node that stops does not wait for Redis."""
    watched = Watched(own_link)
    own_redis.kill()
    call = asyncio.create_task(note(own_link, keys.facts, 1))
    await watched.gone()

    await own_link.close()

    with pytest.raises(Away):
        await call


@pytest.mark.thorough
async def test_a_redis_that_still_loads_what_it_kept_is_waited_for(own_redis: RedisProcess, keys: Keys) -> None:
    """It answers, but only that it is not ready: no call is carried out before, nor lost."""
    link = Link(own_redis.url)
    await link.open()
    await link.ask("EVAL", "for n = 1, 2100 do redis.call('SET', 'kept' .. n, n) end", 0)
    own_redis.kill()
    own_redis.start("--key-load-delay", "250", wait=False)
    await begun_to_load(own_redis)

    await asyncio.gather(*(note(link, keys.facts, number) for number in range(10)))

    assert await noted(link, keys.facts) == list(range(10))
    await link.close()
