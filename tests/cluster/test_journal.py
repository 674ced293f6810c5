"""A table's journal in a cluster: the next owner has all that was settled, and nobody else adds to it."""

import asyncio
import logging
from pathlib import Path

import pytest

from server.cluster.archiving import Archive
from server.cluster.faults import Outdated
from server.cluster.journal import LONGEST, Taken, take_over
from server.cluster.keys import Keys
from server.cluster.link import Link
from server.records import Record, SavedTable, Spoken, TableClosed, TableKept
from server.schema import TALK_KEPT
from server.store import MemoryStore
from tests.cluster.audit import faults_of_logs, logged_ever
from tests.cluster.redis_process import RedisProcess
from tests.cluster.table_talk import UID, Cluster, KeptParty, keep
from tests.server.test_store import SNAPSHOT

MADE: list[Record] = [TableKept(SNAPSHOT)]


def said(*numbers: int) -> list[Record]:
    return [Spoken(UID, n, "Ann", text=f"line {n}") for n in numbers]


def expected(*steps: list[Record]) -> SavedTable:
    """What a server alone would keep of the table."""
    store = MemoryStore()
    for records in steps:
        store.put(records)
    (table,) = store.load().tables
    return table


async def taken(cluster: Cluster, uid: str = UID) -> Taken:
    """By a new node."""
    found = await take_over(
        cluster.link, cluster.keys, uid, cluster.number(), cluster.number(), Archive(MemoryStore())
    )
    assert found is not None
    return found


async def test_what_was_put_together_is_one_entry(cluster: Cluster) -> None:
    """In order, up to `settled`; without anything put nothing is written."""
    journal = cluster.journal()
    await keep(journal, MADE)
    journal.put(said(1))
    journal.put(said(2))
    await journal.settled()
    await journal.settled()

    assert [list(entry.records) for entry in await cluster.log()] == [MADE, said(1, 2)]


async def test_a_table_goes_on_from_owner_to_owner(cluster: Cluster) -> None:
    """At each step of two parties another node takes it over, with what a server alone would have kept."""
    party, journal = KeptParty("rage", 2, round_plan="2,1"), cluster.journal()
    steps = [*party.play(), *party.again().play()]
    for number, step in enumerate(steps):
        await keep(journal, step)
        found = await taken(cluster)
        assert found.saved == expected(*steps[: number + 1])
        journal = found.journal
    await cluster.log()


async def test_with_a_new_party_the_log_begins_anew(cluster: Cluster) -> None:
    """It has no entry from before; the table and the last lines are there all the same."""
    party, journal = KeptParty(), cluster.journal()
    first = party.play()
    talk = said(*range(1, TALK_KEPT + 9))
    await keep(journal, *first, talk)
    second = party.again().new_steps()
    await keep(journal, *second)

    assert [entry.base for entry in await cluster.log()] == [True]
    assert (await taken(cluster)).saved == expected(*first, talk, *second)


@pytest.mark.thorough
async def test_a_log_without_parties_does_not_grow_for_ever(cluster: Cluster) -> None:
    """However long people talk before they play; the last lines are there."""
    journal, lines = cluster.journal(), [said(n) for n in range(1, LONGEST + 20)]
    await keep(journal, MADE, *lines)

    assert len(await cluster.log()) == 20
    assert (await taken(cluster)).saved == expected(MADE, *lines)


async def test_who_lost_the_table_is_told_and_keeps_nothing(cluster: Cluster) -> None:
    """As often as they try; what they have put is nowhere."""
    journal = cluster.journal()
    await keep(journal, MADE, said(1))
    second = await taken(cluster)

    closed: list[Record] = [TableClosed(UID, "fault")]
    for step in (said(2), said(3), closed):
        with pytest.raises(Outdated):
            await keep(journal, step)
    with pytest.raises(Outdated):
        await journal.make_sure()
    await keep(second.journal, said(4))
    assert (await taken(cluster)).saved == expected(MADE, said(1, 4))


@pytest.mark.parametrize("steps", [0, 5, 30])
async def test_what_redis_has_lost_is_written_again(
    steps: int, cluster: Cluster, caplog: pytest.LogCaptureFixture
) -> None:
    """The owner has it all in memory: the table itself and its party so far. The log says so."""
    party, journal = KeptParty("goat", 4, limit="6"), cluster.journal()
    told = party.play()[:32]
    await keep(journal, *told[:steps])
    before = await cluster.remembered()
    await keep(journal, *told[steps:-1])
    await cluster.lose_since(before)

    with caplog.at_level(logging.WARNING):
        await keep(journal, told[-1])
    assert "lost the newest" in caplog.text
    assert (await taken(cluster)).saved == expected(*told)
    await cluster.log()


async def test_an_owner_may_look_whether_all_is_there(cluster: Cluster) -> None:
    """Before anything else happens at the table: what Redis has lost is written again, and otherwise nothing."""
    journal = cluster.journal()
    await journal.make_sure()
    await keep(journal, MADE)
    before = await cluster.remembered()
    await keep(journal, said(1))
    await journal.make_sure()
    assert [entry.number for entry in await cluster.log()] == [1, 2]

    await cluster.lose_since(before)
    await journal.make_sure()
    await keep(journal, said(2))
    assert (await taken(cluster)).saved == expected(MADE, said(1, 2))
    assert [entry.number for entry in await cluster.log()] == [3, 4]


async def test_who_is_cancelled_while_settling_may_go_on(cluster: Cluster) -> None:
    """What was put is there once."""
    journal = cluster.journal()
    await keep(journal, MADE)
    journal.put(said(1))
    settling = asyncio.create_task(journal.settled())
    await asyncio.sleep(0)
    settling.cancel()
    await asyncio.gather(settling, return_exceptions=True)

    await keep(journal, said(2))
    assert (await taken(cluster)).saved == expected(MADE, said(1, 2))
    await cluster.log()


async def test_a_closed_table_is_taken_over_by_nobody(cluster: Cluster) -> None:
    """Even where its owner went before its log did."""
    journal = cluster.journal()
    await keep(journal, MADE)
    await keep(journal, [TableClosed(UID)])

    run, fence = cluster.number(), cluster.number()
    assert await take_over(cluster.link, cluster.keys, UID, run, fence, Archive(MemoryStore())) is None


async def test_a_log_that_cannot_be_read_stays_and_is_named(
    cluster: Cluster, caplog: pytest.LogCaptureFixture
) -> None:
    """It is there to be looked at."""
    await keep(cluster.journal(), MADE)
    await cluster.link.ask("XADD", cluster.keys.log(UID), "2-0", "v", b"\xc1", "f", 2)

    run, fence = cluster.number(), cluster.number()
    assert await take_over(cluster.link, cluster.keys, UID, run, fence, Archive(MemoryStore())) is None
    assert f"the log of table {UID} cannot be read" in caplog.text
    assert await cluster.link.ask("XLEN", cluster.keys.log(UID)) == 2


async def test_a_redis_that_dies_and_comes_back_loses_nothing(
    own_redis: RedisProcess, own_link: Link, keys: Keys, tmp_path: Path
) -> None:
    """Killed again and again while a party is played: the table waits, and every number is written once."""
    cluster = Cluster(own_link, keys)
    party, journal = KeptParty("rage", 2, round_plan="2"), cluster.journal()
    steps = party.play()
    playing = asyncio.create_task(keep(journal, *steps))
    for _ in range(3):
        await asyncio.sleep(0)
        await asyncio.to_thread(own_redis.restart)
    await playing

    assert (await taken(cluster)).saved == expected(*steps)
    ever = logged_ever(tmp_path / "redis", keys)
    assert faults_of_logs(ever) == []
    assert [entry.number for entry in ever] == list(range(1, len(steps) + 1))


async def test_nobody_settles_before_what_was_put_earlier_is_there(cluster: Cluster) -> None:
    """Even who has put nothing since."""
    journal = cluster.journal()
    journal.put(MADE)
    first = asyncio.create_task(journal.settled())
    await asyncio.sleep(0)
    await journal.settled()

    assert first.done()
    assert (await taken(cluster)).saved == expected(MADE)
