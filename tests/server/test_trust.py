"""Nobody is believed: the connection says who acts, numbers are numbers, and what was done stays done."""

import random
from typing import Any

import msgpack  # type: ignore[import-untyped]
import msgspec
import pytest

from server.house import House as Rules
from server.mail import Asked, Back, Lost
from server.table import Table
from tests.games.rage_helpers import in_play
from tests.server.little import LITTLE
from tests.server.peer import House, Peer, open_house
from tests.server.worlds import CODE, LATE, LOBBY, WATCHER, World, begun, random_step
from tests.wire.samples import FROM_CLIENT
from tuicards.games import GAMES
from tuicards.games.api import AnyGame
from tuicards.games.rage import RAGE
from tuicards.wire.codec import decode_server, pack, read_client, unpack
from tuicards.wire.frames import HEADER, frame
from tuicards.wire.messages import (
    MAX_FROM_SERVER,
    ClientMessage,
    Closing,
    Done,
    GetRecord,
    JoinTable,
    LeaveTable,
    MakeMove,
    Ping,
    Pong,
    RecordPart,
    Refused,
    Request,
    StartParty,
    TableInfo,
    Update,
    WatchTable,
)

SOMEBODY_ELSE = {"who": "Ann", "person": "Ann", "player": 0, "user": "Ann", "as": "Ann", "uid": "Ann", "you": 0}


async def two_at_play(house: House, watched: str = "") -> tuple[Peer, Peer]:
    """Ann and Bo at the little game; `watched`: Bo has watched that table before and has left it."""
    ann, bo = await house.enter("Ann"), await house.enter("Bo")
    if watched:
        assert isinstance(await bo.ask(WatchTable, table=watched), Done)
        await bo.until(Update)
        assert isinstance(await bo.ask(LeaveTable), Done)
    await bo.join(await ann.create())
    await ann.start()
    await ann.picture()
    await bo.picture()
    return ann, bo


# ---- who acts


@pytest.mark.parametrize("message", FROM_CLIENT, ids=lambda message: str(type(message).__name__))
def test_what_a_message_claims_of_its_sender_is_not_read(message: ClientMessage) -> None:
    """With every name that a field for the acting person could have, it reads as without."""
    plain = msgspec.to_builtins(message)
    extra = {name: value for name, value in SOMEBODY_ELSE.items() if name not in plain}

    assert read_client(unpack(pack(plain | extra), 4096)) == message


def test_no_request_has_a_field_for_who_acts() -> None:
    """Fields for a person or a seat say whom it is about: who is kicked or silenced, which seat is wanted."""
    about = {
        (kind.__name__, name)
        for kind in Request.__subclasses__()
        for name in kind.__struct_fields__
        if name in {"name", "seat", "token", *SOMEBODY_ELSE}
    }

    assert about == {
        ("AddBot", "seat"), ("CreateTable", "seat"), ("FreeSeat", "seat"), ("JoinTable", "seat"), ("Kick", "name"),
        ("Mute", "name"), ("TakeSeat", "seat"),
    }  # fmt: skip


async def test_a_move_is_its_senders_whatever_it_says() -> None:
    """Bo's bid with Ann's seat and name all over it is Bo's bid; Ann's is still open."""
    async with open_house() as house:
        ann, bo = await two_at_play(house)
        assert bo.update is not None
        claims = SOMEBODY_ELSE | {"seat": 0, "name": "Ann", "token": ann.token}
        move = {"move": "bid", "tricks": 1, **claims}
        request = {"t": "move", "id": 9, "table": bo.update.table, "seq": bo.update.seq, "move": move, **claims}
        bo.send_bytes(frame(pack(request)))
        assert await bo.until(Done) == Done(9)
        assert (await ann.until(Update)).events == ({"event": "bid_made", "seat": 1},)

        ann.play({"move": "bid", "tricks": 0})
        await ann.until(Done)


async def test_a_name_opens_no_seat_without_its_token() -> None:
    """Ann's name with no token, a wrong one, her seat's number or Bo's own one never gets Ann's seat."""
    async with open_house(bot_delay=30) as house:
        ann, bo = await two_at_play(house)
        table = ann.update.table if ann.update else ""
        before = len(ann.heard)
        for token in ("", "x", "0", "Ann", ann.token[:-1], ann.token.swapcase()):
            assert isinstance(await house.refused("Ann", token=token, table=table, seen=1), Closing)
        again = await house.enter("Ann", token=bo.token, table=table)
        assert again.welcome is not None
        assert again.welcome.name == "Bo"
        assert (await again.picture()).view["seat"] == 1
        ann.send(Ping(1))
        await ann.until(Pong)

    assert not [message for message in ann.heard[before:] if isinstance(message, Closing)]


async def test_who_has_watched_a_table_moves_nothing_there_from_a_seat_elsewhere() -> None:
    """With the watched table's code and numbers every move is refused, and nothing of that table comes any more."""
    async with open_house(bot_delay=30) as house:
        cai, dee = await house.enter("Cai"), await house.enter("Dee")
        watched = await cai.create()
        await dee.join(watched)
        await cai.start()
        shown = await cai.picture()
        _, bo = await two_at_play(house, watched)
        heard = len(bo.heard)
        for move in ({"move": "bid", "tricks": 1}, {"move": "mark"}):
            answer = await bo.ask(MakeMove, table=watched, seq=shown.seq, move=move)
            assert isinstance(answer, Refused)
            assert answer.code == "wrong_table"
        cai.play({"move": "bid", "tricks": 1})
        await cai.until(Update)
        bo.send(Ping(1))
        await bo.until(Pong)

    assert [message for message in bo.heard[heard:] if getattr(message, "table", "") == watched] == []


# ---- numbers

ODD_BIDS: tuple[Any, ...] = (
    float("nan"), float("inf"), float("-inf"), 1.5, 2.0, -0.0, True, "3", 2**63, -1, 4, None, [1], {"n": 1},
)  # fmt: skip


async def test_no_odd_bid_is_taken_for_a_number() -> None:
    """Each is refused by name and the bid stays open; a legal one works after all of them; scores are whole."""
    async with open_house() as house:
        ann = await house.enter("Ann")
        table = await ann.create("rage", 2, bots=1, options={"round_plan": "3", "first_dealer": "1"})
        await ann.start()
        update = await ann.picture()
        for tricks in ODD_BIDS:
            move = {"move": "bid", "tricks": tricks}
            request = {"t": "move", "id": ann.next_id(), "table": table, "seq": update.seq, "move": move}
            ann.send_bytes(frame(msgpack.packb(request)))
            refused = await ann.until(Refused)
            assert refused.id == ann.last_id
            assert refused.code in ("bad_value", "bad_move", "bid_out_of_range")
        assert ann.update == update

        ann.play({"move": "bid", "tricks": 3})
        assert (await ann.until(Done)).id == ann.last_id
        await ann.until(Update)
        end = await ann.play_to_the_end()

    assert [type(score) for score in end.view["totals"]] == [int, int]
    assert end.view["history"][0][1][0][0] == 3


# ---- what was done


@pytest.mark.parametrize(("word", "shown"), [("WI:G", ["WI", "G"]), ("R7", ["R7", None])])
def test_a_move_stands_though_its_sender_saw_no_answer(word: str, shown: list[str | None]) -> None:
    """The connection is lost in the same breath: the card lies, the colour is named, and another try is refused."""
    world = a_table(RAGE, 2, {"round_plan": "3", "first_dealer": "1"})
    world = begun(world, in_play(["WI R7 R1", "G1 G2 G3"], "Y", "B1 B2"), [])
    party = world.table.party
    assert party is not None
    seq = party.seq
    world.move(0, RAGE.parse_move(word))
    world.do(Lost("P0"))
    world.heard["P0"] = []
    world.do(Back("P0", seq))
    other = MakeMove(id=70, table=CODE, seq=seq, move={"move": "play", "card": "R1"})
    world.do(Asked("P0", other))

    came = [decode_server(data[HEADER:]) for data in world.heard["P0"]]
    updates = [message for message in came if isinstance(message, Update)]
    assert updates[0].view["trick"] == [[0, *shown]]
    assert [message.code for message in came if isinstance(message, Refused)] == ["stale"]
    assert party.moves == 1


# ---- what every client can read


def a_table(game: AnyGame, seats: int, chosen: dict[str, str]) -> World:
    """A party with a person on every seat, and a watcher."""
    house = Rules(("easy",), seed=lambda: bytes(32), games={game.name: game})
    options = game.parse_options(chosen)
    table = Table(game, house, uid="u1", code=CODE, title="kitchen", owner="P0", seats=seats, options=options)
    world = World(table, ears=[*(f"P{seat}" for seat in range(seats)), WATCHER, LATE, LOBBY])
    for seat in range(seats):
        world.ask(f"P{seat}", JoinTable(id=1, table=CODE, seat=seat))
    world.ask(WATCHER, WatchTable(id=1, table=CODE))
    world.ask("P0", StartParty(id=2))
    return world


@pytest.mark.parametrize(
    ("game", "seats", "chosen"),
    [(GAMES["rage"], 4, {"round_plan": "3,2"}), (GAMES["goat"], 4, {"limit": "6"}), (LITTLE, 3, {})],
    ids=["rage", "goat", "little"],
)
def test_every_message_of_a_game_unpacks_with_defaults(game: AnyGame, seats: int, chosen: dict[str, str]) -> None:
    """A client with plain MessagePack reads them all: text keys, no extension types, and equal to what we read."""
    world, chance = a_table(game, seats, chosen), random.Random(5)
    while random_step(world, chance):
        pass
    world.ask("P0", GetRecord(id=9))
    frames = [data for heard in world.heard.values() for data in heard if data != b"gone"]

    kinds = set()
    for data in frames:
        body = data[HEADER:]
        assert msgpack.unpackb(body) == unpack(body, MAX_FROM_SERVER)
        kinds.add(type(decode_server(body)))
    assert {Done, TableInfo, Update, RecordPart} <= kinds
    assert len(frames) > 40
