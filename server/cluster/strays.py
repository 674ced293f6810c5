"""Tables that nobody looks after: their owner went before the others knew of them, or before they were archived."""

from collections.abc import Collection

from server.cluster.keys import Keys
from server.cluster.link import Link

AT_ONCE = 1000
"""Names that Redis goes through in one step."""


async def strays(link: Link, keys: Keys, alive: Collection[int]) -> list[str]:
    """The uids of the tables in Redis, not closed ones, whose owner is none of these runs of nodes. Raises Away."""
    before, after = keys.head("*").split("*")
    found = []
    for head in await _heads(link, keys):
        run, closed = await link.ask("HMGET", head, "run", "closed")
        if closed is None and run is not None and int(run) not in alive:
            found.append(head.removeprefix(before).removesuffix(after))
    return found


async def _heads(link: Link, keys: Keys) -> list[str]:
    """A head that is there all the while is among them, and perhaps more than once in what Redis tells."""
    found: set[bytes] = set()
    cursor = b"0"
    while True:
        cursor, some = await link.ask("SCAN", cursor, "MATCH", keys.head("*"), "COUNT", AT_ONCE)
        found.update(some)
        if cursor == b"0":
            return sorted(head.decode() for head in found)
