"""Replay files: what is written is read again, and whatever is wrong with a file is one clear error."""

import json
import os
import stat
from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest

from tests.records import finished
from tuicards.errors import StorageError
from tuicards.games import GAMES
from tuicards.kept import KEPT, keep_record, kept_file, kept_records
from tuicards.records import LONGEST_FILE, PartyRecord, from_bytes, in_parts, read_record, to_text, write_record
from tuicards.replay import Replay
from tuicards.speech import Speaker

NOW = 1_750_000_000.0


def fault(content: bytes) -> StorageError:
    """What is wrong with a file, wherever it comes out."""
    with pytest.raises(StorageError) as caught:
        Replay(from_bytes(content, "file.jsonl"), file="file.jsonl")
    return caught.value


def lines(record: PartyRecord) -> list[bytes]:
    return to_text(record).encode().splitlines(keepends=True)


def changed(line: bytes, **fields: object) -> bytes:
    """A line of JSON with other values."""
    return json.dumps({**json.loads(line), **fields}).encode() + b"\n"


# ---- round trip ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_what_is_written_is_read_again(game: str, tmp_path: Path) -> None:
    """Every field, and the party it tells ends as it did."""
    record, path = finished(game), tmp_path / "party.jsonl"
    write_record(path, to_text(record))

    assert read_record(path) == record
    assert Replay(record).steps[-1].state == Replay(read_record(path)).steps[-1].state


def test_every_line_is_json_of_its_own() -> None:
    """Header, moves, outcome: what other programs need is there by name."""
    first, *moves, last = [json.loads(line) for line in lines(finished("rage"))]

    assert (first["tuicards"], first["format"], first["game"], first["seats"]) == ("replay", 1, "rage", 4)
    assert (first["names"][1], first["party"], first["played"]) == ("Boris", 2, 1_750_000_000)
    assert bytes.fromhex(first["seed"]) == b"seed"
    assert all(move.keys() == {"seat", "move"} for move in moves)
    assert last["outcome"]["scores"] == list(finished("rage").outcome.scores)


def test_a_field_that_one_does_not_know_is_left_out() -> None:
    """A later program may say more."""
    first, *rest = lines(finished("rage"))

    assert from_bytes(b"".join([changed(first, weather="rain"), *rest]), "x") == finished("rage")


def test_the_last_line_feed_may_be_missing() -> None:
    """And line feeds may be those of another system: editors do such things."""
    text = to_text(finished("rage")).encode()

    assert from_bytes(text[:-1], "x") == finished("rage")
    assert from_bytes(text.replace(b"\n", b"\r\n"), "x") == finished("rage")


def test_parts_put_together_are_the_text() -> None:
    """However they are cut."""
    text = to_text(finished("rage"))

    assert "".join(in_parts(text, 100)) == text
    assert max(map(len, in_parts(text, 100))) == 100


# ---- what can be wrong --------------------------------------------------------------------------------


def swapped(place: int, line: bytes) -> Callable[[], bytes]:
    """A short party of Rage with another line in one place."""

    def content() -> bytes:
        whole = lines(finished("rage"))
        whole[place] = line
        return b"".join(whole)

    return content


def with_header(**fields: object) -> Callable[[], bytes]:
    return lambda: swapped(0, changed(lines(finished("rage"))[0], **fields))()


def cut(after: int) -> Callable[[], bytes]:
    return lambda: b"".join(lines(finished("rage"))[:after])


BAD: dict[str, tuple[Callable[[], bytes], str, int]] = {
    "empty": (lambda: b"", "record_foreign", 1),
    "text": (lambda: b"Dear Ana,\nhow are you?\n", "record_foreign", 1),
    "another program's JSON": (lambda: b'{"version": 2}\n{}\n', "record_foreign", 1),
    "binary": (lambda: bytes(range(256)) * 8, "record_foreign", 1),
    "nested without end": (lambda: b"[" * 100_000, "record_foreign", 1),
    "not UTF-8": (swapped(3, b'{"seat": 0, "move": "\xff"}\n'), "record_bad_line", 4),
    "a later form": (with_header(format=2), "record_of_later_format", 1),
    "other rules": (with_header(rules=99), "record_by_other_rules", 1),
    "an unknown game": (with_header(game="whist"), "record_unknown_game", 1),
    "too many seats": (with_header(seats=10**9), "record_bad_header", 1),
    "a name too few": (with_header(names=["Ana"]), "record_bad_header", 1),
    "no seed": (with_header(seed="xyz"), "record_bad_header", 1),
    "no secret": (with_header(secret="xyz", nonces=[""] * 4), "record_bad_header", 1),
    "a number too few": (with_header(secret="5e" * 32, nonces=[""] * 3), "record_bad_header", 1),
    "numbers without a secret": (with_header(nonces=[""] * 4), "record_bad_header", 1),
    "a number that is none": (with_header(secret="5e" * 32, nonces=["", "", "", "x"]), "record_bad_header", 1),
    "a promise that is none": (with_header(witness={"commitment": "xyz"}), "record_bad_header", 1),
    "a witness of no number": (with_header(witness={"commitment": "5e" * 32, "nonce": "5E"}), "record_bad_header", 1),
    "options that are none": (with_header(options={"hook": "maybe"}), "record_bad_header", 1),
    "no moves": (cut(1), "record_cut_off", 1),
    "cut between two lines": (cut(5), "record_cut_off", 5),
    "cut within a line": (lambda: cut(5)()[:-4], "record_cut_off", 5),
    "something after the end": (lambda: to_text(finished("rage")).encode() + b"more\n", "record_bad_line", 23),
    "two ends": (lambda: to_text(finished("rage")).encode() + lines(finished("rage"))[-1], "record_bad_line", 22),
    "a line that is no move": (swapped(2, b"what?\n"), "record_bad_line", 3),
    "a seat that is none": (swapped(2, b'{"seat": 4, "move": "bid 1"}\n'), "record_bad_line", 3),
    "a move out of turn": (swapped(1, b'{"seat": 0, "move": "bid 1"}\n'), "record_wrong_move", 2),
    "a move that is none": (swapped(1, b'{"seat": 1, "move": "resign"}\n'), "record_wrong_move", 2),
    "another end": (lambda: cut(21)() + b'{"outcome":{"ranks":[],"scores":[],"result":{"code":"x"}}}\n',
                    "record_wrong_outcome", 22),
}  # fmt: skip


@pytest.mark.parametrize(("content", "code", "line"), BAD.values(), ids=BAD)
def test_a_bad_file_is_one_error_that_names_the_line(content: Callable[[], bytes], code: str, line: int) -> None:
    """With the file's name, and a sentence that says what to do."""
    error = fault(content())

    assert (error.code, error.params["line"], error.params["file"]) == (code, line, "file.jsonl")
    assert f"file.jsonl, line {line}" in Speaker().error(error)


def test_a_huge_file_is_not_read_to_its_end(tmp_path: Path) -> None:
    """Nor held in memory."""
    path = tmp_path / "huge.jsonl"
    path.touch()
    os.truncate(path, 1 << 40)

    with pytest.raises(StorageError, match="record_too_long"):
        read_record(path)


@pytest.mark.parametrize("name", ["missing", ".", "nul\0in it"])
def test_what_cannot_be_read_says_why(name: str, tmp_path: Path) -> None:
    """No file, a folder, no name at all."""
    with pytest.raises(StorageError, match="record_unreadable"):
        read_record(tmp_path / name)


def test_a_hostile_file_says_no_more_than_a_sentence() -> None:
    """What it holds comes out cut short."""
    error = fault(swapped(1, json.dumps({"seat": 1, "move": "x" * 5000}).encode() + b"\n")())

    assert len(Speaker().error(error)) < 300


# ---- writing ------------------------------------------------------------------------------------------


def test_a_file_that_is_there_is_not_overwritten(tmp_path: Path) -> None:
    """Unless that is asked for; nothing else is left in the folder."""
    path = tmp_path / "party.jsonl"
    path.write_text("mine")

    with pytest.raises(StorageError, match="record_exists"):
        write_record(path, "new")
    assert path.read_text() == "mine"
    write_record(path, "new", replace=True)
    assert (path.read_text(), list(tmp_path.iterdir())) == ("new", [path])


def test_a_place_that_cannot_be_written_says_so(tmp_path: Path) -> None:
    """No such folder."""
    with pytest.raises(StorageError, match="record_unwritable"):
        write_record(tmp_path / "nowhere" / "party.jsonl", "text")


# ---- the folder of those kept -------------------------------------------------------------------------


def test_kept_records_are_listed_newest_first(tmp_path: Path) -> None:
    """Their names sort by time and tell game and table; nobody else may read them."""
    old, new = finished("rage"), finished("goat")
    first, second = keep_record(tmp_path, old, NOW), keep_record(tmp_path, new, NOW + 60)

    assert [kept.record for kept in kept_records(tmp_path)] == [new, old]
    assert first.name < second.name
    assert first.name.startswith("20250615-150640-rage-KTCH-")
    assert stat.S_IMODE(first.stat().st_mode) == 0o600
    assert kept_file(tmp_path, 1) == second


def test_a_record_is_kept_once(tmp_path: Path) -> None:
    """However often one comes back to its table."""
    first, again = [keep_record(tmp_path, finished("rage"), NOW + day) for day in (0, 86400)]

    assert (again, len(kept_records(tmp_path))) == (first, 1)


def test_the_oldest_records_go(tmp_path: Path) -> None:
    """And no file of another kind."""
    (tmp_path / "notes.jsonl").write_text("mine")
    for number in range(KEPT + 2):
        (tmp_path / f"20250101-{number:06}-rage-X-{number:08}.jsonl").touch()
    keep_record(tmp_path, finished("rage"), NOW)

    names = sorted(path.name for path in tmp_path.iterdir())
    assert (len(names), names[0][:15]) == (KEPT + 1, "20250101-000003")
    assert names[-1] == "notes.jsonl"


def test_what_is_damaged_is_listed_with_the_reason(tmp_path: Path) -> None:
    """And the others are listed all the same."""
    keep_record(tmp_path, finished("rage"), NOW)
    (tmp_path / "20250101-000000-goat-X-00000000.jsonl").write_text("?")

    good, bad = kept_records(tmp_path)
    assert (good.record, bad.record) == (finished("rage"), None)
    assert bad.trouble is not None
    assert bad.trouble.code == "record_foreign"


@pytest.mark.parametrize("table", ["../../etc", "", "漢字", "a" * 40])
def test_a_hostile_table_names_no_other_place(table: str, tmp_path: Path) -> None:
    """Only letters and digits of a code come into a file's name."""
    record = msgspec.structs.replace(finished("rage"), table=table)

    assert keep_record(tmp_path / "records", record, NOW).parent == tmp_path / "records"


def test_a_number_that_is_not_there_is_told(tmp_path: Path) -> None:
    """With how many there are, or that there are none."""
    with pytest.raises(StorageError, match="record_none_kept"):
        kept_file(tmp_path / "none", 1)
    keep_record(tmp_path, finished("rage"), NOW)
    with pytest.raises(StorageError, match="record_no_such"):
        kept_file(tmp_path, 2)


def test_the_longest_parties_fit_a_file() -> None:
    """By far."""
    record = finished("rage", 8, extended_players="on")

    assert len(to_text(record)) < LONGEST_FILE / 10
