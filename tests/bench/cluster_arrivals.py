"""People who come in: how many in a second, alone and under the lock of names, one by one and all at once."""

import contextlib
import time
from collections.abc import Sequence
from itertools import count, cycle

from tests.bench.bare_redis import Redis, redis
from tests.bench.cluster_model import SHARED
from tests.bench.cluster_play import KEYS, member
from tests.bench.load import Process, Seat, house
from tests.bench.measured import Measured

_numbers = count()

ALONE = 20
"""So many come one after the other."""


def arrivals(rounds: int, crowd: int, measured: Measured) -> None:
    """A server alone, one node, and two nodes, in turns."""
    with contextlib.ExitStack() as stack:
        alone = stack.enter_context(house("--no-announce"))
        shared = stack.enter_context(redis("always"))
        nodes = [stack.enter_context(member(shared, name)) for name in ("one", "two")]
        for _ in range(rounds):
            _come("alone", [alone], crowd, measured)
            facts = shared.plug.number("GET", KEYS.state("count"))
            _come("one node", nodes[:1], crowd, measured)
            _until_empty(shared)
            facts = shared.plug.number("GET", KEYS.state("count")) - facts
            measured.add("admission: facts", facts / (ALONE + crowd))
            _come("two nodes", nodes, crowd, measured)
            _until_empty(shared)
    _divide(crowd, measured)


def _come(name: str, doors: Sequence[Process], crowd: int, measured: Measured) -> None:
    """At these doors in turns."""
    ports = cycle(door.port for door in doors)
    began = time.perf_counter()
    some = [Seat(next(ports), _name()) for _ in range(ALONE)]
    one_by_one = (time.perf_counter() - began) / ALONE
    began = time.perf_counter()
    many = [Seat(next(ports), _name(), wait=False) for _ in range(crowd)]
    for seat in many:
        seat.let_in()
    passed = time.perf_counter() - began
    for seat in (*some, *many):
        seat.socket.close()
    measured.add(f"{name}: one by one, ms", 1000 * one_by_one)
    measured.add(f"{name}: at once, people/s", crowd / passed)


def _name() -> str:
    return f"v{next(_numbers)}"


def _until_empty(shared: Redis) -> None:
    """Everybody who has gone is known to be gone."""
    while shared.plug.number("HLEN", KEYS.state("present")):
        time.sleep(0.01)


def _divide(crowd: int, measured: Measured) -> None:
    """What one hold of the lock takes, and what each person under it: the first of a crowd has one alone."""
    holds = 1 + -(-(crowd - 1) // SHARED)
    one, all_ = (
        measured.middle("one node: one by one, ms"),
        1000 * crowd / measured.middle("one node: at once, people/s"),
    )
    each = max(0.0, (all_ - holds * one) / (crowd - holds))
    measured.add("admission: each, ms", each)
    measured.add("admission: hold, ms", max(0.0, one - each))
