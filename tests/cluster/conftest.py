"""What the tests of a cluster share: one Redis for all of them, and a place in it for each."""

from collections.abc import AsyncIterator, Iterator
from itertools import count
from pathlib import Path

import pytest

from server.cluster.keys import Keys
from server.cluster.link import Link
from tests.cluster.redis_process import MISSING, PROGRAM, RedisProcess
from tests.cluster.table_talk import Cluster

_numbers = count()


@pytest.fixture(scope="session")
def redis(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RedisProcess]:
    """A Redis that runs all the while: whoever stops it or fills it takes one of their own (`own_redis`)."""
    yield from _running(tmp_path_factory.mktemp("redis"))


@pytest.fixture
def own_redis(tmp_path: Path) -> Iterator[RedisProcess]:
    """A Redis that the test may stop, kill and start."""
    yield from _running(tmp_path / "redis")


@pytest.fixture
def keys() -> Keys:
    """Names that no other test uses."""
    return Keys(f"test{next(_numbers)}")


@pytest.fixture
async def link(redis: RedisProcess) -> AsyncIterator[Link]:
    """An open link with the Redis of all tests."""
    link = Link(redis.url)
    await link.open()
    yield link
    await link.close()


@pytest.fixture
async def own_link(own_redis: RedisProcess) -> AsyncIterator[Link]:
    """An open link with the test's own Redis."""
    link = Link(own_redis.url)
    await link.open()
    yield link
    await link.close()


@pytest.fixture
def cluster(link: Link, keys: Keys) -> Cluster:
    """A place in the Redis of all tests, for tables."""
    return Cluster(link, keys)


def _running(folder: Path) -> Iterator[RedisProcess]:
    if PROGRAM is None:
        pytest.skip(MISSING)
    process = RedisProcess(folder)
    process.start()
    yield process
    process.kill()
