"""Letters as they lie in an inbox: what is read is what was written."""

import msgspec

from server.cluster.letters import Wanted, to_table
from server.cluster.post import read, written
from server.mail import Asked
from tuicards.wire.messages import LeaveTable, Say


def test_what_the_lobby_asks_for_somebody_reaches_a_table_elsewhere() -> None:
    """A request that nobody waits for has no id, on the wire none is sent without, and yet it arrives as it was."""
    letter = to_table("BCDF", Asked("Ann", LeaveTable(id=0)), 1, 2)
    arrived = read(msgspec.Raw(written(letter)))
    assert isinstance(arrived, Wanted)
    assert arrived.as_asked == LeaveTable(id=0)


def test_a_request_of_a_person_arrives_with_its_id() -> None:
    """The answer names it."""
    arrived = read(msgspec.Raw(written(to_table("BCDF", Asked("Ann", Say(id=7, text="hi")), 1, 2))))
    assert isinstance(arrived, Wanted)
    assert arrived.as_asked == Say(id=7, text="hi")
