"""Peers that send anything at all: the others are served, the log stays clean, and little memory is taken."""

import asyncio
import logging
import random
import resource

import pytest

from server.limits import Rate
from tests.fuzz.frames import nonsense, nonsense_in_frames
from tests.server.peer import House, Peer, open_house
from tuicards.wire.messages import Done, Ping, Pong, TakeSeat, WatchTable

AT_ONCE = 5.0
"""Seconds in which somebody else is answered; on an idle machine it takes a hundredth of one."""

MOST_MEMORY = 64 * 2**20


async def check_served(peer: Peer, number: int) -> None:
    """The peer is answered by the server, and now and then by its table, whatever the others have sent."""
    async with asyncio.timeout(AT_ONCE):
        peer.send(Ping(number))
        await peer.until(Pong, lambda pong: pong.n == number)
        if number % 10 == 0:
            assert isinstance(await peer.ask(TakeSeat, seat=0), Done)


async def attack_before_login(house: House, chance: random.Random) -> None:
    peer = await house.connect()
    peer.send_bytes(nonsense(chance))
    await peer.close()


async def attack_after_login(house: House, chance: random.Random, code: str, number: int) -> None:
    """Somebody who was let in, perhaps at the same table, says a dozen things that are wrong, and then breaks off."""
    peer = await house.enter(f"Mallory {number}")
    if number % 2:
        await peer.ask(WatchTable, table=code)
    for _ in range(12):
        peer.send_bytes(nonsense_in_frames(chance))
    peer.send_bytes(nonsense(chance))
    peer.hang_up()


def peak() -> int:
    """The most memory that this process has had, in bytes."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024


@pytest.mark.parametrize("seed", [1])
async def test_whatever_is_sent_the_others_are_served(
    seed: int, caplog: pytest.LogCaptureFixture, thorough: bool
) -> None:
    """Any bytes before and after the greeting, and mutants of every message (W01-W11, W18)."""
    chance = random.Random(seed)
    async with open_house(requests=Rate(1000, 1000)) as house:
        healthy = await house.enter("Ann")
        code = await healthy.create(seats=3, bots=1)
        before, number = peak(), 0
        for number in range(1, 2000 if thorough else 30):
            await attack_before_login(house, chance)
            if number % 3 == 0:
                await attack_after_login(house, chance, code, number)
            await check_served(healthy, number)
        assert peak() - before < MOST_MEMORY

    assert [record for record in caplog.records if record.levelno >= logging.ERROR or record.exc_info] == []
