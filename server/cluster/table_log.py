"""A table's log in Redis, as the one who owns it writes it: entries numbered from 1, each under the owner's fence.

An entry is what one step of the table has brought. A base is an entry that holds all that a reader needs; what
came before it is dropped when it is written.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import msgspec

from server.cluster import log_scripts
from server.cluster.faults import Outdated
from server.cluster.keys import Keys
from server.cluster.link import Link
from server.cluster.script import Script, Word
from server.records import Record

_ENCODER = msgspec.msgpack.Encoder()
_DECODER = msgspec.msgpack.Decoder(tuple[Record, ...])


class Behind(Exception):
    """Redis has lost the newest of the log, so that only a base can follow."""


def packed(entry: Sequence[Record]) -> bytes:
    """As it lies in the log."""
    return _ENCODER.encode(entry)


def unpacked(entry: bytes) -> tuple[Record, ...]:
    """Raises msgspec.MsgspecError, ValueError."""
    return _DECODER.decode(entry)


class TableLog:
    """The log of one table, for as long as the fence holds. One task at a time appends."""

    def __init__(self, link: Link, keys: Keys, uid: str, run: int, fence: int, seq: int = 0) -> None:
        """`seq`: how far it goes; 0: the table is new, and the first base makes its log."""
        self.uid, self.seq = uid, seq
        self._link = link
        self._keys = keys.head(uid), keys.log(uid)
        self._owner = run, fence
        self._outdated = False

    async def append(self, entry: Sequence[Record], *, base: bool = False) -> None:
        """Return when the entry is in the log. Whoever is cancelled meanwhile does not know whether it is.

        Raises Outdated, from then on always; Behind.
        """
        self.seq += 1
        await self._ask(log_scripts.APPEND, self.seq, "base" if base else "next", packed(entry))

    async def check(self) -> None:
        """Return when all that was appended is there. Raises Outdated, Behind."""
        await self._ask(log_scripts.CHECK, self.seq)

    async def archived(self, party: int) -> None:
        """Nobody need keep this party and those before it any more. Raises Outdated."""
        await self._ask(log_scripts.ARCHIVED, party)

    async def close(self) -> None:
        """There is no such table any more. Raises Outdated."""
        await self._ask(log_scripts.CLOSE, log_scripts.TOMBSTONE)

    async def _ask(self, script: Script, *args: Word) -> None:
        if self._outdated:
            raise Outdated(self.uid)
        answer = await self._link.call(script, self._keys, (*self._owner, *args))
        if answer == b"outdated":
            self._outdated = True
            raise Outdated(self.uid)
        if answer == b"behind":
            raise Behind(self.uid)


@dataclass(frozen=True, slots=True)
class Claimed:
    """A log that was taken over."""

    log: TableLog
    archived: int
    """Up to this party all are archived."""
    entries: tuple[bytes, ...]
    """What the log holds, from its base on."""


async def claim(link: Link, keys: Keys, uid: str, run: int, fence: int) -> Claimed | None:
    """Take a table's log over: from now on whoever had it is outdated. None where there is none, or no more.

    `fence` is a number of the cluster's counter that nobody else has used. Raises Outdated under a higher one.
    """
    answer = await link.call(log_scripts.CLAIM, (keys.head(uid), keys.log(uid)), (run, fence))
    if answer == b"outdated":
        raise Outdated(uid)
    if answer is None:
        return None
    seq, archived, entries = answer
    values = tuple(fields[fields.index(b"v") + 1] for _, fields in entries)
    return Claimed(TableLog(link, keys, uid, run, fence, seq), archived, values)
