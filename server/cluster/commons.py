"""What all nodes know alike: the facts, in one order, and what they amount to."""

import time
from collections.abc import Callable, Iterable, Sequence
from typing import Any, TypeVar

import msgspec

from server.cluster.agreement import Agreement
from server.cluster.codes import Codes
from server.cluster.common_scripts import LOAD
from server.cluster.facts import Directory, Fact, Kept, Stated
from server.cluster.keys import Keys
from server.cluster.link import Link
from server.cluster.position import Hearing, Position
from server.cluster.stating import Stating
from server.records import Banned, KeyBound, KeyForgotten, PersonForgotten, PersonKept, Record, Unbanned
from server.tally import Histogram

Decision = TypeVar("Decision")

_decoder = msgspec.msgpack.Decoder(Stated)


class Commons:
    """The commons as one run of a node sees them. It is a journal of the lobby's own records, too."""

    def __init__(self, link: Link, keys: Keys, run: int, lapsed: Callable[[], None]) -> None:
        """`lapsed` is called when the others have given this run up, or have decided in its place."""
        self._link = link
        self._loaded = [
            keys.facts,
            *(keys.state(k) for k in ("count", "people", "keys", "bans", "present", "tables")),
        ]
        self._hearing = Hearing()
        self._stating = Stating(link, keys, run, lapsed)
        self._agreement = Agreement(link, keys, run, self._stating, self._hearing)
        self.codes = Codes(link, keys, run)

    async def load(self) -> tuple[Directory, Position]:
        """What all facts so far amount to, and the last of them; the first codes for tables are there afterwards.

        Raises Away after the link was closed.
        """
        await self.codes.fill()
        last, number, people, keys, bans, present, tables = await self._link.call(LOAD, self._loaded, [])
        position = Position(last.decode(), number)
        self.heard(position.id)
        records = (tuple(fact.record for fact in _facts(kind)) for kind in (people, keys, bans))
        ranked = (tuple(_facts(_without_rank(kind))) for kind in (present, tables))
        return Directory(*records, *ranked), position

    def heard(self, fact: str) -> None:
        """Everything up to the fact with this id is known here."""
        self._hearing.heard(fact)

    async def agreed(self, decide: Callable[[int], Decision]) -> Decision:
        """What `decide` returns or raises, called while no other node decides and all that was decided before is
        known here. It is given the number of a new session. What it states is known to all others when they decide.

        Raises Lapsed where the lock was lost: nothing of it is stated. Raises Away where nothing could be decided
        for five seconds; then `decide` was not called.
        """
        return await self._agreement.agreed(decide)

    def state(self, *facts: Fact) -> None:
        """Tell all nodes, soon and in order. Returns at once and never fails."""
        self._stating.state(*facts)

    def put(self, records: Sequence[Record]) -> None:
        """State that these records of the lobby are kept. Raises TypeError for a table's."""
        self.state(*(Kept(_of_lobby(record)) for record in records))

    async def settled(self) -> None:
        """Return when all that was stated is written. Raises Lapsed, and Away after the link was closed."""
        await self._stating.settled()

    @property
    def waiting(self) -> int:
        """Facts that are not written yet."""
        return self._stating.waiting

    @property
    def commits(self) -> Histogram:
        """How long writing some has taken."""
        return self._stating.commits

    async def close(self) -> None:
        """Decide and state nothing more, and give back the codes. What is to be written, let settle before."""
        await self._agreement.close()
        await self._stating.close()
        await self.codes.close()


def _of_lobby(record: Record) -> PersonKept | PersonForgotten | KeyBound | KeyForgotten | Banned | Unbanned:
    """A record that all nodes read at the same time says itself which time that was."""
    match record:
        case PersonKept(seen=0):
            return msgspec.structs.replace(record, seen=int(time.time()))
        case PersonKept() | PersonForgotten() | KeyBound() | KeyForgotten() | Banned() | Unbanned():
            return record
    raise TypeError(f"no record of the lobby: {type(record).__name__}")


def _without_rank(values: Iterable[bytes]) -> list[bytes]:
    return [value.split(b":", 2)[2] for value in values]


def _facts(values: Iterable[bytes]) -> list[Any]:
    return [_decoder.decode(value).fact for value in values]
