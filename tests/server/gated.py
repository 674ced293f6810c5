"""A store that keeps nothing until it is let."""

import asyncio
from collections.abc import Sequence

from server.cluster.faults import Outdated
from server.records import Record
from server.store import MemoryStore


class GatedStore(MemoryStore):
    """A disk that takes its time: nothing is settled while the gate is shut."""

    def __init__(self) -> None:
        super().__init__()
        self.gate = asyncio.Event()
        self.gate.set()
        self.put_in = asyncio.Event()
        self.taken = False
        """Whether another server writes here by now."""

    def put(self, records: Sequence[Record]) -> None:
        super().put(records)
        self.put_in.set()

    async def settled(self) -> None:
        await self.gate.wait()
        if self.taken:
            raise Outdated
