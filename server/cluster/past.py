"""A table as its log has it, entry by entry, with those of its parties that are over and not archived."""

from collections.abc import Sequence
from itertools import chain

from server.records import Record, SavedTable, TableKept
from server.table_fold import TableFold


class Past:
    """What has happened at a table. The same for whoever writes its log and for whoever reads it."""

    def __init__(self, archived: int = 0) -> None:
        """Up to this party all are archived."""
        self._archived = archived
        self._table = TableFold()
        self.over: dict[int, Sequence[Record]] = {}
        """Finished parties that are to be archived: by number, each whole and with its table."""

    @property
    def closed(self) -> bool:
        return self._table.closed is not None

    def saved(self) -> SavedTable | None:
        """What a server needs to go on with the table; None where it is closed, or nothing is known of it."""
        return self._table.saved()

    def take(self, entry: Sequence[Record]) -> None:
        """One more entry. Who has played a party stands in what is kept of the table right after its end."""
        for record in entry:
            self._table.take(record)
            if isinstance(record, TableKept):
                self._note_end()
        self._note_end()

    def archived(self, party: int) -> None:
        """This one and those before it need not be kept any more."""
        self._archived = max(self._archived, party)
        self.over = {number: records for number, records in self.over.items() if number > party}

    def whole(self) -> list[Record]:
        """One entry that stands for all."""
        table = self._table
        end = [] if table.closed is None else [table.closed]
        return [*chain.from_iterable(self.over.values()), *table.outline(), *table.party(), *end]

    def last(self) -> list[Record]:
        """What is to be archived of a table that is closed: itself, and a party that did not come to its end."""
        table = self._table
        unfinished = table.party() if table.over is None else []
        kept: list[Record] = [] if table.snapshot is None else [TableKept(table.snapshot)]
        return [*kept, *unfinished, *([] if table.closed is None else [table.closed])]

    def _note_end(self) -> None:
        over, snapshot = self._table.over, self._table.snapshot
        if over is None or snapshot is None or over.party <= self._archived or over.party in self.over:
            return
        self.over[over.party] = (*self._table.party(), TableKept(snapshot))
