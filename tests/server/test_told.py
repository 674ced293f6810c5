"""Whatever changes about a table is told to its people, to the store and to the lobby."""

from itertools import count

from server.mail import Lost
from tests.server.company import CODE, Company
from tuicards.wire.messages import (
    AddBot,
    AddNonce,
    Configure,
    FreeSeat,
    JoinTable,
    Kick,
    LeaveTable,
    Mute,
    Pause,
    Rematch,
    Request,
    StandUp,
    StartParty,
    TakeSeat,
    WatchTable,
)


class Evening:
    """People at a table; the company checks after each request that everybody knows the table as it is."""

    def __init__(self) -> None:
        self.company = Company("little", 2, "none")
        self._ids = count(1000)

    def ask(self, who: str, kind: type[Request], **fields: object) -> None:
        """It is carried out, and told."""
        assert self.company.ask(who, kind(id=next(self._ids), **fields))

    def seat_two(self) -> None:
        self.ask("Ann", JoinTable, table=CODE)
        self.ask("Bo", JoinTable, table=CODE)
        self.ask("Cai", WatchTable, table=CODE)

    def play_to_the_end(self) -> None:
        while self.company.table.state == "playing":
            self.company.play(0)


def test_before_a_party_every_change_is_told() -> None:
    """Seats, people, switches, options, numbers for the deal, and who may speak."""
    evening = Evening()
    evening.seat_two()
    commitment = evening.company.table.info().commitment
    evening.ask("Bo", AddNonce, table=CODE, commitment=commitment, nonce="ab" * 16)
    evening.ask("Ann", Mute, name="Cai")
    evening.ask("Bo", StandUp)
    evening.ask("Ann", AddBot, seat=1, level="easy")
    evening.ask("Ann", AddBot, seat=1, level="normal")
    evening.ask("Ann", FreeSeat, seat=1)
    evening.ask("Bo", TakeSeat, seat=1)
    evening.ask("Ann", Configure, seats=2, public=False)
    evening.ask("Ann", Configure, seats=2, public=True)
    evening.ask("Ann", Configure, seats=2, hints=False)
    evening.ask("Ann", Configure, seats=2, watchers_talk=True)
    evening.ask("Ann", Configure, seats=2, clock="turn:30")
    evening.ask("Ann", Configure, seats=2, options={"cards": "3"})
    evening.ask("Ann", Configure, seats=3)
    evening.ask("Ann", Configure, seats=2, game="rage", options={"round_plan": "1"})
    evening.ask("Ann", Kick, name="Cai")
    evening.ask("Ann", LeaveTable)
    assert evening.company.table.owner == "Bo"


def test_during_and_after_a_party_every_change_is_told() -> None:
    """The start, pauses asked for and made, lost connections, the end, and wishes for another party."""
    evening = Evening()
    evening.seat_two()
    evening.ask("Ann", StartParty)
    evening.ask("Ann", Pause, on=True)
    evening.ask("Bo", Pause, on=True)
    evening.ask("Bo", Pause, on=False)
    evening.company.do(Lost("Bo"))
    evening.ask("Bo", JoinTable, table=CODE)
    evening.ask("Cai", LeaveTable)
    evening.play_to_the_end()
    evening.ask("Ann", Rematch)
    evening.ask("Bo", Rematch)
    assert evening.company.table.parties == 2
