"""Tickets of the SSH door: each is for one guest, once, and not for long."""

from server.tickets import LIFE, MOST_WAITING, Guest, Tickets
from tests.server.door import ANNS
from tests.server.hand import Hand
from tuicards.errors import Refused

ANN = Guest(ANNS, "Ann", "192.0.2.7")


def refused(tickets: Tickets, ticket: str) -> bool:
    try:
        tickets.guest(ticket)
    except Refused as error:
        return error.code == "bad_ticket"
    return False


def test_a_ticket_is_its_guests() -> None:
    """No two are alike, and what was never given out is nobody's."""
    tickets, bo = Tickets(Hand()), Guest("", "Bo", "2001:db8::1")
    first, second = tickets.issue(ANN), tickets.issue(bo)

    assert (tickets.guest(first), tickets.guest(second)) == (ANN, bo)
    assert all(refused(tickets, wrong) for wrong in ("", "x", first[:-1], first + " ", first.swapcase()))


def test_a_ticket_that_was_used_is_worth_nothing() -> None:
    """However soon it comes again; others stay what they are."""
    tickets = Tickets(Hand())
    first, second = tickets.issue(ANN), tickets.issue(ANN)
    tickets.use(first)

    assert refused(tickets, first)
    assert tickets.guest(second) == ANN


def test_a_ticket_waits_for_a_time_and_anew_after_each_try() -> None:
    """Somebody who thinks of another name has as long again."""
    hand = Hand()
    tickets = Tickets(hand)
    kept, left = tickets.issue(ANN), tickets.issue(ANN)
    for _ in range(3):
        hand.now += LIFE - 1
        assert tickets.guest(kept) == ANN

    assert refused(tickets, left)
    hand.now += LIFE
    assert refused(tickets, kept)


def test_so_many_tickets_wait_and_no_more() -> None:
    """The one that has waited longest gives way, and nothing is kept of those that are over."""
    hand = Hand()
    tickets = Tickets(hand)
    issued = [tickets.issue(ANN) for _ in range(MOST_WAITING + 1)]
    assert refused(tickets, issued[0])
    assert tickets.guest(issued[1]) == ANN

    hand.now += LIFE
    tickets.issue(ANN)
    assert len(tickets._waiting) == 1


def test_what_is_kept_of_a_ticket_does_not_open_anything() -> None:
    """Neither in the memory of the server nor in what it logs of it."""
    tickets = Tickets(Hand())
    ticket = tickets.issue(ANN)

    assert ticket not in repr(vars(tickets))
