"""A node is gone: its tables go on elsewhere with the same cards, and its people come to another node."""

import asyncio
from collections.abc import AsyncIterator

import msgspec
import pytest

from server.cluster.inbox import Inbox
from server.cluster.keys import Keys
from server.cluster.letters import Told
from server.cluster.link import Link
from server.state import NodeState
from tests.cluster.club import Club, ClubHouse, open_club
from tests.cluster.redis_process import RedisProcess
from tests.server.peer import Peer
from tuicards.wire.messages import Done, Lobby, Update


@pytest.fixture
async def club(redis: RedisProcess, keys: Keys) -> AsyncIterator[Club]:
    async with open_club(redis.url, keys.prefix) as club:
        yield club


async def a_party(first: ClubHouse, second: ClubHouse) -> tuple[Peer, Peer]:
    """Ann at the first node, which owns the table, and Bo at the second; the party has begun."""
    ann, bo = await first.enter("Ann"), await second.enter("Bo")
    code = await ann.create()
    await bo.until(Lobby, lambda lobby: any(line.table == code for line in lobby.tables))
    await bo.join(code)
    await ann.start()
    await ann.picture()
    await bo.picture()
    return ann, bo


async def acquainted(*houses: ClubHouse) -> None:
    """Each knows that the others are there."""
    for house in houses:
        while len(nodes_of(house)) < len(houses):  # noqa: ASYNC110, it is heard with a beat
            await asyncio.sleep(0.01)


def nodes_of(house: ClubHouse) -> tuple[NodeState, ...]:
    """As this one knows them."""
    state = house.service.state().cluster
    assert state is not None
    return state.nodes


async def move(peer: Peer) -> None:
    """The peer bids or plays."""
    assert peer.update is not None
    peer.play(peer.update.view["legal"][0])
    await peer.until(Done)


async def ends(*peers: Peer) -> list[Update]:
    """All play to the end."""
    async with asyncio.TaskGroup() as group:
        tasks = [group.create_task(peer.play_to_the_end()) for peer in peers]
    return [task.result() for task in tasks]


async def test_a_table_goes_on_when_its_node_is_killed(club: Club) -> None:
    """Nothing that was acknowledged is lost, and both play on: one at the node where they are, one who comes anew."""
    one, two = await club.open("one"), await club.open("two")
    ann, bo = await a_party(one, two)
    await move(bo)
    await bo.until(Update)
    before = bo.update
    assert before is not None
    await one.kill()
    again = await two.enter(token=ann.token)
    mine, others = await ends(again, bo)
    assert others.seq > before.seq
    assert mine.view["outcome"] == others.view["outcome"]


async def test_a_table_of_a_node_that_has_just_begun_is_reached_at_once(club: Club) -> None:
    """The others know of the table before they have looked again who is there."""
    two = await club.open("two")
    one = await club.open("one")
    ann, bo = await a_party(one, two)
    await move(bo)
    await move(ann)


async def test_people_of_a_killed_node_are_lost_at_the_tables_of_others(club: Club) -> None:
    """A table whose player was at the node that is gone shows them away."""
    one, two = await club.open("one"), await club.open("two")
    ann, _ = await a_party(one, two)
    await two.kill()
    info = ann.table
    while info is None or info.seats[1].here:
        await ann.hear()
        info = ann.table
    assert info.seats[1].name == "Bo"


async def test_what_was_asked_of_a_node_that_is_gone_is_asked_of_the_next_owner(club: Club) -> None:
    """A move that was on its way to a dead node is carried out by the node that goes on, once."""
    one, two, three = await club.open("one"), await club.open("two"), await club.open("three")
    ann, bo = await a_party(one, two)
    await one.kill()
    assert bo.update is not None
    bo.play(bo.update.view["legal"][0])
    await bo.until(Done)
    again = await three.enter(token=ann.token)
    mine, others = await ends(again, bo)
    assert mine.view["outcome"] == others.view["outcome"]


async def test_a_node_that_leaves_hands_its_tables_over(club: Club) -> None:
    """A server that stops in order leaves its tables to others, and people find them there."""
    one, two = await club.open("one"), await club.open("two")
    ann, bo = await a_party(one, two)
    await move(ann)
    await one.close()
    again = await two.enter(token=ann.token)
    mine, others = await ends(again, bo)
    assert mine.view["outcome"] == others.view["outcome"]


async def test_what_an_earlier_owner_said_is_not_shown_when_it_comes_late(club: Club, link: Link, keys: Keys) -> None:
    """A letter that lay about while the table went on elsewhere would show people what has been long ago."""
    one, two = await club.open("one"), await club.open("two")
    _, bo = await a_party(one, two)
    await move(bo)
    await bo.until(Update)
    assert bo.update is not None
    (state,) = [node for node in two.node._members.alive.values() if node.name == "two"]
    late = Inbox(link, keys, run=0)
    table, old = bo.update.table, msgspec.structs.replace(bo.update, seq=1)
    late.send(state.run, Told("Bo", table, old, fence=1))
    late.send(state.run, Told("Bo", table, Done(77), fence=1))
    bo.heard.clear()
    await bo.until(Done, lambda done: done.id == 77)
    await late.close()
    assert old.seq not in [update.seq for update in bo.heard if isinstance(update, Update)]


async def test_tables_are_handed_over_while_they_are_played(club: Club) -> None:
    """People at the node that hands over stay where they are, and play on at once."""
    one, two = await club.open("one"), await club.open("two")
    ann, bo = await a_party(one, two)
    await acquainted(one, two)
    async with asyncio.TaskGroup() as group:
        played = group.create_task(ends(ann, bo))
        await one.node.hand_over()
    mine, others = played.result()
    assert mine.view["outcome"] == others.view["outcome"]
    assert [node.tables for node in nodes_of(one)] == [0, 1]


async def test_a_club_that_was_stopped_as_a_whole_goes_on_where_it_was(club: Club) -> None:
    """When the last node is gone, the tables wait for the next one that begins."""
    one = await club.open("one")
    ann = await one.enter("Ann")
    await ann.create(bots=1)
    await ann.start()
    update = await ann.picture()
    await one.close()
    two = await club.open("two")
    again = await two.enter(token=ann.token)
    (mine,) = await ends(again)
    assert mine.seq > update.seq
