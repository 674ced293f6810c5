"""Backup while people play, and restore: nothing is lost, nobody waits, nothing is written over."""

import asyncio
import os
import sqlite3
import stat
import threading
from pathlib import Path

import pytest

from server.cli import main
from server.database import Database
from server.lockfile import FolderLock
from server.orders import Backup
from server.records import Banned, PersonKept, Record, Saved
from server.schema import VERSION
from server.store import MemoryStore, SqliteStore
from tests.server.peer import open_house
from tests.server.test_operator import at_the_desk, refusal
from tuicards.errors import StorageError

pytestmark = pytest.mark.alone("the record in a file of its own")


def person(number: int) -> Record:
    return PersonKept(f"Ann {number}", bytes(32), seen=1)


def kept(folder: Path) -> Saved:
    """What a server would find there."""
    database = Database(folder)
    try:
        return database.load()
    finally:
        database.close()


async def backed_up(folder: Path, *records: Record) -> Path:
    """A backup of a record that holds these."""
    store = SqliteStore(folder / "old")
    store.put(records)
    await store.settled()
    await store.back_up(folder / "copy.db")
    await store.close()
    return folder / "copy.db"


def restored(file: Path, folder: Path, *flags: str) -> int:
    return main(("restore", str(file), "--data", str(folder), *flags), {})


async def test_a_backup_holds_what_was_kept_and_is_its_owners_alone(tmp_path: Path) -> None:
    """One file without side files; what its maker is told of it is true; what is put meanwhile is kept too."""
    store = SqliteStore(tmp_path / "data")
    store.put([person(1), Banned("name", "eve")])
    await store.settled()
    made = await store.back_up(tmp_path / "copy.db")
    await store.close()

    assert sorted(os.listdir(tmp_path)) == ["copy.db", "data"]
    assert (made.file, made.parties) == (str(tmp_path / "copy.db"), 0)
    status = (tmp_path / "copy.db").stat()
    assert (status.st_size, stat.S_IMODE(status.st_mode)) == (made.bytes, 0o600)
    assert restored(tmp_path / "copy.db", tmp_path / "new") == 0
    assert kept(tmp_path / "new") == kept(tmp_path / "data")


class SlowlyCopied(SqliteStore):
    """Whose backup takes as long as it is let, between two of its steps."""

    def __init__(self, folder: Path) -> None:
        self.begun, self.go_on = threading.Event(), threading.Event()
        super().__init__(folder)

    def _between_steps(self) -> None:
        self.begun.set()
        super()._between_steps()
        while not self.go_on.wait(0.001):
            super()._between_steps()


async def test_nobody_waits_for_a_backup(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A party is begun and played to its end while the copy is made, and is in it whole."""
    monkeypatch.setattr("server.backup.STEP", 1)
    store = SlowlyCopied(tmp_path / "data")
    async with at_the_desk(tmp_path, store) as desk:
        ann = await desk.house.enter("Ann")
        await ann.create(bots=1)
        copying = asyncio.create_task(store.back_up(tmp_path / "copy.db"))
        assert await asyncio.to_thread(store.begun.wait, 30)
        async with asyncio.timeout(30):
            await ann.start()
            last = await ann.play_to_the_end()
        assert last.view["outcome"]
        assert not copying.done()
        assert not (tmp_path / "copy.db").exists()
        store.go_on.set()
        assert (await copying).parties == 1

    assert restored(tmp_path / "copy.db", tmp_path / "new") == 0
    [table] = kept(tmp_path / "new").tables
    assert table.snapshot.state == "over"
    assert len(table.moves) > 4


async def test_a_party_in_play_goes_on_from_its_backup(tmp_path: Path) -> None:
    """On another machine, say: same people, same seats, same cards."""
    async with open_house(SqliteStore(tmp_path / "data")) as house:
        ann = await house.enter("Ann")
        await ann.create("rage", 3, bots=2, options={"round_plan": "2,1"})
        await ann.start()
        before = await ann.picture()
        await house.service.operator().do(Backup(str(tmp_path / "copy.db")))

    assert restored(tmp_path / "copy.db", tmp_path / "new") == 0
    async with open_house(SqliteStore(tmp_path / "new")) as house:
        again = await house.enter(token=ann.token)
        update = await again.picture()
        assert update.view["hand"] == before.view["hand"]
        await again.play_to_the_end()


async def test_a_folder_gets_a_new_file_and_no_file_is_written_over(tmp_path: Path) -> None:
    """Not even by way of a dangling link; a folder that is not there is an error; what was begun is gone."""
    store = SqliteStore(tmp_path / "data")
    made = await store.back_up(tmp_path)
    (tmp_path / "there").write_text("precious")
    (tmp_path / "link").symlink_to("nowhere")
    for name, code in (("there", "backup_exists"), ("link", "backup_exists"), ("no/such", "cannot_write")):
        with pytest.raises(StorageError, match=code):
            await store.back_up(tmp_path / name)
    with pytest.raises(StorageError, match="cannot_write"):
        await store.back_up(Path("x\0y"))
    await store.close()

    assert Path(made.file).parent == tmp_path
    assert (tmp_path / "there").read_text() == "precious"
    assert sorted(os.listdir(tmp_path)) == sorted(["data", "there", "link", Path(made.file).name])


async def test_backups_of_one_second_in_a_folder_have_names_of_their_own(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One after the other, and two at once."""
    monkeypatch.setattr("server.backup.time.strftime", lambda form: "tuicards-20250101-030000")
    (tmp_path / "copies").mkdir()
    store = SqliteStore(tmp_path / "data")
    await store.back_up(tmp_path / "copies")
    made = await asyncio.gather(*(store.back_up(tmp_path / "copies") for _ in range(2)))
    await store.close()

    assert sorted(os.listdir(tmp_path / "copies")) == [
        "tuicards-20250101-030000-2.db", "tuicards-20250101-030000-3.db", "tuicards-20250101-030000.db",
    ]  # fmt: skip
    assert len({copied.file for copied in made}) == 2


async def test_the_host_keys_belong_to_a_backup(tmp_path: Path) -> None:
    """With them guests find the same server; another key that is there is set aside; other names count nothing."""
    (tmp_path / "old").mkdir()
    (tmp_path / "old" / "ssh_host_ed25519_key").write_text("secret")
    (tmp_path / "old" / "notes").write_text("mine")
    copy = await backed_up(tmp_path, person(1))
    with sqlite3.connect(copy) as db:
        db.execute("insert into kept_files values ('../ssh_host_evil', x'00')")
    db.close()
    new = tmp_path / "new"
    new.mkdir()
    (new / "ssh_host_ed25519_key").write_text("another")

    assert restored(copy, new) == 0
    assert (new / "ssh_host_ed25519_key").read_text() == "secret"
    assert stat.S_IMODE((new / "ssh_host_ed25519_key").stat().st_mode) == 0o600
    [aside] = new.glob("ssh_host_ed25519_key.aside-*")
    assert aside.read_text() == "another"
    assert sorted(os.listdir(tmp_path)) == ["copy.db", "new", "old"]
    assert len(kept(new).people) == 1


async def test_a_record_that_is_there_stays_unless_it_is_to_be_set_aside(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """And never is it deleted: with --force it has another name, which is told."""
    copy = await backed_up(tmp_path, person(1), person(2))
    store = SqliteStore(tmp_path / "data")
    store.put([person(3)])
    await store.close()

    assert restored(copy, tmp_path / "data") == 1
    assert "--force" in capsys.readouterr().err
    assert [each.name for each in kept(tmp_path / "data").people] == ["Ann 3"]
    assert restored(copy, tmp_path / "data", "--force") == 0
    assert [each.name for each in kept(tmp_path / "data").people] == ["Ann 1", "Ann 2"]
    [aside] = (tmp_path / "data").glob("tuicards.db.aside-*")
    assert aside.name in capsys.readouterr().out
    with sqlite3.connect(aside) as db:
        assert db.execute("select name from people").fetchall() == [("Ann 3",)]
    db.close()


async def test_what_is_no_backup_is_refused_and_changes_nothing(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """With one line that says why; no folder is made for it."""
    good = (await backed_up(tmp_path, *map(person, range(500)))).read_bytes()
    newer = bytearray(good)
    newer[60:64] = (VERSION + 1).to_bytes(4)
    foreign = bytearray(good)
    foreign[68:72] = b"abcd"
    damaged = bytearray(good)
    damaged[4200:9000] = bytes(range(240)) * 20
    wrong: dict[str, bytes | bytearray] = {
        "empty": b"", "noise": os.urandom(100), "damaged": damaged, "another program's": foreign,
        "newer version": newer, "damaged or cut": good[: len(good) // 2],
    }  # fmt: skip
    for name, content in wrong.items():
        (tmp_path / name).write_bytes(content)
        assert restored(tmp_path / name, tmp_path / "far" / "new") == 1, name
        assert not (tmp_path / "far").exists()
        [line] = capsys.readouterr().err.splitlines()
        assert line.startswith("tuicards-server restore: "), line
    os.mkfifo(tmp_path / "fifo")
    for name in ("fifo", "old", "missing"):
        assert restored(tmp_path / name, tmp_path / "far" / "new") == 1, name
        assert not (tmp_path / "far").exists()
        assert len(capsys.readouterr().err.splitlines()) == 1


async def test_a_refused_restore_leaves_a_folder_as_it_was(tmp_path: Path) -> None:
    """Whoever looks into it sees what was there: with a lock file only if there was one."""
    copy = await backed_up(tmp_path, person(1))
    (tmp_path / "old" / "server.lock").unlink()
    before = sorted(os.listdir(tmp_path / "old"))
    assert restored(copy, tmp_path / "old") == 1
    assert sorted(os.listdir(tmp_path / "old")) == before
    (tmp_path / "old" / "server.lock").touch()
    assert restored(copy, tmp_path / "old") == 1
    assert sorted(os.listdir(tmp_path / "old")) == sorted([*before, "server.lock"])


@pytest.mark.skipif(os.geteuid() != 0, reason="needs root")
async def test_what_root_restores_belongs_to_the_folders_owner(tmp_path: Path) -> None:
    """Who runs the server there, and could not open it otherwise."""
    (tmp_path / "old").mkdir()
    (tmp_path / "old" / "ssh_host_ed25519_key").write_text("secret")
    copy, new = await backed_up(tmp_path, person(1)), tmp_path / "new"
    new.mkdir()
    os.chown(new, 12345, 12346)
    assert restored(copy, new) == 0
    assert {(path.name, path.stat().st_uid, path.stat().st_gid) for path in new.iterdir()} == {
        (name, 12345, 12346) for name in ("tuicards.db", "server.lock", "ssh_host_ed25519_key")
    }


async def test_a_folder_in_use_is_left_alone(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Even with --force."""
    copy = await backed_up(tmp_path, person(1))
    lock = FolderLock(tmp_path / "old")
    assert restored(copy, tmp_path / "old", "--force") == 1
    lock.release()
    assert "Another server is using" in capsys.readouterr().err
    assert len(kept(tmp_path / "old").people) == 1


async def test_a_backup_is_an_order_and_memory_has_none(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A path counts from where one stands; the answer tells size, games and time."""
    async with at_the_desk(tmp_path, MemoryStore()) as desk:
        assert refusal(await desk.order(do="backup", file=str(tmp_path / "copy.db"))) == "nothing_kept"
    store = SqliteStore(tmp_path / "data")
    async with at_the_desk(tmp_path, store) as desk:
        assert await desk.command("backup", str(tmp_path / "copy.db")) == 0
        assert "KiB, 0 games, in 0." in capsys.readouterr().out
        assert await desk.command("backup", str(tmp_path / "copy.db")) == 1
        assert "never written over" in capsys.readouterr().err


async def test_what_waits_for_a_full_disk_is_not_taken_for_saved(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A copy on another disk holds what was kept; how much is not in it is told."""
    store = SqliteStore(tmp_path / "data")
    async with at_the_desk(tmp_path, store) as desk:
        monkeypatch.setattr(SqliteStore, "keeping", "refused")
        monkeypatch.setattr(SqliteStore, "waiting", 7)
        assert (await desk.order(do="backup", file=str(tmp_path / "a.db")))["done"]["backup"]["missing"] == 7
        assert await desk.command("backup", str(tmp_path / "b.db")) == 0
        assert "NOT IN IT: 7 changes" in capsys.readouterr().out
        monkeypatch.undo()
        assert await desk.command("backup", str(tmp_path / "c.db")) == 0
        assert "NOT IN IT" not in capsys.readouterr().out


async def test_a_record_taken_away_underneath_is_noticed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """What is played is in trouble; a backup still saves all of it; with the file back all is well."""
    monkeypatch.setattr("server.store.LOOK_EVERY", 0.01)
    store = SqliteStore(tmp_path / "data")
    file = tmp_path / "data" / "tuicards.db"
    store.put([person(1)])
    await store.settled()
    assert (store.keeping, store.trouble) == ("kept", False)

    file.rename(tmp_path / "data" / "elsewhere")
    await _until(lambda: store.trouble)
    assert store.keeping == "gone"
    await store.back_up(tmp_path / "copy.db")
    (tmp_path / "data" / "elsewhere").rename(file)
    await _until(lambda: not store.trouble)

    file.rename(tmp_path / "data" / "elsewhere")
    file.write_bytes((tmp_path / "copy.db").read_bytes())
    await _until(lambda: store.keeping == "gone")
    await store.close()

    assert restored(tmp_path / "copy.db", tmp_path / "new") == 0
    assert kept(tmp_path / "new").people == (person(1),)
    assert [record.levelname for record in caplog.records] == ["ERROR", "WARNING", "ERROR"]


async def _until(holds: object) -> None:
    assert callable(holds)
    async with asyncio.timeout(30):
        while not holds():  # noqa: ASYNC110, the writing thread tells nobody
            await asyncio.sleep(0.01)
