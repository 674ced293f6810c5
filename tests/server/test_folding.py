"""The moves of a party in one value: nothing is lost, little room is needed, and damage is only ever a ValueError."""

import contextlib
import random
import sqlite3
import zlib
from collections.abc import Callable

import msgspec
import pytest

from server.folding import LONGEST, Step, fold, fold_party, steps_of, unfold
from server.schema import STEPS

MOVES = ("bid 0", "bid 2", "R14", "G7", "lead Qs 7s", "pass", "Привет")


def party(length: int, seed: int = 1) -> list[Step]:
    """So many moves at four seats, as a server keeps them."""
    chance = random.Random(seed)
    return [
        Step(
            number,
            chance.randrange(4),
            chance.choice(MOVES),
            chance.choice((0, 2**40 + number, 3 * number)),
            number + chance.randrange(2),
            1_700_000_000 + 3 * number,
            chance.choice((None, chance.randrange(300_000))),
        )
        for number in range(length)
    ]


@pytest.mark.parametrize("length", [1, 2, 260, 5000])
def test_what_is_folded_is_there_again(length: int) -> None:
    """Every field of every move, in order; and most of the room is saved."""
    steps = party(length)

    assert unfold(fold(steps)) == steps
    assert length < 100 or len(fold(steps)) < len(msgspec.msgpack.encode(steps)) / 2


def cut(value: bytes, chance: random.Random) -> bytes:
    return value[: chance.randrange(len(value))]


def with_a_bit_turned(value: bytes, chance: random.Random) -> bytes:
    place = chance.randrange(len(value))
    return value[:place] + bytes([value[place] ^ 1 << chance.randrange(8)]) + value[place + 1 :]


def packed_anew(value: bytes, chance: random.Random) -> bytes:
    """Damaged before it was packed, so that the checksum is right."""
    return zlib.compress(with_a_bit_turned(zlib.decompress(value), chance))


@pytest.mark.parametrize("damage", [cut, with_a_bit_turned])
def test_a_damaged_value_is_no_party(damage: Callable[[bytes, random.Random], bytes]) -> None:
    """Never half a one, never another one."""
    value, chance = fold(party(60)), random.Random(7)
    for _ in range(300):
        hurt = damage(value, chance)
        with contextlib.suppress(ValueError):
            assert unfold(hurt) == party(60)


def test_whatever_a_value_holds_it_is_steps_or_an_error() -> None:
    """Also where the checksum has nothing against it."""
    value, chance, errors = fold(party(60)), random.Random(8), 0
    for _ in range(300):
        try:
            assert all(isinstance(step.move, str) for step in unfold(packed_anew(value, chance)))
        except ValueError:
            errors += 1
    assert errors > 30


@pytest.mark.parametrize("value", [b"", b"x", zlib.compress(b""), zlib.compress(b"\x90"), zlib.compress(b"\xc1")])
def test_what_was_never_folded_is_an_error(value: bytes) -> None:
    """As a strange file may have it."""
    with pytest.raises(ValueError, match="folded moves"):
        unfold(value)


def test_a_value_that_claims_too_much_is_not_unpacked() -> None:
    """A few kilobytes could else fill the memory."""
    with pytest.raises(ValueError, match="too long"):
        unfold(zlib.compress(bytes(LONGEST + 1)))


def test_columns_of_different_lengths_are_an_error() -> None:
    """A move without its seat is none."""
    with pytest.raises(ValueError, match="shorter"):
        unfold(zlib.compress(msgspec.msgpack.encode([[0, 1], [2], ["a", "b"], [0, 0], [1, 1], [5, 0], [None, None]])))


@pytest.fixture
def db() -> sqlite3.Connection:
    """A record with one party, the first of table u1."""
    db = sqlite3.connect(":memory:")
    db.executescript("".join(STEPS))
    columns = "uid, party, game, version, seats, seed, options, began"
    db.execute(f"insert into parties ({columns}) values ('u1', 1, 'little', 1, 4, x'00', '{{}}', 1)")
    return db


def put(db: sqlite3.Connection, steps: list[Step]) -> None:
    """As rows."""
    for step in steps:
        db.execute("insert or replace into moves values ('u1', 1, ?, ?, ?, ?, ?, ?, ?)", step)


def rows_of(db: sqlite3.Connection) -> int:
    (rows,) = db.execute("select count(*) from moves").fetchone()
    return int(rows)


def test_a_party_reads_the_same_in_rows_folded_and_in_part_folded(db: sqlite3.Connection) -> None:
    """What comes after folding joins it: newer rows count."""
    steps = party(40)
    put(db, steps[:30])
    assert steps_of(db, "u1", 1) == steps[:30]
    assert fold_party(db, "u1", 1)
    assert (rows_of(db), steps_of(db, "u1", 1)) == (0, steps[:30])

    put(db, steps[29:])
    assert steps_of(db, "u1", 1) == steps
    assert fold_party(db, "u1", 1)
    assert (rows_of(db), steps_of(db, "u1", 1)) == (0, steps)
    assert fold_party(db, "u1", 1)
    assert steps_of(db, "u1", 1) == steps


@pytest.mark.parametrize(
    "damage",
    [
        "update moves set move = cast(x'ff' as text) where number = 3",
        "update parties set moves = x'00'",
        "delete from parties",
    ],
)
def test_what_cannot_be_folded_as_it_is_stays_as_it_is(damage: str, db: sqlite3.Connection) -> None:
    """Not a byte of it changes, so that somebody may look at it."""
    put(db, party(10))
    db.execute(damage)
    before = db.total_changes

    assert not fold_party(db, "u1", 1)
    assert db.total_changes == before
