"""What must be unique is decided by one node at a time."""

import asyncio
from threading import Thread

import pytest

from server.cluster import agreement
from server.cluster.facts import Came, Fact, Gone
from server.cluster.faults import Away, Lapsed
from server.cluster.keys import Keys
from server.cluster.link import Link
from tests.cluster.lossy import lossy
from tests.cluster.neighbour import Neighbour, neighbours
from tests.cluster.redis_process import RedisProcess
from tuicards.errors import Refused

NAMES = [f"Guest {n}" for n in range(100)]


async def ask_for(node: Neighbour, name: str) -> int | None:
    """The session under which the node's guest has the name; None: somebody else has it."""

    def decide(session: int) -> int:
        if name.casefold() in node.known.present:
            raise Refused("name_taken", name=name)
        came = Came(name, node.run, session)
        node.known.take(came)
        node.commons.state(came)
        return session

    try:
        return await node.commons.agreed(decide)
    except Refused:
        return None


def elsewhere(url: str, keys: Keys, *, decide: bool) -> None:
    """The lock's time runs out, while the caller stands still; and another node takes it, if `decide`."""

    async def act() -> None:
        async with neighbours(url, keys, 99) as [other]:
            await other.link.ask("DEL", keys.lock)
            if decide:
                assert await ask_for(other, "Bob")

    thread = Thread(target=asyncio.run, args=(act(),))
    thread.start()
    thread.join()


async def has_lock(node: Neighbour) -> None:
    """Return when the node has taken the lock, and could have decided if it did not wait for anything."""
    holders = [b""]
    while not holders[0].startswith(b"%d:" % node.run):
        holders = [await node.link.ask("GET", node.keys.state("latest_hold")) for _ in range(10)]


async def facts_in(link: Link, keys: Keys) -> int:
    """How many facts have been stated in all."""
    length: int = await link.ask("XLEN", keys.facts)
    return length


async def test_two_nodes_want_the_same_names(redis: RedisProcess, keys: Keys) -> None:
    """A hundred names, each wanted at two nodes at once: exactly one guest has each, under a session of their own."""
    async with neighbours(redis.url, keys, 1, 2) as [one, two]:
        asked = [ask_for(node, name) for name in NAMES for node in (one, two)]
        sessions = await asyncio.gather(*asked)
        by_name = list(zip(sessions[::2], sessions[1::2], strict=True))
    assert all((here is None) != (there is None) for here, there in by_name)
    assert len({session for session in sessions if session}) == len(NAMES)


async def test_one_after_the_other(redis: RedisProcess, keys: Keys) -> None:
    """Two nodes want one name, and the next one when it is given: one of them has each."""
    async with neighbours(redis.url, keys, 1, 2) as nodes:
        for name in NAMES[:25]:
            sessions = await asyncio.gather(*(ask_for(node, name) for node in nodes))
            assert sum(session is not None for session in sessions) == 1


async def test_what_was_agreed_is_known(redis: RedisProcess, keys: Keys) -> None:
    """A node that has the lock decides only when it has heard what others had decided, however long that takes."""
    async with neighbours(redis.url, keys, 1, 2) as [one, two]:
        await two.following.close()
        assert await ask_for(one, "Ann")
        asked = asyncio.create_task(ask_for(two, "ANN"))
        await has_lock(two)
        two.following.start(two.begun)
        assert await asked is None


async def test_a_lost_lock(redis: RedisProcess, keys: Keys) -> None:
    """A node that stands still while it decides, and finds that another has decided meanwhile, writes nothing."""
    async with neighbours(redis.url, keys, 1) as [node]:

        def decide(session: int) -> None:
            elsewhere(redis.url, keys, decide=True)
            node.commons.state(Came("Ann", node.run, session))

        with pytest.raises(Lapsed):
            await node.commons.agreed(decide)
        assert await facts_in(node.link, keys) == 1
        assert node.lapses == 1
        with pytest.raises(Lapsed):
            await node.commons.settled()


async def test_a_lock_that_nobody_took(redis: RedisProcess, keys: Keys) -> None:
    """Where the lock's time ran out and nobody decided meanwhile, the decision holds."""
    async with neighbours(redis.url, keys, 1) as [node]:

        def decide(session: int) -> None:
            elsewhere(redis.url, keys, decide=False)
            node.commons.state(Came("Ann", node.run, session))

        await node.commons.agreed(decide)
        assert await facts_in(node.link, keys) == 1


async def test_a_decision_that_fails(redis: RedisProcess, keys: Keys) -> None:
    """Who decides badly hears so; those who decide under the same lock go on."""
    async with neighbours(redis.url, keys, 1) as [node]:

        def fail(session: int) -> None:
            raise ValueError(session)

        decided = await asyncio.gather(
            node.commons.agreed(fail), ask_for(node, "Ann"), node.commons.agreed(fail), return_exceptions=True
        )
    assert [type(outcome) for outcome in decided] == [ValueError, int, ValueError]


async def test_somebody_who_waits_no_more(redis: RedisProcess, keys: Keys) -> None:
    """Nothing is decided for who has hung up meanwhile; whoever waits with them is served."""
    async with neighbours(redis.url, keys, 1, 2) as [one, two]:
        await two.following.close()
        assert await ask_for(one, "Zoe")
        gone, stays = asyncio.create_task(ask_for(two, "Ann")), asyncio.create_task(ask_for(two, "Bob"))
        await has_lock(two)
        gone.cancel()
        two.following.start(two.begun)
        assert await stays
        assert set(two.known.present) == {"zoe", "bob"}


async def test_a_node_that_hears_nothing(redis: RedisProcess, keys: Keys, monkeypatch: pytest.MonkeyPatch) -> None:
    """A node that has the lock and does not hear in time what was decided lets others decide, and tries again."""
    monkeypatch.setattr(agreement, "FRESH", 0.05)
    monkeypatch.setattr(agreement, "PATIENCE", 30)
    async with neighbours(redis.url, keys, 1, 2) as [one, two]:
        await two.following.close()
        assert await ask_for(one, "Ann")
        asked = asyncio.create_task(ask_for(two, "Ann"))
        await has_lock(two)
        assert await ask_for(one, "Bob")
        two.following.start(two.begun)
        assert await asked is None
        assert two.lapses == 0


async def test_lost_answers(redis: RedisProcess, keys: Keys) -> None:
    """Where nodes are not told that they have the lock, or that they gave it up, each name is one guest's still."""
    async with lossy(redis.port) as way, neighbours(way.url, keys, 1, 2) as nodes:
        way.losses = 0.2
        for name in NAMES[:6]:
            sessions = await asyncio.gather(*(ask_for(node, name) for node in nodes))
            assert sum(session is not None for session in sessions) == 1


async def test_a_node_that_is_given_up(redis: RedisProcess, keys: Keys) -> None:
    """A node that learns under the lock that it is no more leaves the lock to others, and decides nothing more."""
    async with neighbours(redis.url, keys, 1, 2) as [one, two]:
        one.commons.state(Gone(2))
        await one.commons.settled()
        for name in NAMES[:2]:
            with pytest.raises(Lapsed):
                await ask_for(two, name)
        assert await one.link.ask("GET", keys.lock) is None
        assert list(two.known.present) == ["guest 0"]
        assert not one.known.present


async def test_a_node_that_stops(redis: RedisProcess, keys: Keys) -> None:
    """Who waits at a node that stops hears so, and the lock is free at once."""
    async with neighbours(redis.url, keys, 1, 2) as [one, two]:
        await two.following.close()
        assert await ask_for(one, "Ann")
        asked = asyncio.create_task(ask_for(two, "Bob"))
        await has_lock(two)
        await two.commons.close()
        with pytest.raises(Away):
            await asked
        assert await one.link.ask("GET", keys.lock) is None


async def test_order_around_a_decision(redis: RedisProcess, keys: Keys) -> None:
    """What a node stated before it decided is heard before the decision, what it stated afterwards after it."""
    async with neighbours(redis.url, keys, 1) as [node]:
        facts: list[Fact] = [Came(name, 1, n) for n, name in enumerate(NAMES[:3])]
        node.commons.state(facts[0])
        await node.commons.agreed(lambda session: node.commons.state(facts[1]))
        node.commons.state(facts[2])
        await node.until(lambda: len(node.facts) == 3)
        assert [fact for _, fact in node.facts] == facts


async def test_nobody_keeps_the_lock(redis: RedisProcess, keys: Keys) -> None:
    """Beside a node whose guests come without end, another one gets to decide, too."""
    async with neighbours(redis.url, keys, 1, 2) as [busy, other]:

        async def without_end() -> None:
            while True:
                await busy.commons.agreed(lambda session: None)

        storm = [asyncio.create_task(without_end()) for _ in range(3)]
        for name in NAMES[:5]:
            assert await ask_for(other, name)
        for task in storm:
            task.cancel()


async def test_redis_away(own_redis: RedisProcess, keys: Keys, monkeypatch: pytest.MonkeyPatch) -> None:
    """While Redis is away nothing is decided, and who has waited for long enough hears so; then it goes on."""
    monkeypatch.setattr(agreement, "PATIENCE", 0.2)
    async with neighbours(own_redis.url, keys, 1) as [node]:
        own_redis.kill()
        with pytest.raises(Away):
            await ask_for(node, "Ann")
        assert not node.known.present
        own_redis.start()
        monkeypatch.setattr(agreement, "PATIENCE", 30)
        assert await ask_for(node, "Ann")
