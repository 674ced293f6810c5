"""Whether a node may do at its Redis what it will have to."""

from server.cluster.entrance import kept_out
from server.cluster.faults import Away, Refusal
from server.cluster.keys import Keys
from server.cluster.link import FIRST_PATIENCE, Link
from server.cluster.script import Script

NOBODY, NOTHING = 0, "-"
"""A run and a table that there never are."""

LAST = "18446744073709551615-0"
"""No stream has anything after it."""

TOUCH = Script("""
-- Keys: counter, facts, inbox, head, log. Whether they may be read at all.
return redis.call('EXISTS', KEYS[1]) + redis.call('XLEN', KEYS[2]) + redis.call('XLEN', KEYS[3])
  + redis.call('HLEN', KEYS[4]) + redis.call('XLEN', KEYS[5])
""")


async def check_rights(link: Link, keys: Keys) -> None:
    """Changes nothing. Raises SetupError: `cluster_forbids`, or what keeps the node from Redis otherwise."""
    inbox, head, log = keys.inbox(NOBODY), keys.head(NOTHING), keys.log(NOTHING)
    try:
        await link.attempt(TOUCH, [keys.counter, keys.facts, inbox, head, log], patience=FIRST_PATIENCE)
        await link.read({keys.facts: LAST, inbox: LAST}, 0.001, FIRST_PATIENCE)
        await link.ask("SCAN", 0, "COUNT", 1)
    except (Away, Refusal) as why:
        raise kept_out(why) from None
