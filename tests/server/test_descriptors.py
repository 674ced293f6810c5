"""A server that runs out of descriptors: games go on, nothing runs hot, and there is room again afterwards."""

import asyncio
import contextlib
import os
import resource
import sys
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.proc import processor_seconds
from tests.server.peer import Peer
from tuicards.wire.messages import Closing, Done, Update

ROOT = Path(__file__).parents[2]
LINUX = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="counts in /proc")

pytestmark = LINUX


class Running:
    """A server in a process of its own."""

    def __init__(self, process: asyncio.subprocess.Process, port: int) -> None:
        self._process, self._port = process, port

    async def connect(self) -> Peer:
        return Peer(*await asyncio.open_connection("127.0.0.1", self._port))

    async def enter(self, name: str) -> Peer:
        peer = await self.connect()
        await peer.greet(name)
        return peer

    def descriptors(self) -> int:
        return len(os.listdir(f"/proc/{self._process.pid}/fd"))

    def used(self) -> float:
        """Seconds of processor time so far."""
        return processor_seconds(self._process.pid)

    def leave_no_descriptor(self) -> tuple[int, int]:
        """Take away all that are not in use; the limits as they were."""
        used = {int(name) for name in os.listdir(f"/proc/{self._process.pid}/fd")}
        free = next(number for number in range(len(used) + 1) if number not in used)
        limits = resource.prlimit(self._process.pid, resource.RLIMIT_NOFILE)
        resource.prlimit(self._process.pid, resource.RLIMIT_NOFILE, (free, limits[1]))
        return limits

    def give_back(self, limits: tuple[int, int]) -> None:
        resource.prlimit(self._process.pid, resource.RLIMIT_NOFILE, limits)

    async def stop(self) -> str:
        """What it has logged."""
        self._process.terminate()
        async with asyncio.timeout(8):
            _, errors = await self._process.communicate()
        return errors.decode()


@contextlib.asynccontextmanager
async def server(folder: Path, files: int) -> AsyncIterator[Running]:
    """A server that may open so many files."""
    port_file = folder / "port"
    process = await asyncio.create_subprocess_exec(
        "sh", "-c", 'ulimit -n "$1"; shift; exec "$@"', "sh", str(files),
        sys.executable, "-m", "server", "--host", "127.0.0.1", "--port", "0", "--port-file", str(port_file),
        "--data", str(folder / "data"), "--bot-delay", "0",
        stderr=asyncio.subprocess.PIPE, env={"PATH": os.environ["PATH"], "PYTHONPATH": str(ROOT)},
    )  # fmt: skip
    try:
        async with asyncio.timeout(10):
            while not port_file.exists():  # noqa: ASYNC110, a file tells nobody that it is there
                await asyncio.sleep(0.02)
        yield Running(process, int(port_file.read_text("utf-8")))
    finally:
        with contextlib.suppress(ProcessLookupError):
            process.kill()
        await process.communicate()


async def at_play(running: Running) -> Peer:
    ann = await running.enter("Ann")
    await ann.create("rage", 3, bots=2, options={"round_plan": "10"})
    await ann.start()
    return ann


async def play(ann: Peer, moves: int) -> None:
    """So many moves of Ann's, each of them answered."""
    for _ in range(moves):
        update = await ann.picture()
        while update.view["seat"] not in update.view["to_act"]:
            update = await ann.until(Update)
        ann.play(update.view["legal"][0])
        await ann.until(Done)
        await ann.until(Update)


async def room_again(running: Running) -> None:
    """Comes in as soon as there is room."""
    while True:
        peer = await running.connect()
        with contextlib.suppress(AssertionError, ConnectionError):
            await peer.greet()
            await peer.close()
            return
        await peer.close()


async def test_a_hundred_connections_do_not_use_up_sixty_four_files(tmp_path: Path) -> None:
    """Those without room are told so, the game goes on, the processor rests, and all is as before in the end."""
    async with server(tmp_path, files=64) as running:
        ann = await at_play(running)
        before = running.descriptors()
        crowd = [await running.connect() for _ in range(100)]
        refused = await asyncio.gather(*(asyncio.create_task(peer.hear()) for peer in crowd[60:]))
        assert refused == [Closing(code="server_full", again=True)] * 40

        used = running.used()
        await asyncio.gather(play(ann, 4), asyncio.sleep(0.5))
        assert running.used() - used < 0.25 + 4 * 0.1

        for peer in crowd:
            await peer.close()
        await room_again(running)
        await play(ann, 2)
        assert running.descriptors() <= before + 1
        log = await running.stop()
        await ann.close()

    assert "Traceback" not in log
    assert [line for line in log.splitlines() if " WARNING " in line or " ERROR " in line] == [
        line for line in log.splitlines() if "leaves room for 32 connections" in line
    ]


async def test_without_any_descriptor_left_each_newcomer_is_turned_away_and_the_game_goes_on(tmp_path: Path) -> None:
    """The log says so once, and when there are descriptors again all is well."""
    async with server(tmp_path, files=1024) as running:
        ann = await at_play(running)
        limits = running.leave_no_descriptor()

        used = running.used()
        for _ in range(10):
            peer = await running.connect()
            assert await peer.until_over() == Closing(code="server_full", again=True)
            await peer.close()
        await asyncio.gather(play(ann, 3), asyncio.sleep(0.5))
        assert running.used() - used < 0.5

        running.give_back(limits)
        await (await running.enter("Bo")).close()
        log = await running.stop()
        await ann.close()

    assert "Traceback" not in log
    assert sum("no connection can be accepted" in line for line in log.splitlines()) == 1
