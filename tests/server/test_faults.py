"""A fault in the program while it handles one table closes that table alone."""

import logging
import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeAlias

import msgspec
import pytest

from server.records import Moved, PartyBegun, Record, SavedTable, SeatKept, TableKept
from server.store import MemoryStore, SqliteStore
from tests.server.little import LITTLE
from tests.server.peer import House, Peer, open_house
from tuicards.games.history import Entry, Header
from tuicards.wire.messages import Done, LeftTable, Lobby, Refused, StartParty, Update


def troubles(caplog: pytest.LogCaptureFixture) -> list[logging.LogRecord]:
    return [record for record in caplog.records if record.levelno >= logging.WARNING]


class Broken(Exception):
    """A fault that nobody has thought of."""


@pytest.fixture
def break_rules(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Breaks one function of the game for tables of three cards; the others play on."""

    def spoil(function: str) -> None:
        honest = getattr(LITTLE, function)

        def faulty(*given: Any) -> Any:
            options = next((one for one in given if hasattr(one, "cards")), None)
            hands = getattr(given[0], "hands", ())
            if getattr(options, "cards", 0) == 3 or (hands and max(map(len, hands)) == 3):
                raise Broken
            return honest(*given)

        monkeypatch.setattr(LITTLE, function, faulty)

    return spoil


async def doomed(house: House) -> tuple[Peer, Peer]:
    """Ann and Bo at a table of three cards."""
    ann, bo = await house.enter("Ann"), await house.enter("Bo")
    await bo.join(await ann.create(options={"cards": "3"}))
    return ann, bo


@pytest.mark.parametrize("function", ["new", "view", "to_act", "legal", "outcome"])
@pytest.mark.together("the record is where the table ran")
async def test_a_fault_of_the_rules_closes_one_table_and_no_other(
    function: str, break_rules: Any, caplog: pytest.LogCaptureFixture, tmp_path: Path
) -> None:
    """Its people are told and are in the lobby, the request is answered, the log has one traceback, others play."""
    async with open_house(SqliteStore(tmp_path)) as house:
        ann, bo = await doomed(house)
        cai = await house.enter("Cai")
        await cai.create(bots=1)
        break_rules(function)

        answer = await ann.ask(StartParty)

        assert isinstance(answer, Refused)
        assert answer.code == "fault"
        for peer in (ann, bo):
            assert (await peer.until(LeftTable)).code == "fault"
            await peer.until(Lobby)
        await cai.start()
        await cai.play_to_the_end()
        await ann.create()

    assert [record.exc_info is not None for record in troubles(caplog)] == [True]
    assert ("fault",) in _query(tmp_path, "select why from tables where closed = 1")


def _query(folder: Path, question: str) -> list[Any]:
    db = sqlite3.connect(folder / "tuicards.db")
    try:
        return db.execute(question).fetchall()
    finally:
        db.close()


@pytest.mark.together("the record is where the table ran")
async def test_the_record_of_a_table_that_met_a_fault_is_kept(break_rules: Any, tmp_path: Path) -> None:
    """Up to the last move that was told; it does not come again at the next start."""
    async with open_house(SqliteStore(tmp_path)) as house:
        ann, bo = await doomed(house)
        await ann.start()
        await ann.picture()
        ann.play({"move": "bid", "tricks": 1})
        await ann.until(Done)
        await bo.until(Update, lambda update: update.seq == 2)
        break_rules("view")
        bo.play({"move": "bid", "tricks": 0})
        await ann.until(LeftTable)

    assert _query(tmp_path, "select seat, move from moves") == [(0, "bid 1")]
    async with open_house(SqliteStore(tmp_path)) as house:
        ann = await house.enter(token=ann.token)
        assert ann.welcome is not None
        assert ann.welcome.table == ""


async def test_a_fault_when_time_is_up_closes_that_table_alone(break_rules: Any) -> None:
    """Nobody asked for anything; all are told."""
    async with open_house(grace=0.05) as house:
        ann, bo = await doomed(house)
        await ann.start()
        await ann.picture()
        break_rules("view")
        bo.hang_up()

        assert (await ann.until(LeftTable)).code == "fault"
        await ann.create()


# ---- coming back

Damage: TypeAlias = Callable[[SavedTable], Record]


def moved(index: int, seat: int, move: str) -> Damage:
    return lambda saved: Moved(saved.snapshot.uid, 1, index, Entry(seat, move), 1, 1)


def kept(**changes: Any) -> Damage:
    return lambda saved: TableKept(msgspec.structs.replace(saved.snapshot, **changes))


def begun(header: Header) -> Damage:
    return lambda saved: PartyBegun(saved.snapshot.uid, 1, header)


DAMAGES: dict[str, Damage] = {
    "no move": moved(0, 0, "bid many"),
    "no seat": moved(0, 77, "bid 1"),
    "not legal": moved(0, 0, "play 99"),
    "gap": moved(5, 0, "bid 1"),
    "options": kept(options={"cards": "9"}),
    "no options": kept(options={"colour": "red"}),
    "seats": kept(seats=(SeatKept("Ann"),) * 9),
    "no seats": kept(seats=()),
    "clock": kept(clock="sundial"),
    "state": kept(state="upside down"),
    "held": kept(held={"Ann": 12}),
    "game": kept(game="chess"),
    "secret": kept(secret="no number"),
    "header": begun(Header("little", 1, 99, b"", {"cards": "2"})),
    "rules": begun(Header("little", 99, 2, b"", {"cards": "2"})),
    "seats differ": begun(Header("little", 1, 4, b"", {"cards": "2"})),
}


@pytest.mark.parametrize("damage", DAMAGES.values(), ids=DAMAGES)
@pytest.mark.alone("the record is in its own store")
async def test_a_damaged_record_stops_no_start(damage: Damage, caplog: pytest.LogCaptureFixture) -> None:
    """The table goes on or is named in one line; nobody sees a traceback; the other table is there and plays on."""
    store = MemoryStore()
    async with open_house(store) as house:
        ann, bo, cai = await house.enter("Ann"), await house.enter("Bo"), await house.enter("Cai")
        await bo.join(await ann.create())
        await cai.create(bots=1)
        for owner in (ann, cai):
            await owner.start()
            await owner.picture()
    hurt = next(saved for saved in store.load().tables if saved.snapshot.owner == "Ann")
    store.put([damage(hurt)])
    caplog.clear()

    async with open_house(store) as house:
        cai = await house.enter(token=cai.token)
        await cai.play_to_the_end()
        ann = await house.enter(token=ann.token)
        if ann.table is None:
            await ann.create()

    told = [record for record in troubles(caplog) if hurt.snapshot.code in record.message]
    assert len(told) == (ann.table is None or ann.table.table != hurt.snapshot.code)
    assert all(record.exc_info is None and len(record.message.splitlines()) == 1 for record in told)
    assert hurt.snapshot.uid in [saved.snapshot.uid for saved in store.load().tables]


@pytest.mark.alone("the record is in its own store")
async def test_rows_that_cannot_be_read_are_left_and_named(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    """Bytes that are no text, snapshots that are none, a person without a key: the rest is read."""
    async with open_house(SqliteStore(tmp_path)) as house:
        ann, cai = await house.enter("Ann"), await house.enter("Cai")
        for owner in (ann, cai):
            await owner.create(bots=1)
            await owner.start()
            await owner.picture()
        hurt = ann.table
    assert hurt is not None
    db = sqlite3.connect(tmp_path / "tuicards.db")
    with db:
        db.execute(
            "update tables set snapshot = cast(x'ff' || snapshot as text) where snapshot like ?", (f"%{hurt.table}%",)
        )
        db.execute("insert into tables (uid, snapshot) values ('u9', '[]')")
        db.execute("insert into people values ('', x'', -1)")
    db.close()
    caplog.clear()

    async with open_house(SqliteStore(tmp_path)) as house:
        await (await house.enter(token=cai.token)).play_to_the_end()

    assert len([record for record in troubles(caplog) if "cannot be read" in record.message]) == 2
    assert _query(tmp_path, "select count(*) from tables where closed = 0") == [(3,)]
