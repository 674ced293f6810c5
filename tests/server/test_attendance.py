"""Who is at which table is known from both sides, whichever way people come and go."""

from server.lobby import Lobby
from server.orders import CloseTable
from tests.server.peer import House, Peer, open_house
from tuicards.wire.messages import Done, JoinTable, LeaveTable, LeftTable, Refused, WatchTable


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
