"""A record that an older release has made becomes small at the start, and loses nothing, whatever comes between."""

import logging
import random
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import msgspec
import pytest

from server.archive import finished_parties
from server.database import FILE, Database
from server.records import Moved, PartyBegun, PartyOver, Record, Saved, TableClosed, TableKept
from server.schema import VERSION
from tests.cluster.table_talk import KeptParty
from tests.server.test_archive import change, unfolded
from tuicards.verify import verify

pytestmark = pytest.mark.alone("the record in a file of its own")

CLOSED = 5


def named(records: list[list[Record]], uid: str) -> Iterator[Record]:
    """The same at another table."""
    for record in (record for step in records for record in step):
        match record:
            case TableKept(snapshot):
                yield TableKept(msgspec.structs.replace(snapshot, uid=uid))
            case PartyBegun() | Moved() | PartyOver() | TableClosed():
                yield msgspec.structs.replace(record, uid=uid)


def records() -> Iterator[Record]:
    """Closed tables with parties that are over, and one with one that is not; open ones in and after a party."""
    for number in range(CLOSED):
        party = KeptParty(seed=number, round_plan="3,2,1")
        yield from named([*party.play(), *party.leave()], f"closed {number}")
    cut_off, at_play, between = KeptParty(), KeptParty(), KeptParty()
    for party in (cut_off, at_play):
        party.step()
    yield from named([*cut_off.new_steps(), [TableClosed("u1")]], "cut off")
    yield from named(at_play.new_steps(), "at play")
    yield from named(between.play(), "between")


@pytest.fixture
def old(tmp_path: Path) -> Path:
    """The folder of a server of version 3."""
    folder = tmp_path / "old"
    database = Database(folder)
    assert database.write(records()) is None
    database.close()
    unfolded(folder)
    change(folder, "alter table parties drop column moves", "pragma user_version = 3")
    return folder


def ask(folder: Path, query: str) -> list[tuple[object, ...]]:
    with closing(sqlite3.connect(folder / FILE)) as db:
        return db.execute(query).fetchall()


def started(folder: Path) -> Saved:
    """What a server finds there."""
    database = Database(folder)
    try:
        return database.load()
    finally:
        database.close()


IN_ROWS = "select distinct uid from moves order by uid"


def test_what_is_over_is_folded_and_nothing_is_lost(old: Path) -> None:
    """Every finished party is as it was, and true; open tables go on; only what is played is in rows."""
    before = list(finished_parties(old))
    saved = started(old)

    assert list(finished_parties(old)) == before
    assert [verify(record).right for record in before] == [True] * (CLOSED + 1)
    assert {table.snapshot.uid: len(table.moves) for table in saved.tables} == {"at play": 1, "between": 4}
    assert ask(old, IN_ROWS) == [("at play",)]
    assert ask(old, "select count(*) from parties where moves is not null") == [(CLOSED + 2,)]
    assert started(old) == saved


def test_the_file_gives_its_room_back(old: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """At once, with one line in the log; and the next start has nothing to do any more."""
    monkeypatch.setattr("server.compacting.WORTH_ROOM", 0)
    with closing(sqlite3.connect(old / FILE)) as db, db:
        db.executemany(
            "insert into moves values ('closed 0', 1, ?, 0, 'bid 0', 0, 1, 1, null)",
            [(n,) for n in range(1000, 9000)],
        )
    large = (old / FILE).stat().st_size
    started(old)

    assert (old / FILE).stat().st_size < large / 2
    assert ask(old, "pragma freelist_count") == [(0,)]
    assert ask(old, "pragma integrity_check") == [("ok",)]


def set_free(folder: Path, size: int) -> None:
    """So many bytes of the file hold nothing any more."""
    change(folder, f"update parties set options = printf('%{size}s', '') where uid = 'closed 0'")
    change(folder, "update parties set options = '{}' where uid = 'closed 0'")


@pytest.mark.parametrize(("worth", "in_use"), [(2**20, 0), (0, 2**20)], ids=["little is free", "mostly in use"])
def test_a_file_with_little_to_give_back_is_not_written_anew(
    worth: int, in_use: int, old: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is free is used again."""
    monkeypatch.setattr("server.compacting.WORTH_ROOM", worth)
    columns = "uid, party, game, version, seats, seed, options, began, ended, outcome"
    values = f"'gone', 1, 'rage', 1, 4, x'00', printf('%{in_use}s', ''), 1, 2, '{{}}'"
    change(old, f"insert into parties ({columns}) values ({values})")
    set_free(old, 300_000)
    [(free,)] = ask(old, "pragma freelist_count")
    started(old)

    assert ask(old, IN_ROWS) == [("at play",)]
    assert ask(old, "pragma freelist_count") >= [(free,)] > [(0,)]


def test_the_room_is_there_while_the_server_runs(old: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Not only when it has ended."""
    monkeypatch.setattr("server.compacting.WORTH_ROOM", 0)
    set_free(old, 2_000_000)
    large = (old / FILE).stat().st_size
    database = Database(old)
    database.load()
    sizes = [(old / name).stat().st_size for name in (FILE, f"{FILE}-wal")]
    database.close()

    assert large > 2_000_000
    assert sum(sizes) < large / 2


def test_only_a_table_that_closed_as_it_should_is_over(old: Path) -> None:
    """What met a fault stays as it was; parties that came to their end are over, even where their table is gone."""
    change(old, "update tables set why = 'fault' where uid = 'cut off'", "delete from tables where uid = 'closed 0'")
    started(old)

    assert ask(old, IN_ROWS) == [("at play",), ("cut off",)]


def test_a_name_that_is_damaged_keeps_no_other_back(old: Path) -> None:
    """Its rows stay as they are."""
    for table in ("moves", "parties"):
        change(old, f"update {table} set uid = cast(x'ff' as text) where uid = 'closed 1'")
    started(old)

    assert ask(old, "select distinct hex(uid) from moves where uid != 'at play'") == [("FF",)]


def test_many_games_are_told_of(old: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture) -> None:
    """Once: the next start is silent."""
    monkeypatch.setattr("server.compacting.WORTH_TELLING", 3)
    with caplog.at_level(logging.INFO):
        started(old)
        started(old)

    assert [record.message for record in caplog.records] == [
        f"the record is made smaller: {CLOSED + 2} games that are over; this may take a while"
    ]


def test_wherever_it_is_killed_all_is_there_and_the_next_start_goes_on(
    old: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, thorough: bool
) -> None:
    """The journal cut off anywhere, as a killed process leaves it, from before the first step to after the last."""
    monkeypatch.setattr("server.compacting.BATCH", 1)
    change(old, "pragma journal_mode = wal")
    before, at_first = list(finished_parties(old)), (old / FILE).read_bytes()
    database = Database(old)
    journal = (old / f"{FILE}-wal").read_bytes()
    assert (old / FILE).read_bytes() == at_first
    database.close()

    chance, left = random.Random(3), set()
    for length in (0, *(chance.randrange(len(journal)) for _ in range(100 if thorough else 12)), len(journal)):
        cut = _killed(tmp_path / "cut", at_first, journal[:length])
        left.add((ask(cut, "pragma user_version")[0][0], len(ask(cut, IN_ROWS))))
        assert list(finished_parties(cut)) == before
        assert len(started(cut).tables) == 2
        assert ask(cut, IN_ROWS) == [("at play",)]
        assert list(finished_parties(cut)) == before
        shutil.rmtree(cut)
    assert len(left) > 4
    assert {version for version, _ in left} == {3, VERSION}


def _killed(folder: Path, file: bytes, journal: bytes) -> Path:
    folder.mkdir()
    (folder / FILE).write_bytes(file)
    (folder / f"{FILE}-wal").write_bytes(journal)
    return folder


def test_a_party_that_cannot_be_read_stays_as_it_is_and_keeps_no_other_back(old: Path) -> None:
    """It is as damaged as it was, and nothing else is."""
    change(old, "update moves set move = cast(x'ff' as text) where uid = 'closed 1' and number = 2")
    before = list(finished_parties(old))
    started(old)

    assert list(finished_parties(old)) == before
    assert ask(old, IN_ROWS) == [("at play",), ("closed 1",)]


def test_where_it_cannot_be_done_the_server_starts_all_the_same(old: Path, caplog: pytest.LogCaptureFixture) -> None:
    """With one warning; all can be read, and the next start makes up for it."""
    before = list(finished_parties(old))
    change(old, "alter table parties add column moves blob", f"pragma user_version = {VERSION}")
    change(old, "pragma journal_mode = wal")
    with closing(sqlite3.connect(old / FILE, isolation_level=None)) as other:
        other.execute("begin immediate")
        assert len(started(old).tables) == 2
    assert [record.message.split(":")[0] for record in caplog.records] == [
        "the record cannot be made smaller for now, and is used as it is"
    ]
    assert list(finished_parties(old)) == before

    started(old)
    assert ask(old, IN_ROWS) == [("at play",)]
    assert list(finished_parties(old)) == before
