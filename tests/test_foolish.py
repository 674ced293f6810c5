"""A noted move is found again among those of the finished party."""

from pathlib import Path

import pytest
from msgspec.structs import replace

from tests.records import finished
from tuicards.errors import StorageError
from tuicards.foolish import Decision, Foolish, _told_by, place_of
from tuicards.records import PartyRecord


def noted(record: PartyRecord, number: int, *, since: int = 0) -> Decision:
    """The move with this number among the public ones, by somebody who has seen the party since another one."""
    told = list(_told_by(record))
    seen = tuple(event for _, _, event in told[since : number + 1])
    return Decision(record.table, record.party, told[number][1], "normal", seen, since == 0)


@pytest.mark.parametrize("game", ["rage", "goat"])
def test_every_move_is_found_by_what_was_seen_before_it(game: str) -> None:
    """Whatever looks alike earlier or later."""
    record = finished(game)
    told = list(_told_by(record))
    assert [place_of(record, noted(record, number)) for number in range(len(told))] == [one[0] for one in told]


def test_who_came_later_finds_it_too_where_only_one_place_fits() -> None:
    """And notes nothing rather than another move."""
    record = finished("rage")
    assert place_of(record, noted(record, 9, since=3)) == list(_told_by(record))[9][0]
    with pytest.raises(StorageError, match="foolish_not_found"):
        place_of(finished("rage", 4, b"other"), noted(record, 9))
    with pytest.raises(StorageError, match="foolish_not_found"):
        place_of(record, Decision(record.table, record.party, 0, "normal", (), False))


def test_a_record_from_elsewhere_does_no_harm(tmp_path: Path) -> None:
    """A date that no calendar has, a table's name that leads out of the folder, a folder that is a file."""
    record = replace(finished("goat"), played=10**30, table="../../x")
    assert Foolish(tmp_path).keep(record, 1).code == "foolish.saved"
    [path] = tmp_path.iterdir()
    assert path.name == "00000000-goat-x-2-2.json"
    assert Foolish(path).keep(record, 2).code == "foolish_unwritable"
    assert Foolish(None).keep(record, 2).code == "foolish_no_folder"
    with pytest.raises(StorageError, match="record_unknown_game"):
        place_of(replace(record, header=replace(record.header, game="chess")), noted(record, 2))
