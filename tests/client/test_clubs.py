"""Servers that share a lobby are one in the list of those around, where they say so of each other."""

from tuicards.address import MOST_ADDRESSES, Address
from tuicards.lan import clubs
from tuicards.look import Seen
from tuicards.wire.messages import DEFAULT_PORT, PROTOCOL, About


def seen(host: str, *club: str, tls: bool = False) -> Seen:
    """A server that was found there, and what it says of its club."""
    about = About(protocol=PROTOCOL, server="Club", version="1", run=host, games=("rage",), club=club)
    return Seen(Address(host, DEFAULT_PORT, tls), about, 0.002)


def test_three_servers_of_a_club_are_one_with_three_addresses() -> None:
    """The first stands for all; a server of its own stays beside it."""
    around = [seen("a", "b", "c"), seen("alone"), seen("b", "a", "c"), seen("c", "a", "b")]

    assert [one.where for one in clubs(around)] == ["a,b,c", "alone"]


def test_a_stranger_who_claims_to_be_of_a_club_is_not_in_it() -> None:
    """They would be sent the tokens of its people. Nor does it help to come first."""
    club, stranger = [seen("a", "b"), seen("b", "a")], seen("x", "a", "b")

    assert [one.where for one in clubs([*club, stranger])] == ["a,b", "x"]
    assert [one.where for one in clubs([stranger, *club])] == ["x", "a,b"]


def test_an_open_way_is_never_beside_an_encrypted_one() -> None:
    """What is told on an encrypted way would go out on an open one; a list may not have both."""
    around = [seen("a", "b", "tls://c"), seen("b", "a", "tls://c"), seen("c", "a", "b", tls=True)]

    assert [one.where for one in clubs(around)] == ["a,b", "tls://c"]


def test_of_a_large_club_as_many_are_tried_as_a_list_may_have() -> None:
    """The others are no lines of their own."""
    names = [f"h{number:02}" for number in range(MOST_ADDRESSES + 4)]
    (club,) = clubs(seen(name, *names) for name in names)

    assert club.where.split(",") == names[:MOST_ADDRESSES]
