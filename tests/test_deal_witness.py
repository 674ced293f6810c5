"""The client's part in a fair deal: a number for each promise, in time and once; and what is noted of it."""

from itertools import count
from typing import Any, Literal, TypeAlias

import pytest

from tuicards.client_state import Disconnected, LinkEvent
from tuicards.deal_witness import DealWitness, new_nonce
from tuicards.fair_deal import is_nonce
from tuicards.records import Witness
from tuicards.wire.messages import AddNonce, Done, Refused, SeatInfo, TableInfo, Update

State: TypeAlias = Literal["open", "playing", "over"]

FIRST, SECOND = "1" * 64, "2" * 64


def table(
    commitment: str = FIRST, *nonces: str, you: int | None = 0, state: State = "open", party: int = 0, **more: Any
) -> TableInfo:
    """What the server says of the table; in play `party` is the party that runs."""
    return TableInfo(
        table="KTCH", game="rage", title="", options={}, seats=(SeatInfo(),) * 2, owner="", public=True,
        state=state, party=party, you=you, commitment=commitment, nonces=nonces or ("", ""), **more,
    )  # fmt: skip


class Client:
    """A witness whose numbers are known, and what it has sent."""

    def __init__(self) -> None:
        numbers = count(1)
        self.witness = DealWitness(lambda: f"{next(numbers):032x}")
        self.ids = count(7)
        self.sent: list[AddNonce] = []

    def hears(self, *events: LinkEvent) -> "Client":
        for event in events:
            wish = self.witness.wish(event, lambda: next(self.ids))
            if wish is not None:
                self.sent.append(wish)
        return self

    @property
    def nonces(self) -> list[str]:
        return [sent.nonce for sent in self.sent]

    def seen(self, party: int = 1) -> Witness | None:
        return self.witness.seen("KTCH", party)


ONE, TWO = f"{1:032x}", f"{2:032x}"


def test_a_promise_is_answered_at_once_and_once() -> None:
    """With table, commitment and a number of its own; further news of the table are no reason for another."""
    client = Client().hears(table(), table(watchers=("Wim",)), table(FIRST, ONE, ""))

    assert client.sent == [AddNonce(id=7, table="KTCH", commitment=FIRST, nonce=ONE)]


def test_each_promise_has_a_number_of_its_own() -> None:
    """After another set-up, and after a party."""
    client = Client().hears(table(), Done(7), table(SECOND))
    assert client.nonces == [ONE, TWO]


def test_who_watches_adds_nothing() -> None:
    """Until they sit down; nor does anybody while a party runs, or where nothing is promised."""
    client = Client().hears(
        table(you=None), table(state="playing", party=1), table("", state="over"), table("0" * 63)
    )
    assert client.sent == []
    client.hears(table(you=None), table(you=1))
    assert len(client.sent) == 1


def test_another_seat_or_the_same_once_more_is_told_again() -> None:
    """The number that was there is gone with the seat."""
    client = Client().hears(table(), Done(7), table(FIRST, ONE, ""), table(you=1), table(FIRST, "", ONE, you=1))
    assert client.nonces == [ONE, ONE]
    client.hears(table(you=1))
    assert client.nonces == [ONE] * 3


@pytest.mark.parametrize(
    "event", [Refused(id=7, code="busy"), Refused(id=7, code="too_fast"), Disconnected("silent")]
)
def test_what_may_not_have_arrived_is_sent_again(event: LinkEvent) -> None:
    """With the next news of the table."""
    client = Client().hears(table(), event, table())

    assert client.nonces == [ONE, ONE]


@pytest.mark.parametrize("code", ["party_running", "stale", "unknown_message"])
def test_a_refusal_for_good_is_no_reason_to_try_again(code: str) -> None:
    """Another promise is."""
    client = Client().hears(table(), Refused(id=7, code=code), table())
    assert client.nonces == [ONE]
    client.hears(table(SECOND))
    assert client.nonces == [ONE, TWO]


def test_its_answers_are_nobody_elses_business() -> None:
    """All others are."""
    client = Client().hears(table())

    own: list[LinkEvent] = [Done(7), Refused(id=7, code="busy")]
    others: list[LinkEvent] = [Done(8), Refused(code="busy"), Refused(id=0, code="x"), table()]
    assert all(map(client.witness.owns, own))
    assert not any(map(client.witness.owns, others))
    assert not Client().witness.owns(Refused(code="bad_msgpack"))


# ---- what is noted ------------------------------------------------------------------------------------


def test_promise_and_number_are_noted_when_the_party_begins() -> None:
    """Whichever way one learnt that the number counts."""
    told = Client().hears(table(), table(FIRST, ONE, "", state="playing", party=1))
    answered = Client().hears(table(), Done(7), table(state="playing", party=1))

    assert told.seen() == answered.seen() == Witness(FIRST, ONE, 0)


def test_a_number_that_came_late_is_not_noted() -> None:
    """The promise is."""
    client = Client().hears(table(), Refused(id=7, code="party_running"), table(state="playing", party=1))

    assert client.seen() == Witness(FIRST)
    assert Client().hears(table(you=None), table(you=None, state="playing", party=1)).seen() == Witness(FIRST)


def test_a_promise_that_was_not_seen_before_is_none() -> None:
    """One came later, or what had been seen was another one, or another party's."""
    playing = table(state="playing", party=1)

    assert Client().hears(playing).seen() is None
    assert Client().hears(table(SECOND), playing).seen() is None
    assert Client().hears(table(party=1, state="over"), playing).seen() is None


def test_what_happens_later_changes_nothing() -> None:
    """Who gets up during the party has seen its beginning; the next one is noted by itself."""
    client = Client().hears(
        table(), Done(7), table(FIRST, ONE, "", state="playing", party=1),
        table(FIRST, ONE, "", you=None, state="playing", party=1),
        table(SECOND, state="over", party=1), Done(8), table(SECOND, TWO, "", state="playing", party=2),
    )  # fmt: skip

    assert (client.seen(1), client.seen(2)) == (Witness(FIRST, ONE, 0), Witness(SECOND, TWO, 0))
    assert client.nonces == [ONE, TWO]


def test_a_server_that_says_nonsense_is_no_trouble() -> None:
    """Numbers for other seats than there are."""
    client = Client().hears(table(you=5), table(you=-1), Update(table="X", party=1, seq=1, view={}), Done(7))
    client.hears(table(you=40, state="playing", party=1))

    assert client.seen() == Witness(FIRST)


def test_not_all_parties_are_remembered_for_ever() -> None:
    """The record of one comes soon after its end."""
    client = Client()
    for party in range(9):
        client.hears(table(state="open", party=party), table(state="playing", party=party + 1))

    assert [client.seen(party) is not None for party in range(1, 10)] == [False] * 5 + [True] * 4


def test_a_number_is_drawn_by_chance() -> None:
    """And has the form that the server wants."""
    drawn = {new_nonce() for _ in range(100)}

    assert len(drawn) == 100
    assert all(map(is_nonce, drawn))
