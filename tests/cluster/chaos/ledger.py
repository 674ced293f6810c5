"""What people of a cluster were shown and told, kept to be held against the logs in the end."""

import collections
import hashlib
import time
from typing import Any, NamedTuple

import msgspec

from tests.soak.ledger import Ledger
from tuicards.wire.messages import Said, Update


class Picture(NamedTuple):
    """What somebody was shown of a party; of the picture only what tells it from others."""

    name: str
    table: str
    party: int
    seq: int
    seat: int | None
    digest: bytes


def digest(view: Any) -> bytes:
    """Equal for equal pictures."""
    return hashlib.blake2b(msgspec.json.encode(view, order="deterministic"), digest_size=8).digest()


class ClusterLedger(Ledger):
    """Keeps all of it."""

    def __init__(self) -> None:
        super().__init__()
        self.pictures: set[Picture] = set()
        self.steps: dict[str, list[float]] = collections.defaultdict(list)
        """When each table's steps were first seen by somebody."""
        self.records: dict[tuple[str, int], set[str]] = collections.defaultdict(set)
        """What people were given, by table and party."""
        self._lines: dict[tuple[str, int], tuple[str, str, str]] = {}
        self._newest: dict[str, int] = {}

    def pictured(self, name: str, update: Update) -> None:
        seat = update.view["seat"]
        self.pictures.add(Picture(name, update.table, update.party, update.seq, seat, digest(update.view)))
        if update.seq > self._newest.get(update.table, 0):
            self._newest[update.table] = update.seq
            self.steps[update.table].append(time.monotonic())

    def heard(self, said: Said) -> None:
        """A number stands for one line, whoever hears it, and from whichever node."""
        if said.table and said.n:
            line = said.name, said.text, said.code
            if self._lines.setdefault((said.table, said.n), line) != line:
                self.broken.append(f"line {said.n} of table {said.table} is {line}, and was {self._lines}")

    def recorded(self, table: str, party: int, text: str) -> None:
        self.records[table, party].add(text)
