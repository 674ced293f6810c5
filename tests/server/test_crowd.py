"""Many and bad-mannered peers: what they leave behind, and what the others feel of it."""

import asyncio
import logging
import os
from pathlib import Path
from typing import Any

import pytest

from server.limits import Rate
from tests.server.peer import House, Peer, open_house
from tuicards.wire.messages import LeaveTable, Lobby, Ping, Pong, Say

NO_END = Rate(1e6, 10**6)
UNHURRIED: dict[str, Any] = {"joins": NO_END, "creates": NO_END, "requests": NO_END, "messages": NO_END}
STATM = Path("/proc/self/statm")


async def visit(house: House, number: int) -> None:
    """A table is made, two join, and all go: politely, by hanging up, or with their machine switched off."""
    ann, bo, cai = [await house.enter(f"{name} {number}") for name in ("Ann", "Bo", "Cai")]
    code = await ann.create(seats=3)
    await bo.join(code)
    await cai.join(code)
    for peer in (ann, bo, cai):
        if number % 3 == 0:
            await peer.ask(LeaveTable)
        if number % 3 == 2:
            peer.reset()
        await house.forget(peer)


async def emptied(watcher: Peer) -> None:
    """Waits until nobody else and no table is there."""
    await watcher.until(Lobby, lambda lobby: lobby.people == ("Zoe",) and not lobby.tables)
    watcher.heard.clear()


def memory() -> int:
    """Bytes that this process holds."""
    return int(STATM.read_text("utf-8").split()[1]) * os.sysconf("SC_PAGE_SIZE")


@pytest.mark.skipif(not STATM.exists(), reason="counts in /proc")
@pytest.mark.alone("some of what the others are to hear is on its way when tasks are counted")
async def test_tables_that_come_and_go_leave_nothing_behind(thorough: bool) -> None:
    """The list is empty, every task is over, and memory is as it was."""
    async with open_house(grace=0, **UNHURRIED) as house:
        watcher = await house.enter("Zoe")
        for number in range(3):
            await visit(house, number)
            await emptied(watcher)
        before, used = len(asyncio.all_tasks()), memory()

        for number in range(3, 500 if thorough else 20):
            await visit(house, number)
            await emptied(watcher)

        assert len(asyncio.all_tasks()) <= before
        assert memory() - used < 20 * 2**20


@pytest.mark.parametrize("asks", [Say(id=1, text="x"), Ping(1)], ids=["chat", "ping"])
async def test_who_vanishes_while_answers_are_on_their_way_is_one_line_of_the_log(
    asks: Say | Ping, caplog: pytest.LogCaptureFixture
) -> None:
    """However much was still to be sent."""
    caplog.set_level(logging.INFO)
    async with open_house(chat=NO_END, **UNHURRIED) as house:
        watcher = await house.enter("Zoe")
        for number in range(3):
            eve = await house.enter(f"Eve {number}", receive_buffer=4096)
            await watcher.until(Lobby, lambda lobby: len(lobby.people) == 2)
            eve.stop_reading()
            eve.send(*[asks] * 1000, Say(id=2, text=f"last {number}"))
            eve.reset() if number else eve.hang_up()
            await watcher.until(Lobby, lambda lobby: lobby.people == ("Zoe",))

    gone = [record.getMessage() for record in caplog.records if " is gone" in record.getMessage()]
    assert gone == ["Eve 0 is gone", "Eve 1 is gone", "Eve 2 is gone", "Zoe is gone"]
    assert not [record for record in caplog.records if record.exc_info or record.levelno >= logging.WARNING]


async def test_who_sends_too_much_is_read_more_slowly_and_the_others_have_their_turn() -> None:
    """All of it is answered in the end, but somebody who asks meanwhile need not wait for that."""
    async with open_house(messages=Rate(4000, 50)) as house:
        eve, ann = await house.enter("Eve"), await house.enter("Ann")
        eve.send(*(Ping(number) for number in range(2000)))
        await eve.until(Pong)
        hearing = asyncio.create_task(eve.until(Pong, lambda pong: pong.n == 1999))
        ann.send(Ping(7))

        assert await ann.until(Pong) == Pong(7)
        assert not hearing.done()
        await hearing


@pytest.mark.parametrize(
    "at_once", [pytest.param(1, id="one by one"), pytest.param(400, id="all at once", marks=pytest.mark.thorough)]
)
async def test_who_has_sent_too_much_is_not_heard_until_that_is_made_up_for(at_once: int) -> None:
    """Here that takes an hour; what has not been too much yet is answered, and so are the others."""
    async with open_house(messages=Rate(0.0003, 301)) as house:
        eve, ann = await house.enter("Eve"), await house.enter("Ann")
        for first in range(0, 301, at_once):
            eve.send(*(Ping(number) for number in range(first, first + at_once)))
            await eve.until(Pong)
        eve.send(Ping(1000))
        hearing = asyncio.create_task(eve.until(Pong, lambda pong: pong.n == 1000))
        for number in range(30):
            ann.send(Ping(number))
            assert await ann.until(Pong) == Pong(number)

        assert not hearing.done()
        hearing.cancel()


async def test_who_has_sent_a_little_too_much_one_by_one_is_heard_again() -> None:
    """However often: nothing of it is lost."""
    async with open_house(messages=Rate(500, 3)) as house:
        eve = await house.enter("Eve")
        for number in range(30):
            eve.send(Ping(number))
            assert await eve.until(Pong) == Pong(number)
