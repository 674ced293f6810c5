"""What is over leaves Redis: parties for the archive of a node, which is a server's; closed tables altogether."""

import sqlite3
from contextlib import closing
from pathlib import Path

import msgspec
import pytest

from server.archive import finished_parties
from server.cli import main
from server.cluster.archiving import Archive
from server.cluster.journal import TableJournal, new_journal, take_over
from server.cluster.strays import strays
from server.cluster.table_log import TableLog
from server.database import FILE
from server.records import Record, TableClosed, TableKept
from server.store import MemoryStore, SqliteStore, Store
from tests.cluster.audit import faults_of_archives, logged_now
from tests.cluster.table_talk import UID, Cluster, KeptParty, keep
from tests.server.test_store import SNAPSHOT
from tuicards.records import PartyRecord
from tuicards.verify import verify

MADE: list[Record] = [TableKept(SNAPSHOT)]


class Node:
    """A node's own file, and what goes there."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.store = SqliteStore(folder)
        self.archive = Archive(self.store)

    def journal(self, cluster: Cluster) -> TableJournal:
        """Of a new table."""
        return new_journal(cluster.link, cluster.keys, UID, cluster.number(), cluster.number(), self.archive)

    async def take_over(self, cluster: Cluster) -> TableJournal | None:
        run, fence = cluster.number(), cluster.number()
        taken = await take_over(cluster.link, cluster.keys, UID, run, fence, self.archive)
        return None if taken is None else taken.journal

    async def stop(self) -> list[PartyRecord]:
        """What has been archived there."""
        await self.archive.close()
        await self.store.close()
        return list(finished_parties(self.folder))


async def die_after(cluster: Cluster, steps: list[list[Record]], seq: int = 0) -> None:
    """A node keeps these steps and archives nothing any more."""
    log = TableLog(cluster.link, cluster.keys, UID, cluster.number(), cluster.number(), seq)
    for records in steps:
        await log.append(records, base=log.seq == 0)


async def test_a_finished_party_is_archived(cluster: Cluster, tmp_path: Path) -> None:
    """Whole and true, with its names and its deal, as a server alone archives it; Redis knows that it is."""
    party, node = KeptParty(), Node(tmp_path / "node")
    steps = party.play()
    await keep(node.journal(cluster), *steps)
    (record,) = await node.stop()

    alone = SqliteStore(tmp_path / "alone")
    for records in steps:
        alone.put(records)
    await alone.close()
    (same,) = finished_parties(tmp_path / "alone")
    assert msgspec.structs.replace(record, played=same.played) == same
    assert (record.names, verify(record).right) == (("Ann", "Bo"), True)
    assert (await cluster.head())["archived"] == b"1"


async def test_the_operator_gets_it_and_a_server_alone_restores_no_table(
    cluster: Cluster, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    """From the file of a node: `records` writes each party once; no table of the cluster is open there."""
    party, node = KeptParty(), Node(tmp_path / "node")
    await keep(node.journal(cluster), *party.play(), *party.again().play(), *party.again().new_steps())
    await node.stop()

    out = tmp_path / "out"
    assert main(["records", "--data", str(node.folder), str(out)], {}) == 0
    assert capfd.readouterr().out == f"2 records have been written into {out}\n"
    alone = SqliteStore(node.folder)
    assert alone.load().tables == ()
    await alone.close()


@pytest.mark.parametrize("last", ["over", "begun again", "closed"])
async def test_what_the_last_owner_left_undone_is_archived_by_the_next(
    last: str, cluster: Cluster, tmp_path: Path
) -> None:
    """The party is over, and the node died before it was archived; whatever happened at the table since."""
    party, node = KeptParty(), Node(tmp_path)
    steps = party.play()
    if last != "over":
        steps += party.again().new_steps() if last == "begun again" else party.leave()
    await die_after(cluster, steps)

    journal = await node.take_over(cluster)
    assert [record.party for record in await node.stop()] == [1]
    assert (journal is None) == (last == "closed")
    assert faults_of_archives([tmp_path], await logged_now(cluster.link, cluster.keys)) == []


async def test_a_party_may_be_archived_twice(
    cluster: Cluster, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    """By two nodes, or by one again: each file has it once, and it is the same in both; `records` writes it once."""
    steps = KeptParty().play()
    await die_after(cluster, steps)
    for name in ("a", "b", "a"):
        node = Node(tmp_path / name)
        before = await cluster.remembered()
        await node.take_over(cluster)
        assert len(await node.stop()) == 1
        await cluster.lose_since(before)

    folders = [tmp_path / "a", tmp_path / "b"]
    assert faults_of_archives(folders, await cluster.log()) == []
    with closing(sqlite3.connect(folders[1] / FILE, isolation_level=None)) as later:
        later.execute("update parties set ended = ended + 60")
    for folder in folders:
        assert main(["records", "--data", str(folder), str(tmp_path / "out")], {}) == 0
    assert [line.split()[0] for line in capfd.readouterr().out.splitlines()] == ["1", "0"]


async def test_what_is_archived_is_not_archived_again(cluster: Cluster, tmp_path: Path) -> None:
    """By whoever takes the table over."""
    first, second = Node(tmp_path / "a"), Node(tmp_path / "b")
    await keep(first.journal(cluster), *KeptParty().play())
    await first.stop()
    await second.take_over(cluster)

    assert await second.stop() == []


async def test_a_closed_table_leaves_redis(cluster: Cluster, tmp_path: Path) -> None:
    """All but the mark that it is closed; its parties are in the archive, with the names."""
    party, node = KeptParty(), Node(tmp_path)
    await keep(node.journal(cluster), *party.play(), *party.leave())

    assert [record.names for record in await node.stop()] == [("Ann", "Bo")]
    assert await cluster.log() == []
    assert set(await cluster.head()) == {"run", "fence", "closed"}


async def test_a_table_that_was_closed_by_a_fault_is_there_to_be_looked_at(cluster: Cluster, tmp_path: Path) -> None:
    """In the node's file, with the party that did not come to its end, as a server alone keeps it."""
    party, node = KeptParty(), Node(tmp_path)
    fault: list[Record] = [TableClosed(UID, "fault")]
    party.step()
    await keep(node.journal(cluster), *party.new_steps(), fault)
    assert await node.stop() == []

    with closing(sqlite3.connect(tmp_path / FILE)) as db:
        assert db.execute("select closed, why from tables").fetchall() == [(1, "fault")]
        assert db.execute("select party, outcome from parties").fetchall() == [(1, None)]
        assert db.execute("select count(*) from moves").fetchone() == (1,)


@pytest.mark.thorough
async def test_a_disk_that_refuses_keeps_the_party_in_redis(cluster: Cluster, tmp_path: Path) -> None:
    """Even while further ones are played; when it takes records again, all are archived."""
    party, node = KeptParty(), Node(tmp_path / "a")
    other = sqlite3.connect(node.folder / FILE, isolation_level=None)
    other.execute("begin exclusive")
    journal = node.journal(cluster)
    await keep(journal, *party.play(), *party.again().play())
    await node.store.settled()
    assert node.store.keeping == "refused"
    assert "archived" not in await cluster.head()

    other.execute("rollback")
    other.close()
    assert [record.party for record in await node.stop()] == [1, 2]
    assert (await cluster.head())["archived"] == b"2"


async def test_what_a_refusing_disk_did_not_take_the_next_owner_archives(cluster: Cluster, tmp_path: Path) -> None:
    """Both parties, although the log has begun anew since the first."""
    party, broken, sound = KeptParty(), Node(tmp_path / "a"), Node(tmp_path / "b")
    other = sqlite3.connect(broken.folder / FILE, isolation_level=None)
    other.execute("begin exclusive")
    await keep(broken.journal(cluster), *party.play(), *party.again().play())
    await sound.take_over(cluster)
    other.close()
    await broken.stop()

    assert [record.party for record in await sound.stop()] == [1, 2]
    assert faults_of_archives([sound.folder], await cluster.log()) == []


async def test_a_store_in_memory_archives_by_forgetting(cluster: Cluster) -> None:
    """As a server alone that has no folder."""
    store: Store = MemoryStore()
    archive, party = Archive(store), KeptParty()
    journal = new_journal(cluster.link, cluster.keys, UID, cluster.number(), cluster.number(), archive)
    await keep(journal, *party.play())
    await archive.close()

    assert (await cluster.head())["archived"] == b"1"
    assert store.load().tables == ()


async def test_tables_that_nobody_looks_after_are_found(cluster: Cluster) -> None:
    """Those whose owner is gone; not the closed ones, and not those of nodes that live."""
    for uid, closes in (("gone", False), ("lives", False), ("closed", True)):
        log = TableLog(cluster.link, cluster.keys, uid, cluster.number(), cluster.number())
        await log.append(MADE, base=True)
        if closes:
            await log.close()

    assert await strays(cluster.link, cluster.keys, alive={3}) == ["gone"]
