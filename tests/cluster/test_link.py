"""A node's link with Redis: what is asked is done, in order, whatever becomes of Redis."""

import asyncio

from server.cluster.keys import Keys
from server.cluster.link import Link
from server.cluster.script import Script

NOTE = Script("""
if redis.call('GET', KEYS[1] .. ARGV[1]) then return 0 end
redis.call('SET', KEYS[1] .. ARGV[1], 1)
return redis.call('RPUSH', KEYS[1], ARGV[1])
""")
"""Notes a number in a list, once."""


async def noted(link: Link, key: str) -> list[int]:
    return [int(number) for number in await link.ask("LRANGE", key, 0, -1)]


async def test_calls_are_carried_out_in_the_order_in_which_they_are_made(link: Link, keys: Keys) -> None:
    """Calls made at the same time keep their order, of one key and of several."""
    await asyncio.gather(*(link.call(NOTE, [keys.facts], [number]) for number in range(100)))

    assert await noted(link, keys.facts) == list(range(100))


async def test_a_stream_is_read_from_where_one_is(link: Link, keys: Keys) -> None:
    """Entries after the id come with key, id and value; where none come in time the answer is empty."""
    for number in range(1, 4):
        await link.ask("XADD", keys.facts, f"{number}-0", "v", f"fact {number}")

    assert await link.read({keys.facts: "1-0", keys.inbox(7): "0-0"}, 1.0) == [
        (keys.facts, "2-0", b"fact 2"), (keys.facts, "3-0", b"fact 3"),
    ]  # fmt: skip
    assert await link.read({keys.facts: "3-0"}, 0.01) == []
