"""Whom a server remembers, and whom it forgets: nobody who is in use, and all of those who are not as one."""

import pytest

from server import register
from server.limits import Limits, Rate
from server.records import KeyBound, PersonKept
from server.register import Register
from server.secret_hash import secret_hash
from server.store import MemoryStore
from tests.server.door import ANNS
from tests.server.hand import Hand
from tuicards.errors import Refused


class Club:
    """Who is remembered; `here` are the names of those who are in use."""

    def __init__(self, *names: str) -> None:
        self.here: set[str] = set()
        self.store = MemoryStore()
        self.people = Register(self.store, Limits(), Hand(), lambda person: person.name in self.here)
        for name in names:
            self.come(name)

    def come(self, name: str) -> None:
        """One who is known comes back, anybody else is new."""
        known = self.people.named(name) if name in self.names() else None
        self.people.came(known or self.people.add(name, f"token of {name}"))

    def restore(self, name: str, token: str) -> None:
        self.people.restore(PersonKept(name, secret_hash(token)))

    def names(self) -> list[str]:
        return [person.name for person in self.people]

    def recorded(self) -> set[str]:
        return {kept.name for kept in self.store.load().people}


def test_who_comes_again_is_the_last_to_be_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    """And who is forgotten is not in the record either, and their token opens nothing."""
    monkeypatch.setattr(register, "PEOPLE_KEPT", 2)
    club = Club("Ann", "Bo", "Ann", "Cai")

    assert club.names() == ["Ann", "Cai"]
    assert club.recorded() == {"Ann", "Cai"}
    assert club.people.holder("token of Bo") is None
    assert club.people.holder("token of Ann") is club.people.named("Ann")


@pytest.mark.parametrize(("known", "newcomer"), [("Ann", "\u0410nn"), ("Ali", "ALI"), ("Ann", "ann")])
def test_a_name_that_is_or_looks_like_one_in_use_is_nobody_elses(known: str, newcomer: str) -> None:
    """In other letters, in other case though it looks different then, or both; unused it gives way."""
    club = Club(known)
    club.here = {known}
    with pytest.raises(Refused, match="name_taken"):
        club.come(newcomer)
    assert club.names() == [known]

    club.here.clear()
    club.come(newcomer)
    assert club.names() == [newcomer]
    assert club.recorded() == {newcomer}


def test_of_several_that_look_alike_all_have_to_be_out_of_use() -> None:
    """Such as a record has from before they were known to look the same."""
    club = Club()
    for name in ("AnnI", "Annl", "Ann|"):
        club.restore(name, f"token of {name}")
    club.here = {"Annl"}
    with pytest.raises(Refused, match="name_taken"):
        club.come("Ann1")

    club.here.clear()
    club.come("Ann1")
    assert club.names() == ["Ann1"]


def test_who_is_in_the_record_again_was_here_last_and_has_another_token() -> None:
    """As when another server has let them in."""
    club = Club("Ann", "Bo")
    club.restore("ann", "another")

    assert club.names() == ["Bo", "Ann"]
    assert club.people.holder("another") is club.people.named("Ann")
    assert club.people.holder("token of Ann") is None


def test_a_key_of_the_record_is_its_persons() -> None:
    """Whether it was there before them or comes later."""
    club, bound = Club("Ann"), KeyBound(ANNS, "Ann", 1, 1)
    club.people.bind(bound)
    again = Club()
    again.people.keys.restore(bound)
    again.restore("Ann", "hers")

    for known in (club.people, again.people):
        ann = known.named("Ann")
        assert ann is not None
        assert ann.key == ANNS


def test_other_limits_are_those_of_who_is_known_and_of_who_comes() -> None:
    """From then on."""
    club = Club("Ann")
    club.people.limit(Limits(chat=Rate(1, 1)))
    club.come("Bo")

    assert [(person.chat.take(), person.chat.take()) for person in club.people] == [(True, False)] * 2
