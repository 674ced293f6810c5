"""Tables of bots on one server: `python -m tests.bench.experts [LEVEL] [TABLES] [SECONDS]`, one line of JSON a run.

A server in a process of its own, its record in memory, whose loop looks again and again how late it is. At every
table four bots play, and one raw connection watches. First bots of level normal, whose lateness is the machine's
own, then those of LEVEL. Processor times are per second of the run: of the server, and of what thinks beside it.
"""

import asyncio
import contextlib
import json
import sys
import time
from collections.abc import AsyncIterator
from functools import partial
from typing import Any

from server.config import Settings
from server.limits import Limits, Rate
from server.service import Service, running
from server.store import MemoryStore
from tests.bench.crowd import Client, enter
from tests.bench.screen import middle, percentile
from tests.proc import processor_seconds
from tuicards.bots.api import LEVELS
from tuicards.wire.messages import AddBot, CreateTable, StandUp, StartParty

SEATS = 4
GAMES = ("rage", "goat")
LOOK_EVERY = 0.005
WARM = 5.0
"""Seconds before anything is counted: processes start, and compile."""

OPEN = Rate(100_000, 100_000)
SETTINGS = Settings(host="127.0.0.1", port=0, limits=Limits(creates=OPEN, requests=OPEN))
ANCHOR = "normal"


# ---- the server's process ---------------------------------------------------------------------------------


async def look(late: list[float]) -> None:
    """How much later than asked the loop comes to something, for ever: seconds."""
    while True:
        asked = time.perf_counter() + LOOK_EVERY
        await asyncio.sleep(LOOK_EVERY)
        late.append(max(0.0, time.perf_counter() - asked))


def processor_time(pid: int) -> float:
    """Seconds that a process has used so far; none where it has ended."""
    with contextlib.suppress(OSError):
        return processor_seconds(pid)
    return 0.0


def counted(service: Service) -> dict[str, float]:
    """What only rises."""
    return {
        "moves": sum(service.tally.moves.values()),
        "server": time.process_time(),
        **{f"worker {pid}": processor_time(pid) for pid in service.thinkers.pool.pids},
    }


async def serve() -> None:
    """Say the port, take two lines as the beginning and the end of a run, and tell of it."""
    lines = asyncio.StreamReader()
    loop = asyncio.get_running_loop()
    await loop.connect_read_pipe(lambda: asyncio.StreamReaderProtocol(lines), sys.stdin)
    async with running(SETTINGS, MemoryStore()) as service:
        print(service.port, flush=True)
        await lines.readline()
        late: list[float] = []
        looking, before, began = asyncio.create_task(look(late)), counted(service), time.perf_counter()
        await lines.readline()
        looking.cancel()
        took = time.perf_counter() - began
        rates = {name: (value - before.get(name, 0.0)) / took for name, value in counted(service).items()}
        print(json.dumps({
            "loop_late_ms": {name: 1000 * value for name, value in summary(late).items()},
            "moves_a_second": rates.pop("moves"),
            "processor": rates,
            "workers_lost": service.thinkers.pool.lost,
            "thinking": {
                level: {"answers": sum(seen.counts), "mean_ms": 1000 * seen.total / sum(seen.counts)}
                for level, seen in service.tally.thinking.items()
            },
        }), flush=True)  # fmt: skip


def summary(values: list[float]) -> dict[str, float]:
    return {"p50": middle(values), "p99": percentile(values, 0.99), "max": max(values)}


# ---- who watches ------------------------------------------------------------------------------------------


async def table_of_bots(port: int, number: int, level: str) -> Client:
    """A table at which bots play."""
    owner = await enter(port)
    owner.send(CreateTable(id=owner.next_id(), game=GAMES[number % 2], seats=SEATS, title=f"table {number}"))
    await owner.until(lambda: owner.table)
    owner.send(StandUp(id=owner.next_id()))
    for seat in range(SEATS):
        owner.send(AddBot(id=owner.next_id(), seat=seat, level=level))
    owner.send(StartParty(id=owner.next_id()))
    await owner.until(lambda: owner.update)
    return owner


async def watch(owner: Client) -> None:
    """One party after the other."""
    while True:
        await owner.until(partial(_over, owner))
        owner.update = None
        owner.send(StartParty(id=owner.next_id()))
        await owner.until(lambda: owner.update)


def _over(owner: Client) -> bool:
    return owner.update is not None and bool(owner.update.view["outcome"])


@contextlib.asynccontextmanager
async def a_server() -> AsyncIterator[asyncio.subprocess.Process]:
    command = (sys.executable, "-m", "tests.bench.experts", "serve")
    process = await asyncio.create_subprocess_exec(
        *command, stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE
    )
    try:
        yield process
    finally:
        process.kill()
        await process.wait()


async def measure(level: str, tables: int, seconds: float) -> dict[str, Any]:
    """What a run of this level shows."""
    async with a_server() as server:
        assert server.stdin is not None
        assert server.stdout is not None
        port = int(await server.stdout.readline())
        owners = [await table_of_bots(port, number, level) for number in range(tables)]
        watching = [asyncio.create_task(watch(owner)) for owner in owners]
        for pause in (WARM, seconds):
            await asyncio.sleep(pause)
            server.stdin.write(b"\n")
        shown: dict[str, Any] = json.loads(await server.stdout.readline())
        for task in watching:
            task.cancel()
        return {"level": level, "tables": tables, **shown}


def main() -> int:
    if sys.argv[1:] == ["serve"]:
        asyncio.run(serve())
        return 0
    level = sys.argv[1] if len(sys.argv) > 1 else LEVELS[-1]
    tables = int(sys.argv[2]) if len(sys.argv) > 2 else 20
    seconds = float(sys.argv[3]) if len(sys.argv) > 3 else 20.0
    for one in dict.fromkeys((ANCHOR, level)):
        print(json.dumps(asyncio.run(measure(one, tables, seconds))), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
