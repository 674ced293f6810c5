"""What a cluster's tables and their people hold in memory: at the owner, at the node of the people, and in Redis."""

import contextlib

from tests.bench.bare_redis import Redis, redis
from tests.bench.cluster_play import member
from tests.bench.load import SEATS, Load, Process, Table
from tests.bench.measured import Measured

FEW = 10
"""Tables that are there before anything is compared."""


def memory(tables: int, measured: Measured) -> None:
    """People are at one node, their tables at another."""
    with contextlib.ExitStack() as stack:
        shared = stack.enter_context(redis("everysec"))
        owner, players = (stack.enter_context(member(shared, name)) for name in ("owner", "players"))
        measured.add("node, MiB", *(node.memory() / 1024 for node in (owner, players)))
        first = Load(players.port, FEW, owner.port)
        first.flat_out(1.0)
        before = _held(owner, players, shared)
        load = More(first, players.port, tables, owner.port)
        load.flat_out(max(1.0, tables / 100))
        each = [(after - then) / tables for after, then in zip(_held(owner, players, shared), before, strict=True)]
        for what, value in zip(("table at its owner", "table at its players", "table in Redis"), each, strict=True):
            measured.add(f"{what}, KiB", value)
        measured.add("seat at its node, KiB", each[1] / SEATS)
        first.close()
        load.close()


class More(Load):
    """Tables after those that are there."""

    def __init__(self, first: Load, port: int, tables: int, made_at: int) -> None:
        self._meanwhile = first.rest
        self._begin(Table(port, FEW + number, made_at) for number in range(tables))


def _held(owner: Process, players: Process, shared: Redis) -> tuple[float, ...]:
    """KiB."""
    return owner.memory(), players.memory(), shared.memory() / 1024
