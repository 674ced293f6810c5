"""What more work costs a server: `python -m tests.bench.growth [--quick]`: many tables, and many who watch one."""

import select
import sys
import time
from collections.abc import Iterator

from tests.bench.load import Load, Process, Seat, house
from tests.bench.rows import short
from tests.bench.screen import percentile


def tables(numbers: tuple[int, ...], seconds: float) -> Iterator[str]:
    """Flat out: moves per second of processor time, and memory with all of them connected."""
    yield f"{'tables':>8} {'moves/cpu s':>12} {'memory':>10}"
    for number in numbers:
        with house() as process:
            load = Load(process.port, number)
            before = process.seconds()
            moves = load.flat_out(seconds)
            rate = moves / (process.seconds() - before)
            yield f"{number:>8,} {short(rate):>12} {process.memory() / 1024:>6.1f} MiB"
            load.close()


class Watchers:
    """So many who watch one table, and read what they are sent."""

    def __init__(self, process: Process, code: str, number: int) -> None:
        self.seats = [Seat(process.port, f"w{one}") for one in range(number)]
        self._poll = select.epoll()
        self._of = {seat.socket.fileno(): seat for seat in self.seats}
        for seat in self.seats:
            seat.ask("watch", table=code)
            seat.until("update")
            self._poll.register(seat.socket.fileno(), select.EPOLLIN)

    def until(self, seq: int) -> float:
        """Reads until all have the picture of that number; when the last one came."""
        while any(seat.update["seq"] < seq for seat in self.seats):
            for descriptor, _ in self._poll.poll(5.0):
                self._of[descriptor].read()
        return time.perf_counter()

    def close(self) -> None:
        self._poll.close()
        for seat in self.seats:
            seat.socket.close()


def spectators(numbers: tuple[int, ...], moves: int) -> Iterator[str]:
    """One table: processor time a move, and how long a move takes to everybody."""
    yield f"{'watchers':>8} {'cpu a move':>12} {'to all, p50':>12} {'p99':>9}"
    for number in numbers:
        with house("--watchers-each", str(number)) as process:
            load = Load(process.port, 1)
            crowd = Watchers(process, load.tables[0].code, number)
            before, times = process.seconds(), []
            for _ in range(moves):
                load.tables[0].play()
                began = load.tables[0].sent
                load.settle()
                times.append(crowd.until(load.tables[0].seq) - began)
            cost = 1000 * (process.seconds() - before) / moves
            middle, late = (1000 * percentile(times, part) for part in (0.5, 0.99))
            yield f"{number:>8} {short(cost):>9} ms {short(middle):>9} ms {short(late):>6} ms"
            crowd.close()
            load.close()


def main() -> int:
    quick = "--quick" in sys.argv
    for line in tables((1, 10) if quick else (1, 10, 100, 1000), 1.0 if quick else 5.0):
        print(line, flush=True)
    for line in spectators((1, 10) if quick else (1, 10, 50, 100, 250, 500), 30 if quick else 150):
        print(line, flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
