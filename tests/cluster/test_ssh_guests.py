"""Guests who come by SSH to one club with several doors: a key is the same person at all of them."""

import asyncio
import contextlib
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from server.cluster.keys import Keys
from server.limits import LAN
from server.orders import ForgetKey, ListKeys
from server.ssh.asked import SshAsked
from server.ssh.companion import SshDoor
from tests.cluster.club import Club, ClubHouse, open_club
from tests.cluster.redis_process import RedisProcess
from tests.server.door import ANNS, BOS, admitted, by_ssh, keep, name_of, turned_away
from tests.server.peer import Peer
from tests.server.ssh_house import ECHOING, SshHouse, new_key
from tuicards.wire.messages import PROTOCOL, Closing, Hello, Lobby, Update, Welcome


@pytest.fixture
async def club(redis: RedisProcess, keys: Keys) -> AsyncIterator[Club]:
    async with open_club(redis.url, keys.prefix) as club:
        yield club


async def heard(club: Club) -> None:
    """What a node has stated is known at all others: each lets somebody in, which waits for all that was said."""
    for _ in range(2):
        for house in club.houses:
            await house.forget(await house.enter())


async def keys_at(house: ClubHouse) -> list[tuple[str, str]]:
    """The keys that have a name, as the operator of a node lists them."""
    listed = (await house.service.operator().do(ListKeys()))["keys"]
    return [(str(key["key"]), str(key["name"])) for key in listed]


async def greeted(house: ClubHouse, key: str, name: str) -> str:
    """What a guest of the door is called, or the code of why not."""
    peer = await house.connect()
    peer.send(Hello(protocol=PROTOCOL, client="test", name=name, ticket=admitted(house, key, name).ticket))
    while not isinstance(message := await peer.hear(), Welcome | Closing):
        assert message is not None
    return message.name if isinstance(message, Welcome) else message.code


async def test_a_key_has_its_name_and_its_settings_at_every_node(club: Club) -> None:
    """Whatever the guest calls themselves there; and no other key has that name."""
    one, two = await club.open("one"), await club.open("two")
    await by_ssh(one, ANNS, "Ann")
    keep(one, ANNS, theme="dark")
    await heard(club)
    known = admitted(two, ANNS, "somebody")
    assert (known.name, known.settings) == ("Ann", {"theme": "dark"})
    assert turned_away(two, BOS, "ann") == "name_of_key"


async def test_a_ticket_opens_the_node_of_its_door_alone(club: Club) -> None:
    """The door sends its client to its own node; nothing of a ticket is told to the others."""
    one, two = await club.open("one"), await club.open("two")
    refused = await two.refused(ticket=admitted(one, ANNS, "Ann").ticket)
    assert refused is not None
    assert refused.code == "bad_ticket"


async def test_a_guest_goes_on_at_the_next_door_when_a_node_is_killed(club: Club) -> None:
    """The same key is at the same seat, with the party as it was."""
    one, two = await club.open("one"), await club.open("two")
    ann, bo = await by_ssh(one, ANNS, "Ann"), await two.enter("Bo")
    code = await ann.create()
    await bo.until(Lobby, lambda lobby: any(line.table == code for line in lobby.tables))
    await bo.join(code)
    await ann.start()
    before = await ann.picture()
    await one.kill()
    again = await by_ssh(two, ANNS, "anything")
    assert again.welcome is not None
    assert (again.welcome.name, again.welcome.table) == ("Ann", code)
    after = await again.until(Update)
    assert (after.view["seat"], after.view["hand"]) == (before.view["seat"], before.view["hand"])
    async with asyncio.TaskGroup() as group:
        mine, others = group.create_task(again.play_to_the_end()), group.create_task(bo.play_to_the_end())
    assert mine.result().view["outcome"] == others.result().view["outcome"]


async def test_a_key_that_comes_at_two_nodes_at_once_gets_one_name(club: Club) -> None:
    """The one that was decided first; nobody else has the other one, and one connection is left."""
    one, two = await club.open("one"), await club.open("two")
    first, second = await asyncio.gather(greeted(one, ANNS, "Ann"), greeted(two, ANNS, "Anna"))
    names = {first, second} - {"moved"}
    assert names in ({"Ann"}, {"Anna"})
    await heard(club)
    assert await keys_at(one) == await keys_at(two) == [(ANNS, names.pop())]


async def test_a_name_that_two_keys_want_at_once_is_one_keys(club: Club) -> None:
    """The other guest is told, and asked for another one."""
    one, two = await club.open("one"), await club.open("two")
    told = await asyncio.gather(greeted(one, ANNS, "Ann"), greeted(two, BOS, "Ann"))
    await heard(club)
    assert sorted(told) == ["Ann", "name_of_key"]
    assert await keys_at(one) == await keys_at(two) == [((ANNS, BOS)[told.index("Ann")], "Ann")]


async def test_a_key_that_is_forgotten_at_one_node_is_forgotten_at_all(club: Club) -> None:
    """Also while its guest is here, and goes a moment later; then the name is free for another key."""
    one, two = await club.open("one"), await club.open("two")
    ann = await by_ssh(one, ANNS, "Ann")
    await two.service.operator().do(ForgetKey("Ann"))
    await heard(club)
    assert await keys_at(one) == await keys_at(two) == []
    await one.forget(ann)
    await until_gone(two, "Ann")
    assert name_of(await by_ssh(one, BOS, "Ann")) == "Ann"
    await heard(club)
    assert await keys_at(one) == await keys_at(two) == [(BOS, "Ann")]


async def until_gone(house: ClubHouse, name: str) -> None:
    """The node knows that nobody of this name is here."""
    peer: Peer = await house.enter()
    await peer.until(Lobby, lambda lobby: name not in lobby.people)
    await house.forget(peer)


@contextlib.asynccontextmanager
async def door_of(house: ClubHouse, host_key: Path) -> AsyncIterator[SshHouse]:
    """A node's own door, with the host key of all."""
    asked = SshAsked(port=0, host="127.0.0.1", host_key=host_key, clients=ECHOING)
    door = SshDoor(asked, None, LAN, None)
    await door.start(house.service)
    try:
        async with contextlib.AsyncExitStack() as guests:
            yield SshHouse(house, door, guests)
    finally:
        await door.stop()


@pytest.mark.thorough
async def test_two_doors_with_one_host_key_are_one_host(club: Club, tmp_path: Path) -> None:
    """By real SSH: what the guest has chosen at one door is known at the other, and so is their name."""
    one, two = await club.open("one"), await club.open("two")
    host_key, key = tmp_path / "host_key", new_key()
    new_key().write_private_key(host_key)
    host_key.chmod(0o600)
    async with door_of(one, host_key) as here, door_of(two, host_key) as there:
        guest = await here.guest("ann", key)
        await one.enter(ticket=(await guest.visit())["ticket"])
        guest.type("choose")
        guest.type("exit 0")
        await guest.over()
        await heard(club)
        again = await there.guest("somebody", key)
        visit = await again.visit()
        assert (visit["name"], visit["settings"]) == ("ann", {"mouse": "on"})
        assert visit["address"] == f"127.0.0.1:{two.service.port}"
        seen = [one.connection.get_server_host_key() for one in (guest, again)]
    assert seen[0] is not None
    assert seen[0] == seen[1]
