"""Which nodes live: who does not renew the lease of its name is given up, and nobody else is."""

import asyncio
import time
from collections.abc import AsyncIterator, Callable

import msgspec
import pytest

from server.cluster.keys import Keys
from server.cluster.link import Link
from server.cluster.members import Members
from server.cluster.nodes import FORMAT, NodeInfo
from server.cluster.steadiness import Steadiness
from tests.cluster.redis_process import RedisProcess
from tests.cluster.relay import Relay
from tuicards.errors import SetupError

LEASE = 0.2
"""Seconds."""


class Fellow:
    """A node as its membership sees it: what it is told of others, and of itself."""

    def __init__(self, link: Link, keys: Keys, name: str) -> None:
        self.gone: list[int] = []
        self.lapses = 0
        self._link, self._keys, self._name = link, keys, name
        self.members = Members(link, keys, name, "here:1", self._lapse, self._give_up, LEASE)

    @property
    def run(self) -> int:
        return self.members.run

    @property
    def sees(self) -> set[int]:
        return set(self.members.alive)

    async def strike_off(self, run: int) -> None:
        """As the fact that a run is gone does."""
        await self._link.ask("HDEL", self._keys.nodes, run)

    async def until(self, holds: Callable[[], bool]) -> None:
        """Return when it holds, within 30 s."""
        async with asyncio.timeout(30):
            while not holds():  # noqa: ASYNC110 - what a node sees of others it sees at its next beat
                await asyncio.sleep(LEASE / 40)

    async def until_leased(self, leased: bool) -> None:
        """Return when Redis holds a lease of this run, or none, within 30 s."""
        async with asyncio.timeout(30):
            while await self._has_lease() != leased:  # noqa: ASYNC110 - as above
                await asyncio.sleep(LEASE / 40)

    async def _has_lease(self) -> bool:
        return bool(await self._link.ask("GET", self._keys.lease(self._name)) == str(self.run).encode())

    def _lapse(self) -> None:
        self.lapses += 1

    def _give_up(self, run: int) -> None:
        self.gone.append(run)


@pytest.fixture
async def fellows(link: Link, keys: Keys) -> AsyncIterator[Callable[..., Fellow]]:
    """Makes nodes, each to join by itself; they leave in the end."""
    made: list[Fellow] = []

    def make(name: str, link: Link = link) -> Fellow:
        made.append(Fellow(link, keys, name))
        return made[-1]

    yield make
    for fellow in made:
        await fellow.members.leave()


async def test_nodes_that_live_see_each_other(fellows: Callable[..., Fellow]) -> None:
    """Each knows all that live, by number, with name and address; each number is used once."""
    ann, bob = fellows("ann"), fellows("bob")
    await ann.members.join()
    await bob.members.join()
    await ann.until(lambda: ann.sees == bob.sees == {ann.run, bob.run})

    assert ann.run != bob.run
    assert (ann.members.alive[bob.run].name, ann.members.alive[bob.run].address) == ("bob", "here:1")


async def test_a_name_belongs_to_one_node(fellows: Callable[..., Fellow]) -> None:
    """Who starts under the name of a node that lives is refused, and disturbs nobody."""
    ann, other = fellows("ann"), fellows("ann")
    await ann.members.join()

    with pytest.raises(SetupError, match="node_in_use"):
        await other.members.join()

    assert other.sees == set()
    await ann.until(lambda: ann.sees == {ann.run})
    assert ann.lapses == 0


@pytest.mark.thorough
async def test_a_node_that_was_killed_starts_again_under_its_name(fellows: Callable[..., Fellow]) -> None:
    """It waits for its old lease to run out; then the old run is given up."""
    ann, again = fellows("ann"), fellows("ann")
    await ann.members.join()
    ann.members.stop()

    await again.members.join()
    await again.until(lambda: bool(again.gone))

    assert again.run > ann.run
    assert again.gone == [ann.run]


async def test_a_node_that_dies_is_given_up_by_all_others(fellows: Callable[..., Fellow]) -> None:
    """Each is told once, however long nobody strikes it off; those who live are not given up."""
    ann, bob, cat, late = (fellows(name) for name in ("ann", "bob", "cat", "late"))
    for fellow in (ann, bob, cat):
        await fellow.members.join()
    cat.members.stop()

    await ann.until(lambda: bool(ann.gone and bob.gone))
    await late.members.join()
    await late.until(lambda: bool(late.gone))

    assert ann.gone == bob.gone == late.gone == [cat.run]


async def test_a_node_that_leaves_is_missed_at_once(fellows: Callable[..., Fellow], link: Link, keys: Keys) -> None:
    """Its name is free, and the others are told, though its lease would have lasted."""
    ann, bob, again = fellows("ann"), fellows("bob"), fellows("bob")
    await ann.members.join()
    await bob.members.join()
    await bob.members.leave()
    assert await link.ask("EXISTS", keys.lease("bob")) == 0
    await again.members.join()
    await ann.until(lambda: bool(ann.gone))

    assert ann.gone == [bob.run]
    assert bob.lapses == 0


async def test_a_node_that_was_given_up_hears_of_it_once(
    fellows: Callable[..., Fellow], link: Link, keys: Keys
) -> None:
    """From then on it renews nothing, and its lease runs out."""
    ann = fellows("ann")
    await ann.members.join()
    await ann.strike_off(ann.run)
    await ann.until(lambda: ann.lapses > 0)
    await ann.until_leased(False)

    assert ann.lapses == 1


async def test_a_node_that_all_have_heard_to_be_gone_is_not_seen_any_more(fellows: Callable[..., Fellow]) -> None:
    """At once, though its lease would last a while, and an answer that was on its way may say that it lives."""
    ann, bob = fellows("ann"), fellows("bob")
    await bob.members.join()
    await ann.members.join()
    assert ann.sees == {ann.run, bob.run}

    ann.members.forget(bob.run)
    assert ann.sees == {ann.run}
    await ann.members._beat()

    assert ann.sees == {ann.run}
    assert not ann.members.lives(bob.run)


async def test_a_lease_that_ran_out_unnoticed_is_taken_again(
    fellows: Callable[..., Fellow], link: Link, keys: Keys
) -> None:
    """Nobody has given the node up: it goes on."""
    ann = fellows("ann")
    await ann.members.join()
    await link.ask("DEL", keys.lease("ann"))
    bob = fellows("bob")
    await bob.members.join()
    await bob.until(lambda: bob.sees == {ann.run, bob.run})

    assert ann.lapses == 0


async def test_a_node_whose_name_another_has_taken_is_no_member_any_more(
    fellows: Callable[..., Fellow], link: Link, keys: Keys
) -> None:
    """Its lease had run out, and the other was first."""
    ann = fellows("ann")
    await ann.members.join()
    await link.ask("SET", keys.lease("ann"), 10**9)
    await ann.until(lambda: ann.lapses > 0)

    assert await link.ask("GET", keys.lease("ann")) == b"%d" % 10**9


@pytest.mark.parametrize(("steps", "lives", "fits"), [(1, True, True), (2, True, False), (2, False, True)])
async def test_versions_that_are_one_step_apart_work_side_by_side(
    fellows: Callable[..., Fellow], link: Link, keys: Keys, steps: int, lives: bool, fits: bool
) -> None:
    """Beside a node that lives and is further away none starts; what a dead one was does not matter."""
    other = NodeInfo(10**9, "old", "there:1", "9.9", FORMAT + steps)
    await link.ask("HSET", keys.nodes, other.run, msgspec.msgpack.encode(other))
    if lives:
        await link.ask("SET", keys.lease("old"), other.run)
    ann = fellows("ann")

    if fits:
        await ann.members.join()
        assert ann.run in ann.sees
    else:
        with pytest.raises(SetupError, match="cluster_of_other_version"):
            await ann.members.join()
        assert await link.ask("EXISTS", keys.lease("ann")) == 0


async def test_nobody_is_given_up_because_redis_was_away(
    own_redis: RedisProcess, own_link: Link, fellows: Callable[..., Fellow]
) -> None:
    """All leases run out meanwhile; when Redis is back, they are taken again."""
    ann, bob = fellows("ann", own_link), fellows("bob", own_link)
    await ann.members.join()
    await bob.members.join()
    own_redis.kill()
    await asyncio.sleep(1.1 * LEASE)

    own_redis.start()
    await ann.until_leased(True)
    await bob.until_leased(True)
    assert ann.sees == bob.sees == {ann.run, bob.run}

    assert ann.gone == bob.gone == []
    assert ann.lapses == bob.lapses == 0


async def test_nobody_is_given_up_because_everything_stood_still(fellows: Callable[..., Fellow]) -> None:
    """As when all machines were asleep: whoever wakes first does not bury the others."""
    ann, bob = fellows("ann"), fellows("bob")
    await ann.members.join()
    await bob.members.join()
    time.sleep(1.1 * LEASE)  # noqa: ASYNC251

    await ann.until_leased(True)
    await bob.until_leased(True)
    assert ann.sees == bob.sees == {ann.run, bob.run}
    assert ann.gone == bob.gone == []


async def test_a_node_that_is_cut_off_is_given_up_and_finds_out(
    redis: RedisProcess, fellows: Callable[..., Fellow]
) -> None:
    """It hears of it when the link is mended, though others have taken over long before."""
    async with Relay(redis) as relay:
        link = Link(relay.url)
        await link.open()
        ann, bob = fellows("ann"), fellows("bob", link)
        await ann.members.join()
        await bob.members.join()
        relay.cut()
        await ann.until(lambda: bool(ann.gone))
        assert ann.sees == {ann.run}

        await ann.strike_off(bob.run)
        relay.mend()
        await bob.until(lambda: bob.lapses > 0)

        assert ann.gone == [bob.run]
        assert ann.lapses == 0
        await link.close()


def test_judgement_needs_a_whole_lease_of_steady_beats() -> None:
    """A beat that failed or came late begins it anew."""
    steadiness = Steadiness(2.0)
    for beat in (10.0, 10.5, 11.0, 11.5):
        steadiness.beat(beat)
    assert not steadiness.lasts(11.9)
    steadiness.beat(12.0)
    assert steadiness.lasts(12.0)

    steadiness.broken()
    steadiness.beat(12.5)
    assert not steadiness.lasts(14.0)
    for late in (14.0, 15.0, 16.0, 17.5, 18.5):
        steadiness.beat(late)
    assert not steadiness.lasts(19.4)
    assert steadiness.lasts(19.5)
