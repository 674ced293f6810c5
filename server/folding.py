"""The moves of parties that are over, each party's folded into one value beside its header.

As rows, one a move, ten thousand parties are a file that takes a second to look through at every start; folded they
take a twentieth of the room. Whoever reads a party's moves asks for `steps_of`: they are rows, folded, or both.
"""

import sqlite3
import zlib
from collections.abc import Iterable, Sequence
from itertools import accumulate, pairwise, starmap
from typing import NamedTuple

import msgspec

LONGEST = 4 * 2**20
"""Bytes of a party's moves before they are packed. Longer ones stay in rows; a value that claims more is damaged."""

CLOCKS, FOLDED = 2, 4
"""The versions of the file from which it has clocks, and folded moves."""


class Step(NamedTuple):
    """A row of `moves`."""

    number: int
    seat: int
    move: str
    request: int
    seq: int
    at: int
    left: int | None


class _Columns(msgspec.Struct, array_like=True, forbid_unknown_fields=True):
    """Steps by column; what grows from step to step is kept as differences, which pack well."""

    numbers: list[int]
    seats: list[int]
    moves: list[str]
    requests: list[int]
    seqs: list[int]
    times: list[int]
    left: list[int | None]


def fold(steps: Sequence[Step]) -> bytes:
    """One value for all. Raises ValueError where they are no steps, or too many."""
    try:
        numbers, seats, moves, requests, seqs, times, left = map(list, zip(*steps, strict=True))
        columns = [_differences(numbers), seats, moves, *map(_differences, (requests, seqs, times)), left]
        packed = msgspec.msgpack.encode(msgspec.convert(columns, _Columns))
    except (TypeError, OverflowError, msgspec.MsgspecError) as error:
        raise ValueError(str(error)) from None
    if len(packed) > LONGEST:
        raise ValueError("more moves than can be folded")
    return zlib.compress(packed, 9)


def unfold(value: bytes) -> list[Step]:
    """What `fold` was given. Raises ValueError where the value is damaged."""
    try:
        unpacker = zlib.decompressobj()
        packed = unpacker.decompress(value, LONGEST)
        if not unpacker.eof:
            raise ValueError("folded moves are cut short, or too long")
        columns = msgspec.msgpack.decode(packed, type=_Columns)
    except (TypeError, zlib.error, msgspec.MsgspecError) as error:
        raise ValueError(f"folded moves: {error}") from None
    grown = (accumulate(growing) for growing in (columns.requests, columns.seqs, columns.times))
    rows = zip(accumulate(columns.numbers), columns.seats, columns.moves, *grown, columns.left, strict=True)
    return list(starmap(Step, rows))


def steps_of(
    db: sqlite3.Connection, uid: str, party: int, version: int = FOLDED, errors: str = "replace"
) -> list[Step]:
    """A party's moves by number, in a file of this version. `errors`: what becomes of bytes that are no text.

    Raises ValueError where they are damaged; sqlite3.Error.
    """
    steps = _rows(db, uid, party, "clock_left" if version >= CLOCKS else "null", errors)
    folded = None  # looked up after the rows: what a server folds in between is in one of them
    if version >= FOLDED:
        folded = db.execute("select moves from parties where uid = ? and party = ?", (uid, party)).fetchone()
    if folded is None or folded[0] is None:
        return steps
    together = {step.number: step for step in (*unfold(folded[0]), *steps)}
    return [together[number] for number in sorted(together)]


def _rows(db: sqlite3.Connection, uid: str, party: int, left: str, errors: str) -> list[Step]:
    columns = f"number, seat, cast(move as blob), request, seq, at, {left}"
    rows = db.execute(f"select {columns} from moves where uid = ? and party = ? order by number", (uid, party))
    try:
        return msgspec.convert([(*row[:2], str(row[2], "utf-8", errors), *row[3:]) for row in rows], list[Step])
    except (TypeError, msgspec.MsgspecError) as error:
        raise ValueError(f"moves in rows: {error}") from None


def fold_party(db: sqlite3.Connection, uid: str, party: int) -> bool:
    """Fold what the party has in rows, beside what is folded of it; whether it is all folded now.

    What cannot be read stays as it is. Raises sqlite3.Error.
    """
    key = (uid, party)
    if db.execute("select 1 from moves where uid = ? and party = ?", key).fetchone() is None:
        return True
    try:
        folded = fold(steps_of(db, uid, party, errors="strict"))
    except ValueError:
        return False
    if db.execute("update parties set moves = ? where uid = ? and party = ?", (folded, *key)).rowcount != 1:
        return False
    db.execute("delete from moves where uid = ? and party = ?", key)
    return True


def fold_table(db: sqlite3.Connection, uid: str) -> None:
    """Fold all parties of a table that has closed, whether they came to their end or not. Raises sqlite3.Error."""
    for (party,) in db.execute("select distinct party from moves where uid = ?", (uid,)).fetchall():
        fold_party(db, uid, party)


def _differences(values: Iterable[int]) -> list[int]:
    return [after - before for before, after in pairwise((0, *values))]
