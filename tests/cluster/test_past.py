"""What a table's log amounts to: one entry can stand for all, and each finished party is there to be archived."""

import msgspec
import pytest

from server.cluster.past import Past
from server.records import PartyOver, Record, TableClosed, TableKept
from tests.cluster.table_talk import UID, KeptParty


def past_of(steps: list[list[Record]], archived: int = 0) -> Past:
    past = Past(archived)
    for entry in steps:
        past.take(entry)
    return past


@pytest.mark.parametrize("archived", [0, 1, 2])
def test_one_entry_stands_for_all(archived: int) -> None:
    """At each step of two parties and of their table's end; what is archived need not be in it."""
    party = KeptParty()
    steps = [*party.play(), *party.again().play(), *party.leave()]
    for number in range(1, len(steps) + 1):
        past = past_of(steps[:number], archived)
        again = past_of([past.whole()], archived)

        assert (again.saved(), again.over, again.closed) == (past.saved(), past.over, past.closed)
        assert again.last() == past.last()


def test_a_finished_party_waits_for_the_archive() -> None:
    """With the table as it was right after its end; not any more when it is archived."""
    party = KeptParty()
    first = party.play()
    past = past_of([*first, *party.again().play()])

    (kept,) = (record for record in past.over[1] if isinstance(record, TableKept))
    assert kept == [record for step in first for record in step if isinstance(record, TableKept)][-1]
    past.archived(2)
    past.take([TableKept(msgspec.structs.replace(kept.snapshot, title="den"))])
    assert past.over == {}


def test_a_party_that_ends_with_its_table_is_finished() -> None:
    """Nothing more is kept of the table then."""
    steps = KeptParty().play()
    end: list[Record] = [record for record in steps[-1] if not isinstance(record, TableKept)]
    steps[-1] = [*end, TableClosed(UID)]
    past = past_of(steps)

    assert past.closed
    assert [type(record) for record in past.over[1]][-2:] == [PartyOver, TableKept]
