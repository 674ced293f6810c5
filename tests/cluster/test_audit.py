"""The audit of a cluster finds what must never be; otherwise a run that ends well would prove nothing."""

from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest

from server.cluster.keys import Keys
from server.cluster.link import Link
from server.records import Moved, PartyOver, Record, TableKept
from server.store import SqliteStore
from tests.cluster.audit import (
    Acknowledged,
    Logged,
    faults_of_archives,
    faults_of_logs,
    logged_ever,
    logged_now,
    moves_in,
)
from tests.cluster.redis_process import RedisProcess
from tests.cluster.table_talk import UID, Cluster, KeptParty, keep
from tests.server.test_store import SNAPSHOT


def log_of(steps: list[list[Record]], fence: int = 1) -> list[Logged]:
    """As a cluster writes it."""
    return [Logged(UID, number, fence, number == 1, tuple(step)) for number, step in enumerate(steps, 1)]


def twice(log: list[Logged]) -> None:
    log.insert(8, log[7])


def gap(log: list[Logged]) -> None:
    del log[3]


def old_fence(log: list[Logged]) -> None:
    log[9:] = [entry._replace(fence=0) for entry in log[9:]]


def move_lost(log: list[Logged]) -> None:
    place = next(place for place, entry in enumerate(log) if isinstance(entry.records[0], Moved))
    log[place] = log[place]._replace(records=())


def move_changed(log: list[Logged]) -> None:
    """By a base that tells another story than was told."""
    place = next(place for place, entry in enumerate(log) if isinstance(entry.records[0], Moved))
    told = [record for entry in log[: place + 1] for record in entry.records if not isinstance(record, Moved)]
    (move,) = (record for record in log[place].records if isinstance(record, Moved))
    other = msgspec.structs.replace(move, entry=msgspec.structs.replace(move.entry, move="another"))
    log.insert(place + 1, Logged(UID, place + 2, 1, True, (*told, other)))
    log[place + 2 :] = [entry._replace(number=entry.number + 1) for entry in log[place + 2 :]]


def other_result(log: list[Logged]) -> None:
    (over,) = (record for record in log[-1].records if isinstance(record, PartyOver))
    false = msgspec.structs.replace(over, outcome=over.outcome.replace("[", "[99,", 1))
    log[-1] = log[-1]._replace(records=(*log[-1].records[:1], false))


@pytest.mark.parametrize(
    ("spoil", "told"),
    [
        (twice, "entry 8 was written before"),
        (gap, "entry 5 follows on a gap"),
        (old_fence, "entry 10 has fence 0, after 1"),
        (move_lost, "has move 1, after 0"),
        (move_changed, "has another move 0"),
        (other_result, "verdict.wrong_result"),
    ],
)
def test_a_fault_is_found(spoil: Callable[[list[Logged]], None], told: str) -> None:
    """Where there is one; and none where there is none."""
    log = log_of(KeptParty(round_plan="2,1").play())
    assert faults_of_logs(log) == []
    spoil(log)

    assert told in " ".join(faults_of_logs(log))


def test_moves_of_people_are_told(cluster: Cluster) -> None:
    """By the request that brought them, each of them once."""
    steps = KeptParty().play()
    moves = [record for step in steps for record in step if isinstance(record, Moved)]

    assert moves_in(log_of(steps)) == {Acknowledged(UID, 1, move.entry.seat, move.id) for move in moves}
    assert len(moves_in(log_of(steps))) == len(moves) > 0


async def test_all_that_was_ever_written_can_be_read(
    own_redis: RedisProcess, own_link: Link, keys: Keys, tmp_path: Path
) -> None:
    """Of two parties and a closed table, of which nothing is left in the log; also after Redis was started anew."""
    cluster, party = Cluster(own_link, keys), KeptParty()
    steps = [*party.play(), *party.again().play()]
    journal = cluster.journal()
    await keep(journal, *steps)
    now = await logged_now(own_link, keys)
    own_redis.restart()
    last = party.leave()
    await keep(journal, *last)

    ever = logged_ever(tmp_path / "redis", keys)
    assert [entry.number for entry in ever] == list(range(1, len(steps) + len(last) + 1))
    assert 0 < len(now) < len(steps)
    assert ever[len(steps) - len(now) : len(steps)] == now
    assert faults_of_logs(ever) == []


async def test_what_is_archived_nowhere_or_in_two_ways_is_found(tmp_path: Path) -> None:
    """A party that came to its end in a log; and what one node has otherwise than another."""
    steps = KeptParty().play()
    assert "is archived nowhere" in " ".join(faults_of_archives([], log_of(steps)))

    here, there = tmp_path / "a", tmp_path / "b"
    await archive(here, steps)
    await archive(there, steps)
    assert faults_of_archives([here, there], log_of(steps)) == []
    await archive(there, [[TableKept(msgspec.structs.replace(SNAPSHOT, uid=UID, title="elsewhere"))]])
    assert "is another elsewhere" in " ".join(faults_of_archives([here, there], log_of(steps)))


async def archive(folder: Path, steps: list[list[Record]]) -> None:
    store = SqliteStore(folder)
    for records in steps:
        store.put(records)
    await store.close()
