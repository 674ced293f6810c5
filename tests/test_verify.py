"""Whether a record is true: what is right is said to be, every change is found, and no file makes it stumble."""

import contextlib
import io
import json
import sys
from collections.abc import Callable
from functools import cache
from pathlib import Path

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.records import finished
from tuicards.cli import main
from tuicards.errors import StorageError
from tuicards.fair_deal import Dealt
from tuicards.games import GAMES
from tuicards.games.api import Fact, Outcome
from tuicards.games.history import Entry
from tuicards.kept import keep_record
from tuicards.records import PartyRecord, Witness, from_bytes, to_text
from tuicards.speech import Speaker
from tuicards.verify import Verdict, verify

SECRET = "5e" * 32
MINE, OTHERS = "a1" * 16, "b0" * 16
FAIR = Dealt(SECRET, (MINE, OTHERS, "", ""))


@cache
def fair(game: str = "rage", **changed: object) -> PartyRecord:
    """A party of four that was dealt fairly, as the person on seat 0 has kept it."""
    record = finished(game, seed=FAIR.seed)
    told = {"secret": FAIR.secret, "nonces": FAIR.nonces, "witness": Witness(FAIR.commitment, MINE, 0), **changed}
    return msgspec.structs.replace(record, **told)


def with_entries(record: PartyRecord, *entries: Entry) -> PartyRecord:
    return msgspec.structs.replace(record, entries=entries)


def with_seed(record: PartyRecord, seed: bytes) -> PartyRecord:
    return msgspec.structs.replace(record, header=msgspec.structs.replace(record.header, seed=seed))


# ---- what is right ------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_a_fair_party_is_fair(game: str) -> None:
    """Also after it has been a file."""
    assert verify(fair(game)) == Verdict(True, "verdict.fair")
    assert verify(from_bytes(to_text(fair(game)).encode(), "x")) == Verdict(True, "verdict.fair")


NO_ONES = Dealt(SECRET, ("", "", "", ""))


@pytest.mark.parametrize(
    ("record", "code"),
    [
        (fair(witness=Witness(FAIR.commitment)), "fair_seen"),
        (fair(witness=None), "numbers_unseen"),
        (fair(secret="", nonces=(), witness=None), "moves_only"),
        (msgspec.structs.replace(finished("rage", seed=NO_ONES.seed), secret=SECRET, nonces=NO_ONES.nonces),
         "no_numbers"),
    ],
)  # fmt: skip
def test_no_more_is_said_than_was_noted(record: PartyRecord, code: str) -> None:
    """A watcher, one who came later, an older release, a party of bots."""
    assert verify(record) == Verdict(True, f"verdict.{code}")


def backwards(move: str) -> str:
    """The move with its cards in the opposite order."""
    kind, *cards = move.split()
    return " ".join([kind, *reversed(cards)])


def test_cards_may_be_named_in_any_order() -> None:
    """A player may send them so; what is legal lists each set once."""
    record = fair("goat")
    turned = [Entry(entry.seat, backwards(entry.move)) for entry in record.entries]

    assert any(len(entry.move.split()) > 2 for entry in turned)
    assert verify(with_entries(record, *turned)).right


# ---- what is wrong ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("record", "code"),
    [
        (fair(witness=Witness("0" * 64, MINE, 0)), "other_secret"),
        (fair(secret="", nonces=(), witness=Witness(FAIR.commitment)), "no_secret"),
        (fair(witness=Witness(FAIR.commitment, "c2" * 16, 0)), "number_missing"),
        (fair(witness=Witness(FAIR.commitment, MINE, 1)), "number_missing"),
        (fair(witness=Witness(FAIR.commitment, MINE, -4)), "number_missing"),
        (fair(witness=Witness(FAIR.commitment, MINE)), "number_missing"),
        (fair(nonces=(MINE, "", "", "")), "other_seed"),
        (fair(nonces=(MINE, "", OTHERS, "")), "other_seed"),
        (with_seed(fair(), b"chosen"), "other_seed"),
        (fair(secret="6f" * 32, witness=None), "other_seed"),
    ],
)  # fmt: skip
def test_a_broken_promise_is_found(record: PartyRecord, code: str) -> None:
    """Another secret or none, a number left out or moved, a seed of the server's own."""
    assert verify(record) == Verdict(False, f"verdict.{code}")


def test_a_move_against_the_rules_is_named() -> None:
    """With its line in the file and its seat."""
    first, *rest = fair().entries
    wrong = verify(with_entries(fair(), Entry((first.seat + 1) % 4, first.move), *rest))

    assert (wrong.right, wrong.code) == (False, "verdict.wrong_move")
    assert (wrong.params["line"], wrong.params["text"]) == (2, first.move)
    assert "line 2" in Speaker().say(wrong.code, wrong.params)


@pytest.mark.parametrize("game", GAMES)
def test_no_move_can_be_left_out_doubled_or_exchanged(game: str) -> None:
    """Every place of the party, tried one by one: the end would be another, or a move impossible."""
    entries = fair(game).entries
    for place in range(0, len(entries), 3):
        without = entries[:place] + entries[place + 1 :]
        doubled = entries[: place + 1] + entries[place:]
        assert not verify(with_entries(fair(game), *without)).right
        assert not verify(with_entries(fair(game), *doubled)).right


def test_another_result_is_found() -> None:
    """As is a party that breaks off before its end."""
    other = msgspec.structs.replace(fair(), outcome=Outcome((1, 1, 1, 1), (0, 0, 0, 0), Fact("x")))
    line = len(fair().entries) + 2

    assert verify(other) == Verdict(False, "verdict.wrong_result", {"line": line})
    assert verify(with_entries(fair(), *fair().entries[:-1])).code == "verdict.wrong_result"


@pytest.mark.parametrize(
    "code",
    [
        "fair",
        "fair_seen",
        "numbers_unseen",
        "no_numbers",
        "moves_only",
        "no_secret",
        "other_secret",
        "number_missing",
        "other_seed",
        "wrong_move",
        "wrong_result",
    ],
)
def test_every_verdict_can_be_said(code: str) -> None:
    """In a sentence."""
    assert Speaker().say(f"verdict.{code}", {"line": 2, "number": 1, "text": "R1"}).endswith(".")


def test_what_cannot_be_checked_is_an_error() -> None:
    """Rules that this program does not have."""
    header = fair().header
    for changed, code in ((("whist", 1), "record_unknown_game"), (("rage", 99), "record_by_other_rules")):
        other = msgspec.structs.replace(header, game=changed[0], version=changed[1])
        with pytest.raises(StorageError, match=code):
            verify(msgspec.structs.replace(fair(), header=other))


# ---- the command --------------------------------------------------------------------------------------


class Here:
    """The command in this process, in a folder that is also its home."""

    def __init__(self, folder: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]) -> None:
        monkeypatch.chdir(folder)
        monkeypatch.setenv("HOME", str(folder))
        monkeypatch.setenv("LC_ALL", "C.UTF-8")
        monkeypatch.delenv("XDG_STATE_HOME", raising=False)
        self.folder, self._capfd, self._patch = folder, capfd, monkeypatch

    def __call__(self, *arguments: str, typed: bytes = b"") -> tuple[int, str, str]:
        """Exit code, output, complaints."""
        self._patch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(typed)))
        self._capfd.readouterr()
        code = main(("verify", *arguments))
        return code, *self._capfd.readouterr()


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]) -> Here:
    return Here(tmp_path, monkeypatch, capfd)


def test_a_file_a_number_and_the_input_are_checked(here: Here) -> None:
    """One sentence and exit code 0; without a name the newest that is kept."""
    (here.folder / "party.jsonl").write_text(to_text(fair()))
    keep_record(here.folder / ".local/state/tuicards/records", fair("goat", witness=None), 1_750_000_000.0)

    assert here("party.jsonl") == (0, Speaker().say("verdict.fair") + "\n", "")
    assert here("-", typed=to_text(fair()).encode()) == here("party.jsonl")
    assert here() == here("1") == (0, Speaker().say("verdict.numbers_unseen") + "\n", "")


def test_a_file_is_stronger_than_a_number(here: Here) -> None:
    """Where one is called so."""
    (here.folder / "1").write_text(to_text(fair()))

    assert here("1")[:2] == (0, Speaker().say("verdict.fair") + "\n")


def test_something_wrong_is_exit_code_1(here: Here) -> None:
    """And the sentence names it."""
    (here.folder / "party.jsonl").write_text(to_text(fair(witness=Witness("0" * 64))))

    assert here("party.jsonl") == (1, Speaker().say("verdict.other_secret") + "\n", "")


@pytest.mark.parametrize("name", ["missing.jsonl", ".", "7", "1" * 5000, "x" * 5000, "nul\0"])
def test_what_cannot_be_read_is_exit_code_2(name: str, here: Here) -> None:
    """One line that says why."""
    code, told, complaint = here(name)

    assert (code, told, complaint.count("\n")) == (2, "", 1)
    assert complaint.startswith("tuicards: ")


def test_the_finding_as_json(here: Here) -> None:
    """For other programs."""
    entries = fair().entries[1:]
    (here.folder / "party.jsonl").write_text(to_text(with_entries(fair(), *entries)))
    code, told, _ = here("party.jsonl", "--json")
    found = json.loads(told)

    assert (code, found["right"], found["code"], found["params"]["line"]) == (1, False, "verdict.wrong_move", 2)
    assert "line 2" in found["sentence"]


# ---- whatever a file holds ----------------------------------------------------------------------------

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=80),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=10), inner, max_size=4),
    max_leaves=6,
)
WORDS = st.sampled_from(
    ["bid", "lead", "beat", "pass", "arm", "molodka", "Qs", "10h", "R12", "WI:G", "0", "9" * 5000, "²"]
)
MOVES = st.lists(WORDS, max_size=5).map(" ".join) | st.text(max_size=60)
NUMBERS = st.sampled_from(["", MINE, MINE.upper(), "zz", 5, None])
FIELDS: dict[str, st.SearchStrategy[object]] = {
    "seats": st.integers(-2, 40), "options": st.dictionaries(st.text(max_size=20), st.text(max_size=200), max_size=3),
    "seed": st.text("0123456789abcdef ", max_size=140), "secret": st.sampled_from([SECRET, SECRET.upper(), "x", ""]),
    "nonces": st.lists(NUMBERS, max_size=6), "rules": st.integers(0, 2),
    "game": st.sampled_from(["goat", "rage", "x"]),
    "witness": st.none() | st.fixed_dictionaries({"commitment": st.sampled_from([FAIR.commitment, "x"])},
                                                 optional={"nonce": NUMBERS, "seat": st.integers(-9, 10**12)}),
}  # fmt: skip


def damaged(lines: list[bytes], data: st.DataObject) -> bytes:
    """The lines of a file with one thing changed."""

    def field() -> None:
        name = data.draw(st.sampled_from([*FIELDS, "names", "title", "format"]))
        value = data.draw(FIELDS.get(name, JSON) | JSON)
        lines[0] = json.dumps({**json.loads(lines[0]), name: value}).encode() + b"\n"

    def option() -> None:
        header = json.loads(lines[0])
        name = data.draw(st.sampled_from(sorted(header["options"])))
        header["options"][name] = data.draw(st.text(max_size=400) | st.sampled_from(["1," * 90 + "1", "9" * 400]))
        lines[0] = json.dumps(header).encode() + b"\n"

    def move() -> None:
        entry = {"seat": data.draw(st.integers(-1, 9)), "move": data.draw(MOVES)}
        lines[data.draw(st.integers(1, len(lines) - 2))] = json.dumps(entry).encode() + b"\n"

    def line() -> None:
        lines[data.draw(st.integers(0, len(lines) - 1))] = json.dumps(data.draw(JSON)).encode() + b"\n"

    def swap() -> None:
        one, other = data.draw(st.integers(0, len(lines) - 1)), data.draw(st.integers(0, len(lines) - 1))
        lines[one], lines[other] = lines[other], lines[one]

    def bytes_() -> None:
        place = data.draw(st.integers(0, len(lines) - 1))
        at = data.draw(st.integers(0, len(lines[place])))
        lines[place] = lines[place][:at] + data.draw(st.binary(max_size=8)) + lines[place][at + 1 :]

    ways: list[Callable[[], None]] = [field, option, move, line, swap, bytes_]
    data.draw(st.sampled_from(ways))()
    return b"".join(lines)


def test_no_file_makes_it_stumble(thorough: bool) -> None:
    """A verdict, or an error that says why there is none."""

    @settings(max_examples=10_000 if thorough else 100, deadline=None, suppress_health_check=list(HealthCheck))
    @given(st.sampled_from(sorted(GAMES)), st.data())
    def try_one(game: str, data: st.DataObject) -> None:
        content = damaged(to_text(fair(game)).encode().splitlines(keepends=True), data)
        with contextlib.suppress(StorageError):
            assert Speaker().say(*_said(verify(from_bytes(content, "x")))).endswith(".")

    try_one()


def _said(verdict: Verdict) -> tuple[str, dict[str, object]]:
    return verdict.code, dict(verdict.params)
