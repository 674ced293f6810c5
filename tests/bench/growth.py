"""What more work costs a server: `python -m tests.bench.growth [--quick]`: many tables, and many who watch one."""

import select
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import closing

from tests.bench.load import Load, Process, Seat, house
from tests.bench.screen import percentile
from tests.bench.taken import Curve, told


def tables(quick: bool) -> Curve:
    """Flat out: moves per second of processor time, and memory with all of them connected."""
    head = "tables", "moves/cpu s", "memory, MiB"
    return Curve("tables", head, _tables((1, 10) if quick else (1, 10, 100, 1000), 1.0 if quick else 5.0))


def _tables(numbers: tuple[int, ...], seconds: float) -> Iterator[Sequence[float]]:
    for number in numbers:
        with house() as process, closing(Load(process.port, number)) as load:
            before = process.seconds()
            moves = load.flat_out(seconds)
            rate = moves / (process.seconds() - before)
            yield number, rate, process.memory() / 1024


class Watchers:
    """So many who watch one table, and read what they are sent."""

    def __init__(self, process: Process, load: Load, number: int) -> None:
        """Those at the load's first table are told of each, and read it meanwhile."""
        code = load.tables[0].code
        self.seats = [Seat(process.port, f"w{one}") for one in range(number)]
        self._poll = select.epoll()
        self._of = {seat.socket.fileno(): seat for seat in self.seats}
        for seat in self.seats:
            load.rest()
            self._read(0.0)
            seat.ask("watch", table=code)
            seat.until("update")
            self._poll.register(seat.socket.fileno(), select.EPOLLIN)

    def until(self, seq: int) -> float:
        """Reads until all have the picture of that number; when the last one came."""
        while any(seat.update["seq"] < seq for seat in self.seats):
            self._read(5.0)
        return time.perf_counter()

    def _read(self, patience: float) -> None:
        for descriptor, _ in self._poll.poll(patience):
            self._of[descriptor].read()

    def close(self) -> None:
        self._poll.close()
        for seat in self.seats:
            seat.socket.close()


def watchers(quick: bool) -> Curve:
    """One table: processor time a move, and how long a move takes to everybody."""
    head = "watchers", "cpu a move, ms", "to all, p50, ms", "p99, ms"
    return Curve("watchers", head, _watchers((1, 10) if quick else (1, 10, 50, 100, 250, 500), 30 if quick else 150))


def _watchers(numbers: tuple[int, ...], moves: int) -> Iterator[Sequence[float]]:
    for number in numbers:
        with (
            house("--watchers-each", str(number)) as process,
            closing(Load(process.port, 1)) as load, closing(Watchers(process, load, number)) as crowd,
        ):  # fmt: skip
            before, times = process.seconds(), []
            for _ in range(moves):
                load.tables[0].play()
                began = load.tables[0].sent
                load.settle()
                times.append(crowd.until(load.tables[0].seq) - began)
            cost = 1000 * (process.seconds() - before) / moves
            yield number, cost, *(1000 * percentile(times, part) for part in (0.5, 0.99))


def main() -> int:
    for curve in (tables, watchers):
        told(curve("--quick" in sys.argv))
    return 0


if __name__ == "__main__":
    sys.exit(main())
