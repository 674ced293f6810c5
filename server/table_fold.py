"""What the records of one table amount to, taken in one after the other."""

from collections import deque
from collections.abc import Iterable

from server.records import (
    Moved,
    PartyBegun,
    PartyOver,
    Record,
    SavedTable,
    Snapshot,
    Spoken,
    TableClosed,
    TableKept,
)
from server.schema import TALK_KEPT


class TableFold:
    """A table as its records have it so far: the newest of everything, and its last party whole."""

    def __init__(self, records: Iterable[Record] = ()) -> None:
        self.snapshot: Snapshot | None = None
        self.begun: PartyBegun | None = None
        self.moves: list[Moved] = []
        self.over: PartyOver | None = None
        self.closed: TableClosed | None = None
        self.talk: deque[Spoken] = deque(maxlen=TALK_KEPT)
        for record in records:
            self.take(record)

    def take(self, record: Record) -> None:
        """One more record. What is not of a table changes nothing."""
        match record:
            case Moved():
                self.moves.append(record)
            case TableKept(snapshot=snapshot):
                self.snapshot = snapshot
            case Spoken():
                self.talk.append(record)
            case PartyBegun():
                self.begun, self.over = record, None
                self.moves.clear()
            case PartyOver():
                self.over = record
            case TableClosed():
                self.closed = record

    def saved(self) -> SavedTable | None:
        """All that a server needs to go on with the table; None where it is closed, or nothing is known of it."""
        if self.snapshot is None or self.closed is not None:
            return None
        saved = SavedTable(self.snapshot, talk=tuple(self.talk))
        if self.begun is None:
            return saved
        deal = self.begun.header, tuple(self.moves), self.begun.secret, self.begun.nonces
        return SavedTable(self.snapshot, *deal, talk=saved.talk)

    def outline(self) -> list[Record]:
        """Records that make the table again, without its party."""
        kept = [] if self.snapshot is None else [TableKept(self.snapshot)]
        return [*kept, *self.talk]

    def party(self) -> list[Record]:
        """Records that make its last party again, as far as it has come."""
        if self.begun is None:
            return []
        return [self.begun, *self.moves, *([] if self.over is None else [self.over])]
