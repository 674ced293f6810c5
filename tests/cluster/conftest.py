"""What the tests of a cluster share: one Redis for all of them, and a place in it for each."""

from collections.abc import AsyncIterator, Iterator
from itertools import count
from pathlib import Path

import pytest

from server.cluster.keys import Keys
from server.cluster.link import Link
from tests.cluster.links import linked
from tests.cluster.redis_process import RedisProcess, running_redis
from tests.cluster.table_talk import Cluster

_numbers = count()


@pytest.fixture
def own_redis(tmp_path: Path) -> Iterator[RedisProcess]:
    """A Redis that the test may stop, kill and start."""
    yield from running_redis(tmp_path / "redis")


@pytest.fixture
def keys() -> Keys:
    """Names that no other test uses."""
    return Keys(f"test{next(_numbers)}")


@pytest.fixture
async def link(redis: RedisProcess) -> AsyncIterator[Link]:
    """An open link with the Redis of all tests."""
    async with linked(redis.url) as link:
        yield link


@pytest.fixture
async def own_link(own_redis: RedisProcess) -> AsyncIterator[Link]:
    """An open link with the test's own Redis."""
    async with linked(own_redis.url) as link:
        yield link


@pytest.fixture
def cluster(link: Link, keys: Keys) -> Cluster:
    """A place in the Redis of all tests, for tables."""
    return Cluster(link, keys)
