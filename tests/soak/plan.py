"""What scripted people want: a table, a way to it, and an answer to their move."""

from dataclasses import dataclass
from typing import Protocol

from tests.soak.connection import Connection
from tuicards.wire.messages import MakeMove


class Way(Protocol):
    """How people come in."""

    async def connect(self) -> Connection:
        """Wait until that makes sense, and connect. Raises OSError."""


@dataclass
class Plan:
    """A table as its people want it; `code` is that of the one that is there at present."""

    game: str
    seats: int
    people: int
    options: dict[str, str]
    clock: str
    code: str = ""


@dataclass(frozen=True)
class Pending:
    """A move on its way."""

    request: MakeMove
    party: int
    seat: int
    sent: float
