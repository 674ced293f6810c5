"""Damaged, foreign, locked, full and read-only storage: a clear line, nothing deleted, and the games go on."""

import asyncio
import contextlib
import os
import random
import shutil
import socket
import sqlite3
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from server.config import Settings
from server.database import Database
from server.records import PersonKept, Record, Saved
from server.service import open_store
from server.store import MemoryStore, SqliteStore
from tests.server.peer import House, Peer, open_house
from tests.server.test_store import ALL, ANN, kept, no_file_longer_than
from tuicards.errors import StorageError
from tuicards.wire.messages import Done, Rematch, Said, Update

pytestmark = pytest.mark.alone("the record in a file of its own")


def asides(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir() if ".aside-" in path.name)


# ---- damaged files


def a_record(folder: Path) -> bytes:
    """A sound file of some pages."""
    database = Database(folder)
    database.write([*ALL, *(PersonKept(f"P{number}", bytes(32), 5) for number in range(300))])
    database.close()
    return (folder / "tuicards.db").read_bytes()


def truncated(whole: bytes, chance: random.Random) -> bytes:
    return whole[: chance.randrange(len(whole))]


def with_a_bit_turned(whole: bytes, chance: random.Random) -> bytes:
    place = chance.randrange(len(whole))
    return whole[:place] + bytes([whole[place] ^ 1 << chance.randrange(8)]) + whole[place + 1 :]


def with_noise(whole: bytes, chance: random.Random) -> bytes:
    place = chance.randrange(len(whole))
    return whole[:place] + chance.randbytes(200) + whole[place + 200 :]


def with_pages_mixed_up(whole: bytes, chance: random.Random) -> bytes:
    to, source = (4096 * chance.randrange(len(whole) // 4096) for _ in range(2))
    return whole[:to] + whole[source : source + 4096] + whole[to + 4096 :]


def with_another_head(whole: bytes, chance: random.Random) -> bytes:
    place = chance.randrange(16, 100)
    return whole[:place] + chance.randbytes(1) + whole[place + 1 :]


@pytest.mark.parametrize("damage", [truncated, with_a_bit_turned, with_noise, with_pages_mixed_up, with_another_head])
async def test_whatever_has_happened_to_the_file_the_server_starts_or_says_why_not(
    damage: Callable[[bytes, random.Random], bytes], tmp_path: Path, thorough: bool
) -> None:
    """It is read, or set aside byte for byte, or refused with a code; it is never deleted, and nothing is raised."""
    whole = a_record(tmp_path / "sound")
    for seed in range(100 if thorough else 5):
        folder = tmp_path / "hurt"
        folder.mkdir()
        hurt = damage(whole, random.Random(seed))
        (folder / "tuicards.db").write_bytes(hurt)

        _start_and_stop(folder)

        left = [path.read_bytes() for path in folder.iterdir() if ".aside-" in path.name]
        assert left in ([], [hurt]), seed
        shutil.rmtree(folder)


def _start_and_stop(folder: Path) -> None:
    """Raises anything but StorageError if the start does."""
    with contextlib.suppress(StorageError):
        database = Database(folder)
        try:
            assert isinstance(database.load(), Saved)
        finally:
            database.close()


# ---- what is no file


def a_pipe(path: Path) -> None:
    os.mkfifo(path)


def a_loop(path: Path) -> None:
    path.symlink_to(path)


def a_dead_link(path: Path) -> None:
    path.symlink_to(path.with_name("nowhere"))


def a_socket(path: Path) -> None:
    with socket.socket(socket.AF_UNIX) as bound:
        bound.bind(str(path))


def a_device(path: Path) -> None:
    path.symlink_to("/dev/zero")


def a_folder_with_things(path: Path) -> None:
    path.mkdir()
    (path / "thing").write_text("mine")


@pytest.mark.parametrize("odd", [a_pipe, a_loop, a_dead_link, a_socket, a_device, a_folder_with_things])
async def test_what_is_no_file_at_all_does_not_hold_up_the_start(
    odd: Callable[[Path], None], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """One warning says what is done; the server runs, on the disk or in memory; the odd thing is still there."""
    monkeypatch.chdir(tmp_path)  # a socket's address is short
    odd(Path("tuicards.db"))

    store = open_store(Settings(data=tmp_path))
    async with open_house(store) as house:
        ann = await house.enter("Ann")
        await ann.create(bots=1)

    warnings = [record for record in caplog.records if record.levelname == "WARNING"]
    assert len(warnings) == 1
    assert "nothing will be kept" in warnings[0].message or asides(tmp_path)[0] in warnings[0].message
    assert isinstance(store, MemoryStore) == (asides(tmp_path) == [])


async def test_a_file_of_somebody_else_is_left_alone(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    """What may not be read is not moved either; the server keeps things in memory, and says so."""
    a_record(tmp_path)
    os.chmod(tmp_path / "tuicards.db", 0o000)
    with as_nobody(tmp_path):
        store = open_store(Settings(data=tmp_path))

    assert isinstance(store, MemoryStore)
    assert store.trouble
    assert asides(tmp_path) == []
    assert ["nothing will be kept" in record.message for record in caplog.records] == [True]


@contextlib.contextmanager
def as_nobody(*folders: Path) -> Iterator[None]:
    """With the rights of an ordinary user, to whom these folders belong."""
    if os.geteuid() != 0:
        yield
        return
    for folder in folders:
        os.chown(folder, 65534, 65534)
        for parent in folder.parents:
            if parent.stat().st_mode & 0o077 == 0:
                parent.chmod(0o711)
    os.seteuid(65534)
    try:
        yield
    finally:
        os.seteuid(0)


async def test_a_folder_that_becomes_read_only_keeps_what_it_can(tmp_path: Path) -> None:
    """The files are open: what is played goes on into them, and is there at the next start."""
    data = tmp_path / "data"
    data.mkdir()
    with as_nobody(data):
        store = SqliteStore(data)
        await kept(store, ANN)
        data.chmod(0o500)
        await kept(store, *ALL)
        assert not store.trouble
        await store.close()
        again = SqliteStore(data)
        assert again.load().people == (ANN,)
        await again.close()
        data.chmod(0o700)


async def test_a_folder_in_which_nothing_may_be_made_gives_way_to_memory(tmp_path: Path) -> None:
    """From the start: nobody can keep anything there."""
    data = tmp_path / "data"
    data.mkdir(mode=0o500)
    with as_nobody(data):
        store = open_store(Settings(data=data))
    data.chmod(0o700)

    assert isinstance(store, MemoryStore)
    assert store.trouble


# ---- files that belong together


async def test_the_main_file_alone_opens_though_its_journal_stayed_behind(tmp_path: Path) -> None:
    """Killed, and only tuicards.db moved: it opens as it stood before the journal."""
    here, there = tmp_path / "here", tmp_path / "there"
    a_record(here)
    store = SqliteStore(here)
    await kept(store, PersonKept("Late", b"", 7))
    there.mkdir()
    shutil.copy(here / "tuicards.db", there / "tuicards.db")

    moved = SqliteStore(there)
    assert len(moved.load().people) == 301
    await moved.close()
    assert asides(there) == []
    await store.close()


async def test_a_journal_alone_is_set_aside(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    """Where the main file is gone a new one must not be mixed with what another one left behind."""
    store = SqliteStore(tmp_path)
    await kept(store, ANN)
    journal = (tmp_path / "tuicards.db-wal").read_bytes()
    await store.close()
    (tmp_path / "tuicards.db").unlink()
    (tmp_path / "tuicards.db-wal").write_bytes(journal)

    again = SqliteStore(tmp_path)

    assert again.load() == Saved()
    await kept(again, ANN)
    await again.close()
    (name,) = asides(tmp_path)
    assert (tmp_path / name).read_bytes() == journal
    assert len(caplog.records) == 1


# ---- a disk that refuses


async def play_a_party(ann: Peer) -> tuple[Update, float]:
    """To its end; the last picture, and the longest pause in seconds between a move and its answer."""
    loop, longest = asyncio.get_running_loop(), 0.0
    update = await ann.picture()
    while not update.view["outcome"]:
        if update.view["seat"] in update.view["to_act"]:
            asked = loop.time()
            ann.play(update.view["legal"][0])
            await ann.until(Done)
            longest = max(longest, loop.time() - asked)
        update = await ann.until(Update)
    return update, longest


async def at_play(house: House) -> Peer:
    ann = await house.enter("Ann")
    await ann.create("rage", 3, bots=2, options={"round_plan": "2,1"})
    await ann.start()
    return ann


def finished(folder: Path) -> list[Any]:
    """The scores of all parties that are over, in order."""
    db = sqlite3.connect(folder / "tuicards.db")
    try:
        rows = db.execute("select outcome from parties where outcome is not null order by party").fetchall()
        return [msgspec.json.decode(outcome)["scores"] for (outcome,) in rows]
    finally:
        db.close()


async def test_a_game_goes_on_while_another_program_holds_the_file(tmp_path: Path, thorough: bool) -> None:
    """No move waits for long, people are told, and the result is in the file when it is free again."""
    async with open_house(SqliteStore(tmp_path)) as house:
        ann = await at_play(house)
        other = sqlite3.connect(tmp_path / "tuicards.db", isolation_level=None)
        other.execute("begin exclusive")
        end, longest = await play_a_party(ann)
        if thorough:
            await asyncio.sleep(10)
        told = await ann.until(Said, lambda said: said.code == "not_kept")
        other.execute("rollback")
        other.close()

    assert longest < 1.5
    assert told.name == ""
    assert finished(tmp_path) == [end.view["outcome"]["scores"]]


async def test_a_game_is_played_to_its_end_on_a_full_disk_and_people_are_told_once(tmp_path: Path) -> None:
    """What was kept before is still there; what is played goes into the file when it has room again."""
    async with open_house(SqliteStore(tmp_path)) as house:
        ann = await at_play(house)
        first, _ = await play_a_party(ann)
        with no_file_longer_than((tmp_path / "tuicards.db-wal").stat().st_size + 100):
            ann.update = None
            await ann.ask(Rematch)
            second, longest = await play_a_party(ann)
            await ann.until(Said, lambda said: said.code == "not_kept")
            await ann.ask(Rematch)
            db = sqlite3.connect(f"file:{tmp_path}/tuicards.db?mode=ro", uri=True)
            assert db.execute("pragma integrity_check").fetchone() == ("ok",)
            db.close()

    assert longest < 1.5
    assert [said.code for said in ann.heard if isinstance(said, Said)].count("not_kept") == 1
    assert finished(tmp_path) == [update.view["outcome"]["scores"] for update in (first, second)]


async def test_who_comes_just_as_the_disk_begins_to_refuse_is_told_once() -> None:
    """With all others, and not at the greeting too; who comes later hears it then."""
    store = MemoryStore()
    async with open_house(store) as house:
        ann = await house.enter("Ann")
        store.trouble = True
        bo = await house.enter("Bo")
        for peer in (ann, bo):
            await peer.until(Said, lambda said: said.code == "not_kept")
        cy = await house.enter("Cy")

        assert [peer.heard.count(Said(code="not_kept")) for peer in (ann, bo, cy)] == [1, 1, 1]


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A file system of 1 MiB."""
    disk = tmp_path / "disk"
    disk.mkdir()
    command = ["mount", "-t", "tmpfs", "-o", "size=1m", "none", str(disk)]
    try:
        mounted = subprocess.run(command, capture_output=True, check=False).returncode == 0
    except OSError:
        mounted = False
    if not mounted:
        pytest.skip("no file system can be mounted here")
    yield disk
    subprocess.run(["umount", str(disk)], check=True)


@pytest.mark.thorough
async def test_a_disk_of_one_mebibyte_that_is_full(small_disk: Path) -> None:
    """A real file system without room: the game ends, and everything is kept once there is room."""
    async with open_house(SqliteStore(small_disk)) as house:
        ann = await at_play(house)
        with contextlib.suppress(OSError), (small_disk / "filler").open("wb", buffering=0) as filler:
            while True:
                filler.write(bytes(4096))
        end, _ = await play_a_party(ann)
        await ann.until(Said, lambda said: said.code == "not_kept")
        (small_disk / "filler").unlink()

    assert finished(small_disk) == [end.view["outcome"]["scores"]]


# ---- the writer


async def test_a_record_that_can_never_be_kept_takes_no_other_along(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """Tables do not suffer for each other: what was put with the bad one is lost with it, and nothing else."""
    store = SqliteStore(tmp_path)
    bad: list[Record] = [PersonKept("\udcff", b"", 1), PersonKept("with it", b"", 1)]
    odd: Any = object()
    for records in ([ANN], bad, [PersonKept("Bo", b"", 2)], [odd], [PersonKept("Cai", b"", 3)]):
        store.put(records)
    await store.settled()

    assert {person.name for person in store.load().people} == {"Ann", "Bo", "Cai"}
    assert [record.message.split(":")[0] for record in caplog.records] == [
        "2 records can never be kept",
        "1 records can never be kept",
    ]
    assert not store.trouble
    await store.close()
