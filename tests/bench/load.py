"""Tables of four that play Rage over raw connections, from one process that does as little else as it can."""

import contextlib
import random
import select
import socket
import struct
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

import msgpack  # type: ignore[import-untyped]

from tests.bench.collector import kept_away
from tests.proc import processor_seconds, proportional_kib
from tuicards.wire.messages import PROTOCOL

SEATS = 4
HEAD = struct.Struct(">I")

PATIENCE = 30.0
"""Seconds for an answer that somebody waits for."""

GENEROUS = (
    "--limits", "lan", "--max-connections", "15000", "--max-per-address", "20000", "--max-tables", "20000",
    "--rate-messages", "100000/100000", "--rate-requests", "100000/100000", "--rate-joins", "100000/100000",
    "--rate-creates", "100000/100000", "--rate-address-connects", "100000/100000",
    "--rate-address-joins", "100000/100000", "--rate-address-creates", "100000/100000",
)  # fmt: skip
"""One process plays everybody: what keeps a stranger in bounds would keep it from measuring."""


class Seat:
    """One raw connection, with less around it than the program's own: it is the server that is to be measured."""

    def __init__(self, port: int, name: str = "", token: str = "", wait: bool = True) -> None:
        """With a token: the person that it belongs to. Without `wait`, `let_in` is to be called."""
        self.socket = socket.create_connection(("127.0.0.1", port), timeout=PATIENCE)
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.update: dict[str, Any] = {}
        self.table = ""
        self.told: dict[str, Any] = {}
        self.bytes = self.updates = 0
        self._rest = b""
        self._id = 0
        self.send({"t": "hello", "protocol": PROTOCOL, "client": "load", "name": name, "token": token})
        if wait:
            self.let_in()

    def let_in(self) -> None:
        """Returns when it is."""
        self.token = self.until("welcome")["token"]

    def send(self, message: dict[str, Any]) -> None:
        body = msgpack.packb(message)
        self.socket.sendall(HEAD.pack(len(body)) + body)

    def ask(self, kind: str, **fields: Any) -> None:
        self._id += 1
        self.send({"t": kind, "id": self._id, **fields})

    def join(self, table: str) -> None:
        """Returns when it is there; it asks until its server has heard of the table."""
        while "table" not in self.told:
            self.ask("join", table=table)
            while self.told.keys().isdisjoint(("table", "refused")):
                self.read()
            self.told.pop("refused", None)
        del self.told["table"]

    def until(self, kind: str) -> dict[str, Any]:
        """Reads, and waits for it, until a message of the kind came. Raises ConnectionError at the stream's end."""
        while kind not in self.told:
            self.read()
        return self.told.pop(kind)  # type: ignore[no-any-return]

    def read(self) -> None:
        """Takes what is there, or waits for something."""
        block = self.socket.recv(65536)
        if not block:
            raise ConnectionError
        data = self._rest + block
        at = 0
        while len(data) - at >= 4:
            (length,) = HEAD.unpack_from(data, at)
            if len(data) - at - 4 < length:
                break
            self._take(msgpack.unpackb(data[at + 4 : at + 4 + length]), length + 4)
            at += 4 + length
        self._rest = data[at:]

    def _take(self, message: dict[str, Any], size: int) -> None:
        kind = message["t"]
        if kind == "update":
            self.update = message
            self.bytes += size
            self.updates += 1
        elif kind == "ping":
            self.send({"t": "pong", "n": message["n"]})
        self.told[kind] = message


class Table:
    """Four seats; `play` makes the next move, `arrived` says whether all four have been told of it."""

    def __init__(self, port: int, number: int, made_at: int = 0) -> None:
        """`made_at`: the port of the server that is to run the table, where that is another one of the same club."""
        self._chance = random.Random(number)
        owner = Seat(made_at or port, f"t{number}s0")
        owner.ask("create", game="rage", seats=SEATS, title=f"table {number}")
        self.code = owner.until("table")["table"]
        others = [Seat(port, f"t{number}s{seat}") for seat in range(1, SEATS)]
        for seat in others:
            seat.join(self.code)
        if made_at:
            owner = _moved(owner, port)
        self.seats = [owner, *others]
        owner.ask("start")
        for seat in self.seats:
            seat.until("update")
        self.seq = max(seat.update["seq"] for seat in self.seats)
        self.sent = 0.0

    def arrived(self) -> bool:
        """Whether every seat has the picture after the last move; if so, it counts from now on."""
        if any(seat.update["seq"] <= self.seq for seat in self.seats):
            return False
        self.seq = self.seats[0].update["seq"]
        return True

    def play(self) -> None:
        """The next move, by chance, or a rematch once the party is over."""
        self.seq = min(seat.update["seq"] for seat in self.seats)
        view = self.seats[0].update["view"]
        if view["outcome"]:
            for seat in self.seats:
                seat.ask("rematch")
        else:
            seat = self.seats[view["to_act"][0]]
            move = self._chance.choice(seat.update["view"]["legal"])
            seat.ask("move", table=self.code, seq=seat.update["seq"], move=move)
        self.sent = time.perf_counter()


def _moved(seat: Seat, port: int) -> Seat:
    """The same person, who goes on at another server that knows of the table."""
    moved = Seat(port, token=seat.token)
    moved.until("table")
    seat.socket.close()
    return moved


class Load:
    """Many tables on one server, and the loop that plays them. No collector comes until it is closed."""

    def __init__(
        self, port: int, tables: int, made_at: int = 0, meanwhile: Callable[[], None] = lambda: None
    ) -> None:
        """`made_at`: as for a table; `meanwhile` is called after each."""
        self._meanwhile = meanwhile
        self._begin(Table(port, number, made_at) for number in range(tables))

    def _begin(self, tables: Iterable[Table]) -> None:
        self.tables: list[Table] = []
        self._poll = select.epoll()
        self._of: dict[int, tuple[Seat, Table]] = {}
        for table in tables:
            self.tables.append(table)
            for seat in table.seats:
                self._of[seat.socket.fileno()] = (seat, table)
                self._poll.register(seat.socket.fileno(), select.EPOLLIN)
            self.rest()
            self._meanwhile()
        self._kept = contextlib.ExitStack()
        self._kept.enter_context(kept_away())

    def _told(self, patience: float) -> Iterator[Table]:
        """The tables whose four seats have all been told of the last move."""
        for descriptor, _ in self._poll.poll(patience):
            seat, table = self._of[descriptor]
            seat.read()
            if table.sent and table.arrived():
                yield table

    def flat_out(self, seconds: float) -> int:
        """Every table plays as fast as it can; how many moves that were."""
        moves, end = 0, time.perf_counter() + seconds
        for table in self.tables:
            table.play()
        while time.perf_counter() < end:
            for table in self._told(1.0):
                moves += 1
                table.play()
        self.settle()
        return moves

    def paced(self, seconds: float, pause: float) -> list[float]:
        """Every table plays one move each `pause` seconds; how long each took to reach all four seats, in seconds."""
        times: list[float] = []
        start = time.perf_counter()
        due = [(start + pause * number / len(self.tables), table) for number, table in enumerate(self.tables)]
        at, end = 0, start + seconds
        while (now := time.perf_counter()) < end:
            when, table = due[at]
            if when <= now and not table.sent:
                table.play()
                due[at] = (when + pause, table)
                at = (at + 1) % len(due)
            for told in self._told(max(0.0, min(when - now, 0.05))):
                times.append(time.perf_counter() - told.sent)
                told.sent = 0.0
        self.settle()
        return times

    def settle(self) -> None:
        """Waits until what is under way has arrived."""
        open_ = {id(table) for table in self.tables if table.sent}
        while open_:
            for table in self._told(5.0):
                table.sent = 0.0
                open_.discard(id(table))

    def rest(self) -> None:
        """Answers whoever asks whether all are still there. To be called every few seconds between two turns."""
        for _ in self._told(0.0):
            pass

    def spent(self) -> tuple[int, int]:
        """Bytes and updates that have come to all seats so far."""
        seats = [seat for table in self.tables for seat in table.seats]
        return sum(seat.bytes for seat in seats), sum(seat.updates for seat in seats)

    def close(self) -> None:
        self._kept.close()
        self._poll.close()
        for table in self.tables:
            for seat in table.seats:
                seat.socket.close()


class Process:
    """A server in a process of its own: what it uses."""

    def __init__(self, pid: int, port: int) -> None:
        self.pid, self.port = pid, port

    def seconds(self) -> float:
        """Processor time so far."""
        return processor_seconds(self.pid)

    def memory(self) -> float:
        """KiB that it holds, shared ones counted by their share."""
        return float(proportional_kib(self.pid))


@contextlib.contextmanager
def started(command: Sequence[str], port_file: Path) -> Iterator[Process]:
    """A server, once it has written its port into the file."""
    with subprocess.Popen([sys.executable, *command]) as process:
        try:
            while not port_file.exists() or not port_file.read_text("utf-8").strip():
                if process.poll() is not None:
                    raise RuntimeError(f"{command} ended with {process.returncode}")
                time.sleep(0.02)
            yield Process(process.pid, int(port_file.read_text("utf-8")))
        finally:
            process.terminate()


@contextlib.contextmanager
def house(*flags: str, data: Path | None = None) -> Iterator[Process]:
    """Our server with its record on disk, in a folder of its own unless one is given."""
    with tempfile.TemporaryDirectory() as folder:
        port = Path(folder) / "port"
        command = (
            "-m", "server", "--host", "127.0.0.1", "--port", "0", "--port-file", str(port), "--log-level", "warning",
            "--data", str(data or Path(folder) / "data"), *GENEROUS, *flags,
        )  # fmt: skip
        with started(command, port) as process:
            yield process
