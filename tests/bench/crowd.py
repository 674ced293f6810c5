"""What one table feels of others: `python -m tests.bench.crowd [ROUNDS] [SECONDS] [memory]`.

A server in a process of its own, with its record on disk or in memory, and five tables of four raw clients that play.
Measured is the time from sending a move until all four seats have the next picture. Runs alone and runs
with a nuisance take turns, so that both see the same machine; each nuisance is a process of its own. A busy
machine spoils the 99th percentile: where the runs without a nuisance differ, that is the machine.
"""

import asyncio
import contextlib
import random
import socket
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Callable, Coroutine, Iterator
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

from tests.bench.load import Process, started
from tests.bench.screen import middle, percentile
from tuicards.wire.codec import encode, pack
from tuicards.wire.connection import ClientEnd
from tuicards.wire.frames import frame
from tuicards.wire.messages import (
    PROTOCOL,
    ClientMessage,
    Closing,
    CreateTable,
    Hello,
    JoinTable,
    MakeMove,
    Ping,
    Pong,
    Rematch,
    Say,
    StartParty,
    TableInfo,
    Update,
    WatchTable,
    Welcome,
)

SEATS = 4
TABLES = 5
THINK = 0.05
OTHERS = 100
OTHERS_THINK = 2.0
"""Seconds between two moves at each of the other tables; a table of people is no faster."""
PROBE_EVERY = 0.01


class Client(asyncio.Protocol):
    """One raw connection; whoever waits is woken by whatever comes. Nothing stands between it and the transport that
    would be measured, too."""

    def __init__(self) -> None:
        self.transport: asyncio.Transport
        self._end = ClientEnd()
        self._news = asyncio.Event()
        self._id = 0
        self.welcome: Welcome | None = None
        self.table: TableInfo | None = None
        self.update: Update | None = None
        self.pong = 0
        self.over = False

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self.transport = transport
        transport.get_extra_info("socket").setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)

    def data_received(self, data: bytes) -> None:
        for message in self._end.receive(data):
            match message:
                case Welcome():
                    self.welcome = message
                case TableInfo():
                    self.table = message
                case Update():
                    self.update = message
                case Pong(n=n):
                    self.pong = n
                case Closing():
                    self.over = True
        self.transport.write(self._end.data_to_send())
        self._news.set()

    def connection_lost(self, error: Exception | None) -> None:
        self.over = True
        self._news.set()

    def send(self, message: ClientMessage) -> None:
        self.transport.write(encode(message))

    def next_id(self) -> int:
        self._id += 1
        return self._id

    async def until(self, true: Callable[[], Any]) -> None:
        """Raises ConnectionError when the connection ends before it is true."""
        while not true():
            if self.over:
                raise ConnectionError
            self._news.clear()
            await self._news.wait()


async def connect(port: int) -> Client:
    _, client = await asyncio.get_running_loop().create_connection(Client, "127.0.0.1", port)
    return client


async def probe(client: "Client", delays: list[float]) -> None:
    """How late answers to pings are, for ever: seconds, one after the other into the list."""
    number = 0
    while True:
        await asyncio.sleep(PROBE_EVERY)
        number += 1
        began = time.perf_counter()
        client.send(Ping(number))
        await client.until(lambda: client.pong >= number)  # noqa: B023, it is waited for here
        delays.append(time.perf_counter() - began)


async def enter(port: int) -> Client:
    client = await connect(port)
    client.send(Hello(protocol=PROTOCOL, client="crowd"))
    await client.until(lambda: client.welcome)
    return client


class Four:
    """A table of four that play Rage, each move chosen by chance."""

    def __init__(self, seats: list[Client], chance: random.Random) -> None:
        self._seats, self._chance = seats, chance
        self.times: list[float] = []

    @property
    def code(self) -> str:
        assert self._seats[0].table is not None
        return self._seats[0].table.table

    async def play(self, think: float) -> None:
        """For ever."""
        self._seats[0].send(StartParty(id=self._seats[0].next_id()))
        await self._all(lambda seat: seat.update)
        while True:
            await asyncio.sleep(think * self._chance.uniform(0.5, 1.5))
            seq = self._seq(self._seats[0])
            began = time.perf_counter()
            self._move(seq)
            await self._all(partial(self._beyond, seq))
            self.times.append(time.perf_counter() - began)

    def _move(self, seq: int) -> None:
        for seat in self._seats:
            view = seat.update.view if seat.update else {}
            if view["outcome"]:
                seat.send(Rematch(id=seat.next_id()))
            elif view["seat"] in view["to_act"]:
                move = self._chance.choice(view["legal"])
                seat.send(MakeMove(id=seat.next_id(), table=self.code, seq=seq, move=move))
                return

    def _beyond(self, seq: int, seat: Client) -> bool:
        return self._seq(seat) > seq

    @staticmethod
    def _seq(seat: Client) -> int:
        return seat.update.seq if seat.update else -1

    async def _all(self, true: Callable[[Client], Any]) -> None:
        for seat in self._seats:
            await seat.until(partial(true, seat))


async def sit_down(port: int, number: int) -> Four:
    seats = [await enter(port) for _ in range(SEATS)]
    seats[0].send(CreateTable(id=seats[0].next_id(), game="rage", seats=SEATS, title=f"table {number}"))
    await seats[0].until(lambda: seats[0].table)
    assert seats[0].table is not None
    for seat in seats[1:]:
        seat.send(JoinTable(id=seat.next_id(), table=seats[0].table.table))
        await seat.until(partial(getattr, seat, "table"))
    return Four(seats, random.Random(number))


# ---- nuisances: each a process of its own, which says READY and goes on until it is ended -----------------


async def deaf(port: int, code: str) -> None:
    """Watches a table and reads nothing of it."""
    client = await enter(port)
    client.send(WatchTable(id=1, table=code))
    await client.until(lambda: client.table)
    client.transport.pause_reading()
    print("READY", flush=True)
    await asyncio.Event().wait()


async def flood(port: int, code: str) -> None:
    """Chat, pings and garbage without end, from a watcher of the table. Thrown out, it comes back."""
    junk = frame(b"\xc1")
    burst = b"".join(
        encode(Say(id=n + 1, text="x" * 200)) + encode(Ping(n)) * 10 + (junk if n % 50 == 0 else b"")
        for n in range(100)
    ) + frame(pack({"t": "join", "id": 1}))  # fmt: skip
    print("READY", flush=True)
    while True:
        with contextlib.suppress(ConnectionError):
            client = await enter(port)
            client.send(WatchTable(id=1, table=code))
            while not client.over:
                if client.transport.get_write_buffer_size() < len(burst):
                    client.transport.write(burst)
                await asyncio.sleep(0.001)


async def many(port: int, code: str) -> None:
    """A hundred other tables of four that play."""
    tables = [await sit_down(port, number) for number in range(OTHERS)]
    tasks = [asyncio.create_task(table.play(OTHERS_THINK)) for table in tables]
    await asyncio.sleep(2 * OTHERS_THINK)
    print("READY", flush=True)
    await asyncio.gather(*tasks)


NUISANCES: dict[str, Callable[[int, str], Coroutine[Any, Any, None]]] = {"deaf": deaf, "flood": flood, "many": many}


# ---- measuring --------------------------------------------------------------------------------------------


class Run(NamedTuple):
    """What one run has shown, times in seconds."""

    moves: list[float]
    delays: list[float]
    """Answers to pings on a connection of their own: how late the server's loop is."""
    load: float
    """Processor time of the server per second."""


class Room:
    """A server and the tables that are measured."""

    def __init__(self, process: Process) -> None:
        self._process, self._port = process, process.port
        self._tables: list[Four] = []
        self._delays: list[float] = []

    async def open(self) -> list[asyncio.Task[None]]:
        self._tables = [await sit_down(self._port, number) for number in range(TABLES)]
        playing = [asyncio.create_task(table.play(THINK)) for table in self._tables]
        return [*playing, asyncio.create_task(probe(await enter(self._port), self._delays))]

    async def run(self, nuisance: str, seconds: float) -> Run:
        async with self._nuisance(nuisance):
            self._take()
            began, used = time.perf_counter(), self._process.seconds()
            await asyncio.sleep(seconds)
            passed = time.perf_counter() - began
            return self._take()._replace(load=(self._process.seconds() - used) / passed)

    def _take(self) -> Run:
        taken = Run([value for table in self._tables for value in table.times], self._delays.copy(), 0.0)
        self._delays.clear()
        for table in self._tables:
            table.times = []
        return taken

    @contextlib.asynccontextmanager
    async def _nuisance(self, name: str) -> AsyncIterator[None]:
        if not name:
            yield
            return
        process = await asyncio.create_subprocess_exec(
            sys.executable, "-m", "tests.bench.crowd", name, str(self._port), self._tables[0].code,
            stdout=asyncio.subprocess.PIPE,
        )  # fmt: skip
        try:
            assert process.stdout is not None
            await process.stdout.readline()
            yield
        finally:
            process.kill()
            await process.wait()


@contextlib.contextmanager
def room(memory: bool) -> Iterator[Room]:
    with tempfile.TemporaryDirectory() as folder:
        port = Path(folder) / "port"
        command = (
            "-m", "server", "--host", "127.0.0.1", "--port", "0", "--port-file", str(port),
            *(["--memory"] if memory else ["--data", folder]), "--log-level", "warning", "--grace", "0",
            "--max-connections", "800", "--max-tables", "2000",
        )  # fmt: skip
        with started(command, port) as process:
            yield Room(process)


async def measure(rounds: int, seconds: float, memory: bool) -> dict[str, tuple[list[Run], list[Run]]]:
    """For each nuisance the runs without and with it, one after the other."""
    found: dict[str, tuple[list[Run], list[Run]]] = {name: ([], []) for name in NUISANCES}
    with room(memory) as measured:
        tasks = await measured.open()
        await measured.run("", 1.0)
        for _ in range(rounds):
            for name, (without, with_it) in found.items():
                without.append(await measured.run("", seconds))
                with_it.append(await measured.run(name, seconds))
                await asyncio.sleep(2)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
    return found


def line(name: str, runs: list[Run]) -> str:
    moves = [value for run in runs for value in run.moves]
    delays = [value for run in runs for value in run.delays]
    shown = [middle(moves), percentile(moves, 0.99), middle(delays), percentile(delays, 0.99)]
    load = sum(run.load for run in runs) / len(runs)
    return f"{name:<16}" + "".join(f"{value * 1000:>9.1f} ms" for value in shown) + f"{load:>8.0%}  n={len(moves)}"


def main() -> int:
    if len(sys.argv) > 1 and sys.argv[1] in NUISANCES:
        with contextlib.suppress(KeyboardInterrupt):
            asyncio.run(NUISANCES[sys.argv[1]](int(sys.argv[2]), sys.argv[3]))
        return 0
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 3
    seconds = float(sys.argv[2]) if len(sys.argv) > 2 else 6.0
    memory = "memory" in sys.argv
    print(f"{'':<16}{'move: median':>12}{'p99':>12}{'ping: median':>12}{'p99':>12}    load")
    for name, (without, with_it) in asyncio.run(measure(rounds, seconds, memory)).items():
        print(line(f"without {name}", without))
        print(line(f"with {name}", with_it))
        pairs = zip(without, with_it, strict=True)
        ratios = [percentile(two.moves, 0.99) / percentile(one.moves, 0.99) for one, two in pairs]
        print(f"{'':<16}p99 with / without, middle of the pairs: x{middle(ratios):.2f}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
