"""What a move leaves in Redis: one step in its table's log, letters only for those at another node, and no facts."""

from collections.abc import AsyncIterator
from typing import NamedTuple

import pytest

from server.cluster.keys import Keys
from server.cluster.link import Link
from server.cluster.post import opened
from tests.cluster.club import Club, ClubHouse, open_club
from tests.cluster.redis_process import RedisProcess
from tests.server.peer import Peer
from tuicards.wire.messages import Done, Update

MOVES = 6
"""The bids, and some cards of the first deal."""


@pytest.fixture
async def club(redis: RedisProcess, keys: Keys) -> AsyncIterator[Club]:
    async with open_club(redis.url, keys.prefix) as club:
        yield club


class Traffic(NamedTuple):
    """What lies in Redis."""

    steps: int
    posts: int
    """Entries of inboxes, each with one letter or more."""
    letters: int
    facts: int


async def traffic(link: Link, keys: Keys) -> Traffic:
    """All that has come so far."""
    steps = [await link.ask("XLEN", log) for log in await link.ask("KEYS", keys.log("*"))]
    inboxes = [
        await link.ask("XRANGE", inbox, "-", "+") for inbox in await link.ask("KEYS", f"{keys.prefix}:inbox:*")
    ]
    posts = [opened(fields[1]) for entries in inboxes for _, fields in entries]
    return Traffic(
        sum(steps), len(posts), sum(len(post.letters) for post in posts), await link.ask("XLEN", keys.facts)
    )


async def seated(first: ClubHouse, second: ClubHouse) -> list[Peer]:
    """Two people at the second house who play at a table that was made at the first."""
    ann = await first.enter("Ann")
    code = await ann.create(game="rage")
    ann = await second.enter(token=ann.token)
    bo = await second.enter("Bo")
    await bo.join(code)
    await ann.start()
    return [ann, bo]


async def play(peers: list[Peer]) -> None:
    """One move, until everybody has seen it."""
    pictures = [await peer.picture() for peer in peers]
    mover = peers[pictures[0].view["to_act"][0]]
    assert mover.update is not None
    before = mover.update.seq
    mover.play(mover.update.view["legal"][0])
    await mover.until(Done)
    for peer in peers:
        if peer.update is None or peer.update.seq == before:
            await peer.until(Update, lambda update: update.seq > before)


async def left_by_moves(link: Link, keys: Keys, peers: list[Peer]) -> Traffic:
    """What each move has brought, the mean."""
    await play(peers)
    before = await traffic(link, keys)
    for _ in range(MOVES):
        await play(peers)
    after = await traffic(link, keys)
    return Traffic(*((now - then) / MOVES for now, then in zip(after, before, strict=True)))  # type: ignore[arg-type]


async def test_a_move_at_home_is_one_step_and_nothing_else(club: Club, link: Link, keys: Keys) -> None:
    """Where all people are at their table's node, no other is told of a move."""
    one = await club.open("one")
    await club.open("two")
    assert await left_by_moves(link, keys, await seated(one, one)) == Traffic(1, 0, 0, 0)


async def test_a_move_from_another_node_is_one_letter_there_and_one_post_back(
    club: Club, link: Link, keys: Keys
) -> None:
    """There: the move. Back, all together: its answer, and a picture for each seat."""
    one, two = await club.open("one"), await club.open("two")
    assert await left_by_moves(link, keys, await seated(one, two)) == Traffic(1, 2, 4, 0)
