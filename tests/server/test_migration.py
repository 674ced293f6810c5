"""A record that an older release has written is there after an update, and goes on."""

import hashlib
import sqlite3
from pathlib import Path

import pytest

from server.records import Moved, SavedTable, SeatKept, Snapshot
from server.schema import STEPS, VERSION
from server.store import SqliteStore
from tests.server.peer import open_house
from tuicards.errors import StorageError
from tuicards.games.history import Entry, Header
from tuicards.wire.messages import Said, Say, Update

pytestmark = pytest.mark.alone("the record in a file of its own")

VERSION_1 = """
begin;
create table people (name text primary key, token_hash blob not null, seen integer not null) strict;
create table tables (uid text primary key, snapshot text not null, closed integer not null default 0) strict;
create table parties (
    uid text not null, party integer not null, game text not null, version integer not null,
    seats integer not null, seed blob not null, options text not null, began integer not null,
    outcome text, ended integer, primary key (uid, party)
) strict;
create table moves (
    uid text not null, party integer not null, number integer not null, seat integer not null,
    move text not null, request integer not null, seq integer not null, at integer not null,
    primary key (uid, party, number)
) strict, without rowid;
pragma application_id = 1953851747;
pragma user_version = 1;
insert into people values ('Ann', x'f4a12183f2b9d9b6f1bb6e0d4ba5b8ee5d0a4d3d7a9c07aa8d5eec7fb0bb7c20', 1700000000);
insert into tables (uid, snapshot) values ('u1', '{"uid":"u1","code":"KTCH","game":"little","title":"kitchen",
"options":{"cards":"2"},"seats":[{"person":"Ann"},{"bot":"normal"}],"members":["Ann"],"owner":"Ann","public":true,
"state":"playing","party":2,"seq":9,"barred":["Bo"],"held":{"Ann":0},"players":["Ann","Bot 2"],"hints":false,
"watchers_talk":true}');
insert into tables values ('u0', '{}', 1);
insert into parties values ('u1', 1, 'little', 1, 2, x'00', '{"cards":"2"}', 1700000000, '{}', 1700000100);
insert into parties values ('u1', 2, 'little', 1, 2, x'0102', '{"cards":"2"}', 1700000200, null, null);
insert into moves values ('u1', 1, 0, 1, 'bid 0', 0, 1, 1700000010);
insert into moves values ('u1', 2, 0, 1, 'mark', 0, 9, 1700000210);
insert into moves values ('u1', 2, 1, 0, 'bid 1', 77, 9, 1700000220);
commit;
"""
"""A file as the first release made it, in the middle of the second party of a table."""

TO_VERSION_2 = """
begin;
alter table tables add column why text not null default '';
alter table parties add column secret text not null default '';
alter table parties add column nonces text not null default '[]';
alter table moves add column clock_left integer;
create table talk (
    uid text not null, number integer not null, name text not null, line text not null, code text not null,
    watcher integer not null, apart integer not null, primary key (uid, number)
) strict, without rowid;
create table bans (
    kind text not null, value text not null, why text not null, since integer not null, primary key (kind, value)
) strict, without rowid;
pragma user_version = 2;
commit;
"""
"""What the second release made of it."""

TO_VERSION_3 = """
begin;
create table keys (
    fingerprint text primary key, name text not null, since integer not null, seen integer not null,
    settings text not null
) strict;
pragma user_version = 3;
commit;
"""

MADE = (VERSION_1, VERSION_1 + TO_VERSION_2, VERSION_1 + TO_VERSION_2 + TO_VERSION_3)
"""By version."""

TOKEN_OF_ANN = "an old key"

AS_IT_WAS = SavedTable(
    Snapshot(
        uid="u1", code="KTCH", game="little", title="kitchen", options={"cards": "2"},
        seats=(SeatKept("Ann"), SeatKept(bot="normal")), members=("Ann",), owner="Ann", public=True, state="playing",
        party=2, seq=9, barred=("Bo",), held={"Ann": 0}, players=("Ann", "Bot 2"), hints=False, watchers_talk=True,
    ),
    Header("little", 1, 2, b"\1\2", {"cards": "2"}),
    (Moved("u1", 2, 0, Entry(1, "mark"), 0, 9), Moved("u1", 2, 1, Entry(0, "bid 1"), 77, 9)),
)  # fmt: skip


@pytest.fixture(params=MADE, ids=["version 1", "version 2", "version 3"])
def old(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """A folder with a record of an older version."""
    with sqlite3.connect(tmp_path / "tuicards.db") as db:
        db.execute("pragma journal_mode = wal")
        db.executescript(request.param)
        db.execute("update people set token_hash = ?", (hashlib.sha256(TOKEN_OF_ANN.encode()).digest(),))
    db.close()
    return tmp_path


async def test_an_older_record_is_read_as_it_was(old: Path) -> None:
    """People, the table, its party and each move; what older releases did not keep is empty."""
    store = SqliteStore(old)

    saved = store.load()

    assert [person.name for person in saved.people] == ["Ann"]
    assert saved.tables == (AS_IT_WAS,)
    assert (saved.bans, saved.keys) == ((), ())
    await store.close()


async def test_a_table_of_an_older_record_plays_on_and_keeps_what_is_new(old: Path) -> None:
    """Its person comes back with the old token, moves, talks; all that is there at the next start."""
    async with open_house(SqliteStore(old)) as house:
        ann = await house.enter(token=TOKEN_OF_ANN)
        assert (await ann.until(Update)).seq >= 10
        end = await ann.play_to_the_end()
        await ann.ask(Say, text="well played")

    async with open_house(SqliteStore(old)) as house:
        ann = await house.enter(token=TOKEN_OF_ANN)
        assert (await ann.until(Update)).view == end.view
        assert (await ann.until(Said, lambda said: said.n > 0)).text == "well played"


async def test_a_file_that_was_brought_up_to_date_is_like_a_new_one(
    old: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    """Not one column differs, whatever the file's age; and it is not migrated twice."""
    fresh = tmp_path_factory.mktemp("fresh")
    for folder in (old, fresh, old):
        await SqliteStore(folder).close()

    assert _columns(old) == _columns(fresh)


def _columns(folder: Path) -> dict[str, list[tuple[object, ...]]]:
    db = sqlite3.connect(folder / "tuicards.db")
    try:
        assert db.execute("pragma user_version").fetchone() == (VERSION,)
        names = [name for (name,) in db.execute("select name from sqlite_master where type = 'table' order by name")]
        return {name: db.execute(f"pragma table_info({name})").fetchall() for name in names}
    finally:
        db.close()


async def test_an_update_that_the_disk_refuses_leaves_the_older_record_as_it_was(old: Path) -> None:
    """Wholly or not at all: after a step that fails the file is still one of its version."""
    with sqlite3.connect(old / "tuicards.db") as db:
        (version,) = db.execute("pragma user_version").fetchone()
        in_the_way = "alter table parties add column moves blob" if version > 2 else "create table keys (in_the_way)"
        db.execute(in_the_way)
    db.close()
    before = _dump(old)

    with pytest.raises(StorageError, match="data_unusable"):
        SqliteStore(old)

    assert _dump(old) == before


def _dump(folder: Path) -> list[str]:
    db = sqlite3.connect(folder / "tuicards.db")
    try:
        return [*db.iterdump(), *map(str, db.execute("pragma user_version"))]
    finally:
        db.close()


@pytest.mark.parametrize("version", [1, 2, 3])
def test_what_made_a_version_is_never_changed(version: int) -> None:
    """Files of it are out there: a later version is one more step."""
    assert _shape(MADE[version - 1]) == _shape("".join(STEPS[:version]))


def _shape(script: str) -> list[tuple[str, str]]:
    """The tables that a script makes."""
    db = sqlite3.connect(":memory:")
    try:
        db.executescript(script)
        return db.execute("select name, sql from sqlite_master order by name").fetchall()
    finally:
        db.close()
