"""A node that is cut off from Redis: its tables go on elsewhere, and its people are sent after them."""

from collections.abc import AsyncIterator

import pytest

from server.cluster.keys import Keys
from tests.cluster.club import open_club
from tests.cluster.redis_process import RedisProcess
from tests.cluster.relay import Relay
from tests.cluster.test_going_on import a_party, acquainted, ends
from tuicards.wire.messages import Said

SOON = 0.5
"""Seconds, in place of those for which a node really waits."""


@pytest.fixture
async def relay(redis: RedisProcess) -> AsyncIterator[Relay]:
    async with Relay(redis) as relay:
        yield relay


async def test_people_at_a_node_that_is_cut_off_may_come_again_elsewhere(
    redis: RedisProcess, relay: Relay, keys: Keys
) -> None:
    """They are told so after a while, and are at the same table at another node."""
    async with open_club(relay.url, keys.prefix, SOON) as cut, open_club(redis.url, keys.prefix) as others:
        one, two = await cut.open("one"), await others.open("two")
        await acquainted(one, two)
        ann, _ = await a_party(one, two)
        relay.cut()
        last = await ann.until_over()
        assert last is not None
        assert (last.code, last.again) == ("cluster_waits", True)
        again = await two.enter(token=ann.token)
        assert again.welcome is not None
        assert again.welcome.table
        relay.mend()


@pytest.mark.thorough
async def test_people_at_the_only_node_wait_where_they_are(redis: RedisProcess, relay: Relay, keys: Keys) -> None:
    """There is nobody else to go to."""
    async with open_club(relay.url, keys.prefix, SOON) as club:
        house = await club.open("one")
        ann, bo = await a_party(house, house)
        relay.cut()
        await ann.until(Said, lambda said: said.code == "cluster_waits")
        await bo.until(Said, lambda said: said.code == "cluster_waits")
        relay.mend()
        await ann.until(Said, lambda said: said.code == "cluster_back")
        await ends(ann, bo)
