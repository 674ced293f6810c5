"""The finished parties of a data folder, read without disturbing the server that may be writing there."""

import logging
import sqlite3
from collections.abc import Iterator, Sequence
from pathlib import Path

import msgspec

from server.database import FILE
from server.folding import Step, steps_of
from server.records import Snapshot
from server.schema import VERSION
from tuicards.errors import StorageError
from tuicards.fair_deal import Dealt
from tuicards.games.api import Outcome
from tuicards.games.history import Entry, Header
from tuicards.plain_file import check_plain
from tuicards.records import PartyRecord

log = logging.getLogger(__name__)

PATIENCE = 5.0
"""Seconds to wait for a file that another program has locked."""

PARTIES = """
select p.uid, p.party, p.game, p.version, p.seats, p.seed, p.options, p.outcome, p.ended, {deal}, t.snapshot
from parties p left join tables t on t.uid = p.uid where p.outcome is not null order by p.ended, p.uid, p.party
"""


def finished_parties(folder: Path) -> Iterator[PartyRecord]:
    """Every party that has come to its end, the oldest first. One that cannot be read is named in the log.

    Only of a table's newest party is it known who played; the names of the others are empty.
    Raises StorageError: `data_unusable`, `data_of_newer_version`.
    """
    try:
        check_plain(folder / FILE)
        db = sqlite3.connect(f"{(folder / FILE).absolute().as_uri()}?mode=ro", uri=True, timeout=PATIENCE)
    except (OSError, sqlite3.Error, ValueError) as error:
        why = getattr(error, "strerror", None) or str(error)
        raise StorageError("data_unusable", folder=str(folder), why=why) from None
    try:
        yield from _read(db, folder)
    except sqlite3.Error as error:
        raise StorageError("data_unusable", folder=str(folder), why=str(error)) from None
    finally:
        db.close()


def _read(db: sqlite3.Connection, folder: Path) -> Iterator[PartyRecord]:
    db.text_factory = _text
    (version,) = db.execute("pragma user_version").fetchone()
    if version > VERSION:
        raise StorageError("data_of_newer_version", folder=str(folder))
    deal = "p.secret, p.nonces" if version > 1 else "'', '[]'"
    for row in db.execute(PARTIES.format(deal=deal)).fetchall():
        try:
            yield _record(steps_of(db, row[0], row[1], version), *row[1:])
        except (msgspec.MsgspecError, ValueError, TypeError) as error:
            log.error("party %s of table %s cannot be read: %s", row[1], row[0], error)


def _text(data: bytes) -> str:
    """A damaged byte makes one text wrong, and the others can be read."""
    return data.decode(errors="replace")


def _record(
    steps: Sequence[Step], party: int, game: str, version: int, seats: int, seed: bytes, options: str,
    outcome: str, ended: int | None, secret: str, nonces: str, snapshot: str | None,
) -> PartyRecord:  # fmt: skip
    """Raises MsgspecError, ValueError or TypeError where something is not what it should be."""
    table = None if snapshot is None else msgspec.json.decode(snapshot, type=Snapshot)
    dealt = Dealt(secret, msgspec.json.decode(nonces, type=tuple[str, ...]))
    if not dealt.well_formed(seats):
        raise ValueError("secret and nonces are not of their form")
    return PartyRecord(
        header=Header(game, version, seats, bytes(seed), msgspec.json.decode(options, type=dict[str, str])),
        entries=tuple(_moves(steps)),
        outcome=msgspec.json.decode(outcome, type=Outcome),
        names=_names(table, party, seats),
        table=table.code if table else "",
        title=table.title if table else "",
        party=party,
        played=ended,
        secret=dealt.secret,
        nonces=dealt.nonces,
    )


def _moves(steps: Sequence[Step]) -> Iterator[Entry]:
    """Raises ValueError where one is missing."""
    for place, step in enumerate(steps):
        if step.number != place:
            raise ValueError(f"move {place} is missing")
        yield Entry(step.seat, step.move)


def _names(table: Snapshot | None, party: int, seats: int) -> tuple[str, ...]:
    """Who has played, where the table still knows it: that of the party that ended last."""
    last = None if table is None else table.party - (table.state == "playing")
    known = table is not None and party == last and len(table.players) == seats
    return table.players if table is not None and known else ("",) * seats
