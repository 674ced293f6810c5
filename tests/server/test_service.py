"""The whole server, spoken to over sockets."""

import asyncio
import logging
from pathlib import Path
from typing import Any

import pytest

from server.config import Settings
from server.limits import Rate
from server.records import PartyBegun
from server.service import open_store, running
from server.store import MemoryStore, SqliteStore
from tests.server.peer import House, Peer, open_house
from tuicards.errors import StorageError
from tuicards.games.history import Header
from tuicards.wire.codec import encode, pack
from tuicards.wire.frames import frame
from tuicards.wire.messages import (
    About,
    Bye,
    Configure,
    CreateTable,
    Done,
    Emote,
    FreeSeat,
    Hello,
    JoinTable,
    LeaveTable,
    LeftTable,
    Lobby,
    Look,
    MakeMove,
    Ping,
    Pong,
    Refused,
    Rematch,
    Said,
    Say,
    StandUp,
    TableInfo,
    Update,
    WatchTable,
)

SHORT = {"rage": {"round_plan": "4,2"}, "goat": {"limit": "6"}, "little": {}}
"""Options that make a party short."""


def troubles(caplog: pytest.LogCaptureFixture) -> list[logging.LogRecord]:
    """What the log tells above the ordinary."""
    return [record for record in caplog.records if record.levelno >= logging.WARNING]


async def two_at_play(house: House) -> tuple[Peer, Peer]:
    """Ann and Bo at a table of the little game that has begun."""
    ann, bo = await house.enter("Ann"), await house.enter("Bo")
    await bo.join(await ann.create())
    await ann.start()
    await ann.picture()
    await bo.picture()
    return ann, bo


# ---- whole games


@pytest.mark.parametrize(("game", "seats"), [("rage", 4), ("goat", 4), ("little", 3)])
async def test_two_people_and_bots_play_a_party_to_its_end(
    game: str, seats: int, caplog: pytest.LogCaptureFixture
) -> None:
    """Everybody sees the same end, and nothing goes wrong on the way."""
    async with open_house() as house:
        ann, bo = await house.enter("Ann"), await house.enter("Bo")
        await bo.join(await ann.create(game, seats, bots=seats - 2, options=SHORT[game]))
        await ann.start()

        ends = await asyncio.gather(ann.play_to_the_end(), bo.play_to_the_end())

    assert ends[0].view["outcome"] == ends[1].view["outcome"]
    assert troubles(caplog) == []
    assert not [message for message in ann.heard + bo.heard if isinstance(message, Refused)]


async def test_a_watcher_who_comes_late_sees_a_whole_party_and_no_card_that_is_hidden() -> None:
    """What a watcher gets holds no hand and no legal moves."""
    async with open_house() as house:
        ann, cai = await house.enter("Ann"), await house.enter("Cai")
        code = await ann.create("goat", 4, bots=3, options=SHORT["goat"])
        await ann.start()
        await ann.picture()
        assert await cai.ask(WatchTable, table=code) == Done(1)

        await asyncio.gather(ann.play_to_the_end(), cai.play_to_the_end())

    pictures = [message.view for message in cai.heard if isinstance(message, Update)]
    assert len(pictures) > 10
    assert {(picture["seat"], *picture.get("hand", ()), *picture.get("legal", ())) for picture in pictures} == {
        (None,)
    }


async def test_a_private_step_sends_nothing_to_others() -> None:
    """Bo marks; the next that Ann hears is the answer to her own ping."""
    async with open_house() as house:
        ann, bo = await two_at_play(house)
        bo.play({"move": "mark"})
        await bo.until(Update, lambda update: bool(update.view.get("marked")))
        heard = len(ann.heard)
        ann.send(Ping(5))
        await ann.until(Pong)

    assert ann.heard[heard:] == [Pong(5)]


# ---- moves


async def test_moves_made_at_the_same_time_all_count() -> None:
    """Bids answer the same update, and none of them is stale."""
    async with open_house() as house:
        ann, bo = await two_at_play(house)

        ann.play({"move": "bid", "tricks": 1})
        bo.play({"move": "bid", "tricks": 0})
        last = await ann.until(Update, lambda update: update.view["phase"] == "play")
        await bo.until(Update, lambda update: update.seq == last.seq)

    assert not [message for message in ann.heard + bo.heard if isinstance(message, Refused)]


async def test_a_stale_move_brings_a_fresh_picture() -> None:
    """The refusal is followed by what is true now."""
    async with open_house() as house:
        ann, bo = await two_at_play(house)
        old = (await ann.picture()).seq
        ann.play({"move": "bid", "tricks": 1})
        bo.play({"move": "bid", "tricks": 0})
        now = await ann.until(Update, lambda update: update.view["phase"] == "play")

        ann.play({"move": "bid", "tricks": 0}, seq=old)
        assert (await ann.until(Refused)).code == "stale"
        assert (await ann.until(Update)).seq == now.seq


async def test_a_move_sent_again_after_a_drop_is_carried_out_once() -> None:
    """The move counts though its sender hung up in the same breath; sent again, it is answered as done before."""
    async with open_house() as house:
        ann, bo = await two_at_play(house)
        seq, token = (await ann.picture()).seq, ann.token
        ann.play({"move": "bid", "tricks": 1}, request=500)
        ann.hang_up()
        assert (await bo.until(Update)).events == ({"event": "bid_made", "seat": 0},)

        again = await house.enter(token=token)
        await again.until(Update)
        again.play({"move": "bid", "tricks": 1}, seq=seq, request=500)
        assert await again.until(Done) == Done(500, again=True)


@pytest.mark.parametrize(
    "tricks", [1.5, float("nan"), float("inf"), True, "1", 2**63, -1, 7, None, [1]], ids=lambda value: str(value)[:8]
)
async def test_an_odd_bid_is_refused_and_the_bid_stays_open(tricks: Any) -> None:
    """Whatever stands where a number should, a legal bid still works after it."""
    async with open_house() as house:
        ann, _ = await two_at_play(house)
        move = {"move": "bid", "tricks": tricks}
        request = {"t": "move", "id": 7, "table": ann.table and ann.table.table, "seq": 1, "move": move}

        ann.send_bytes(frame(pack(request)))
        assert (await ann.until(Refused)).id == 7
        ann.play({"move": "bid", "tricks": 1})
        await ann.until(Done)


# ---- who one is


async def test_a_name_in_use_is_refused_and_its_owner_plays_on() -> None:
    """Neither case nor a wrong token opens somebody's seat."""
    async with open_house() as house:
        ann, _ = await two_at_play(house)

        for name, token in (("Ann", ""), ("ANN", ""), ("ann", "wrong")):
            last = await house.refused(name, token=token)
            assert last is not None
            assert (last.code, last.again) == ("name_taken", False)
        ann.play({"move": "bid", "tricks": 1})
        await ann.until(Done)


async def test_a_seat_keeps_its_name_while_its_person_is_away() -> None:
    """The name of a lost connection is still somebody's."""
    async with open_house() as house:
        ann, bo = await two_at_play(house)
        ann.hang_up()
        await bo.until(TableInfo, lambda info: not info.seats[0].here)

        last = await house.refused("Ann")
        assert last is not None
        assert last.code == "name_taken"


async def test_a_token_opens_the_seat_from_another_terminal() -> None:
    """The second connection gets the hand, the first is told and closed, and there is one Ann."""
    async with open_house() as house:
        ann, bo = await two_at_play(house)
        hand = (await ann.picture()).view["hand"]

        second = await house.enter("whoever", token=ann.token)
        last = await ann.until_over()

        assert last is not None
        assert (last.code, last.again) == ("moved", False)
        assert (await second.until(Update)).view["hand"] == hand
        assert second.welcome is not None
        assert second.welcome.name == "Ann"
        second.play({"move": "bid", "tricks": 1})
        await bo.until(Update)
        assert bo.table is not None
        assert [(seat.name, seat.here) for seat in bo.table.seats] == [("Ann", True), ("Bo", True)]


async def test_a_name_that_misleads_is_refused_with_the_reason() -> None:
    """And the log has no line break of it."""
    async with open_house() as house:
        last = await house.refused("x\n2031-01-01 INFO")

        assert last is not None
        assert (last.code, last.params["why"]) == ("bad_name", "characters")


async def test_without_a_name_one_is_a_guest() -> None:
    """Two guests have two names."""
    async with open_house() as house:
        names = {(await house.enter()).welcome.name for _ in range(2)}  # type: ignore[union-attr]

    assert names == {"Guest 1", "Guest 2"}


async def test_a_password_is_asked_for() -> None:
    """None, a wrong one, and the right one."""
    async with open_house(password="sesame") as house:
        asked, wrong = await house.refused("Ann"), await house.refused("Ann", password="sésame")
        assert asked is not None
        assert wrong is not None
        assert (asked.code, wrong.code) == ("password_needed", "wrong_password")

        assert (await house.enter("Ann", password="sesame")).welcome is not None


@pytest.mark.parametrize("protocol", [0, 999, -1, "x", None])
async def test_another_version_is_refused_before_anything_else(protocol: Any) -> None:
    """One answer that names both versions, then the end."""
    async with open_house() as house:
        peer = await house.connect()
        peer.send_bytes(frame(pack({"t": "hello", "protocol": protocol, "client": "old"})))

        last = await peer.until_over()
        assert last is not None
        assert last.code == "version"


# ---- coming and going


async def test_people_leave_and_come_back_to_their_seat() -> None:
    """A bot stands in at once, and gives the seat back at once."""
    async with open_house(bot_delay=30) as house:
        ann, bo = await two_at_play(house)
        assert ann.table is not None
        code = ann.table.table

        assert await bo.ask(LeaveTable) == Done(bo.last_id)
        assert (await bo.until(LeftTable)).code == "left"
        await bo.until(Lobby)
        await ann.until(TableInfo, lambda info: info.seats[1].stand_in)

        await bo.join(code)
        assert (await bo.until(Update)).view["seat"] == 1
        await ann.until(TableInfo, lambda info: not info.seats[1].stand_in)


async def test_who_says_goodbye_leaves_the_table() -> None:
    """Bye is leaving on purpose, and the connection ends."""
    async with open_house(bot_delay=30) as house:
        ann, bo = await two_at_play(house)

        bo.send(Bye())
        await bo.until_over()

        assert (await ann.until(TableInfo, lambda info: info.seats[1].stand_in)).seats[1].name == "Bo"


async def test_the_owners_rights_pass_on() -> None:
    """The next person may start and set up."""
    async with open_house() as house:
        ann, bo = await house.enter("Ann"), await house.enter("Bo")
        await bo.join(await ann.create(seats=3))
        refused = await bo.ask(Configure, seats=2)
        assert isinstance(refused, Refused)

        await ann.ask(LeaveTable)
        await bo.until(TableInfo, lambda info: info.owner == "Bo")
        assert await bo.ask(Configure, seats=2) == Done(bo.last_id)


async def test_a_person_is_at_one_table() -> None:
    """Joining a second one is refused, and what is not there is no table."""
    async with open_house() as house:
        ann, bo = await house.enter("Ann"), await house.enter("Bo")
        await ann.create()
        other = await bo.create()

        refused = await ann.ask(JoinTable, table=other)
        assert isinstance(refused, Refused)
        assert refused.code == "at_a_table"
        cai = await house.enter("Cai")
        refused = await cai.ask(JoinTable, table="NONE")
        assert isinstance(refused, Refused)
        assert refused.code == "no_such_table"


async def test_a_code_may_be_typed_in_small_letters() -> None:
    """Join codes are for people to read to each other."""
    async with open_house() as house:
        ann, bo = await house.enter("Ann"), await house.enter("Bo")
        code = await ann.create()

        await bo.join(f" {code.lower()} ")


async def test_moves_for_a_table_one_has_left_are_refused() -> None:
    """Nobody moves at one table while sitting at another."""
    async with open_house(bot_delay=30) as house:
        ann, bo = await two_at_play(house)
        old = await bo.picture()
        await bo.ask(LeaveTable)
        await bo.create()

        refused = await bo.ask(MakeMove, table=old.table, seq=old.seq, move=old.view["legal"][0])
        assert isinstance(refused, Refused)
        assert refused.code == "wrong_table"
        heard = len(bo.heard)
        ann.play({"move": "bid", "tricks": 1})
        await ann.until(Update)
        bo.send(Ping(1))
        await bo.until(Pong)
        assert not [message for message in bo.heard[heard:] if isinstance(message, Update)]


async def test_the_lobby_shows_public_tables_only_and_forgets_closed_ones() -> None:
    """A table that is not public can be joined by its code alone."""
    async with open_house() as house:
        ann, bo, cai = [await house.enter(name) for name in ("Ann", "Bo", "Cai")]
        await ann.create(title="kitchen", options={"cards": "3"})
        hidden = await bo.create(public=False)
        lobby = await cai.until(Lobby, lambda lobby: len(lobby.tables) == 1)
        assert (lobby.tables[0].title, lobby.tables[0].options) == ("kitchen", {"cards": "3"})
        assert set(lobby.people) == {"Ann", "Bo", "Cai"}

        await ann.ask(LeaveTable)
        await cai.until(Lobby, lambda lobby: not lobby.tables)
        await cai.join(hidden)


@pytest.mark.parametrize(
    ("fields", "code"),
    [
        ({"game": "chess"}, "unknown_game"),
        ({"seats": 9}, "bad_seats"),
        ({"seat": 2}, "no_such_seat"),
        ({"seat": -1}, "no_such_seat"),
        ({"options": {"colour": "red"}}, "unknown_option"),
        ({"options": {"cards": "x" * 300}}, "option_too_long"),
        ({"preset": "hard"}, "unknown_preset"),
        ({"clock": "turn:1"}, "bad_clock"),
    ],
)
async def test_a_table_that_cannot_be_is_refused(fields: dict[str, Any], code: str) -> None:
    """With a code of its own, and no table is left behind."""
    async with open_house() as house:
        ann = await house.enter("Ann")
        refused = await ann.ask(CreateTable, **{"game": "little", "seats": 2, **fields})

        assert isinstance(refused, Refused)
        assert refused.code == code
        assert (await ann.ask(CreateTable, game="little", seats=2)) == Done(ann.last_id)


async def test_nobody_holds_seats_at_many_tables() -> None:
    """Seats that wait for one person are counted."""
    async with open_house(tables_each=1, bot_delay=30) as house:
        _, bo = await two_at_play(house)
        await bo.ask(LeaveTable)

        refused = await bo.ask(CreateTable, game="little", seats=2)
        assert isinstance(refused, Refused)
        assert refused.code == "too_many_seats"


# ---- talk


async def test_chat_stays_where_it_is_said() -> None:
    """The lobby hears the lobby, the table the table."""
    async with open_house() as house:
        ann, bo = await two_at_play(house)
        cai, dee = await house.enter("Cai"), await house.enter("Dee")

        ann.send(Say(id=90, text="[b]table[/b]\x1b[2K"))
        cai.send(Say(id=91, text="lobby"))

        assert await bo.until(Said, lambda said: bool(said.text)) == Said(
            name="Ann", text="[b]table[/b] [2K", table=ann.table.table if ann.table else "", n=1
        )
        assert await dee.until(Said) == Said(name="Cai", text="lobby")
        assert not [message for message in dee.heard if isinstance(message, Said) and message.name == "Ann"]


async def test_too_much_chat_is_refused_and_the_game_goes_on() -> None:
    """Length and rate are capped, with an answer that says so."""
    async with open_house() as house:
        ann, _ = await two_at_play(house)
        refused = await ann.ask(Say, text="x" * 1000)
        assert isinstance(refused, Refused)
        assert refused.code == "chat_too_long"

        answers = [await ann.ask(Say, text="hi") for _ in range(8)]
        assert [answer.code for answer in answers if isinstance(answer, Refused)].count("too_fast") >= 3
        ann.play({"move": "bid", "tricks": 1})
        await ann.until(Update)


async def test_a_flood_in_the_lobby_is_refused_and_disturbs_nobody() -> None:
    """Of 2 000 lines in one breath a handful reaches others; each of the rest is told that it is too fast."""
    async with open_house(messages=Rate(10_000, 2000)) as house:
        flooder, other = await house.enter("Eve"), await house.enter("Bo")

        flooder.send(*(Say(id=n, text="x" * 300) for n in range(1, 2001)))
        await flooder.until(Refused, lambda refused: refused.id == 2000)
        answers = [message for message in flooder.heard if isinstance(message, Done | Refused)]
        assert [message.id for message in answers] == list(range(1, 2001))
        assert isinstance(await other.ask(Say, text="quiet, please"), Done)

        await other.until(Said, lambda said: said.name == "Bo")
        heard = [message for message in other.heard if isinstance(message, Said) and message.name == "Eve"]
        assert len(heard) == sum(isinstance(message, Done) for message in answers) <= 10


async def test_a_line_of_a_hundred_thousand_characters_ends_its_own_connection_alone() -> None:
    """It is told why; a line that fits a message and is too long all the same is refused."""
    async with open_house() as house:
        eve, bo = await house.enter("Eve"), await house.enter("Bo")
        refused = await bo.ask(Say, text="x" * 3000)
        assert isinstance(refused, Refused)
        assert (refused.code, refused.params) == ("chat_too_long", {"limit": 300})

        eve.send_bytes(frame(pack({"t": "say", "id": 1, "text": "x" * 100_000})))

        last = await eve.until_over()
        assert last is not None
        assert last.code == "frame_too_long"
        assert isinstance(await bo.ask(Say, text="still here"), Done)


async def test_emotes_are_said_in_the_lobby_and_at_a_table_and_count_as_chat() -> None:
    """Each reaches where one is, as a code; too many are refused like too much chat."""
    async with open_house() as house:
        ann, bo = await two_at_play(house)
        cai, dee = await house.enter("Cai"), await house.enter("Dee")

        await cai.ask(Emote, code="hello")
        assert await dee.until(Said) == Said(name="Cai", code="emote.hello")
        await ann.ask(Emote, code="good_luck")
        assert (await bo.until(Said, lambda said: bool(said.name))).code == "emote.good_luck"

        answers = [await cai.ask(Emote, code="hurry") for _ in range(8)]
        assert [answer.code for answer in answers if isinstance(answer, Refused)].count("too_fast") >= 3


async def test_a_flood_of_requests_is_answered_and_stops_nobody() -> None:
    """What is over the rate is refused as too fast."""
    async with open_house() as house:
        ann, bo = await two_at_play(house)

        ann.send(*(Rematch(id=1000 + n) for n in range(100)))
        await ann.until(Refused, lambda refused: refused.code == "too_fast")
        bo.play({"move": "bid", "tricks": 1})
        await bo.until(Update)


async def test_who_asks_much_at_once_and_listens_gets_every_answer() -> None:
    """A burst of short requests is no sign of a peer that does not read."""
    async with open_house() as house:
        ann = await house.enter("Ann")

        ann.send(*(Say(id=n, text="x") for n in range(1, 1001)))
        await ann.until(Refused, lambda refused: refused.id == 1000)

        answers = [message.id for message in ann.heard if isinstance(message, Done | Refused)]
        assert answers == list(range(1, 1001))


async def test_requests_sent_with_a_leave_are_all_answered_and_the_last_one_counts() -> None:
    """Who leaves and comes back in one breath is at the table, and is missed when the connection ends."""
    async with open_house() as house:
        ann, bo = await house.enter("Ann"), await house.enter("Bo")
        code = await ann.create()
        await bo.join(code)

        bo.send(LeaveTable(id=101), Say(id=102, text="bye"), JoinTable(id=103, table=code))
        await bo.until(TableInfo)

        answers = {message.id: message for message in bo.heard if isinstance(message, Done | Refused)}
        assert (answers[101], answers[103]) == (Done(101), Done(103))
        assert isinstance(refused := answers[102], Refused)
        assert refused.code == "not_at_table"
        bo.hang_up()
        await ann.until(TableInfo, lambda info: not info.seats[1].here)


async def test_who_went_elsewhere_before_a_table_let_them_in_has_left_it() -> None:
    """A person is at one table, however fast they ask."""
    async with open_house() as house:
        ann, bo = await house.enter("Ann"), await house.enter("Bo")
        code = await ann.create()
        await bo.join(code)

        house.service._lobby.attendance.departed("Bo", code)
        assert isinstance(await bo.ask(CreateTable, game="little", seats=2), Done)
        house.service._lobby.attendance.follow("Bo", code)

        await ann.until(TableInfo, lambda info: not info.seats[1].name)
        assert isinstance(await bo.ask(Say, text="here"), Done)
        assert [message.id for message in bo.heard if isinstance(message, Done)] == [1, 2, 3]


async def test_a_removed_persons_requests_are_answered() -> None:
    """Those that were on their way too."""
    async with open_house() as house:
        ann, bo = await house.enter("Ann"), await house.enter("Bo")
        await bo.join(await ann.create())

        ann.send(FreeSeat(id=ann.next_id(), seat=1))
        bo.send(Say(id=200, text="wait"))

        await bo.until(LeftTable)
        answer = await bo.ask(StandUp)
        assert isinstance(answer, Refused)
        assert 200 in [message.id for message in bo.heard if isinstance(message, Done | Refused)]


# ---- bad peers


@pytest.mark.parametrize(("fault", "code"), [(bytes(4), "frame_empty"), (frame(b"\xc1") * 21, "too_many_faults")])
async def test_the_last_words_come_last(fault: bytes, code: str) -> None:
    """What was asked before the fault is answered before the end."""
    async with open_house() as house:
        ann = await house.enter("Ann")

        ann.send_bytes(encode(Say(id=1, text="hi")) + fault)

        last = await ann.until_over()
        assert last is not None
        assert last.code == code
        assert Done(1) in ann.heard


@pytest.mark.parametrize(
    "data",
    [
        frame(b"\xc1"),
        frame(b"\xdd\xff\xff\xff\xff"),
        frame(pack({"t": "fly"})),
        frame(pack({"t": "join", "id": "x"})),
        frame(pack({"t": "move", "id": 5})),
    ],
    ids=["no-msgpack", "promise", "unknown", "bad-id", "no-fields"],
)
async def test_a_bad_message_is_answered_and_the_next_good_one_works(
    data: bytes, caplog: pytest.LogCaptureFixture
) -> None:
    """Nothing of it reaches anybody else, nor the log as a fault."""
    async with open_house() as house:
        ann = await house.enter("Ann")
        ann.send_bytes(data)
        await ann.until(Refused)

        await ann.create()

    assert troubles(caplog) == []


@pytest.mark.parametrize(
    "data", [b"GET / HTTP/1.1\r\n\r\n", b"\xff\xff\xff\xff", bytes(range(150, 214)), b"\0\0\0\0"]
)
async def test_bytes_that_are_no_frames_end_the_connection_alone(data: bytes) -> None:
    """Before the greeting and after it; the neighbour plays on."""
    async with open_house() as house:
        ann, bo = await house.enter("Ann"), await house.enter("Bo")
        for peer in (await house.connect(), bo):
            peer.send_bytes(data + bytes(8192))
            await peer.until_over()

        await ann.create()


async def test_a_peer_that_does_not_greet_is_closed() -> None:
    """A connection alone is nobody, even if it dribbles bytes."""
    async with open_house(hello_within=0.1) as house:
        peer = await house.connect()
        peer.send_bytes(b"\0")

        last = await peer.until_over()
        assert last is not None
        assert last.code == "hello_late"


async def test_a_peer_that_falls_silent_is_lost_and_may_come_back() -> None:
    """It is pinged first; one that answers pings stays, however quiet its person is."""
    async with open_house(hello_within=0.02, ping_every=0.05) as house:
        ann, bo = await two_at_play(house)
        reading = asyncio.create_task(ann.until(TableInfo, lambda info: not info.seats[1].here))

        assert (await reading).seats[0].here
        again = await house.enter(token=bo.token)
        assert (await again.until(Update)).view["seat"] == 1


async def test_a_peer_that_does_not_read_is_dropped_and_slows_nobody() -> None:
    """It is read no further and lost after a while; the others see it, and play on."""
    async with open_house(hello_within=0.3, ping_every=0.3) as house:
        ann, slow = await house.enter("Ann"), await house.enter("Bo", receive_buffer=4096)
        await slow.join(await ann.create())
        await ann.start()
        slow.stop_reading()

        flood = asyncio.create_task(slow.flood(Rematch(id=1)))
        await ann.until(TableInfo, lambda info: not info.seats[1].here)
        ann.play({"move": "bid", "tricks": 1})
        await ann.until(Done)
        await flood


@pytest.mark.together("each server has room for so many connections")
async def test_one_connection_too_many_is_told_so() -> None:
    """And there is room again when somebody has gone."""
    async with open_house(max_connections=1) as house:
        ann = await house.enter("Ann")
        last = await house.refused("Bo")
        assert last is not None
        assert (last.code, last.again) == ("server_full", True)

        ann.send(Bye())
        await ann.until_over()
        await house.enter("Bo")


# ---- the end, and after it


@pytest.mark.everywhere
async def test_a_stopping_server_says_so_and_everything_is_there_afterwards() -> None:
    """Same table, same seats, same hands, same number; moves go on."""
    store = MemoryStore()
    async with open_house(store) as house:
        ann, bo = await two_at_play(house)
        ann.play({"move": "bid", "tricks": 1})
        before = await bo.until(Update)
        ann_token, bo_token = ann.token, bo.token

        closing = asyncio.create_task(house.service.close())
        last = await bo.until_over()
        await closing
        assert last is not None
        assert (last.code, last.again) == ("server_stopping", True)

    async with open_house(store) as house:
        bo = await house.enter(token=bo_token, table=before.table, seen=before.seq)
        update = await bo.until(Update)
        assert (update.seq, update.view, update.events) == (before.seq, before.view, ())
        assert bo.table is not None
        assert [(seat.name, seat.here) for seat in bo.table.seats] == [("Ann", False), ("Bo", True)]
        assert bo.table.owner == "Ann"

        await house.enter(token=ann_token)
        bo.play({"move": "bid", "tricks": 0})
        await bo.until(Update, lambda update: update.view["phase"] == "play")


async def test_closing_does_not_wait_for_silent_peers() -> None:
    """Peers that neither read nor speak do not hold up the end."""
    async with open_house() as house:
        for name in ("Ann", "Bo"):
            await house.enter(name)
        await house.connect()
        async with asyncio.timeout(4):
            await house.service.close()


async def test_hello_in_pieces_is_a_hello() -> None:
    """How the bytes are cut does not matter."""
    async with open_house() as house:
        peer = await house.connect()
        for byte in encode(Hello(protocol=1, client="slow", name="Ann")):
            peer.send_bytes(bytes([byte]))
            await asyncio.sleep(0)

        await peer.until(Lobby)


@pytest.mark.alone("its own store says what tables there are")
async def test_a_record_of_other_rules_stays_where_it_is(caplog: pytest.LogCaptureFixture) -> None:
    """The server starts without that table, says why in one line, and keeps the record."""
    store = MemoryStore()
    async with open_house(store) as house:
        ann, _ = await two_at_play(house)
        token = ann.token
    (saved,) = store.load().tables
    store.put([PartyBegun(saved.snapshot.uid, 1, Header("little", 99, 2, b"", {"cards": "2"}))])

    async with open_house(store) as house:
        ann = await house.enter(token=token)
        assert ann.welcome is not None
        assert ann.welcome.table == ""

    assert ["record_of_other_rules" in record.message for record in troubles(caplog)] == [True]
    assert len(store.load().tables) == 1


async def test_tables_and_connections_leave_nothing_behind() -> None:
    """Made, joined, left or cut off: no table, no task and no seat remains."""
    async with open_house(grace=0) as house:
        watcher = await house.enter("Zoe")
        before = asyncio.all_tasks()
        for number in range(20):
            ann, bo = await house.enter(f"Ann {number}"), await house.enter(f"Bo {number}")
            await bo.join(await ann.create())
            await ann.ask(LeaveTable)
            ann.hang_up()
            bo.hang_up()

        await watcher.until(Lobby, lambda lobby: lobby.people == ("Zoe",) and not lobby.tables)
        async with asyncio.timeout(5):
            await asyncio.gather(*(asyncio.all_tasks() - before), return_exceptions=True)


async def test_a_server_for_one_program_runs_as_long_as_its_block(tmp_path: Path) -> None:
    """It picks a port, and gives folder and port back at the end."""
    settings = Settings(host="127.0.0.1", port=0, data=tmp_path)
    async with running(settings) as service:
        assert service.addresses == (("127.0.0.1", service.port),)
        with pytest.raises(StorageError, match="data_in_use"):
            SqliteStore(tmp_path)

    async with running(settings):
        pass


@pytest.mark.alone("what is kept does not hang on its own store")
async def test_a_folder_that_cannot_be_used_gives_way_to_memory(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """The server runs with one warning, and tells each person who comes."""
    (tmp_path / "file").write_text("")
    settings = Settings(data=tmp_path / "file" / "data")
    async with open_house(open_store(settings)) as house:
        ann = await house.enter("Ann")
        assert Said(code="not_kept") in ann.heard

    assert ["nothing will be kept" in record.message for record in troubles(caplog)] == [True]


async def test_who_looks_is_told_what_the_server_is() -> None:
    """Before any greeting: its name, its games, who is here, and the seats that are free; then it hangs up."""
    async with open_house(name="kitchen", password="open sesame") as house:
        ann = await house.enter("Ann", password="open sesame")
        await ann.create("little", 2)
        stranger = await house.connect()
        stranger.send(Look())
        assert await stranger.until_over() is None
        (about,) = stranger.heard

    assert isinstance(about, About)
    assert (about.server, about.locked, about.people, about.tables, about.seats) == ("kitchen", True, 1, 1, 1)
    assert {"rage", "goat"} <= set(about.games)


async def test_a_private_table_is_not_counted() -> None:
    """What is in no list does not show in the numbers either."""
    async with open_house() as house:
        ann = await house.enter("Ann")
        await ann.create("little", 2, public=False)
        stranger = await house.connect()
        stranger.send(Look())
        about = await stranger.until(About)

    assert (about.tables, about.seats) == (0, 0)


async def test_a_server_that_was_given_up_ends_without_waiting_for_anybody() -> None:
    """Who is connected gets no word and no time: other servers go on with everything already."""
    async with open_house() as house:
        ann, bo = await house.enter("Ann"), await house.enter("Bo")
        await ann.create(bots=1)
        await ann.start()
        async with asyncio.timeout(20):
            await house.service.close(at_once=True)
            assert await bo.until_over() is None
