"""Who owns which table, as Redis has it, looked at all the while."""

import asyncio
import contextlib
import time
from typing import NamedTuple

import msgspec

from server.cluster.facts import Listed, Stated
from server.cluster.faults import Away, Refusal
from server.cluster.keys import Keys
from server.cluster.link import Link
from server.cluster.nodes import NodeInfo

EVERY = 0.1
"""Seconds between two looks."""

_STATED = msgspec.msgpack.Decoder(Stated)
_INFO = msgspec.msgpack.Decoder(NodeInfo)


class Change(NamedTuple):
    """From then on a table has this owner."""

    at: float
    table: str
    node: str
    fence: int


class Owners:
    """Looks at it, beside all nodes."""

    def __init__(self, url: str, keys: Keys) -> None:
        self._link, self._keys = Link(url), keys
        self._names: dict[int, str] = {}
        self._fences: dict[str, int] = {}
        self.changes: list[Change] = []

    async def open(self) -> None:
        await self._link.open()

    async def close(self) -> None:
        await self._link.close()

    async def watch(self) -> None:
        """For ever."""
        while True:
            with contextlib.suppress(Away, Refusal):
                await self._look()
            await asyncio.sleep(EVERY)

    async def _look(self) -> None:
        infos = await self._link.ask("HVALS", self._keys.nodes)
        for info in map(_INFO.decode, infos):
            self._names[info.run] = info.name
        tables = await self._link.ask("HVALS", self._keys.state("tables"))
        now = time.monotonic()
        for value in tables:
            fence, _, stated = value.split(b":", 2)
            fact = _STATED.decode(stated).fact
            if isinstance(fact, Listed) and self._fences.get(fact.code) != int(fence):
                self._fences[fact.code] = int(fence)
                self.changes.append(Change(now, fact.code, self._names.get(fact.run, "?"), int(fence)))

    def of_node(self, node: str, at: float) -> list[str]:
        """The tables that the node owned then."""
        owners: dict[str, str] = {}
        for change in self.changes:
            if change.at <= at:
                owners[change.table] = change.node
        return [table for table, owner in owners.items() if owner == node]

    def next_owner(self, table: str, after: float) -> float | None:
        """When the table had another owner, after that time."""
        return next((change.at for change in self.changes if change.table == table and change.at > after), None)

    async def lives(self, node: str) -> bool:
        """Whether a run of that name holds its lease and counts as there."""
        try:
            async with asyncio.timeout(1):
                run = await self._link.ask("GET", self._keys.lease(node))
                return run is not None and bool(await self._link.ask("HEXISTS", self._keys.nodes, run))
        except (Away, Refusal, TimeoutError):
            return False

    async def left_over(self) -> list[str]:
        """The tables that there still are."""
        return [name.decode() for name in await self._link.ask("HKEYS", self._keys.state("tables"))]
