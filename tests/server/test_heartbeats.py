"""Who is still there: heartbeats both ways, and processes that are stopped and go on."""

import asyncio
import contextlib
import gc
import os
import signal
import sys
from collections.abc import AsyncIterator
from functools import partial
from pathlib import Path

import pytest

from server.config import Settings
from server.heartbeats import AT_ONCE, Heart, Heartbeats
from server.session import PATIENCE
from tests.server import peer
from tests.server.peer import Peer, open_house
from tuicards.timing import Timing
from tuicards.wire.messages import Closing, Ping, TableInfo

ROOT = Path(__file__).parents[2]

CLIENT = """
import asyncio, sys
from tuicards.client import Link
from tuicards.client_state import Connected
from tuicards.wire.messages import JoinTable

async def main():
    link = Link("127.0.0.1", int(sys.argv[1]), name="Bo")
    async for event in link.events():
        if isinstance(event, Connected):
            print(event.welcome.table or "lobby", flush=True)
            if not event.welcome.table:
                link.send(JoinTable(id=link.next_id(), table=sys.argv[2]))

asyncio.run(main())
"""

SERVER = """
import asyncio, sys
from server.config import Settings
from server.service import running
from server.store import MemoryStore

async def main():
    settings = Settings(host="127.0.0.1", port=0, ping_every=0.3, hello_within=0.6)
    async with running(settings, MemoryStore()) as service:
        print(service.port, flush=True)
        await asyncio.Event().wait()

asyncio.run(main())
"""


@contextlib.asynccontextmanager
async def program(source: str, *arguments: str) -> AsyncIterator[asyncio.subprocess.Process]:
    """A program in a process of its own, which is killed at the end."""
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-c", source, *arguments, stdout=asyncio.subprocess.PIPE,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
    )  # fmt: skip
    try:
        yield process
    finally:
        process.kill()
        await process.communicate()


async def line(process: asyncio.subprocess.Process) -> str:
    assert process.stdout is not None
    async with asyncio.timeout(10):
        return (await process.stdout.readline()).decode().strip()


def test_a_link_that_is_cut_without_a_word_is_found_within_half_a_minute() -> None:
    """At both ends, at worst: a beat before the first that counts, and then all of the patience."""
    assert (PATIENCE + 1) * Settings().ping_every <= 30
    assert Timing().silent <= 10


async def test_a_stopped_client_is_away_and_resumes_by_itself() -> None:
    """Its seat waits; when it goes on it finds the connection gone and comes back with no one's help."""
    async with open_house(ping_every=0.1) as house:
        ann = await house.enter("Ann")
        code = await ann.create()
        async with program(CLIENT, str(house.service.port), code) as client:
            await ann.until(TableInfo, lambda info: info.seats[1].name == "Bo")

            client.send_signal(signal.SIGSTOP)
            await ann.until(TableInfo, lambda info: not info.seats[1].here)
            client.send_signal(signal.SIGCONT)

            await ann.until(TableInfo, lambda info: info.seats[1].here)
            assert [await line(client), await line(client)] == ["lobby", code]


async def test_who_dribbles_bytes_has_to_greet_in_time_all_the_same() -> None:
    """A byte now and then is a sign of life, but no greeting."""
    async with open_house(hello_within=0.3, ping_every=0.05) as house:
        peer = await house.connect()
        ending = asyncio.create_task(peer.until_over())
        while not ending.done():
            peer.send_bytes(b"\0\0\1\0" if not peer.heard else b"x")
            await asyncio.wait({ending}, timeout=0.05)

        assert ending.result() in (Closing(code="hello_late"), None)


async def test_a_quiet_peer_that_answers_pings_stays() -> None:
    """For many times the patience."""
    async with open_house(ping_every=0.03) as house:
        ann = await house.enter("Ann")
        for _ in range(3 * PATIENCE):
            await ann.until(Ping)


@pytest.mark.thorough
async def test_a_server_that_was_stopped_blames_nobody() -> None:
    """After a stop of many times its patience everybody is still there, greeted or about to greet."""
    async with program(SERVER) as server:
        port = int(await line(server))
        peers = [Peer(*await asyncio.open_connection("127.0.0.1", port)) for _ in range(4)]
        for peer in peers[:3]:
            await peer.greet()

        server.send_signal(signal.SIGSTOP)
        late = asyncio.create_task(peers[3].greet())
        await asyncio.wait({late}, timeout=3)
        server.send_signal(signal.SIGCONT)

        await late
        for peer in peers:
            await peer.until(Ping)
            await peer.close()


async def test_hearts_beat_each_after_its_own_wait_until_they_are_stopped(caplog: pytest.LogCaptureFixture) -> None:
    """One timer for all; what one of them raises is logged and stops that one alone; who is stopped beats no more."""
    beats: list[str] = []
    enough = asyncio.get_running_loop().create_future()

    def steady() -> float:
        beats.append("steady")
        if beats.count("steady") == 3:
            enough.set_result(None)
        return 0.01

    def failing() -> float:
        beats.append("failing")
        raise RuntimeError

    def stopped() -> float:
        beats.append("stopped")
        return 0.01

    hearts = Heartbeats()
    hearts.begin(stopped, 0.0).stop()
    hearts.begin(failing, 0.0)
    hearts.begin(steady, 0.0)
    async with asyncio.timeout(peer.PATIENCE):
        await enough

    assert beats == ["failing", "steady", "steady", "steady"]
    assert [record.message for record in caplog.records] == ["a heartbeat has failed"]


async def test_a_heart_does_not_beat_before_its_time() -> None:
    """Whatever is due before it."""
    early, late = asyncio.Event(), asyncio.Event()
    hearts = Heartbeats()
    hearts.begin(partial(beat_once, early), 0.0)
    hearts.begin(partial(beat_once, late), 60.0)
    async with asyncio.timeout(peer.PATIENCE):
        await early.wait()

    assert not late.is_set()


def beat_once(beaten: asyncio.Event) -> float:
    beaten.set()
    return 60.0


async def test_when_the_last_heart_has_stopped_nothing_is_left_of_any() -> None:
    """Nor does anything go wrong; who comes afterwards has a heart again."""
    faults: list[dict[str, object]] = []
    asyncio.get_running_loop().set_exception_handler(lambda loop, fault: faults.append(fault))
    hearts, passed, again, before = Heartbeats(), asyncio.Event(), asyncio.Event(), known_hearts()
    for _ in range(3):
        hearts.begin(partial(beat_once, again), 0.0).stop()
    asyncio.get_running_loop().call_later(0.001, passed.set)  # due after all of theirs
    await passed.wait()
    assert known_hearts() <= before
    assert not again.is_set()

    hearts.begin(partial(beat_once, again), 0.0)
    async with asyncio.timeout(peer.PATIENCE):
        await again.wait()
    assert faults == []


def known_hearts() -> int:
    return sum(isinstance(thing, Heart) for thing in gc.get_objects())


async def test_however_many_hearts_are_due_at_once_others_have_their_turn() -> None:
    """After the process was stopped all are: they beat in portions, and each of them once."""
    beats: list[int] = []
    hearts = Heartbeats()

    def beat(number: int) -> float:
        beats.append(number)
        return 60.0

    for number in range(2 * AT_ONCE + 1):
        hearts.begin(partial(beat, number), 0.0)
    rounds = []
    while len(beats) < 2 * AT_ONCE + 1:
        await asyncio.sleep(0)
        rounds.append(len(beats))

    assert beats == list(range(2 * AT_ONCE + 1))
    assert set(rounds) - {0} == {AT_ONCE, 2 * AT_ONCE, 2 * AT_ONCE + 1}
