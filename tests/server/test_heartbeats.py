"""Who is still there: heartbeats both ways, and processes that are stopped and go on."""

import asyncio
import contextlib
import os
import signal
import sys
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from server.config import Settings
from server.session import PATIENCE
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
