"""What makes the record small again at the start: moves of what is over that are still in rows, and free pages.

Files of older releases have every move in a row. All of this may fail, or be cut off anywhere: then the record is
whole, is used as it is, and the next start goes on.
"""

import logging
import sqlite3
from collections.abc import Iterator

from server.folding import fold_party

log = logging.getLogger(__name__)

BATCH = 200
"""Parties of one commit: a kill costs no more than that."""

WORTH_TELLING = 500
"""Fewer parties are folded before anybody wonders."""

WORTH_ROOM = 2**20
"""Bytes. Less that is free is left to be used again."""

OVER_IN_ROWS = """
select rows.uid, rows.party from (select distinct uid, party from moves) rows
join parties on parties.uid = rows.uid and parties.party = rows.party
left join tables on tables.uid = rows.uid
where parties.outcome is not null or (tables.closed and tables.why = '')
"""


def compact(db: sqlite3.Connection) -> None:
    """Fold what is over, and give back the room. Never fails: what goes wrong is in the log."""
    db.text_factory = _text
    try:
        _fold(db)
        if _mostly_free(db):
            db.execute("vacuum")
            db.execute("pragma wal_checkpoint(truncate)")
    except sqlite3.Error as error:
        log.warning("the record cannot be made smaller for now, and is used as it is: %s", error)


def _fold(db: sqlite3.Connection) -> None:
    over = db.execute(OVER_IN_ROWS).fetchall()
    if len(over) > WORTH_TELLING:
        log.info("the record is made smaller: %d games that are over; this may take a while", len(over))
    for batch in _batches(over):
        with db:
            for uid, party in batch:
                fold_party(db, uid, party)


def _batches(parties: list[tuple[str, int]]) -> Iterator[list[tuple[str, int]]]:
    for first in range(0, len(parties), BATCH):
        yield parties[first : first + BATCH]


def _mostly_free(db: sqlite3.Connection) -> bool:
    """Whether more than half of the file holds nothing any more."""
    free, pages, size = (
        db.execute(f"pragma {name}").fetchone()[0] for name in ("freelist_count", "page_count", "page_size")
    )
    return bool(2 * free > pages and free * size > WORTH_ROOM)


def _text(data: bytes) -> str:
    """A name with a damaged byte in it is no party's, and its rows stay as they are."""
    return data.decode(errors="replace")
