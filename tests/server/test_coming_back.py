"""Cut off and back on real connections: the same seat, the same cards, one person, and nothing done twice."""

import asyncio
import random
from typing import Any

import pytest

from tests.server.peer import House, Peer, open_house
from tuicards.wire.messages import (
    AddBot,
    Bye,
    Closing,
    Done,
    FreeSeat,
    JoinTable,
    LeaveTable,
    LeftTable,
    Lobby,
    MakeMove,
    Refused,
    Rematch,
    Said,
    Say,
    TableInfo,
    Update,
    WatchTable,
)

NAMES = ("Ann", "Bo", "Cai", "Dee")

OWN = {"seat", "legal", "hand", "marked", "armed"}
"""What each seat sees for itself; all else of a view is the same for everybody."""


def public(update: Update) -> dict[str, Any]:
    return {name: value for name, value in update.view.items() if name not in OWN}


async def company(house: House, game: str, *names: str, bots: int = 0, **fields: Any) -> list[Peer]:
    """People at a table that has begun, the first of them its owner; everybody has seen the first picture."""
    peers = [await house.enter(name) for name in names]
    code = await peers[0].create(game, len(names) + bots, bots=bots, **fields)
    for peer in peers[1:]:
        await peer.join(code)
    await peers[0].start()
    for peer in peers:
        await peer.picture()
    return peers


async def returned(house: House, peer: Peer) -> Peer:
    """The same person on a new connection, with the picture it was given."""
    update = await peer.picture()
    again = await house.enter(token=peer.token, table=update.table, seen=update.seq)
    await again.until(Update)
    return again


async def until_seq(peer: Peer, seq: int) -> Update:
    update = await peer.picture()
    return update if update.seq >= seq else await peer.until(Update, lambda update: update.seq >= seq)


def asked(update: Update) -> bool:
    return update.view["seat"] in update.view["to_act"]


# ---- at every number, for a sample on real connections


@pytest.mark.parametrize(
    ("game", "seats", "options"), [("rage", 3, {"round_plan": "2,1"}), ("goat", 4, {"limit": "6"})]
)
async def test_cut_off_after_each_step_everybody_plays_on(
    game: str, seats: int, options: dict[str, str], thorough: bool
) -> None:
    """Who has moved is cut off by a reset and comes back by token; so is one of the others. A party is played so."""
    chance = random.Random(game)
    async with open_house(max_connections=1000) as house:
        peers = await company(house, game, *NAMES[:seats], options=options)
        steps = 0
        while not (update := await peers[0].picture()).view["outcome"] and (thorough or steps < 25):
            who = update.view["to_act"][0]
            peers[who].play(chance.choice((await peers[who].picture()).view["legal"]))
            await peers[who].until(Done)
            seq = (await until_seq(peers[who], update.seq + 1)).seq
            before = [(await until_seq(peer, seq)).view for peer in peers]
            for place in {who, chance.randrange(seats)}:
                peers[place].reset()
                peers[place] = await returned(house, peers[place])
                assert (await peers[place].picture()).view == before[place]
                assert (await peers[place].picture()).events == ()
            steps += 1
        tables = [peer.table for peer in peers if peer.table]
        assert all([seat.name for seat in table.seats] == list(NAMES[:seats]) for table in tables)


async def test_back_around_the_end_of_a_round_one_finds_the_new_round(thorough: bool) -> None:
    """Cut off just as a round ends and the next is dealt; the picture is what others see, and one can play on."""
    chance = random.Random(3)
    async with open_house(max_connections=1000) as house:
        rejoined = witnessed = 0
        while rejoined < (60 if thorough else 10):
            ann, wim = await house.enter("Ann"), await house.enter("Wim")
            code = await ann.create("rage", 3, bots=2, options={"round_plan": ",".join("1" * 10)})
            assert isinstance(await wim.ask(WatchTable, table=code), Done)
            await ann.start()
            while (update := await until_asked(ann)) is not None:
                ann.play(update.view["legal"][0])
                if update.view["phase"] == "play":
                    await asyncio.sleep(chance.choice([0.0, 0.0, 0.001, 0.01]))
                    ann.reset()
                    ann = await returned(house, ann)
                    rejoined += 1
                    witnessed += await saw_the_same(wim, await ann.picture())
                else:
                    await until_seq(ann, update.seq + 1)
            for peer in (ann, wim):
                await peer.ask(LeaveTable)
                peer.send(Bye())
                await peer.until_over()
        assert witnessed >= rejoined // 2


async def until_asked(peer: Peer) -> Update | None:
    """The picture in which the table waits for this peer; None: the party is over."""
    update = await peer.picture()
    while not asked(update) and not update.view["outcome"]:
        update = await peer.until(Update)
    return None if update.view["outcome"] else update


async def saw_the_same(witness: Peer, update: Update) -> bool:
    """Whether a watcher was shown the picture of that number too, which is then the same."""
    await until_seq(witness, update.seq)
    seen = [one for one in witness.heard if isinstance(one, Update) and one.seq == update.seq]
    assert all(public(one) == public(update) for one in seen)
    return bool(seen)


# ---- one person, one place


async def test_a_second_connection_takes_over_and_the_first_is_nobody_any_more() -> None:
    """One entry in the list of people and at the table; what the first one still sends does not count."""
    async with open_house() as house:
        first, bo = await company(house, "little", "Ann", "Bo")
        wim = await house.enter("Wim")
        await wim.until(Lobby, lambda lobby: "Ann" in lobby.people)
        hand = (await first.picture()).view["hand"]

        second = await house.enter(token=first.token)
        first.play({"move": "bid", "tricks": 1})
        last = await first.until_over()

        assert isinstance(last, Closing)
        assert last.code == "moved"
        assert not [message for message in first.heard if isinstance(message, Done) and message.id == first.last_id]
        update = await second.until(Update)
        assert (update.view["hand"], update.view["to_act"]) == (hand, [0, 1])
        second.play({"move": "bid", "tricks": 0})
        assert (await bo.until(Update)).view["to_act"] == [1]
        assert bo.table is not None
        assert [seat.name for seat in bo.table.seats] == ["Ann", "Bo"]
        await wim.ask(Say, text="who is here?")
        zoe = await house.enter("Zoe")
        lobby = next(message for message in reversed(zoe.heard) if isinstance(message, Lobby))
        assert lobby.people.count("Ann") == 1


async def test_a_choice_stands_though_the_connection_breaks_before_the_answer() -> None:
    """A card is led, and its sender is gone at once: it lies there, and cannot be taken back or played again."""
    async with open_house() as house:
        ann, bo = await company(house, "little", "Ann", "Bo")
        for peer in (ann, bo):
            peer.play({"move": "bid", "tricks": 1})
        update = await ann.until(Update, lambda update: update.view["phase"] == "play")
        first, other = update.view["hand"]

        ann.play({"move": "play", "card": first}, request=70)
        ann.reset()
        again = await house.enter(token=ann.token, table=update.table, seen=update.seq)
        after = await again.until(Update, lambda update: first not in update.view["hand"])

        assert after.view["hand"] == [other]
        again.play({"move": "play", "card": other}, seq=update.seq, request=71)
        assert (await again.until(Refused)).code == "stale"
        again.play({"move": "play", "card": first}, seq=update.seq, request=70)
        assert await again.until(Done) == Done(70, again=True)
        assert (await until_seq(bo, after.seq)).view["counts"] == [1, 2]


async def test_the_token_of_one_who_left_an_open_table_opens_nothing_there() -> None:
    """Four come, the second leaves, a bot and then a fifth take the seat: each hand goes to the name on its seat."""
    async with open_house(bot_delay=30) as house:
        peers = {name: await house.enter(name) for name in ("Ann", "Bo", "Cai", "Dee", "Eva")}
        code = await peers["Ann"].create("rage", 4, options={"round_plan": "5"})
        for name in ("Bo", "Cai", "Dee"):
            await peers[name].join(code)
        await peers["Bo"].ask(LeaveTable)
        assert isinstance(await peers["Ann"].ask(AddBot, seat=1), Done)
        assert isinstance(await peers["Ann"].ask(FreeSeat, seat=1), Done)
        await peers["Eva"].join(code)
        await peers["Ann"].start()

        hands = []
        for name in ("Ann", "Eva", "Cai", "Dee"):
            update = await peers[name].picture()
            table = peers[name].table
            assert table is not None
            assert table.seats[update.view["seat"]].name == name
            hands += update.view["hand"]
        assert len(hands) == 20
        bo = await house.enter(token=peers["Bo"].token, table=code, seen=1)
        assert bo.table is None
        refused = await bo.ask(MakeMove, table=code, seq=1, move={"move": "bid", "tricks": 1})
        assert isinstance(refused, Refused)
        assert not [message for message in bo.heard if isinstance(message, Update)]


async def test_who_watched_one_table_and_sits_at_another_moves_there_alone() -> None:
    """What names the first table is refused, and nothing of it arrives any more."""
    async with open_house(bot_delay=30) as house:
        ann, _ = await company(house, "little", "Ann", "Bo")
        first = (await ann.picture()).table
        cai = await house.enter("Cai")
        await cai.ask(WatchTable, table=first)
        await cai.until(Update)
        await cai.ask(LeaveTable)
        second = await cai.create(bots=1)
        await cai.start()
        update = await cai.picture()
        mark = len(cai.heard)

        for table in (first, second):
            answer = await cai.ask(MakeMove, table=table, seq=update.seq, move={"move": "bid", "tricks": 1})
            assert isinstance(answer, Refused) == (table == first)
        ann.play({"move": "bid", "tricks": 1})
        await ann.until(Done)
        await ann.ask(Say, text="hm")
        await cai.ask(Say, text="hm")
        assert {one.table for one in cai.heard[mark:] if isinstance(one, Update | TableInfo | Said)} == {second}


# ---- owners who go


async def test_an_owner_who_falls_silent_on_the_result_stops_nobody() -> None:
    """Whoever is left plays another party or leaves; the silent one's seat is theirs meanwhile."""
    async with open_house(hello_within=0.02, ping_every=0.05) as house:
        ann, bo = await company(house, "little", "Ann", "Bo")
        await asyncio.gather(ann.play_to_the_end(), bo.play_to_the_end())

        await bo.until(TableInfo, lambda info: not info.seats[0].here)
        assert isinstance(await bo.ask(Rematch), Done)

        assert (await bo.until(TableInfo, lambda info: info.state == "playing")).party == 2
        assert isinstance(await bo.ask(LeaveTable), Done)
        await bo.until(Lobby)


@pytest.mark.parametrize("playing", [False, True], ids=["before", "during"])
async def test_an_owner_who_leaves_takes_nobody_along(playing: bool) -> None:
    """The others are told whose table it is now, and are answered as before."""
    async with open_house(bot_delay=30) as house:
        if playing:
            ann, bo, cai = await company(house, "little", "Ann", "Bo", "Cai")
        else:
            ann, bo, cai = [await house.enter(name) for name in ("Ann", "Bo", "Cai")]
            code = await ann.create(seats=3)
            await bo.join(code)
            await cai.join(code)

        await ann.ask(LeaveTable)

        for peer in (bo, cai):
            assert (await peer.until(TableInfo, lambda info: info.owner == "Bo")).seats[1].name == "Bo"
            await peer.until(Said, lambda said: said.code == "new_owner")
            assert isinstance(await peer.ask(Say, text="still here"), Done)


async def test_when_the_last_one_leaves_who_is_on_the_way_is_told() -> None:
    """A table that is gone answers, and its code leads nowhere."""
    async with open_house() as house:
        ann, bo = await house.enter("Ann"), await house.enter("Bo")
        code = await ann.create()
        await ann.ask(LeaveTable)
        assert (await ann.until(LeftTable)).code == "left"

        answer = await bo.ask(JoinTable, table=code)

        assert isinstance(answer, Refused)
        assert answer.code == "no_such_table"
        await bo.create()
