"""How a server ends, whoever is connected, and how it begins again: in order, in time, and without debris."""

import contextlib
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.server.peer import Peer
from tests.server.test_cli import ROOT, Running, server
from tests.server.test_tls import Files
from tuicards.wire.codec import encode
from tuicards.wire.messages import PROTOCOL, AddBot, CreateTable, Hello, Ping, Request, StartParty, Welcome

SOON = 5.0
"""Seconds in which a server has ended (it takes a few tenths of one)."""

DEBRIS = re.compile(r"Traceback|never retrieved|was destroyed|never awaited|\w+Warning", re.IGNORECASE)
SLOWEST = 0.5
"""Seconds that one step of the loop may take."""

HELLO = encode(Hello(protocol=PROTOCOL, client="test"))


def at_play(seats: int) -> bytes:
    """A greeting, and a table of bots that begin at once."""
    bots = [AddBot(id=seat + 1, seat=seat) for seat in range(1, seats)]
    requests: list[Request] = [CreateTable(id=1, game="rage", seats=seats), *bots, StartParty(id=90)]
    return HELLO + b"".join(encode(request) for request in requests)  # type: ignore[arg-type]


@contextlib.contextmanager
def everybody(port: int) -> Iterator[None]:
    """Peers of every kind: silent, idle, one that never reads, half a message, half a handshake."""
    sent = (b"", HELLO, at_play(3), HELLO + encode(Ping(1))[:-2], b"\x16\x03\x01\x02\x00\x01\x00")
    with contextlib.ExitStack() as connections:
        for data in sent:
            peer = connections.enter_context(socket.create_connection(("127.0.0.1", port)))
            peer.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 1)
            peer.sendall(data)
        yield


async def settled(running: Running) -> None:
    """Returns when the server has read what was sent to it before."""
    peer = await running.enter()
    await peer.until(Welcome)
    await peer.close()


async def check_end(running: Running, number: signal.Signals = signal.SIGTERM) -> None:
    """It ends in order, in time, and says nothing odd."""
    begun = time.monotonic()
    code, log = await running.end(number)
    assert (code, DEBRIS.search(log)) == (0, None)
    assert time.monotonic() - begun < SOON


async def test_it_ends_whoever_is_connected_and_begins_again_at_the_same_port(tmp_path: Path) -> None:
    """Silent, idle, stopped and half-way peers hold up nothing, and their open connections do not keep the port."""
    data = ("--data", str(tmp_path))
    async with server(tmp_path, *data) as first:
        with everybody(first.port):
            await settled(first)
            await check_end(first)
            async with server(tmp_path, *data, "--port", str(first.port)) as second:
                assert second.port == first.port
                await settled(second)
                await check_end(second, signal.SIGINT)


@pytest.mark.thorough
async def test_with_encryption_half_a_handshake_holds_up_nothing(tmp_path: Path) -> None:
    """Nor does a peer that has not begun one."""
    files = Files(tmp_path)
    async with server(tmp_path, "--memory", "--tls-cert", str(files.cert), "--tls-key", str(files.key)) as running:
        with everybody(running.port):
            await check_end(running)


@pytest.mark.thorough
async def test_games_and_people_who_vanish_leave_no_debris_in_the_log(tmp_path: Path) -> None:
    """With all that Python warns of in development: no fault unseen, no task lost, nothing blocked for long (A06)."""
    async with server(tmp_path, "--memory", "--grace", "0.2", PYTHONASYNCIODEBUG="1") as running:
        for number in range(4):
            ann, bo = await running.enter(f"Ann {number}"), await running.enter(f"Bo {number}")
            await ann.until(Welcome)
            code = await ann.create("rage", 3, bots=1, options={"round_plan": "2,1"})
            await bo.until(Welcome)
            await bo.join(code)
            await ann.start()
            await bo.picture()
            await abort(bo)
            if number % 2:
                await ann.play_to_the_end()
            await abort(ann)
        with everybody(running.port):
            pass
        await settled(running)
        exit_code, log = await running.end()
    assert (exit_code, DEBRIS.search(log)) == (0, None)
    slow = [float(seconds) for seconds in re.findall(r"took ([\d.]+) seconds", log)]
    assert max(slow, default=0.0) < SLOWEST


async def abort(peer: Peer) -> None:
    """The connection breaks, and nobody says so."""
    peer._writer.transport.abort()
    await peer.close()


@pytest.mark.thorough
async def test_a_second_signal_ends_it_at_once(tmp_path: Path) -> None:
    """Whatever it was doing."""
    async with server(tmp_path, "--memory") as running:
        with everybody(running.port):
            await settled(running)
            running.process.send_signal(signal.SIGTERM)
            begun = time.monotonic()
            await running.end()
            assert time.monotonic() - begun < SOON


@contextlib.contextmanager
def started(command: list[str], folder: Path, **environ: str) -> Iterator[subprocess.Popen[str]]:
    """A server that has said that it listens."""
    environ = {"PATH": os.environ["PATH"], "PYTHONPATH": str(ROOT), **environ}
    with subprocess.Popen(command, env=environ, stderr=subprocess.PIPE, text=True, cwd=folder) as process:
        assert process.stderr is not None
        assert any("listening at" in line for line in process.stderr)
        try:
            yield process
        finally:
            process.kill()


PLAIN = ["-m", "server", "--host", "127.0.0.1", "--port", "0", "--memory"]


@pytest.mark.thorough
@pytest.mark.skipif(
    shutil.which("unshare") is None or not hasattr(os, "geteuid") or os.geteuid() != 0, reason="needs root"
)
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_as_the_first_process_of_a_container_it_hears_signals(number: signal.Signals, tmp_path: Path) -> None:
    """Signals without a handler do not reach a process 1 (A02)."""
    with started(["unshare", "--pid", "--fork", sys.executable, *PLAIN], tmp_path) as process:
        children = Path(f"/proc/{process.pid}/task/{process.pid}/children").read_text().split()
        os.kill(int(children[0]), number)
        assert process.wait(timeout=SOON) == 0


@pytest.mark.thorough
def test_a_loop_without_signal_handlers_is_enough(tmp_path: Path) -> None:
    """As on other systems: it starts, and Ctrl-C ends it (A03)."""
    script = (
        "import asyncio, sys\n"
        "def missing(*_): raise NotImplementedError\n"
        "asyncio.get_event_loop_policy()._loop_factory.add_signal_handler = missing\n"
        "from server.cli import main\n"
        "sys.exit(main(sys.argv[1:]))\n"
    )
    with started([sys.executable, "-c", script, *PLAIN[2:]], tmp_path) as process:
        process.send_signal(signal.SIGINT)
        assert process.wait(timeout=SOON) == 130
        assert process.stderr is not None
        assert not DEBRIS.search(process.stderr.read())


@pytest.mark.thorough
def test_nothing_that_it_uses_is_on_its_way_out(tmp_path: Path) -> None:
    """A later Python starts it too (A08)."""
    with started([sys.executable, "-W", "error::DeprecationWarning", *PLAIN], tmp_path) as process:
        process.send_signal(signal.SIGTERM)
        assert process.wait(timeout=SOON) == 0
