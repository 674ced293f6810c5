"""Time over real connections: moves with the last breath, drops in a turn, a server that is stopped and goes on."""

import asyncio
import signal
from pathlib import Path

import pytest

from tests.server.peer import House, Peer, open_house
from tests.server.test_cli import server
from tuicards.wire.messages import PROTOCOL, CreateTable, Done, Hello, Said, StartParty, TableInfo, Update

TURN = 5.0
"""Seconds: the shortest turn there is."""


async def two_in_turn(house: House, number: int = 0, clock: str = "none") -> tuple[Peer, Peer, str]:
    """Ann and Bo have bid; it is Ann's turn. With the table's code."""
    ann, bo = await house.enter(f"Ann {number}"), await house.enter(f"Bo {number}")
    code = await ann.create(clock=clock)
    await bo.join(code)
    await ann.start()
    for peer in (ann, bo):
        await peer.picture()
        peer.play({"move": "bid", "tricks": 0})
    for peer in (ann, bo):
        await peer.until(Update, in_play)
    return ann, bo, code


def in_play(update: Update) -> bool:
    return bool(update.view["phase"] == "play")


def of_bo(update: Update) -> bool:
    return bool(update.view["to_act"] == [1])


async def again(house: House, peer: Peer) -> Peer:
    """The same person on a new connection."""
    back = await house.connect()
    back.send(Hello(protocol=PROTOCOL, client="test", token=peer.token))
    await back.until(Update)
    return back


async def test_a_move_sent_with_the_last_breath_counts(thorough: bool) -> None:
    """The move and the end of the connection in one write: played once, the next seat is asked and is not away."""
    async with open_house() as house:
        for number in range(200 if thorough else 20):
            ann, bo, _ = await two_in_turn(house, number)
            card = ann.update.view["hand"][0] if ann.update else ""
            ann.play({"move": "play", "card": card})
            ann.hang_up()
            update = bo.update if bo.update and of_bo(bo.update) else await bo.until(Update, of_bo)
            table = await bo.until(TableInfo, lambda info: not info.seats[0].here)

            assert update.events == ({"event": "played", "seat": 0, "card": card},)
            assert table.seats[1].here
            assert not table.seats[1].bot
            back = await again(house, ann)
            assert back.update is not None
            assert card not in back.update.view["hand"]
            assert of_bo(back.update)
            await back.close()
            await bo.close()


async def test_a_table_is_made_with_a_clock_that_everybody_sees() -> None:
    """The kind of clock is on the table's card, what is left in each update."""
    async with open_house() as house:
        ann, bo, _ = await two_in_turn(house, clock="bank:300+10")

        for peer in (ann, bo):
            assert peer.table is not None
            assert peer.table.clock == "bank:300+10"
            assert peer.update is not None
            assert all(left is not None and 300_000 < left <= 310_000 for left in peer.update.left)


@pytest.mark.thorough
async def test_ten_drops_in_one_turn_change_no_clock() -> None:
    """What is announced never leaves a stop watch by a second, and the limit still ends the turn."""
    loop = asyncio.get_running_loop()
    async with open_house() as house:
        ann, bo, _ = await two_in_turn(house, clock=f"turn:{TURN:.0f}")
        begun = loop.time()
        for _ in range(10):
            await asyncio.sleep(TURN / 15)
            ann.hang_up()
            await ann.until_over()
            ann = await again(house, ann)
            assert ann.update is not None
            left = ann.update.left[0]
            assert left is not None
            assert abs(left / 1000 - (TURN - (loop.time() - begun))) < 1
        await bo.until(Update, of_bo)

        assert TURN - 1 < loop.time() - begun < TURN + 1


@pytest.mark.thorough
async def test_where_both_people_are_gone_the_server_acts_at_the_limit() -> None:
    """Who comes back sees a move made for Ann and a time that is neither negative nor nothing."""
    async with open_house() as house:
        ann, bo, _ = await two_in_turn(house, clock=f"turn:{TURN:.0f}")
        ann.hang_up()
        bo.hang_up()
        await asyncio.sleep(TURN + 1)
        back = await again(house, bo)
        assert back.update is not None

        assert of_bo(back.update)
        assert back.update.left[1] is not None
        assert back.update.left[1] > 1000


@pytest.mark.thorough
async def test_a_server_that_was_stopped_leaves_a_second_to_act(tmp_path: Path) -> None:
    """Stopped half a second before the limit for three limits: the move afterwards counts, and no time is up."""
    async with server(tmp_path) as running:
        ann = await running.enter("Ann")
        ann.send(CreateTable(id=1, game="rage", seats=2, clock=f"turn:{TURN:.0f}"))
        await ann.until(Done)
        bo = await running.enter("Bo")
        await bo.join((await ann.until(TableInfo)).table)
        ann.send(StartParty(id=2))
        update, other = await ann.until(Update), await bo.until(Update)
        asked = ann if update.view["to_act"] == [update.view["seat"]] else bo
        await asyncio.sleep(TURN - 0.5)
        running.process.send_signal(signal.SIGSTOP)
        await asyncio.sleep(3 * TURN)
        running.process.send_signal(signal.SIGCONT)
        await asyncio.sleep(0.9)
        asked.play((update if asked is ann else other).view["legal"][0])
        await asked.until(Done)

        assert not [said for said in asked.heard if isinstance(said, Said) and said.code == "time_up"]
        await ann.close()
        await bo.close()
