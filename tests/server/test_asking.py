"""What is asked of a server is carried out, passed on, or refused with the reason."""

from dataclasses import replace

from server.limits import Rate
from server.lobby import Lobby
from server.mail import Asked
from tests.server.peer import House, Peer, open_house
from tests.server.test_attendance import FAR, FarTable, elsewhere
from tests.server.test_limits import code
from tuicards.wire.messages import (
    CreateTable,
    GetRecord,
    JoinTable,
    LeaveTable,
    Ping,
    Pong,
    Refused,
    Say,
    TableInfo,
    WatchTable,
)


async def with_a_seat_that_waits(house: House) -> tuple[Peer, str]:
    """Bo, who has left a party for the lobby, and its table."""
    ann, bo = await house.enter("Ann"), await house.enter("Bo")
    table = await ann.create()
    await bo.join(table)
    await ann.start()
    await bo.picture()
    await bo.ask(LeaveTable)
    return bo, table


async def test_who_has_seats_enough_may_watch_and_come_back_but_not_sit_down_elsewhere() -> None:
    """The seat that waits is not counted against itself."""
    async with open_house(tables_each=1, bot_delay=30) as house:
        bo, table = await with_a_seat_that_waits(house)
        other = await (await house.enter("Cai")).create()

        assert code(await bo.ask(JoinTable, table=other)) == "too_many_seats"
        assert code(await bo.ask(WatchTable, table=other)) == ""
        await bo.ask(LeaveTable)
        assert code(await bo.ask(JoinTable, table=table)) == ""


async def test_other_limits_count_at_once() -> None:
    """For who has been refused before."""
    async with open_house(tables_each=1, bot_delay=30) as house:
        bo, _ = await with_a_seat_that_waits(house)
        other = await (await house.enter("Cai")).create()
        assert code(await bo.ask(JoinTable, table=other)) == "too_many_seats"

        settings = house.service._settings
        house.service.apply(replace(settings, limits=replace(settings.limits, tables_each=2)))
        assert code(await bo.ask(JoinTable, table=other)) == ""


async def test_who_is_at_a_table_makes_no_other() -> None:
    """They are told at which they are; a table of one's own begins with the seat that one wants."""
    async with open_house() as house:
        ann = await house.enter("Ann")
        assert code(await ann.ask(CreateTable, game="little", seats=2, seat=1)) == ""
        info = await ann.until(TableInfo)
        assert [seat.name for seat in info.seats] == ["", "Ann"]

        refused = await ann.ask(CreateTable, game="little", seats=2)
        assert isinstance(refused, Refused)
        assert (refused.code, refused.params) == ("at_a_table", {"table": info.table})


async def test_a_long_code_that_leads_nowhere_is_said_back_in_short() -> None:
    """It is a line like any other."""
    async with open_house() as house:
        refused = await (await house.enter("Ann")).ask(JoinTable, table="x" * 60 + "\n")
        assert isinstance(refused, Refused)
        assert refused.code == "no_such_table"
        assert len(refused.params["table"]) <= 20


async def test_records_are_asked_for_at_a_limited_rate() -> None:
    """That of coming to tables."""
    async with open_house(joins=Rate(0.001, 3)) as house:
        ann = await house.enter("Ann")
        await ann.create()
        answers = [code(await ann.ask(GetRecord)) for _ in range(4)]
        assert answers == ["no_record"] * 3 + ["too_fast"]


@elsewhere
async def test_who_asks_to_come_to_a_table_is_on_the_way_there() -> None:
    """Until it answers."""
    async with open_house() as house:
        far = FarTable(house.service._lobby)
        far.listed()
        ann = await house.enter("Ann")
        ann.send(JoinTable(id=7, table=f" {FAR.lower()} "), Ping(1))
        await ann.until(Pong)

        assert far.people == {"Ann"}
        assert far.sent == [Asked("Ann", JoinTable(id=7, table=f" {FAR.lower()} "))]


@elsewhere
async def test_a_table_that_has_too_much_to_do_says_so() -> None:
    """Who wanted to come is still in the lobby; who is there already is still there."""
    async with open_house() as house:
        lobby: Lobby = house.service._lobby
        far = FarTable(lobby)
        ann, _ = await house.enter("Ann"), await house.enter("Bo")
        far.listed("Bo")
        far.full, far.sent = True, []
        assert code(await ann.ask(JoinTable, table=FAR)) == "busy"
        assert far.people == {"Bo"}

        far.listed("Ann", "Bo")
        assert code(await ann.ask(Say, text="here")) == "busy"
        assert far.people == {"Ann", "Bo"}
        assert far.sent == []
