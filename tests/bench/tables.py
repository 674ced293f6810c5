"""What a server does with its tables: `python -m tests.bench.tables [--quick]`.

Server and players are processes of their own. Throughput is held against a server without a game that answers
in pictures of the same size, measured in turns with ours, in moves per second of the server's processor time:
so what else runs on the machine, and the players' own cost, change neither.
"""

import contextlib
import socket
import sqlite3
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import msgpack  # type: ignore[import-untyped]

from tests.bench.bare import SEATS
from tests.bench.load import HEAD, Load, Process, house, started
from tests.bench.rows import Row
from tests.bench.screen import percentile

MOVE = msgpack.packb({"t": "move", "id": 7, "table": "ABCD", "seq": 110, "move": {"move": "play", "card": "R12"}})


def throughput_rows(quick: bool) -> Iterator[Row]:
    """Flat out."""
    rounds, seconds = (2, 1.0) if quick else (15, 1.5)
    yield throughput(25, rounds, seconds)
    yield throughput(250, rounds, seconds)


def wire_rows(quick: bool) -> Iterator[Row]:
    """Bytes."""
    yield wire()


def delay_rows(quick: bool) -> Iterator[Row]:
    """Nobody else there."""
    yield from alone(3.0 if quick else 20.0)


def crowd_rows(quick: bool) -> Iterator[Row]:
    """Many, at the pace of people."""
    yield from crowded(100 if quick else 1000, 5.0 if quick else 30.0)


# ---- moves per second ------------------------------------------------------------------------------------


def throughput(tables: int, rounds: int, seconds: float) -> Row:
    """Moves per second of processor time, ours and the bare server's, in turns."""
    ours, bare = [], []
    with (
        house() as process, naked() as anchor,
        closing(Load(process.port, tables)) as load, closing(BareLoad(anchor.port, tables)) as plain,
    ):  # fmt: skip
        for _ in range(rounds):
            ours.append(_rate(process, load.flat_out, seconds))
            bare.append(_rate(anchor, plain.flat_out, seconds))
            load.rest()
    what = f"moves, {tables} tables, with rules, views, journal"
    return Row("P4", what, "/cpu s", ours, 0.33, False, bare, "bare streams")


def _rate(process: Process, flat_out: Callable[[float], int], seconds: float) -> float:
    before = process.seconds()
    moves = flat_out(seconds)
    return moves / (process.seconds() - before)


@contextlib.contextmanager
def naked() -> Iterator[Process]:
    """The server without a game."""
    with tempfile.TemporaryDirectory() as folder:
        port = Path(folder) / "port"
        with started(("-m", "tests.bench.bare", str(port)), port) as process:
            yield process


class BareLoad:
    """The same tables without a game: one seat says something, all four hear, the next seat says something."""

    def __init__(self, port: int, tables: int) -> None:
        self._tables = [[_plug(port) for _ in range(SEATS)] for _ in range(tables)]
        self._frame = HEAD.pack(len(MOVE)) + MOVE

    def flat_out(self, seconds: float) -> int:
        """So many moves in that time; every table has one under way."""
        moves, end = 0, time.perf_counter() + seconds
        for table in self._tables:
            table[0].sendall(self._frame)
        while time.perf_counter() < end:
            for table in self._tables:
                _hear(table)
                moves += 1
                table[moves % SEATS].sendall(self._frame)
        for table in self._tables:
            _hear(table)
        return moves

    def close(self) -> None:
        for table in self._tables:
            for plug in table:
                plug.close()


def _plug(port: int) -> socket.socket:
    plug = socket.create_connection(("127.0.0.1", port))
    plug.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    return plug


def _hear(table: list[socket.socket]) -> None:
    """One answer to each of the four."""
    for plug in table:
        (length,) = HEAD.unpack(plug.recv(4, socket.MSG_WAITALL))
        plug.recv(length, socket.MSG_WAITALL)


# ---- bytes, delays, memory ---------------------------------------------------------------------------------


def wire() -> Row:
    """Bytes of an update, over whole parties."""
    with house() as process, closing(Load(process.port, 5)) as load:
        size, updates = load.spent()
        load.flat_out(2.0)
        size, updates = load.spent()[0] - size, load.spent()[1] - updates
    return Row("P12", "bytes a move and seat, Rage with 4 seats, mean", "B", [size / updates], 700, True)


def alone(seconds: float) -> Iterator[Row]:
    """One table on an idle server: from a move to its picture at all four seats, journal included."""
    with house() as process, closing(Load(process.port, 1)) as load:
        kept, times = commits(seconds), load.paced(seconds, 0.02)
    for name, part, most in (("p50", 0.5, 0.002), ("p99", 0.99, 0.002)):
        base = percentile(kept, part) + most
        yield Row("P7", f"move to all seats, idle server, {name}", "ms", [1000 * percentile(times, part)], 1.0, True,
                  [1000 * base], "SQLite acknowledgement + 2 ms")  # fmt: skip


def commits(seconds: float) -> list[float]:
    """How long a row waits for a database on disk that commits every 5 ms, durably."""
    waits = []
    with tempfile.TemporaryDirectory() as folder:
        base = sqlite3.connect(Path(folder) / "rows.sqlite", isolation_level=None)
        base.execute("PRAGMA journal_mode=WAL")
        base.execute("PRAGMA synchronous=FULL")
        base.execute("CREATE TABLE rows (n INTEGER PRIMARY KEY, body BLOB)")
        end = time.perf_counter() + seconds
        while time.perf_counter() < end:
            began = time.perf_counter()
            base.execute("BEGIN")
            base.executemany("INSERT INTO rows (body) VALUES (?)", [(MOVE,)] * 10)
            time.sleep(0.005)
            base.execute("COMMIT")
            waits.append(time.perf_counter() - began)
        base.close()
    return waits


def crowded(tables: int, seconds: float) -> Iterator[Row]:
    """Tables at the pace of people, one move each two seconds; and what each further one holds in memory."""
    few = 50
    with house() as process, closing(Load(process.port, few)) as first:
        first.paced(2.0, 0.1)
        before = process.memory()
    with house() as process, closing(Load(process.port, tables)) as load:
        load.paced(2.0, 2.0)
        memory = (process.memory() - before) / (tables - few)
        times = load.paced(seconds, 2.0)
    yield Row("P5", f"move to all seats, {tables} tables, p99", "ms", [1000 * percentile(times, 0.99)], 25, True)
    yield Row("P6", "memory of a further table with four seats", "KiB", [memory], 150, True)


def main() -> int:
    for part in (throughput_rows, wire_rows, delay_rows, crowd_rows):
        for row in part("--quick" in sys.argv):
            print(row.line(), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
