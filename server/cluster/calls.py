"""Orders that are to be carried out, however long it takes: they wait in line, and many go out at once."""

import asyncio
from collections import deque
from dataclasses import dataclass
from itertools import islice
from typing import TYPE_CHECKING, Any

from server.cluster.contact import Contact
from server.cluster.faults import Away, Forgotten, NotNow, Refusal
from server.cluster.pauses import Pauses
from server.cluster.script import Order

if TYPE_CHECKING:
    from server.cluster.line import Line

MOST_AT_ONCE = 500
"""Orders in one exchange, so that it is over long before the line's patience ends."""

SHORTEST_PAUSE = 0.01
"""Seconds between two tries, when Redis has just gone away."""


@dataclass(slots=True)
class _Call:
    order: Order
    outcome: asyncio.Future[Any]

    def settle(self, answer: Any) -> bool:
        """Whether it is done with."""
        if isinstance(answer, NotNow | Forgotten):
            return False
        if not self.outcome.done():
            (self.outcome.set_exception if isinstance(answer, Refusal) else self.outcome.set_result)(answer)
        return True


class Calls:
    """While one exchange is under way further orders gather. Of two orders that share a key, the second goes out
    only when the first has been carried out."""

    def __init__(self, line: "Line", contact: Contact) -> None:
        self._line, self._contact = line, contact
        self._waiting: deque[_Call] = deque()
        self._some = asyncio.Event()
        self._task = asyncio.create_task(self._run())
        self._closed = False

    async def made(self, order: Order) -> Any:
        """Redis's answer. A caller who does not wait for it withdraws nothing. Raises Refusal, Away after `close`."""
        if self._closed:
            raise Away("the link is closed")
        call = _Call(order, asyncio.get_running_loop().create_future())
        self._waiting.append(call)
        self._some.set()
        return await call.outcome

    async def close(self) -> None:
        """Who still waits hears Away: their order may have been carried out or not."""
        self._closed = True
        self._task.cancel()
        await asyncio.gather(self._task, return_exceptions=True)
        for call in self._waiting:
            if not call.outcome.done():
                call.outcome.set_exception(Away("the link is closed"))
        self._waiting.clear()
        await self._line.close(kindly=True)

    async def _run(self) -> None:
        pauses = Pauses(SHORTEST_PAUSE)
        while True:
            await self._some.wait()
            if await self._exchanged():
                pauses.over()
            else:
                await asyncio.sleep(pauses.next())

    async def _exchanged(self) -> bool:
        """Whether Redis carries out what it is asked."""
        batch = self._batch()
        try:
            answers = await self._line.exchange([call.order for call in batch])
        except Away as away:
            self._contact.failed("calls", away)
            return False
        return self._settled(batch, answers)

    def _batch(self) -> list[_Call]:
        batch: list[_Call] = []
        taken: set[str] = set()
        for call in islice(self._waiting, MOST_AT_ONCE):
            if not taken.isdisjoint(call.order.keys):
                break
            taken.update(call.order.keys)
            batch.append(call)
        return batch

    def _settled(self, batch: list[_Call], answers: list[Any]) -> bool:
        """What is not done stays first in line."""
        for _ in batch:
            self._waiting.popleft()
        left = [call for call, answer in zip(batch, answers, strict=True) if not call.settle(answer)]
        self._waiting.extendleft(reversed(left))
        if not self._waiting:
            self._some.clear()
        refused = next((answer for answer in answers if isinstance(answer, NotNow)), None)
        if refused is not None:
            self._contact.failed("calls", refused)
            return False
        self._contact.succeeded("calls")
        return True
