"""A table's log in Redis: one owner writes, under a fence, and each entry has its number."""

import asyncio

import pytest

from server.cluster.faults import Outdated
from server.cluster.log_scripts import APPEND, TOMBSTONE
from server.cluster.table_log import Behind, Claimed, TableLog, claim, packed, unpacked
from server.records import Record, Spoken, TableKept
from tests.cluster.table_talk import UID, Cluster
from tests.server.test_store import SNAPSHOT

MADE: list[Record] = [TableKept(SNAPSHOT)]


def said(n: int) -> list[Record]:
    return [Spoken(UID, n, "Ann", text=f"line {n}")]


async def new_log(cluster: Cluster, lines: int = 0) -> TableLog:
    """Of a table that was just made, and at which this was said."""
    log = TableLog(cluster.link, cluster.keys, UID, cluster.number(), cluster.number())
    await log.append(MADE, base=True)
    for n in range(1, lines + 1):
        await log.append(said(n))
    return log


async def claimed(cluster: Cluster) -> Claimed:
    found = await claim(cluster.link, cluster.keys, UID, cluster.number(), cluster.number())
    assert found is not None
    return found


async def test_entries_are_there_in_order_for_the_next_owner(cluster: Cluster) -> None:
    """As they were written, numbered from 1; and the next owner's follow."""
    await new_log(cluster, lines=2)

    second = await claimed(cluster)
    assert [list(unpacked(entry)) for entry in second.entries] == [MADE, said(1), said(2)]
    await second.log.append(said(3))
    assert [(entry.number, entry.base, list(entry.records)) for entry in await cluster.log()] == [
        (1, True, MADE), (2, False, said(1)), (3, False, said(2)), (4, False, said(3)),
    ]  # fmt: skip


async def test_an_entry_that_is_sent_again_is_there_once(cluster: Cluster) -> None:
    """As when Redis did it, and its answer was lost."""
    await new_log(cluster, lines=1)
    keys = cluster.keys.head(UID), cluster.keys.log(UID)

    for _ in range(2):
        assert await cluster.link.call(APPEND, keys, (1, 2, 3, "next", packed(said(2)))) == b"kept"
    assert [list(entry.records) for entry in await cluster.log()] == [MADE, said(1), said(2)]


async def test_who_lost_the_table_adds_nothing_any_more(cluster: Cluster) -> None:
    """Neither an entry nor a base, nor does it say what is archived, nor end the table."""
    first = await new_log(cluster, lines=1)
    await claimed(cluster)
    before, head = await cluster.log(), await cluster.head()

    for change in (first.append(said(2)), first.append(MADE, base=True), first.check(), first.archived(1)):
        with pytest.raises(Outdated):
            await change
    fresh = TableLog(cluster.link, cluster.keys, UID, 1, 2, seq=2)
    with pytest.raises(Outdated):
        await fresh.close()
    assert (await cluster.log(), await cluster.head()) == (before, head)


async def test_a_table_goes_to_the_highest_fence_only(cluster: Cluster) -> None:
    """Not to a lower one that comes late, nor to another node with the same; but to the same node again."""
    await new_log(cluster)
    late, high = cluster.number(), cluster.number()
    assert await claim(cluster.link, cluster.keys, UID, 7, high) is not None

    for run, fence in ((8, late), (8, high)):
        with pytest.raises(Outdated):
            await claim(cluster.link, cluster.keys, UID, run, fence)
    again = await claim(cluster.link, cluster.keys, UID, 7, high)
    assert again is not None
    await again.log.append(said(1))


async def test_of_two_owners_at_a_time_one_writes(cluster: Cluster) -> None:
    """Both take the table over while both write: each number is written once, and all that was kept is there."""
    await new_log(cluster)
    kept: list[int] = []

    async def own(numbers: range) -> None:
        log = (await claimed(cluster)).log
        for n in numbers:
            try:
                await log.append(said(n))
                kept.append(n)
            except Outdated:
                log = (await claimed(cluster)).log

    await asyncio.gather(own(range(1, 20)), own(range(101, 120)), own(range(201, 220)))
    there = [record.n for entry in await cluster.log() for record in entry.records if isinstance(record, Spoken)]
    assert sorted(there) == sorted(kept)
    assert kept


async def test_no_log_is_claimed_that_is_not_there(cluster: Cluster) -> None:
    """Of a table that never was, or that is closed."""
    assert await claim(cluster.link, cluster.keys, UID, cluster.number(), cluster.number()) is None
    log = await new_log(cluster)
    await log.close()

    assert await claim(cluster.link, cluster.keys, UID, cluster.number(), cluster.number()) is None


async def test_a_closed_table_is_not_made_again(cluster: Cluster) -> None:
    """By somebody who slept; for that its head stays a day, and nothing else of it."""
    await new_log(cluster)
    second = await claimed(cluster)
    await second.log.close()
    await second.log.close()

    asleep = TableLog(cluster.link, cluster.keys, UID, 1, 2)
    with pytest.raises(Outdated):
        await asleep.append(MADE, base=True)
    assert await cluster.link.ask("EXISTS", cluster.keys.log(UID)) == 0
    assert 0 < await cluster.link.ask("TTL", cluster.keys.head(UID)) <= TOMBSTONE
    assert set(await cluster.head()) == {"run", "fence", "closed"}


async def test_the_owner_of_a_closed_table_writes_nothing_more(cluster: Cluster) -> None:
    """Whatever was on its way."""
    log = await new_log(cluster)
    await log.close()

    with pytest.raises(Outdated):
        await log.append(MADE, base=True)
    assert await cluster.log() == []


async def test_who_is_outdated_stays_so(cluster: Cluster) -> None:
    """Even where Redis forgets that somebody else has the table: others have been told."""
    first = await new_log(cluster)
    before = await cluster.remembered()
    await claimed(cluster)
    with pytest.raises(Outdated):
        await first.append(said(1))
    await cluster.lose_since(before)

    with pytest.raises(Outdated):
        await first.append([*MADE, *said(1)], base=True)
    assert [entry.number for entry in await cluster.log()] == [1]


async def test_on_a_lost_entry_follows_a_base_only(cluster: Cluster) -> None:
    """Redis has lost the newest: no entry leaves a gap."""
    log = await new_log(cluster)
    before = await cluster.remembered()
    await log.append(said(1))
    await cluster.lose_since(before)

    with pytest.raises(Behind):
        await log.check()
    with pytest.raises(Behind):
        await log.append(said(2))
    await log.append([*MADE, *said(1), *said(2)], base=True)
    await log.append(said(3))
    assert [list(entry.records) for entry in await cluster.log()] == [[*MADE, *said(1), *said(2)], said(3)]


async def test_a_lost_taking_over_is_made_good(cluster: Cluster) -> None:
    """The log is under the last owner's fence again; the new one holds on to what it has."""
    first = await new_log(cluster)
    before = await cluster.remembered()
    second = await claimed(cluster)
    await cluster.lose_since(before)

    with pytest.raises(Behind):
        await second.log.append(said(1))
    await second.log.append([*MADE, *said(1)], base=True)
    with pytest.raises(Outdated):
        await first.append(said(9))
    assert [entry.number for entry in await cluster.log()] == [3]
