"""The record of a party: for everybody at the table once it is over, for nobody while it runs."""

from pathlib import Path

import pytest

from server.store import SqliteStore
from tests.server.peer import House, Peer, open_house
from tests.server.talk import Talk, refusal
from tuicards.errors import Refused
from tuicards.records import MOST_PARTS, PART_LENGTH, PartyRecord, from_bytes
from tuicards.replay import Replay
from tuicards.wire.codec import encode
from tuicards.wire.messages import (
    MAX_FROM_SERVER,
    Configure,
    Done,
    GetRecord,
    LeaveTable,
    RecordPart,
    Rematch,
    ServerMessage,
)


def asked(talk: Talk, who: str, party: int = 0) -> ServerMessage:
    """The answer to who asks for a record."""
    return talk.ask(who, GetRecord(id=talk.next_id(), party=party))


def got(talk: Talk, who: str) -> PartyRecord:
    """The record that somebody has been sent last."""
    parts = [message for message in talk.heard[who] if isinstance(message, RecordPart)]
    last = parts[-parts[-1].parts :]
    assert [part.part for part in last] == list(range(1, last[0].parts + 1))
    return from_bytes("".join(part.text for part in last).encode(), "wire")


def played(talk: Talk) -> Talk:
    """Ann against a bot, to the end of a party."""
    while talk.table.state == "playing":
        view = talk.view("Ann")
        if view.my_turn:
            talk.move("Ann", view.legal[0])
        talk.let_bots_play()
    return talk


def alone() -> Talk:
    return Talk().join("Ann").bot(1)


def test_nobody_gets_the_record_of_a_party_that_runs() -> None:
    """Neither a player nor a watcher, from its first moment on, by number or without."""
    talk = alone()
    talk.watch("Wim")
    assert refusal(asked(talk, "Ann")) == "no_record"
    talk.start()

    for who in ("Ann", "Wim"):
        for party in (0, 1):
            assert refusal(asked(talk, who, party)) == "party_running"
    assert not [message for heard in talk.heard.values() for message in heard if isinstance(message, RecordPart)]


def test_everybody_at_the_table_gets_it_afterwards() -> None:
    """The whole party: it can be told again, and names who played."""
    talk = alone()
    talk.watch("Wim")
    played(talk.start())

    for who in ("Ann", "Wim"):
        assert isinstance(asked(talk, who), Done)
        record = got(talk, who)
        assert (record.names, record.table, record.title, record.party) == (("Ann", "Bot 2"), "KTCH", "kitchen", 1)
        assert Replay(record, game=talk.table.game).steps[-1].state == talk.table.party.state  # type: ignore[union-attr]


def test_parts_come_after_the_answer_and_nobody_else_gets_them() -> None:
    """As with every request."""
    talk = played(alone().start())
    talk.watch("Wim")
    asked(talk, "Ann")

    heard = talk.heard["Ann"]
    [part] = [message for message in heard if isinstance(message, RecordPart)]
    assert isinstance(heard[heard.index(part) - 1], Done)
    assert not [message for message in talk.heard["Wim"] if isinstance(message, RecordPart)]


def test_the_last_record_stays_while_the_next_party_runs() -> None:
    """That of the new one is given to nobody."""
    talk = played(alone().start())
    talk.ask("Ann", Rematch(id=talk.next_id()))
    assert talk.table.state == "playing"

    assert isinstance(asked(talk, "Ann", 1), Done)
    assert got(talk, "Ann").party == 1
    assert refusal(asked(talk, "Ann", 2)) == "party_running"
    assert refusal(asked(talk, "Ann", 3)) == "no_record"
    played(talk)
    asked(talk, "Ann")
    assert got(talk, "Ann").party == 2


def test_it_outlives_another_set_up() -> None:
    """Until the next party ends."""
    talk = played(alone().start())
    talk.ask("Ann", Configure(id=talk.next_id(), seats=3))

    assert isinstance(asked(talk, "Ann"), Done)
    assert got(talk, "Ann").names == ("Ann", "Bot 2")


def test_it_names_who_has_left_before_the_end() -> None:
    """The seat was theirs, though a bot stood in."""
    talk = Talk().join("Ann", "Bo").start()
    talk.ask("Bo", LeaveTable(id=talk.next_id()))
    played(talk)
    asked(talk, "Ann")

    assert got(talk, "Ann").names == ("Ann", "Bo")


def test_who_is_elsewhere_gets_none() -> None:
    """It is for those at the table."""
    talk = played(alone().start())

    assert refusal(asked(talk, "Eve")) == "not_at_table"


def test_a_party_that_runs_has_no_record_at_all() -> None:
    """It cannot be given away by mistake."""
    talk = alone().start()
    assert talk.table.party is not None
    with pytest.raises(Refused, match="party_running"):
        talk.table.party.record(("", ""), "", "")


# ---- over the wire ------------------------------------------------------------------------------------


async def fetched(peer: Peer) -> PartyRecord:
    """The record, as it comes over the wire."""
    assert isinstance(await peer.ask(GetRecord), Done)
    parts = [await peer.until(RecordPart)]
    while parts[-1].part < parts[-1].parts:
        parts.append(await peer.until(RecordPart))
    return from_bytes("".join(part.text for part in parts).encode(), "wire")


async def whole_party(house: House, game: str, seats: int) -> tuple[Peer, PartyRecord]:
    ann = await house.enter("Ann")
    await ann.create(game, seats, bots=seats - 1)
    await ann.start()
    await ann.play_to_the_end()
    return ann, await fetched(ann)


async def test_a_record_survives_a_restart(tmp_path: Path) -> None:
    """With the names of those who played, though they have left since."""
    async with open_house(SqliteStore(tmp_path)) as house:
        ann, before = await whole_party(house, "little", 2)
        token = ann.token
    async with open_house(SqliteStore(tmp_path)) as house:
        ann = await house.enter(token=token)
        assert await fetched(ann) == before
    assert before.names == ("Ann", "Bot 2")


async def test_many_requests_are_refused_and_the_table_goes_on() -> None:
    """A record is much to send."""
    async with open_house() as house:
        ann, _ = await whole_party(house, "little", 2)
        answers = [await ann.ask(GetRecord) for _ in range(30)]
        assert "too_fast" in [getattr(answer, "code", "") for answer in answers]
        assert isinstance(await ann.ask(Rematch), Done)


def test_a_long_record_comes_in_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    """In order, and together they are the file."""
    talk = played(alone().start())
    asked(talk, "Ann")
    whole = got(talk, "Ann")
    monkeypatch.setattr("server.table.PART_LENGTH", 100)
    asked(talk, "Ann")

    assert sum(isinstance(message, RecordPart) for message in talk.heard["Ann"]) > 3
    assert got(talk, "Ann") == whole


def test_the_fullest_part_fits_a_frame() -> None:
    """Whichever characters it holds."""
    part = RecordPart(table="KTCH", party=10**6, part=MOST_PARTS, parts=MOST_PARTS, text="🐐" * PART_LENGTH)

    assert len(encode(part)) <= MAX_FROM_SERVER
