"""What Redis does at best: entries of a table's size appended to streams, without a game, a script, or asyncio."""

import select
import time
from collections.abc import Callable, Mapping, Sequence

from tests.bench.bare_redis import Plug, Redis, packed
from tests.bench.measured import Measured

PIPELINE = 100
"""Appends that go out together."""

Way = Callable[[Redis, bytes, Sequence[str], float], int]


def serial(redis: Redis, entry: bytes, streams: Sequence[str], seconds: float) -> int:
    """One append after the other."""
    many, end = 0, time.perf_counter() + seconds
    while time.perf_counter() < end:
        redis.plug.ask(*_append(streams[many % len(streams)], entry))
        many += 1
    return many


def side_by_side(redis: Redis, entry: bytes, streams: Sequence[str], seconds: float) -> int:
    """For each stream a connection, which has one append under way."""
    plugs = {plug.socket.fileno(): plug for plug in (Plug(redis.port) for _ in streams)}
    orders = dict(zip(plugs, (packed(*_append(stream, entry)) for stream in streams), strict=True))
    with select.epoll() as poll:
        for descriptor, plug in plugs.items():
            poll.register(descriptor, select.EPOLLIN)
            plug.socket.sendall(orders[descriptor])
        many, end = 0, time.perf_counter() + seconds
        while time.perf_counter() < end:
            for descriptor, _ in poll.poll(1.0):
                plugs[descriptor].answer()
                plugs[descriptor].socket.sendall(orders[descriptor])
                many += 1
    for plug in plugs.values():
        plug.answer()
        plug.close()
    return many + len(plugs)


def pipelined(redis: Redis, entry: bytes, streams: Sequence[str], seconds: float) -> int:
    """Many at once, over one connection."""
    orders = b"".join(packed(*_append(streams[number % len(streams)], entry)) for number in range(PIPELINE))
    many, end = 0, time.perf_counter() + seconds
    while time.perf_counter() < end:
        redis.plug.socket.sendall(orders)
        for _ in range(PIPELINE):
            redis.plug.answer()
        many += PIPELINE
    return many


WAYS: Mapping[str, Way] = {"one by one": serial, "side by side": side_by_side, "in pipelines": pipelined}


def ceilings(redis: Redis, name: str, entry: int, tables: int, seconds: float, measured: Measured) -> None:
    """Every way once: appends in a second, and Redis' processor time for each."""
    streams = [f"bare:{number}" for number in range(tables)]
    for way, appended in WAYS.items():
        before, began = redis.process.seconds(), time.perf_counter()
        many = appended(redis, bytes(entry), streams, seconds)
        passed = time.perf_counter() - began
        measured.add(f"{name}: {way}, appends/s", many / passed)
        measured.add(f"{name}: {way}, redis us", 1e6 * (redis.process.seconds() - before) / many)
        redis.plug.ask("DEL", *streams)


def _append(stream: str, entry: bytes) -> tuple[str | bytes, ...]:
    return "XADD", stream, "*", "v", entry, "f", "1"
