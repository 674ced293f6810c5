"""What the record holds in the end: every acknowledged move, and parties that all can be verified."""

import collections
import sqlite3
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from server.archive import finished_parties
from server.database import FILE
from server.folding import steps_of
from tests.soak.ledger import Acknowledged
from tuicards.verify import verify


class Aftermath(NamedTuple):
    """Counts of what was found, and what should not be."""

    finished: collections.Counter[str]
    """Parties that are over, by game."""
    recorded_moves: int
    missing: tuple[Acknowledged, ...]
    unverified: tuple[str, ...]
    bytes_on_disk: int


def look_at(folder: Path, moves: Sequence[Acknowledged]) -> Aftermath:
    """Read the record of a server that has stopped."""
    recorded = recorded_moves(folder)
    missing = [move for move in moves if recorded.get(move.request) != (move.party, move.seat, move.move)]
    finished: collections.Counter[str] = collections.Counter()
    unverified = []
    for record in finished_parties(folder):
        finished[record.header.game] += 1
        verdict = verify(record)
        if not verdict.right:
            unverified.append(f"table {record.table} party {record.party}: {verdict}")
    return Aftermath(finished, len(recorded), tuple(missing), tuple(unverified), (folder / FILE).stat().st_size)


def recorded_moves(folder: Path) -> dict[int, tuple[int, int, str]]:
    """People's moves by the request that brought them."""
    database = sqlite3.connect(f"file:{folder / FILE}?mode=ro", uri=True)
    try:
        return {
            step.request: (party, step.seat, step.move)
            for uid, party in database.execute("select uid, party from parties").fetchall()
            for step in steps_of(database, uid, party)
            if step.request > 0
        }
    finally:
        database.close()
