"""The moves of a party in one value: nothing is lost, little room is needed, and damage is only ever a ValueError."""

import contextlib
import random
import sqlite3
import zlib
from collections.abc import Callable
from contextlib import closing
from itertools import count
from pathlib import Path

import msgspec
import pytest

from server import folding
from server.folding import LONGEST, Step, fold, fold_party, fold_table, steps_of, unfold
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


def test_what_is_just_short_enough_is_folded_and_one_byte_more_is_not(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever can be folded can be unfolded."""
    steps = party(60)
    value = fold(steps)
    length = len(zlib.decompress(value))
    monkeypatch.setattr(folding, "LONGEST", length)
    assert unfold(fold(steps)) == steps

    monkeypatch.setattr(folding, "LONGEST", length - 1)
    with pytest.raises(ValueError, match="more moves"):
        fold(steps)
    with pytest.raises(ValueError, match="too long"):
        unfold(value)


FIRST, LAST = Step(0, 0, "pass", 0, 0, -(2**63), None), Step(1, 0, "pass", 0, 0, 2**63 - 1, None)


@pytest.mark.parametrize(
    "steps",
    [
        [],
        [FIRST[:6]],
        [FIRST, (*LAST, None)],
        [FIRST._replace(seat="x")],  # type: ignore[arg-type]
        [FIRST._replace(number=None)],  # type: ignore[arg-type]
        [LAST, FIRST],
    ],
    ids=["none", "short", "uneven", "text for a seat", "no number", "too far apart"],
)
def test_what_are_no_steps_is_not_folded(steps: list[Step]) -> None:
    """And is a ValueError, whatever is wrong with them."""
    with pytest.raises(ValueError):  # noqa: PT011
        fold(steps)


def test_a_value_with_more_columns_than_are_known_is_an_error() -> None:
    """What a later version may have added is not left out."""
    columns = msgspec.msgpack.decode(zlib.decompress(fold(party(3))))
    with pytest.raises(ValueError, match="folded moves"):
        unfold(zlib.compress(msgspec.msgpack.encode([*columns, []])))


def test_columns_of_different_lengths_are_an_error() -> None:
    """A move without its seat is none."""
    with pytest.raises(ValueError, match="shorter"):
        unfold(zlib.compress(msgspec.msgpack.encode([[0, 1], [2], ["a", "b"], [0, 0], [1, 1], [5, 0], [None, None]])))


def record_at(place: Path | str) -> sqlite3.Connection:
    """A record with one party, the first of table u1."""
    db = sqlite3.connect(place)
    db.executescript("".join(STEPS))
    begin(db, 1)
    return db


def begin(db: sqlite3.Connection, party: int) -> None:
    """A party of table u1."""
    columns = "uid, party, game, version, seats, seed, options, began"
    db.execute(f"insert into parties ({columns}) values ('u1', {party}, 'little', 1, 4, x'00', '{{}}', 1)")


@pytest.fixture
def db() -> sqlite3.Connection:
    return record_at(":memory:")


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


def test_newer_rows_count_wherever_they_are(db: sqlite3.Connection) -> None:
    """Before what is folded, within it, and after it."""
    steps = party(40)
    put(db, steps[10:30])
    assert fold_party(db, "u1", 1)
    newer = [*steps[:10], *(step._replace(move="newer") for step in steps[10:12]), *steps[30:]]
    put(db, newer)

    expected = [*newer[:12], *steps[12:30], *newer[12:]]
    assert steps_of(db, "u1", 1) == expected
    assert fold_party(db, "u1", 1)
    assert steps_of(db, "u1", 1) == expected


def test_a_party_without_moves_is_all_folded(db: sqlite3.Connection) -> None:
    """There is nothing to do."""
    assert fold_party(db, "u1", 1)
    assert steps_of(db, "u1", 1) == []


def test_all_parties_of_a_table_that_has_closed_are_folded(db: sqlite3.Connection) -> None:
    """And no other table's."""
    put(db, party(3))
    begin(db, 2)
    db.execute("insert into moves select uid, 2, number, seat, move, request, seq, at, clock_left from moves")
    db.execute("insert into moves select 'u2', party, number, seat, move, request, seq, at, clock_left from moves")
    fold_table(db, "u1")

    assert db.execute("select distinct uid from moves").fetchall() == [("u2",)]
    assert [steps_of(db, "u1", number) for number in (1, 2)] == [party(3)] * 2


def test_only_the_first_version_knows_of_no_clocks(db: sqlite3.Connection) -> None:
    """What is left of them is read from the second one on."""
    put(db, party(10))
    assert steps_of(db, "u1", 1, version=2) == party(10)
    assert steps_of(db, "u1", 1, version=1) == [step._replace(left=None) for step in party(10)]


@pytest.mark.parametrize("question", [1, 2])
def test_moves_that_are_folded_while_they_are_read_are_all_read(question: int, tmp_path: Path) -> None:
    """By a server that goes on meanwhile, just before one of the reader's questions."""
    place, asked = tmp_path / "record", count(1)
    with closing(record_at(place)) as reader, closing(sqlite3.connect(place)) as server:
        put(reader, party(10))
        reader.commit()

        def meanwhile(statement: str) -> None:
            if next(asked) == question:
                assert fold_party(server, "u1", 1)
                server.commit()

        reader.set_trace_callback(meanwhile)
        assert steps_of(reader, "u1", 1) == party(10)
        assert next(asked) == 3
    assert rows_left(place) == 0


def rows_left(place: Path) -> int:
    with closing(sqlite3.connect(place)) as db:
        return rows_of(db)


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


@pytest.mark.parametrize(
    "damage",
    [
        "update moves set seat = 'x' where number = 3",
        "update moves set move = null where number = 3",
        "update parties set moves = 'text'",
    ],
)
def test_a_strange_file_that_holds_values_of_other_kinds_is_an_error(damage: str) -> None:
    """Such as a file that was copied by another program, which has not kept the kinds."""
    with closing(sqlite3.connect(":memory:")) as db:
        db.executescript("".join(STEPS).replace("strict", "").replace("not null", ""))
        begin(db, 1)
        put(db, party(10))
        db.execute(damage)

        with pytest.raises(ValueError, match="moves"):
            steps_of(db, "u1", 1)
        assert not fold_party(db, "u1", 1)
