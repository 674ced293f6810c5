"""The record: what was put is there again, and a bad disk stops no game."""

import asyncio
import os
import resource
import sqlite3
import stat
import threading
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import msgspec
import pytest

from server.folding import steps_of
from server.records import (
    Banned,
    KeyBound,
    KeyForgotten,
    Moved,
    PartyBegun,
    PartyOver,
    PersonForgotten,
    PersonKept,
    Record,
    Saved,
    SavedTable,
    SeatKept,
    Snapshot,
    Spoken,
    TableClosed,
    TableKept,
    Unbanned,
)
from server.schema import TALK_KEPT
from server.store import MemoryStore, SqliteStore, Store
from tuicards.errors import StorageError
from tuicards.games.history import Entry, Header

ANN = PersonKept("Ann", b"hash of a token", 1)
SNAPSHOT = Snapshot(
    uid="u1", code="KTCH", game="little", title="kitchen", options={"cards": "2"}, members=("Ann",),
    seats=(SeatKept("Ann"), SeatKept()), owner="Ann", public=True, state="playing", party=1, seq=1, held={"Ann": 0},
)  # fmt: skip
HEADER = Header("little", 1, 2, b"seed", {"cards": "2"})
BID = Moved("u1", 1, 0, Entry(0, "bid 1"), 7, 1, 4500)
MARK = Moved("u1", 1, 1, Entry(1, "mark"), 0, 2)
SAID = Spoken("u1", 1, "Ann", text="hi")
SHOWN = Spoken("u1", 2, "Cai", code="emote.oops", watcher=True, apart=True)
BANNED = Banned("name", "bo", "floods")
KEY = KeyBound("SHA256:a", "Ann", 1, 3, {"theme": "dark"})
ALL: list[Record] = [
    ANN, TableKept(SNAPSHOT), PartyBegun("u1", 1, HEADER, "5ec2e7", ("aa", "")), BID, MARK, SAID, SHOWN,
    BANNED, Banned("address", "192.0.2.7"), Unbanned("address", "192.0.2.7"),
    KeyBound("SHA256:a", "Ann", 1, 2), KEY, KeyBound("SHA256:b", "Bo", 1, 2), KeyForgotten("SHA256:b"),
]  # fmt: skip
TABLE = SavedTable(SNAPSHOT, HEADER, (BID, MARK), "5ec2e7", ("aa", ""), (SAID, SHOWN))


async def kept(store: Store, *records: Record) -> Store:
    store.put(records)
    await store.settled()
    return store


async def reopened(folder: Path, *records: Record) -> SqliteStore:
    """The store of a folder after another one has kept the records there."""
    await written(folder, *records)
    return SqliteStore(folder)


async def written(folder: Path, *records: Record) -> None:
    """Kept there by a store that has stopped since."""
    store = await kept(SqliteStore(folder), *records)
    await store.close()


async def test_what_was_put_is_there_after_a_restart(tmp_path: Path) -> None:
    """People, keys, bans, tables, the party and its moves in order, with the clocks; the deal's parts; the talk."""
    store = await reopened(tmp_path, *ALL)

    assert store.load() == Saved((ANN,), (TABLE,), (BANNED,), (KEY,))
    await store.close()


async def test_a_table_whose_party_is_over_is_there_after_a_restart(tmp_path: Path) -> None:
    """With its last picture and the requests that brought the moves: the same as while it was played."""
    await written(tmp_path, *ALL, PartyOver("u1", 1, "{}"))
    assert rows_of_moves(tmp_path) == 0

    store = SqliteStore(tmp_path)
    assert store.load().tables == (TABLE,)
    await store.close()


AGAIN: list[tuple[Record, ...]] = [
    (PartyOver("u1", 1, "{}"),),
    (MARK, PartyOver("u1", 1, "{}")),
    (PartyBegun("u1", 1, HEADER, "5ec2e7", ("aa", "")), BID, MARK, PartyOver("u1", 1, "{}"), TableKept(SNAPSHOT)),
    (PartyOver("u1", 1, "{}"), TableClosed("u1"), TableKept(SNAPSHOT)),
]


@pytest.mark.parametrize("again", AGAIN)
async def test_the_end_of_a_party_may_be_kept_twice(again: tuple[Record, ...], tmp_path: Path) -> None:
    """After a commit that was refused but was none the less, or archived once more: nothing more changes."""
    await written(tmp_path, *ALL, PartyOver("u1", 1, "{}"))
    await written(tmp_path, *again)
    assert rows_of_moves(tmp_path) == 0

    store = SqliteStore(tmp_path)
    (table,) = store.load().tables
    assert (table.header, table.moves, table.secret) == (HEADER, (BID, MARK), "5ec2e7")
    await store.close()


def rows_of_moves(folder: Path) -> int:
    with closing(sqlite3.connect(folder / "tuicards.db")) as db:
        (rows,) = db.execute("select count(*) from moves").fetchone()
    return int(rows)


async def test_memory_keeps_the_same_as_the_disk() -> None:
    """As long as the process lives."""
    store = await kept(MemoryStore(), *ALL)

    assert store.load() == Saved((ANN,), (TABLE,), (BANNED,), (KEY,))


@pytest.mark.parametrize("on_disk", [True, False])
async def test_the_last_lines_of_a_table_are_kept_until_it_closes(on_disk: bool, tmp_path: Path) -> None:
    """As many as may be asked for again and some more; of closed tables none."""
    store: Store = SqliteStore(tmp_path) if on_disk else MemoryStore()
    lines = [Spoken("u1", number, "Ann", text=f"line {number}") for number in range(1, TALK_KEPT + 4)]
    await kept(store, TableKept(SNAPSHOT), *lines)
    assert store.load().tables[0].talk == tuple(lines[3:])

    await kept(store, TableClosed("u1"), TableKept(SNAPSHOT))
    assert store.load().tables[0].talk == ()
    await store.close()


@pytest.mark.parametrize("on_disk", [True, False])
async def test_what_is_over_is_not_loaded(on_disk: bool, tmp_path: Path) -> None:
    """Closed tables, forgotten people and the moves of earlier parties."""
    later = msgspec.structs.replace(SNAPSHOT, party=2)
    again = PartyBegun("u1", 2, HEADER)
    store: Store = SqliteStore(tmp_path) if on_disk else MemoryStore()
    await kept(store, *ALL, PartyOver("u1", 1, "{}"), again, TableKept(later), PersonForgotten("Ann"))
    assert store.load().tables == (SavedTable(later, HEADER, (), talk=(SAID, SHOWN)),)
    assert store.load().people == ()

    await kept(store, TableClosed("u1"))
    assert store.load().tables == ()
    await store.close()


async def test_a_finished_party_stays_in_the_archive(tmp_path: Path) -> None:
    """Closing the table takes nothing from its parties."""
    store = await reopened(tmp_path, *ALL, PartyOver("u1", 1, "{}"), TableClosed("u1"))
    await store.close()

    with sqlite3.connect(tmp_path / "tuicards.db") as db:
        assert db.execute("select game, outcome from parties").fetchall() == [("little", "{}")]
        assert [(step.seat, step.move, step.left) for step in steps_of(db, "u1", 1)] == [
            (0, "bid 1", 4500),
            (1, "mark", None),
        ]
    db.close()


@pytest.mark.parametrize(("why", "rows"), [("", 0), ("fault", 2)])
async def test_a_party_that_closing_cuts_off_keeps_its_moves(why: str, rows: int, tmp_path: Path) -> None:
    """Folded too, but for those that are there to be looked at."""
    await written(tmp_path, *ALL, TableClosed("u1", why))

    with closing(sqlite3.connect(tmp_path / "tuicards.db")) as db:
        assert [step.move for step in steps_of(db, "u1", 1)] == ["bid 1", "mark"]
    assert rows_of_moves(tmp_path) == rows


async def test_the_record_is_for_its_owner_alone(tmp_path: Path) -> None:
    """It holds every card of games that are not over."""
    store = await kept(SqliteStore(tmp_path / "data"), ANN)
    modes = {stat.S_IMODE(path.stat().st_mode) for path in (tmp_path / "data").iterdir()}

    assert modes == {0o600}
    assert stat.S_IMODE((tmp_path / "data").stat().st_mode) == 0o700
    await store.close()


async def test_a_folder_has_one_server(tmp_path: Path) -> None:
    """A second one is refused, and the first goes on; the folder is free again after it."""
    store = SqliteStore(tmp_path)
    with pytest.raises(StorageError, match="data_in_use"):
        SqliteStore(tmp_path)
    await kept(store, ANN)
    await store.close()

    again = SqliteStore(tmp_path)
    assert again.load().people == (ANN,)
    await again.close()


def set_aside(folder: Path) -> list[Path]:
    return list(folder.glob("tuicards.db.aside-*"))


def no_file(path: Path) -> None:
    path.write_bytes(b"")


def noise(path: Path) -> None:
    path.write_bytes(bytes(range(100)))


def a_folder(path: Path) -> None:
    path.mkdir()


def foreign(path: Path) -> None:
    db = sqlite3.connect(path)
    db.execute("create table other (x)")
    db.commit()
    db.close()


def cut_short(path: Path) -> None:
    db = sqlite3.connect(path)
    db.execute(f"pragma application_id = {0x74756963}")
    db.execute("create table other (x)")
    db.executemany("insert into other values (?)", [("x" * 500,)] * 100)
    db.commit()
    db.close()
    os.truncate(path, path.stat().st_size // 2)


@pytest.mark.parametrize("spoil", [no_file, noise, a_folder, foreign, cut_short])
async def test_a_file_that_is_no_record_is_set_aside(
    spoil: Callable[[Path], None], tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """It gets another name, which one line tells; nothing of it is lost, and a new record is begun."""
    file = tmp_path / "tuicards.db"
    spoil(file)
    before = file.read_bytes() if file.is_file() else None

    store = await kept(SqliteStore(tmp_path), ANN)

    (aside,) = set_aside(tmp_path)
    assert aside.is_dir() if before is None else aside.read_bytes() == before
    assert [aside.name in record.message for record in caplog.records] == [True]
    assert store.load().people == (ANN,)
    await store.close()


async def test_a_record_of_a_newer_version_is_left_alone(tmp_path: Path) -> None:
    """An older program neither reads nor moves it."""
    await (await reopened(tmp_path, ANN)).close()
    db = sqlite3.connect(tmp_path / "tuicards.db")
    db.execute("pragma user_version = 99")
    db.close()

    with pytest.raises(StorageError, match="data_of_newer_version"):
        SqliteStore(tmp_path)
    assert set_aside(tmp_path) == []


async def test_a_folder_that_cannot_be_made_is_an_error(tmp_path: Path) -> None:
    """It says which folder, and why."""
    (tmp_path / "file").write_text("")

    with pytest.raises(StorageError) as refused:
        SqliteStore(tmp_path / "file" / "data")
    assert refused.value.code == "data_unusable"


async def test_a_locked_file_stops_nobody_and_gets_everything_later(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """Records wait in memory while another program holds the file, and are kept after that."""
    store = SqliteStore(tmp_path)
    other = sqlite3.connect(tmp_path / "tuicards.db", isolation_level=None)
    other.execute("begin exclusive")
    await kept(store, ANN)
    await kept(store, TableKept(SNAPSHOT))
    other.execute("rollback")
    other.close()
    await store.close()

    again = SqliteStore(tmp_path)
    assert again.load().people == (ANN,)
    assert again.load().tables == (SavedTable(SNAPSHOT),)
    await again.close()
    assert [record.message.split(":")[0] for record in caplog.records] == [
        "records cannot be kept, and wait in memory",
        "records are kept again",
    ]


async def test_nobody_waits_for_what_others_put_later(tmp_path: Path) -> None:
    """However busy the disk is with newer records, one goes on when the own ones are kept."""
    store, over = SqliteStore(tmp_path), threading.Event()

    def put_more_and_more() -> None:
        while not over.wait(1e-4):  # less than keeping so many takes
            store.put([BANNED] * 50)

    others = threading.Thread(target=put_more_and_more)
    others.start()
    try:
        async with asyncio.timeout(20):
            await kept(store, ANN)
    finally:
        over.set()
        others.join()
    assert store.load().people == (ANN,)
    await store.close()


@contextmanager
def no_file_longer_than(size: int) -> Iterator[None]:
    """As on a full disk: what would make a file longer than this is refused."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


async def test_a_full_disk_is_trouble_and_the_game_goes_on(tmp_path: Path) -> None:
    """Nobody waits for a disk that refuses; when it has room again, everything is kept after all."""
    store = SqliteStore(tmp_path)
    await kept(store, ANN)
    guests = [PersonKept(f"Guest {n}", bytes(2000), 2) for n in range(100)]

    with no_file_longer_than(64 * 1024):
        await kept(store, *guests)
        assert store.trouble
    await store.close()

    again = SqliteStore(tmp_path)
    assert set(again.load().people) == {ANN, *guests}
    await again.close()


async def test_a_file_that_another_program_has_locked_is_in_use(tmp_path: Path) -> None:
    """The server does not start beside it and lose what is played."""
    await (await reopened(tmp_path, ANN)).close()
    other = sqlite3.connect(tmp_path / "tuicards.db", isolation_level=None)
    other.execute("pragma locking_mode = exclusive")
    other.execute("begin exclusive")

    with pytest.raises(StorageError) as refused:
        SqliteStore(tmp_path)
    assert refused.value.code == "data_in_use"
    other.close()
