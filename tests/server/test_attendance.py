"""Who is at which table is known from both sides, whichever way people come and go."""

import pytest

from server.attendance import NOBODYS
from server.lobby import Lobby
from server.mail import Asked, Back, Command, Listing, Lost
from server.orders import CloseTable
from server.people import Person
from tests.server.peer import House, Peer, open_house
from tuicards.wire import messages as wire
from tuicards.wire.messages import (
    Done,
    JoinTable,
    LeaveTable,
    LeftTable,
    Ping,
    Pong,
    Refused,
    Said,
    TableLine,
    WatchTable,
)

elsewhere = pytest.mark.alone("what a club says is said to one server")


def agree(lobby: Lobby, *tables: str) -> None:
    """Each person is among those of their own table, and of no other."""
    for table in tables:
        assert set(lobby.attendance.at(table)) == {person for person in lobby.people if person.table == table}


async def company(house: House, *names: str) -> list[Peer]:
    return [await house.enter(name) for name in names]


async def test_the_people_of_a_table_are_those_who_say_that_they_are_there() -> None:
    """Who sits, watches, is refused, leaves, is cut off, and comes back."""
    async with open_house() as house:
        lobby: Lobby = house.service._lobby
        ann, bo, cai = await company(house, "Ann", "Bo", "Cai")
        first, second = await ann.create(), await cai.create()
        await bo.join(first)
        dan, eve = await company(house, "Dan", "Eve")
        assert isinstance(await dan.ask(JoinTable, table=first), Refused)
        assert isinstance(await eve.ask(WatchTable, table=first), Done)
        agree(lobby, first, second)
        assert {person.name for person in lobby.attendance.at(first)} == {"Ann", "Bo", "Eve"}

        assert isinstance(await eve.ask(LeaveTable), Done)
        await bo.close()
        await ann.start()
        await house.enter(token=bo.token)
        agree(lobby, first, second)
        assert {person.name for person in lobby.attendance.at(first)} == {"Ann", "Bo"}


async def test_a_table_that_is_no_more_has_nobody() -> None:
    """Everybody there is told, and nobody else."""
    async with open_house() as house:
        ann, bo, cai = await company(house, "Ann", "Bo", "Cai")
        table, other = await ann.create(), await cai.create()
        await bo.join(table)
        await house.service.operator().do(CloseTable(table))
        for peer in (ann, bo):
            assert (await peer.until(LeftTable)).code == "closed"
        agree(house.service._lobby, table, other)
        assert house.service._lobby.attendance.at(table) == ()
        assert [person.name for person in house.service._lobby.attendance.at(other)] == ["Cai"]


# ---- tables of other servers


FAR = "FARX"


class FarTable:
    """Where a table runs that another server has; what it is sent is read by nobody else."""

    def __init__(self, lobby: Lobby) -> None:
        self.sent: list[Command] = []
        self.full = False
        self._lobby = lobby

    def post(self, command: Command) -> bool:
        self.sent += () if self.full else (command,)
        return not self.full

    def listed(self, *members: str) -> None:
        """Its server says who is there or expected back."""
        self._lobby.attendance.listed_elsewhere(FAR, self, listing(*members))

    @property
    def people(self) -> set[str]:
        """Who is there as far as is known here."""
        agree(self._lobby, FAR)
        return {person.name for person in self._lobby.attendance.at(FAR)}


def listing(*members: str, code: str = FAR) -> Listing:
    line = TableLine(table=code, game="little", title="far", seats=2, people=len(members), bots=0, state="open")
    return Listing(line, True, frozenset(), len(members), frozenset(members))


def known(lobby: Lobby, name: str) -> Person:
    person = lobby.people.named(name)
    assert person is not None
    return person


@elsewhere
async def test_who_is_not_connected_here_is_where_the_table_says() -> None:
    """And nowhere when it does not say so any more."""
    async with open_house() as house:
        lobby: Lobby = house.service._lobby
        far = FarTable(lobby)
        lobby.people.add("Ann", "hers")
        far.listed("Ann", "Somebody unknown")
        assert far.people == {"Ann"}
        assert far.sent == []

        far.listed()
        assert far.people == set()
        assert known(lobby, "Ann").table == ""


@elsewhere
async def test_a_table_that_goes_on_here_says_who_is_expected_back_and_lets_them_go_when_it_is_no_more() -> None:
    """What another table says later of who is not there does not count."""
    async with open_house() as house:
        lobby: Lobby = house.service._lobby
        far = FarTable(lobby)
        cai = await house.enter("Cai")
        code = await cai.create()
        for name in ("Ann", "Bo"):
            lobby.people.add(name, f"token of {name}")
        far.listed("Ann")
        lobby.attendance.listed(code, listing("Ann", "Bo", "Cai", code=code))
        far.listed()
        assert far.people == set()
        assert {person.name for person in lobby.attendance.at(code)} == {"Ann", "Bo", "Cai"}

        lobby.attendance.listed(code, listing("Ann", "Cai", code=code))
        assert {person.name for person in lobby.attendance.at(code)} == {"Ann", "Cai"}
        await house.service.operator().do(CloseTable(code))
        await cai.until(LeftTable)
        await cai.until(wire.Lobby)
        agree(lobby, code)
        assert lobby.attendance.at(code) == ()


@elsewhere
async def test_who_is_connected_here_is_where_they_want_to_be() -> None:
    """Who is nowhere, and has come before the table was known, is back there; others stay where they are."""
    async with open_house() as house:
        lobby: Lobby = house.service._lobby
        far = FarTable(lobby)
        await house.enter("Ann")
        bo = await house.enter("Bo")
        table = await bo.create()
        far.listed("Ann", "Bo")
        assert far.people == {"Ann"}
        assert far.sent == [Back("Ann")]
        assert known(lobby, "Bo").table == table

        far.listed()
        assert far.people == {"Ann"}
        assert known(lobby, "Bo").table == table


@elsewhere
async def test_a_table_elsewhere_that_is_no_more_lets_its_people_go() -> None:
    """They hear so, and then see the lobby without it; its code leads nowhere."""
    async with open_house() as house:
        far = FarTable(house.service._lobby)
        ann, bo, cai = await company(house, "Ann", "Bo", "Cai")
        far.listed("Ann", "Bo")
        assert [line.table for line in (await cai.until(wire.Lobby, lambda seen: bool(seen.tables))).tables] == [FAR]

        for peer in (ann, bo):
            peer.send(Ping(1))
            await peer.until(Pong)
            peer.heard.clear()

        house.service._lobby.attendance.closed_elsewhere(FAR)
        for peer in (ann, bo):
            assert (await peer.until(LeftTable)).code == "closed"
            assert len(peer.heard) == 1
            assert (await peer.until(wire.Lobby)).tables == ()
        assert (await cai.until(wire.Lobby)).tables == ()
        assert far.people == set()
        assert isinstance(await cai.ask(JoinTable, table=FAR), Refused)
        assert isinstance(await ann.ask(JoinTable, table=await cai.create()), Done)


# ---- what tables say


@elsewhere
async def test_who_arrives_where_they_are_not_any_more_leaves_again() -> None:
    """Whether they are elsewhere by now or nobody knows them; and what that table says does not reach them."""
    async with open_house() as house:
        lobby: Lobby = house.service._lobby
        far = FarTable(lobby)
        ann = await house.enter("Ann")
        table = await ann.create()
        far.listed()
        for name in ("Ann", "Somebody unknown"):
            lobby.attendance.follow(name, FAR)
            lobby.attendance.tell(name, FAR, Said(text="from afar", table=FAR))
            lobby.attendance.departed(name, FAR)
        lobby.attendance.tell("Ann", table, Said(text="from here", table=table))

        leave = LeaveTable(id=NOBODYS)
        assert far.sent == [Asked("Ann", leave), Asked("Somebody unknown", leave)]
        assert (await ann.until(Said, lambda said: bool(said.text))).text == "from here"
        assert known(lobby, "Ann").table == table


@elsewhere
async def test_who_had_departed_before_they_arrived_is_taken_back() -> None:
    """The table hears that they are not connected, where they are not."""
    async with open_house() as house:
        lobby: Lobby = house.service._lobby
        far = FarTable(lobby)
        await house.enter("Ann")
        lobby.people.add("Bo", "his")
        far.listed()
        for name in ("Ann", "Bo"):
            lobby.attendance.follow(name, FAR)

        assert far.people == {"Ann", "Bo"}
        assert far.sent == [Lost("Bo")]


@elsewhere
async def test_what_a_table_sends_is_for_who_has_been_shown_it() -> None:
    """But for its answers, and for the word that one has left."""
    async with open_house() as house:
        lobby: Lobby = house.service._lobby
        far = FarTable(lobby)
        ann = await house.enter("Ann")
        far.listed("Ann")
        for message in (Said(text="too early", table=FAR), Done(7), LeftTable(table=FAR, code="left")):
            lobby.attendance.tell("Ann", FAR, message)
        lobby.attendance.follow("Ann", FAR)
        lobby.attendance.tell("Ann", FAR, Said(text="in time", table=FAR))
        lobby.attendance.departed("Ann", FAR)
        lobby.attendance.put(known(lobby, "Ann"), FAR)
        lobby.attendance.tell("Ann", FAR, Said(text="too early again", table=FAR))
        lobby.attendance.tell("Ann", FAR, Done(8))

        await ann.until(Done, lambda done: done.id == 8)
        heard = [message for message in ann.heard if isinstance(message, Said | Done | LeftTable)]
        assert heard == [Done(7), LeftTable(table=FAR, code="left"), Said(text="in time", table=FAR), Done(8)]


@elsewhere
async def test_refusals_of_tables_are_counted() -> None:
    """By their code."""
    async with open_house() as house:
        lobby: Lobby = house.service._lobby
        await house.enter("Ann")
        lobby.attendance.tell("Ann", FAR, Refused(id=1, code="seat_taken"))
        assert lobby.tally.refusals["seat_taken"] == 1
