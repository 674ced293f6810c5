"""Room for a new table where there are as many as may be."""

import dataclasses
from collections.abc import Callable

import pytest

from server import deserted
from server.deserted import LEAST, Deserted
from server.limits import LAN
from tests.server.peer import House, open_house
from tuicards.wire.messages import (
    About,
    CreateTable,
    Done,
    JoinTable,
    LeaveTable,
    LeftTable,
    Lobby,
    Look,
    Refused,
    StartParty,
)

ONE_TABLE = dataclasses.replace(LAN, max_tables=1)


def test_the_table_that_has_been_deserted_for_longest_gives_way() -> None:
    """Somebody who comes in between starts the wait anew; nobody's table gives way within the minute."""
    tables = Deserted()
    tables.note("AAAA", 0, 10)
    tables.note("BBBB", 0, 5)
    tables.note("BBBB", 1, 6)
    tables.note("BBBB", 0, 20)
    tables.note("CCCC", 2, 0)

    assert tables.first(10 + LEAST - 1) is None
    assert tables.first(10 + LEAST) == "AAAA"
    tables.forget("AAAA")
    assert tables.first(20 + LEAST) == "BBBB"
    tables.forget("BBBB")
    assert tables.first(1000 + LEAST) is None


async def _party_left_behind(house: House) -> None:
    ann = await house.enter("Ann")
    await ann.create(seats=2, bots=1)
    assert isinstance(await ann.ask(StartParty), Done)
    assert isinstance(await ann.ask(LeaveTable), Done)


async def test_a_deserted_party_gives_way_to_a_new_table(monkeypatch: pytest.MonkeyPatch) -> None:
    """Parties that nobody plays cannot keep everybody else from making tables."""
    monkeypatch.setattr(deserted, "LEAST", 0.0)
    async with open_house(limits=ONE_TABLE) as house:
        await _party_left_behind(house)
        bo = await house.enter("Bo")
        code = await bo.create()

        cai = await house.enter("Cai")
        shown = await cai.until(Lobby, lambda lobby: [line.table for line in lobby.tables] == [code])
        assert shown.tables[0].owner == "Bo"


async def test_a_party_that_nobody_is_at_is_shown_to_those_who_have_a_seat_there() -> None:
    """Others have nothing to look for there, until somebody has come back; the server's seats are counted so too."""
    async with open_house() as house:
        cai, ann = await house.enter("Cai"), await house.enter("Ann")
        code = await ann.create(seats=2, bots=1)
        await cai.until(Lobby, shows(code))
        await ann.start()
        assert isinstance(await ann.ask(LeaveTable), Done)

        assert shows(code)(await ann.until(Lobby))
        await cai.until(Lobby, lambda lobby: not lobby.tables)
        bo = await house.connect()
        bo.send(Look())
        assert (await bo.until(About)).tables == 0
        assert isinstance(await ann.ask(JoinTable, table=code), Done)
        await cai.until(Lobby, shows(code))


async def test_a_table_that_waits_for_people_is_shown_whoever_is_away() -> None:
    """Its owner's connection may come back; meanwhile others come."""
    async with open_house() as house:
        cai, ann = await house.enter("Cai"), await house.enter("Ann")
        code = await ann.create(seats=2, bots=1)
        ann.hang_up()

        shown = await cai.until(Lobby, lambda lobby: bool(lobby.tables) and "Ann" not in lobby.people)
        assert shows(code)(shown)


def shows(code: str) -> Callable[[Lobby], bool]:
    """Whether a lobby's list is this table."""
    return lambda lobby: [line.table for line in lobby.tables] == [code]


@pytest.mark.together("each server has room for so many tables")
async def test_a_table_with_somebody_at_it_does_not_give_way(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nor does one that was left a moment ago."""
    async with open_house(limits=ONE_TABLE) as house:
        await _party_left_behind(house)
        bo = await house.enter("Bo")
        early = await bo.ask(CreateTable, game="little", seats=2)
        monkeypatch.setattr(deserted, "LEAST", 0.0)
        await bo.create()
        cai = await house.enter("Cai")
        late = await cai.ask(CreateTable, game="little", seats=2)

    assert [answer.code for answer in (early, late) if isinstance(answer, Refused)] == ["too_many_tables"] * 2
    assert not any(isinstance(message, LeftTable) for message in bo.heard)
