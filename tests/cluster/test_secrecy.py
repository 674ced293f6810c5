"""What nodes tell each other: nobody's cards go where the person is not, and no secret goes anywhere."""

from collections.abc import Iterator, Sequence

import msgspec

from server.cluster.keys import Keys
from server.cluster.letters import Letter, Told
from server.cluster.link import Link
from server.cluster.post import opened, read
from server.records import PartyBegun, Record
from tests.cluster.club import ClubHouse, open_club
from tests.cluster.redis_process import RedisProcess
from tests.server.peer import Peer
from tuicards.wire.codec import encode
from tuicards.wire.messages import Done, Lobby, Ping, Pong, Say, StandUp, StartParty, TakeSeat, Update

Entries = list[bytes]


async def entries(link: Link, stream: str) -> Entries:
    """What was written there."""
    return [fields[1] for _, fields in await link.ask("XRANGE", stream, "-", "+")]


def letters(posts: Entries) -> Iterator[Letter]:
    for post in posts:
        yield from map(read, opened(post).letters)


async def at_two_nodes(one: ClubHouse, two: ClubHouse) -> tuple[Peer, Peer, str]:
    """Ann at the node that owns the table, Bo at the other one; the party has begun."""
    ann, bo = await one.enter("Ann"), await two.enter("Bo")
    code = await ann.create()
    await bo.until(Lobby, lambda lobby: any(line.table == code for line in lobby.tables))
    await bo.join(code)
    await ann.start()
    return ann, bo, code


async def seeds(link: Link, keys: Keys, uid: str) -> list[bytes]:
    """Of the parties in a table's log."""
    found = []
    for entry in await entries(link, keys.log(uid)):
        records: Sequence[Record] = msgspec.msgpack.decode(entry, type=tuple[Record, ...])
        found += [record.header.seed for record in records if isinstance(record, PartyBegun)]
    return found


async def test_what_a_node_gets_is_for_its_people_and_as_the_owner_said_it(
    redis: RedisProcess, keys: Keys, link: Link
) -> None:
    """Letters to a node hold its person's pictures only, the same bytes as on the wire; none holds token or seed."""
    async with open_club(redis.url, keys.prefix) as club:
        one, two = await club.open("one"), await club.open("two")
        ann, bo, code = await at_two_nodes(one, two)
        await bo.picture()
        to_bo = await entries(link, keys.inbox(two.node._run))
        to_ann = await entries(link, keys.inbox(one.node._run))
        facts = await entries(link, keys.facts)
        dealt = await seeds(link, keys, one.node._uids[code][0])

    told = [letter for letter in letters(to_bo) if isinstance(letter, Told)]
    assert {letter.name for letter in told} == {"Bo"}
    pictures = [encode(letter.message) for letter in told if isinstance(letter.message, Update)]
    assert pictures == [encode(message) for message in bo.heard if isinstance(message, Update)]
    assert len(dealt) == 1
    for secret in (ann.token.encode(), bo.token.encode(), *dealt):
        assert not any(secret in entry for entry in (*to_bo, *to_ann, *facts))
    assert all(b"update" in picture for picture in pictures)
    assert not any(b"update" in entry for entry in (*to_ann, *facts))


async def heard_by(*peers: Peer) -> list[object]:
    """What they hear before the answer to a ping, which nothing holds up; the lobby's picture lags behind."""
    heard: list[object] = []
    for number in (1, 2):
        for peer in peers:
            before = len(peer.heard)
            peer.send(Ping(number))
            await peer.until(Pong)
            heard += [message for message in peer.heard[before:] if not isinstance(message, Pong | Ping | Lobby)]
    return heard


async def test_nothing_is_told_before_redis_has_it(own_redis: RedisProcess, keys: Keys) -> None:
    """While Redis stands still nobody at the owner's node hears of a change; then everybody does."""
    async with open_club(own_redis.url, keys.prefix) as club:
        one = await club.open("one")
        ann, bo = await one.enter("Ann"), await one.enter("Bo")
        await bo.join(await ann.create())
        for request in (Say(id=101, text="hello"), StandUp(id=102), TakeSeat(id=103, seat=1), StartParty(id=104)):
            await heard_by(ann, bo)
            asks = ann if isinstance(request, StartParty) else bo
            own_redis.pause()
            asks.send(request)
            early = await heard_by(ann, bo)
            own_redis.go_on()
            assert early == []
            assert await asks.until(Done) == Done(request.id)
