"""Whether a Redis or Valkey is fit to keep a club's tables."""

from collections.abc import Iterator, Mapping

from tuicards.errors import SetupError

OLDEST = (6, 2)
"""Of Redis; Valkey began later, and says in the same place which Redis it is like."""


def properties(info: bytes) -> dict[str, str]:
    """The answer to INFO."""
    lines = (line.partition(":") for line in info.decode(errors="replace").splitlines())
    return {name: value for name, colon, value in lines if colon}


def require(found: Mapping[str, str]) -> None:
    """Raises SetupError: `cluster_too_old`, `cluster_sharded`."""
    version = found.get("redis_version", "0")
    parts = tuple(int(part) if part.isdecimal() else 0 for part in version.split(".")[:2])
    if parts < OLDEST:
        raise SetupError("cluster_too_old", version=version[:20])
    if found.get("cluster_enabled") == "1":
        raise SetupError("cluster_sharded")


def doubts(found: Mapping[str, str]) -> Iterator[str]:
    """What the operator should know before games are trusted to it."""
    if found.get("aof_enabled") == "0":
        yield "it writes no log (appendonly no): when it stops, what was played since its last snapshot is lost"
    if found.get("maxmemory", "0") != "0" and found.get("maxmemory_policy") != "noeviction":
        yield "it throws away what it has no room for (maxmemory-policy is not noeviction): games can be lost"
