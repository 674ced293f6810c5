"""How far a node has heard the facts."""

import asyncio
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Position:
    """A fact in the stream."""

    id: str = "0-0"
    number: int = 0
    """Facts are numbered without a gap."""


class Hearing:
    """Up to which fact a node has heard all, and who waits for that."""

    def __init__(self) -> None:
        self._heard = (0, 0)
        self._waiting: list[tuple[tuple[int, int], asyncio.Future[None]]] = []

    def heard(self, fact: str) -> None:
        """Everything up to this fact is known here."""
        self._heard = _order(fact)
        for waiting in [waiting for waiting in self._waiting if waiting[0] <= self._heard]:
            self._waiting.remove(waiting)
            if not waiting[1].done():
                waiting[1].set_result(None)

    async def reached(self, fact: str) -> None:
        """Return when everything up to this fact is known here."""
        if self._heard < _order(fact):
            reached: asyncio.Future[None] = asyncio.get_running_loop().create_future()
            self._waiting.append((_order(fact), reached))
            await reached


def _order(fact: str) -> tuple[int, int]:
    milliseconds, _, number = fact.partition("-")
    return int(milliseconds), int(number)
