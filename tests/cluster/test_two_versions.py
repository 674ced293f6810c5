"""Two versions side by side: what the newer one adds, the older one leaves aside; what it lacks has a value."""

from typing import Any

import msgspec
import pytest

from server.cluster.facts import Came, Closed, Gone, Heard, Kept, Listed, Quieted, Stated, Went
from server.cluster.letters import (
    CameBack,
    Departed,
    Followed,
    Handed,
    Letter,
    SentAway,
    ShutDown,
    Told,
    Wanted,
    WasLost,
)
from server.cluster.nodes import NodeInfo
from server.cluster.table_log import unpacked
from server.mail import Listing
from server.records import Moved, PartyBegun, PersonKept, Spoken, TableClosed
from tuicards.games.history import Entry, Header
from tuicards.wire.messages import Done, JoinTable, Said, TableLine

LINE = TableLine(
    table="KTCH", game="rage", title="Ann", seats=2, people=1, bots=0, watchers=0, state="open", owner="Ann"
)
LISTING = Listing(LINE, True, frozenset({"Ann"}), 1, frozenset({"Ann"}))

FACTS = (
    Came("Ann", 1, 2),
    Went("Ann", 2),
    Listed("KTCH", "u1", 1, 3, LISTING),
    Closed("KTCH", "u1"),
    Heard(Said(name="Ann", text="hello")),
    Quieted("Ann", 60.0),
    Kept(PersonKept("Ann", b"hash", 5)),
    Gone(1),
)
LETTERS = (
    Wanted("KTCH", "Ann", 1, 2, JoinTable(id=1, table="KTCH")),
    WasLost("KTCH", "Ann", 1, 2),
    CameBack("KTCH", "Ann", 1, 2, 7),
    ShutDown("KTCH"),
    Followed("Ann", "KTCH"),
    Told("Ann", "KTCH", Done(1)),
    Departed("Ann", "KTCH"),
    Handed("KTCH", "u1"),
    SentAway("Ann", "kicked", {"of_a_later_version": "more"}),
)
RECORDS = (
    PartyBegun("u1", 1, Header("rage", 1, 2, b"seed", {"of_a_later_version": "more"})),
    Moved("u1", 1, 0, Entry(0, "bid 1"), 1, 2),
    Spoken("u1", 1, "Ann", "hello"),
    TableClosed("u1"),
)


def later(value: Any) -> Any:
    """The value as a later version would send it: each map has something that this version does not know."""
    if isinstance(value, dict):
        return {**{key: later(part) for key, part in value.items()}, "of_a_later_version": "more"}
    return [later(part) for part in value] if isinstance(value, list) else value


def as_later(value: Any) -> bytes:
    return msgspec.msgpack.encode(later(msgspec.msgpack.decode(msgspec.msgpack.encode(value))))


@pytest.mark.parametrize("fact", FACTS, ids=lambda fact: type(fact).__name__)
def test_a_fact_with_more_in_it_is_understood(fact: Any) -> None:
    """As if the rest were not there."""
    assert msgspec.msgpack.decode(as_later(Stated(1, fact)), type=Stated) == Stated(1, fact)


@pytest.mark.parametrize("letter", LETTERS, ids=lambda letter: type(letter).__name__)
def test_a_letter_with_more_in_it_is_understood(letter: Any) -> None:
    """As if the rest were not there; what a person asked stays what it was."""
    assert msgspec.msgpack.decode(as_later(letter), type=Letter) == letter


def test_a_step_of_a_table_with_more_in_it_is_understood() -> None:
    """A table can be taken over from a node of the next version."""
    assert unpacked(as_later(RECORDS)) == RECORDS


def test_a_node_of_the_version_before_is_known() -> None:
    """It says nothing of what came later."""
    told = msgspec.msgpack.encode({"run": 1, "name": "n1", "address": "here:1", "version": "0.1.0"})
    assert msgspec.msgpack.decode(told, type=NodeInfo).name == "n1"
