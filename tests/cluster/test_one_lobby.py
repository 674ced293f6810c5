"""A club of several nodes is one lobby: whoever is at one sees and is seen at all of them."""

import asyncio
from collections.abc import AsyncIterator

import pytest

from server.cluster.keys import Keys
from server.orders import KickOut, People
from tests.cluster.club import Club, open_club
from tests.cluster.redis_process import RedisProcess
from tests.cluster.test_going_on import acquainted
from tests.server.peer import Peer
from tuicards.errors import SetupError
from tuicards.wire.messages import Closing, Done, JoinTable, Lobby, Refused, Said, Say, TableInfo, Update, WatchTable


@pytest.fixture
async def club(redis: RedisProcess, keys: Keys) -> AsyncIterator[Club]:
    async with open_club(redis.url, keys.prefix) as club:
        yield club


async def in_lobby(peer: Peer, *names: str) -> Lobby:
    """The first picture of the lobby with exactly these people in it."""
    return await peer.until(Lobby, lambda lobby: lobby.people == names)


async def test_people_of_all_nodes_are_in_one_list(club: Club) -> None:
    """Who comes in at one node is shown at the other, and who leaves goes from there."""
    one, two = await club.open("one"), await club.open("two")
    ann = await one.enter("Ann")
    bo = await two.enter("Bo")
    await in_lobby(ann, "Ann", "Bo")
    bo.hang_up()
    await in_lobby(ann, "Ann")


async def test_a_name_is_one_persons_over_all_nodes(club: Club) -> None:
    """A name that is in use at one node is taken at every other."""
    one, two = await club.open("one"), await club.open("two")
    await one.enter("Ann")
    refused = await two.refused("ann")
    assert refused is not None
    assert refused.code == "name_taken"


async def test_a_token_is_good_at_every_node(club: Club) -> None:
    """Who comes to another node with their token is the same person, and the connection before is told so."""
    one, two = await club.open("one"), await club.open("two")
    ann = await one.enter("Ann")
    again = await two.enter(token=ann.token)
    assert again.welcome is not None
    assert again.welcome.name == "Ann"
    last = await ann.until_over()
    assert isinstance(last, Closing)
    assert last.code == "moved"


async def test_what_is_said_in_the_lobby_is_heard_at_every_node(club: Club) -> None:
    """A line in the lobby reaches everybody there, once."""
    one, two = await club.open("one"), await club.open("two")
    ann, bo = await one.enter("Ann"), await two.enter("Bo")
    await in_lobby(ann, "Ann", "Bo")
    assert isinstance(await ann.ask(Say, text="hello"), Done)
    assert isinstance(await ann.ask(Say, text="again"), Done)
    first, second = await bo.until(Said), await bo.until(Said)
    assert [(said.name, said.text) for said in (first, second)] == [("Ann", "hello"), ("Ann", "again")]


async def test_a_party_is_played_from_two_nodes(club: Club) -> None:
    """People at different nodes sit at one table, and play it to its end."""
    one, two = await club.open("one"), await club.open("two")
    ann, bo = await one.enter("Ann"), await two.enter("Bo")
    code = await ann.create()
    await bo.until(Lobby, lambda lobby: any(line.table == code for line in lobby.tables))
    await bo.join(code)
    await ann.start()
    first, second = await _played(ann, bo)
    assert first.view["outcome"] == second.view["outcome"]


async def _played(ann: Peer, bo: Peer) -> tuple[Update, Update]:
    """Both play whenever they are asked; the last picture of each."""
    async with asyncio.TaskGroup() as group:
        first, second = group.create_task(ann.play_to_the_end()), group.create_task(bo.play_to_the_end())
    return first.result(), second.result()


async def test_a_watcher_at_another_node_sees_what_watchers_see(club: Club) -> None:
    """A watcher two nodes away sees the party without any hand."""
    one, two = await club.open("one"), await club.open("two")
    ann, bo = await one.enter("Ann"), await two.enter("Bo")
    code = await ann.create(bots=1)
    await bo.until(Lobby, lambda lobby: any(line.table == code for line in lobby.tables))
    assert isinstance(await bo.ask(WatchTable, table=code), Done)
    await ann.start()
    update = await bo.until(Update)
    assert update.view["seat"] is None


async def test_a_wrong_code_is_refused_by_the_own_node(club: Club) -> None:
    """A table that no node has is none."""
    one, _ = await club.open("one"), await club.open("two")
    ann = await one.enter("Ann")
    answer = await ann.ask(JoinTable, table="ZZZZ")
    assert isinstance(answer, Refused)
    assert answer.code == "no_such_table"


async def test_the_operator_of_any_node_sees_and_reaches_everybody(club: Club) -> None:
    """Who is at another node is listed with it, and can be sent away from here."""
    one, two = await club.open("one"), await club.open("two")
    ann, bo = await one.enter("Ann"), await two.enter("Bo")
    await in_lobby(ann, "Ann", "Bo")
    operator = one.service.operator()
    people = (await operator.do(People()))["people"]
    assert [(person["name"], "node" in person) for person in people] == [("Ann", False), ("Bo", True)]
    await operator.do(KickOut("Bo"))
    last = await bo.until_over()
    assert last is not None
    assert last.code == "kicked"


@pytest.mark.thorough
async def test_who_comes_while_redis_is_away_is_to_come_again(own_redis: RedisProcess, keys: Keys) -> None:
    """Nothing can be agreed on then; the program tries again by itself, and later it is let in."""
    async with open_club(own_redis.url, keys.prefix) as club:
        one = await club.open("one")
        own_redis.pause()
        refused = await one.refused("Ann")
        own_redis.go_on()
        assert refused is not None
        assert (refused.code, refused.again) == ("cluster_waits", True)
        await one.enter("Ann")


async def test_a_node_that_cannot_listen_is_no_node_for_long(club: Club) -> None:
    """Its name is free at once, and the others know nothing of it."""
    one = await club.open("one")
    with pytest.raises(SetupError, match="port_taken"):
        await club.open("two", port=one.service.port)
    await club.houses.pop().close()
    two = await club.open("two")
    await two.enter("Bo")


async def test_a_node_that_begins_later_knows_all(club: Club) -> None:
    """Who comes to a new node sees the tables and people of the others."""
    one = await club.open("one")
    ann = await one.enter("Ann")
    code = await ann.create()
    two = await club.open("two")
    bo = await two.enter("Bo")
    await bo.join(code)
    info = await ann.until(TableInfo, lambda info: info.watchers == ("Bo",) or "Bo" in str(info.seats))
    assert "Bo" in str(info.seats)


async def test_a_node_names_the_doors_of_the_others(club: Club) -> None:
    """To anybody, so that a program sees that they are one club; never its own, which is where it was asked."""
    one = await club.open("one", doors=("a.example", "[fd00::1]:7111"))
    assert one.service.about().club == ()
    two = await club.open("two", doors=("b.example",))
    await acquainted(one, two)

    assert one.service.about().club == ("b.example",)
    assert two.service.about().club == ("a.example", "[fd00::1]:7111")
