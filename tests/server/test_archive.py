"""The finished parties of a data folder: all of them, as they were played, while the server runs and afterwards."""

import logging
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from server.archive import finished_parties
from server.cli import main
from server.database import FILE
from server.folding import steps_of
from server.store import SqliteStore
from tests.server.peer import House, Peer, open_house
from tuicards.errors import StorageError
from tuicards.records import PartyRecord, read_record
from tuicards.verify import verify
from tuicards.wire.messages import Done, Rematch, TableInfo

pytestmark = pytest.mark.alone("the record in a file of its own")


async def two_parties(house: House) -> Peer:
    """Two short parties of Rage at one table, and a third that runs."""
    ann = await house.enter("Ann")
    await ann.create("rage", 2, bots=1, options={"round_plan": "1"}, title="kitchen")
    await ann.start()
    for _ in range(2):
        await ann.play_to_the_end()
        assert isinstance(await ann.ask(Rematch), Done)
        ann.update = None
    return ann


@pytest.fixture
async def folder(tmp_path: Path) -> Path:
    """What such a server leaves behind."""
    async with open_house(SqliteStore(tmp_path)) as house:
        await two_parties(house)
    return tmp_path


def change(folder: Path, *statements: str) -> None:
    """As somebody else might."""
    with closing(sqlite3.connect(folder / FILE)) as db, db:
        for statement in statements:
            db.execute(statement)


def unfolded(folder: Path) -> None:
    """Every move in a row, as older releases keep them."""
    with closing(sqlite3.connect(folder / FILE)) as db, db:
        for uid, party in db.execute("select uid, party from parties").fetchall():
            for step in steps_of(db, uid, party):
                db.execute("insert or replace into moves values (?, ?, ?, ?, ?, ?, ?, ?, ?)", (uid, party, *step))
        db.execute("update parties set moves = null")


async def test_every_finished_party_is_there_and_true(tmp_path: Path) -> None:
    """While the server runs, and after it has stopped; not the one that goes on."""
    async with open_house(SqliteStore(tmp_path)) as house:
        ann = await two_parties(house)
        assert (ann.table or await ann.until(TableInfo)).title == "kitchen"
        running = list(finished_parties(tmp_path))
    stopped = list(finished_parties(tmp_path))

    assert running == stopped
    assert [(record.party, record.names) for record in stopped] == [(1, ("", "")), (2, ("Ann", "Bot 2"))]
    for record in stopped:
        assert verify(record).right
        assert (record.title, record.secret != "", record.played is not None) == ("kitchen", True, True)


def test_the_command_writes_each_once(folder: Path, tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    """As replay files, for nobody else to read; what is there already stays."""
    out = tmp_path / "out"
    again = ["records", "--data", str(folder), str(out)]

    assert (main(again, {}), capfd.readouterr().out) == (0, f"2 records have been written into {out}\n")
    assert (main(again, {}), capfd.readouterr().out) == (0, f"0 records have been written into {out}\n")
    written = sorted((read_record(path) for path in out.iterdir()), key=lambda record: record.party)
    assert written == list(finished_parties(folder))
    assert {path.stat().st_mode & 0o777 for path in out.iterdir()} == {0o600}


def test_nothing_is_written_where_it_is_read(folder: Path) -> None:
    """The file stays as it was, byte for byte."""
    before = (folder / FILE).read_bytes()
    list(finished_parties(folder))

    assert (folder / FILE).read_bytes() == before


@pytest.mark.parametrize(
    "damage",
    [
        "update parties set outcome = 'x' where party = 1",
        "update parties set options = '[]' where party = 1",
        "update parties set nonces = '[\"\"]' where party = 1",
        "update parties set secret = 'x' where party = 1",
        "update parties set moves = substr(moves, 1, 20) where party = 1",
        "update parties set moves = zeroblob(50) where party = 1",
        "delete from moves where party = 1 and number = 1",
    ],
)
def test_a_damaged_party_is_named_and_the_others_are_told(
    damage: str, folder: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """Never half a one."""
    if " from moves" in damage:
        unfolded(folder)
    change(folder, damage)
    with caplog.at_level(logging.ERROR):
        found = [record.party for record in finished_parties(folder)]

    assert found == [2]
    assert "party 1 of table" in caplog.text


def test_a_move_that_has_become_another_is_for_verify_to_find(folder: Path) -> None:
    """Even where it is no text at all any more."""
    unfolded(folder)
    change(folder, "update moves set move = cast(x'ff' as text) where party = 1 and number = 0")

    assert [verify(record).code for record in finished_parties(folder)] == [
        "verdict.wrong_move",
        "verdict.no_numbers",
    ]


def test_a_table_that_is_gone_leaves_its_parties(folder: Path) -> None:
    """Without names."""
    change(folder, "delete from tables")
    records: list[PartyRecord] = list(finished_parties(folder))

    assert [(record.names, record.table) for record in records] == [(("", ""), "")] * 2


OLDER = {
    3: ("alter table parties drop column moves",),
    2: ("drop table keys",),
    1: (
        "alter table parties drop column secret", "alter table parties drop column nonces",
        "alter table moves drop column clock_left",
    ),
}  # fmt: skip
"""What a later version has that these have not."""


@pytest.mark.parametrize("version", OLDER)
def test_a_folder_of_an_older_version_is_read_too(version: int, folder: Path) -> None:
    """And stays as it is. In the first one nothing is known of deals."""
    unfolded(folder)
    dropped = [statement for later in OLDER if later >= version for statement in OLDER[later]]
    change(folder, *dropped, f"pragma user_version = {version}")
    before = (folder / FILE).read_bytes()

    verdicts = [verify(record) for record in finished_parties(folder)]
    assert [verdict.right for verdict in verdicts] == [True] * 2
    assert [verdict.code == "verdict.moves_only" for verdict in verdicts] == [version == 1] * 2
    assert (folder / FILE).read_bytes() == before


@pytest.mark.parametrize("content", [None, b"", b"no database at all, but long enough to be one" * 100])
def test_what_is_no_record_says_so(content: bytes | None, tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    """One line, exit code 1; nothing is made there."""
    if content is not None:
        (tmp_path / FILE).write_bytes(content)
    code = main(["records", "--data", str(tmp_path), str(tmp_path / "out")], {})
    told = capfd.readouterr()

    assert (code, told.out, told.err.count("\n")) == (1, "", 1)
    assert (tmp_path / FILE).exists() == (content is not None)


def test_a_record_of_a_newer_version_is_left_alone(folder: Path) -> None:
    """It may mean something else."""
    change(folder, "pragma user_version = 99")
    with pytest.raises(StorageError, match="data_of_newer_version"):
        list(finished_parties(folder))


def test_without_a_home_one_names_the_folder(capfd: pytest.CaptureFixture[str]) -> None:
    """A wrong command is exit code 2."""
    with pytest.raises(SystemExit) as left:
        main(["records", "out"], {})

    assert left.value.code == 2
    assert "--data" in capfd.readouterr().err
