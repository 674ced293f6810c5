"""What a supervisor hears: ready, alive, reading again, stopping."""

import asyncio
import contextlib
import os
import socket
from collections.abc import Iterator
from pathlib import Path

import pytest

from server.operator_command import operator_main
from server.watchdog import Watchdog
from tests.server.peer import open_house
from tests.server.test_cli import server


class Supervisor:
    """Somebody who listens at a socket of the kind that `sd_notify` knows."""

    def __init__(self, name: str | bytes) -> None:
        self._link = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self._link.bind(name)
        self._link.setblocking(False)

    async def hear(self) -> dict[str, str]:
        """The next message."""
        async with asyncio.timeout(30):
            text = (await asyncio.get_running_loop().sock_recv(self._link, 4096)).decode()
        return dict(line.split("=", 1) for line in text.split("\n"))

    async def until(self, name: str) -> dict[str, str]:
        while name not in (message := await self.hear()):
            pass
        return message

    def close(self) -> None:
        self._link.close()


@contextlib.contextmanager
def supervising(name: str | bytes) -> Iterator[Supervisor]:
    supervisor = Supervisor(name)
    try:
        yield supervisor
    finally:
        supervisor.close()


async def test_a_process_says_when_it_is_ready_lives_reads_again_and_stops(tmp_path: Path) -> None:
    """Signs of life come at least twice in the time within which one is due."""
    with supervising(str(tmp_path / "notify")) as supervisor:
        place, data = str(tmp_path / "notify"), tmp_path / "data"
        flags = ("--data", str(data), "--no-announce", "--metrics", "0")
        async with server(tmp_path, *flags, NOTIFY_SOCKET=place, WATCHDOG_USEC="200000") as running:
            assert await supervisor.until("READY") == {"READY": "1", "STATUS": "0 people, 0 games"}
            async with asyncio.timeout(30):
                for _ in range(4):
                    await supervisor.until("WATCHDOG")
            assert await asyncio.to_thread(operator_main, ["--data", str(data), "reload"], {}) == 0
            assert int((await supervisor.until("RELOADING"))["MONOTONIC_USEC"]) > 0
            assert await supervisor.until("READY") == {"READY": "1"}
            ending = asyncio.create_task(running.end())
            assert (await supervisor.until("STOPPING"))["STOPPING"] == "1"
            code, log = await ending
    assert code == 0
    assert "metrics are at http://127.0.0.1:" in log


async def test_a_name_that_is_in_no_folder_will_do() -> None:
    """And the variables are not handed on to children."""
    name = f"tuicards-test-{os.getpid()}"
    with supervising(b"\0" + name.encode()) as supervisor:
        async with open_house() as house:
            watchdog = Watchdog({"NOTIFY_SOCKET": f"@{name}", "WATCHDOG_USEC": "60000000", "WATCHDOG_PID": "1"})
            await watchdog.start(house.service)
            assert (await supervisor.hear())["READY"] == "1"
            assert set(await supervisor.hear()) == {"STATUS"}, "the signs of life are another process's to give"
            await watchdog.stop()
            assert "STOPPING" in await supervisor.hear()


async def test_the_variables_are_not_for_children(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NOTIFY_SOCKET", "/nowhere")
    monkeypatch.setenv("WATCHDOG_USEC", "1000000")
    Watchdog(os.environ)
    assert not {"NOTIFY_SOCKET", "WATCHDOG_USEC"} & set(os.environ)


@pytest.mark.parametrize(
    "environ",
    [{}, {"NOTIFY_SOCKET": ""}, {"NOTIFY_SOCKET": "/no/such/socket"}, {"NOTIFY_SOCKET": "@"},
     {"NOTIFY_SOCKET": "relative"}, {"NOTIFY_SOCKET": "vsock:2:1"},
     {"NOTIFY_SOCKET": "/no/such/socket", "WATCHDOG_USEC": "soon"}],
    ids=str,
)  # fmt: skip
async def test_without_a_supervisor_nothing_happens(environ: dict[str, str]) -> None:
    """Nor where it does not listen, or its variables make no sense."""
    async with open_house() as house:
        watchdog = Watchdog(environ)
        await watchdog.start(house.service)
        with watchdog.reloading():
            pass
        await watchdog.stop()
        await house.enter("Ann")
