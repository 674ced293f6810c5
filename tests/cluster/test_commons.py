"""Facts: in one order at every node, each once, and what they amount to."""

import asyncio
import time
from random import Random

import pytest

from server.cluster.facts import Came, Closed, Fact, Gone, Heard, Kept, Listed, Quieted, Went
from server.cluster.faults import Lapsed
from server.cluster.keys import Keys
from server.cluster.position import Position
from server.records import Banned, KeyBound, KeyForgotten, PersonForgotten, PersonKept, Record, TableClosed, Unbanned
from tests.cluster.lossy import lossy
from tests.cluster.neighbour import Known, Neighbour, neighbours
from tests.cluster.redis_process import RedisProcess
from tuicards.wire.messages import Said


def line(n: int) -> Heard:
    return Heard(Said(name="Ann", text=str(n)))


def lines(node: Neighbour) -> list[int]:
    """The numbers of the lines that the node has heard from the run 1, in order."""
    return [int(fact.said.text) for run, fact in node.facts if run == 1 and isinstance(fact, Heard)]


async def state_all(node: Neighbour, facts: list[Fact]) -> None:
    """One after the other, so that others come between them."""
    for fact in facts:
        node.commons.state(fact)
        if len(node.facts) % 3 == 0:
            await asyncio.sleep(0)
    await node.commons.settled()


async def known(node: Neighbour) -> Known:
    """What Redis says that all facts amount to."""
    return Known((await node.commons.load())[0])


async def everything_heard(*nodes: Neighbour) -> None:
    """All that was stated so far has been heard everywhere."""
    for node in nodes:
        await node.commons.agreed(lambda session: None)


async def test_one_order(redis: RedisProcess, keys: Keys) -> None:
    """Three nodes that all speak at once hear all of it in one order, in which each one's own words keep theirs."""
    async with neighbours(redis.url, keys, 1, 2, 3) as nodes:
        await asyncio.gather(*(state_all(node, [line(n) for n in range(100)]) for node in nodes))
        await asyncio.gather(*(node.until(lambda node=node: len(node.facts) == 300) for node in nodes))  # type: ignore[misc]
    assert nodes[0].facts == nodes[1].facts == nodes[2].facts
    assert lines(nodes[2]) == list(range(100))


async def speak(node: Neighbour, begun: asyncio.Event) -> int:
    """State numbered lines until the node has heard 800 and Redis was killed; how many it was."""
    n = 0
    while len(node.facts) < 800 or not begun.is_set():
        node.commons.state(line(n))
        n += 1
        if node.commons.waiting > 20:
            await node.commons.settled()
    return n


async def killed(redis: RedisProcess, node: Neighbour, over: asyncio.Event) -> None:
    """Redis is killed and started again, twice, in the middle of what the node hears."""
    for after in (200, 500):
        await node.until(lambda after=after: len(node.facts) >= after)  # type: ignore[misc]
        await asyncio.to_thread(redis.restart)
    over.set()


async def test_redis_killed(own_redis: RedisProcess, keys: Keys) -> None:
    """Redis is killed and comes back, again and again: every fact is heard once and in order, at every node."""
    async with neighbours(own_redis.url, keys, 1, 2) as nodes:
        over = asyncio.Event()
        total, _ = await asyncio.gather(speak(nodes[0], over), killed(own_redis, nodes[1], over))
        await nodes[0].commons.settled()
        for node in nodes:
            await node.until(lambda node=node: len(node.facts) >= total)  # type: ignore[misc]
            assert lines(node) == list(range(total))


async def test_lost_answers(redis: RedisProcess, keys: Keys) -> None:
    """Where a node is not told that its facts were written, it states them again, and each is heard once."""
    async with lossy(redis.port) as way, neighbours(way.url, keys, 1) as [node]:
        way.losses = 0.2
        for n in range(30):
            node.commons.state(line(n))
            await node.commons.settled()
        await node.until(lambda: len(node.facts) >= 30)
        assert lines(node) == list(range(30))


@pytest.mark.thorough
async def test_redis_stopped(own_redis: RedisProcess, keys: Keys) -> None:
    """Redis stands still for longer than the nodes wait for an answer: every fact is heard once and in order."""
    async with neighbours(own_redis.url, keys, 1, 2) as nodes:
        away = asyncio.Event()
        nodes[0].link.changed = lambda gone: away.set() if gone else None
        own_redis.pause()
        for n in range(100):
            nodes[0].commons.state(line(n))
        await away.wait()
        nodes[0].commons.state(line(100))
        own_redis.go_on()
        for node in nodes:
            await node.until(lambda node=node: len(node.facts) >= 101)  # type: ignore[misc]
            assert lines(node) == list(range(101))


def some_fact(chance: Random, run: int, n: int) -> Fact:
    """Some fact or other; a part of them means nothing any more when it is stated."""
    name, code, number = f"Guest {chance.randrange(12)}", f"CDF{chance.choice('GHJK')}", chance.randrange(20)
    some: list[Fact] = [
        Came(name, run, chance.randrange(n + 1)),
        Went(name, chance.randrange(n + 1)),
        Listed(code, f"{number:x}", run, number),
        Closed(code, f"{number:x}"),
        Kept(PersonKept(name, b"\x00\xff", n)),
        Kept(PersonForgotten(name)),
        Kept(KeyBound(f"SHA256:{number}", name, n, n, {"look": "dark"})),
        Kept(KeyForgotten(f"SHA256:{number}")),
        Kept(Banned("name", name, "rude")),
        Kept(Unbanned("name", name)),
        Quieted(name, 60),
        line(n),
    ]
    return chance.choice(some)


async def babble(node: Neighbour, chance: Random, first: Fact, middle: Fact, over: asyncio.Event) -> None:
    """State some fact or other until it is over, but 300 at least; these two among them."""
    node.commons.state(first)
    n = 0
    while n < 300 or not over.is_set():
        n += 1
        node.commons.state(middle if n == 150 else some_fact(chance, node.run, n))
        if node.commons.waiting > 10:
            await node.commons.settled()


@pytest.mark.parametrize("seed", [0, *(pytest.param(n, marks=pytest.mark.thorough) for n in range(1, 20))])
async def test_a_node_that_begins_in_the_middle(redis: RedisProcess, keys: Keys, seed: int) -> None:
    """A node that begins while others speak knows in the end what those know who have heard all; so does Redis."""
    chance, over = Random(seed), asyncio.Event()
    async with neighbours(redis.url, keys, 1, 2, 7) as [one, two, _]:
        zoe = Came("Zoe", 7, 50)
        talk = asyncio.gather(babble(one, chance, zoe, line(1), over), babble(two, chance, line(2), Gone(7), over))
        await one.until(lambda: len(one.facts) > 200)
        async with neighbours(redis.url, keys, 3) as [late]:
            await late.until(lambda: len(late.facts) > 50)
            over.set()
            await talk
            await everything_heard(one, two, late)
            assert zoe in one.heard(Came)
            assert "zoe" not in one.known.present
            assert len(late.facts) < len(one.facts)
            assert one.known == two.known == late.known == await known(late)


async def test_what_means_nothing_any_more(redis: RedisProcess, keys: Keys) -> None:
    """An older session, an older fence, another table's end, a forgotten key that is seen once more: nobody hears of
    it, and nothing is changed."""
    async with neighbours(redis.url, keys, 1) as [node]:
        bound = [Kept(KeyBound("SHA256:a", "Ann", 1, seen)) for seen in (1, 2, 3)]
        good: list[Fact] = [Came("Ann", 1, 5), Listed("CDFG", "a", 1, 9), *bound[:2], Kept(KeyForgotten("SHA256:a"))]
        node.commons.state(
            *good,
            Came("ann", 1, 4),
            Went("Ann", 4),
            Listed("CDFG", "a", 2, 8),
            Closed("CDFG", "b"),
            bound[2],
            line(0),
        )
        await node.until(lambda: bool(lines(node)))
        assert [fact for _, fact in node.facts[:-1]] == good
        assert node.known == await known(node)


async def test_a_run_that_is_gone(redis: RedisProcess, keys: Keys) -> None:
    """It is said once. Nobody hears what the node states afterwards, and it learns that it was given up."""
    async with neighbours(redis.url, keys, 1, 2) as [one, two]:
        one.commons.state(Gone(2))
        await one.commons.settled()
        two.commons.state(Came("Ann", 2, 1))
        with pytest.raises(Lapsed):
            await two.commons.settled()
        assert two.lapses == 1
        one.commons.state(Gone(2))
        await everything_heard(one)
        assert one.facts == [(1, Gone(2))]


async def test_records(redis: RedisProcess, keys: Keys) -> None:
    """The lobby's records become facts, a person's with the time; a table's do not belong there."""
    began = int(time.time())
    async with neighbours(redis.url, keys, 1) as [node]:
        records: list[Record] = [PersonKept("Ann", b"1"), Banned("name", "bob")]
        node.commons.put(records)
        await node.commons.settled()
        found = await known(node)
        assert found.people["ann"].seen >= began
        assert found.bans == {("name", "bob"): records[1]}
        with pytest.raises(TypeError, match="TableClosed"):
            node.commons.put([TableClosed("a")])


async def test_too_far_behind(redis: RedisProcess, keys: Keys) -> None:
    """A node whose next fact is not in the stream any more gives itself up."""
    async with neighbours(redis.url, keys, 1) as [node]:
        node.commons.state(*map(line, range(5)))
        await node.commons.settled()
        await node.link.ask("XTRIM", keys.facts, "MAXLEN", "=", 2)
        late = Neighbour(node.link, keys, 2)
        await late.begin(after=Position())
        await late.until(lambda: late.lapses > 0)
        assert not late.facts
        await late.following.close()


async def test_a_fact_that_nobody_can_read(redis: RedisProcess, keys: Keys, caplog: pytest.LogCaptureFixture) -> None:
    """What is no fact, or one of a later release, is named in the log; what comes after it is heard."""
    async with neighbours(redis.url, keys, 1) as [node]:
        number = await node.link.ask("INCR", keys.state("count"))
        await node.link.ask("XADD", keys.facts, "*", "v", b"%d:\x82nonsense" % number)
        node.commons.state(line(1))
        await node.until(lambda: len(node.facts) == 1)
    assert "cannot be read" in caplog.text


async def test_a_listener_that_fails(redis: RedisProcess, keys: Keys, caplog: pytest.LogCaptureFixture) -> None:
    """A fact that the node makes a mistake with does not keep it from hearing the next one."""
    async with neighbours(redis.url, keys, 1) as [node]:
        take = node.known.take

        def stumble(fact: Fact) -> None:
            node.known.take = take  # type: ignore[method-assign]
            raise KeyError("one too few")

        node.known.take = stumble  # type: ignore[method-assign]
        node.commons.state(line(1), line(2))
        await node.until(lambda: len(node.facts) == 2)
    assert "one too few" in caplog.text
