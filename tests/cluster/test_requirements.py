"""Which Redis or Valkey is fit for a cluster."""

import pytest

from server.cluster.requirements import doubts, properties, require
from tuicards.errors import SetupError


@pytest.mark.parametrize("version", ["6.2.0", "7.0.15", "8.2.1", "10.0.0", "255.255.255"])
def test_a_redis_that_is_new_enough_will_do(version: str) -> None:
    """From 6.2 on; Valkey says that it is like Redis 7.2."""
    require(properties(f"# Server\r\nredis_version:{version}\r\ncluster_enabled:0\r\n".encode()))


@pytest.mark.parametrize("version", ["redis_version:6.0.16", "redis_version:5.0.3", "redis_version:", "os:Linux"])
def test_a_redis_that_is_too_old_is_refused(version: str) -> None:
    """Something that does not say what it is counts as too old."""
    with pytest.raises(SetupError, match="cluster_too_old"):
        require(properties(f"# Server\r\n{version}\r\n".encode()))


def test_one_of_several_that_share_the_keys_is_refused() -> None:
    """A script of the lobby needs all its keys in one place."""
    with pytest.raises(SetupError, match="cluster_sharded"):
        require({"redis_version": "7.0.15", "cluster_enabled": "1"})


def test_the_operator_is_told_where_games_can_be_lost() -> None:
    """Nothing is said of a Redis that keeps a log and throws nothing away."""
    assert list(doubts({"aof_enabled": "1", "maxmemory": "0", "maxmemory_policy": "allkeys-lru"})) == []
    assert list(doubts({"aof_enabled": "1", "maxmemory": "9", "maxmemory_policy": "noeviction"})) == []
    assert len(list(doubts({"aof_enabled": "0", "maxmemory": "9", "maxmemory_policy": "allkeys-lru"}))) == 2
