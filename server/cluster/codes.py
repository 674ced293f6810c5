"""Codes for new tables that no other node uses: some are always reserved, so that nobody waits for one."""

import asyncio
import contextlib

from server.cluster.common_scripts import GIVE_BACK, RESERVE
from server.cluster.faults import Away
from server.cluster.keys import Keys
from server.cluster.link import Link
from server.table_codes import new_code

STOCK = 32
"""Codes that are reserved and not used yet."""


class Codes:
    """The stock of one run of a node. A code is free again when its table is closed, or when the run is gone."""

    def __init__(self, link: Link, keys: Keys, run: int) -> None:
        self._link, self._run = link, run
        self._keys = [keys.state("codes")]
        self._stock: dict[str, str] = {}
        """Each code and in whose name it is reserved."""
        self._number = 0
        self._task: asyncio.Task[None] | None = None

    def take(self) -> str:
        """A code for a new table. Raises Away where none is left and Redis has not given new ones yet."""
        self._refill()
        if not self._stock:
            raise Away
        code, _ = self._stock.popitem()
        return code

    async def fill(self) -> None:
        """Reserve what is missing. Raises Away after the link was closed."""
        while (missing := STOCK - len(self._stock)) > 0:
            self._number += 1
            whose = f"{self._run}:{self._number}"
            won = await self._link.call(RESERVE, self._keys, [whose, *{new_code() for _ in range(missing)}])
            self._stock |= {code.decode(): whose for code in won}

    async def close(self) -> None:
        """Give back what was not used, if Redis can be had."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.wait([self._task])
        unused = [word for pair in self._stock.items() for word in pair]
        self._stock.clear()
        with contextlib.suppress(Away):
            await self._link.attempt(GIVE_BACK, self._keys, unused)

    def _refill(self) -> None:
        if self._task is None or self._task.done():
            self._task = asyncio.create_task(self._try_to_fill())

    async def _try_to_fill(self) -> None:
        with contextlib.suppress(Away):
            await self.fill()
