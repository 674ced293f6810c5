"""`tuicards arena`: what it prints, what it refuses, how it goes on after an interruption."""

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import msgspec
import pytest

from tests.arena_bots import OWN
from tuicards.arena import arena_main
from tuicards.arena.party import position_of
from tuicards.arena.results import Refusal
from tuicards.games import GAMES

BOTS = "normal,easy,normal,easy"
QUICK = ["--games", "4", "--seed", "1", "--option", "round_plan=2,1", "--jobs", "1"]


def arena(*arguments: str) -> int:
    return arena_main(["rage", *arguments])


def test_with_json_it_prints_exactly_one_object(capsys: pytest.CaptureFixture[str]) -> None:
    """The keys are those that scripts rely on; off a terminal nothing tells how far it is."""
    assert arena("--bots", BOTS, "--json", *QUICK) == 0
    out, err = capsys.readouterr()
    report = json.loads(out)
    assert err == ""
    assert list(report) == [
        "game", "games", "units", "seed", "seats", "bots", "pairs", "refused_moves", "refusals", "moves", "seconds",
        "interrupted",
    ]  # fmt: skip
    assert list(report["bots"][0]) == [
        "bot", "seats", "firsts", "points", "ahead", "deals", "exact", "elo", "moves", "ms_p50", "ms_p99",
        "bids",
    ]  # fmt: skip
    assert list(report["bots"][0]["firsts"]) == ["value", "low", "high"]
    assert (report["games"], report["units"], report["seats"], report["refused_moves"]) == (4, 2, 4, 0)


def test_without_json_it_prints_a_line_for_each_bot(capsys: pytest.CaptureFixture[str]) -> None:
    """A table for people; with more than two bots a line for each pair of them."""
    assert arena("--bots", "normal,easy,easy@5,easy", *QUICK) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].startswith("rage: 4 parties on 1 deal, 4 seats, seed 1; ")
    assert [line.split()[:2] for line in lines[3:6]] == [["normal", "4"], ["easy", "8"], ["easy@5", "4"]]
    assert [line.partition(":")[0] for line in lines[7:]] == [
        "normal before easy", "normal before easy@5", "easy before easy@5",
    ]  # fmt: skip


def test_a_ladder_rates_every_bot(capsys: pytest.CaptureFixture[str]) -> None:
    """Each plays against each other; normal is the measure."""
    assert arena("--ladder", "easy,normal,easy@5", "--json", *QUICK) == 0
    report = json.loads(capsys.readouterr().out)
    assert [bot["bot"] for bot in report["bots"]] == ["easy", "normal", "easy@5"]
    assert report["bots"][1]["elo"]["value"] == 1000
    assert len(report["pairs"]) == 3


def test_all_options_are_walked(capsys: pytest.CaptureFixture[str]) -> None:
    """Each party with a number of seats of its own."""
    assert arena("--bots", "easy,normal", "--options", "all", "--games", "4", "--jobs", "1", "--json") == 0
    report = json.loads(capsys.readouterr().out)
    assert (report["games"], report["units"], report["seats"]) == (4, 4, None)


def test_it_stops_when_the_interval_is_narrow_enough(capsys: pytest.CaptureFixture[str]) -> None:
    """Looked at after every 20 deals, so the end does not hang on which process was first."""
    for jobs in ("1", "2"):
        arguments = ["--bots", "easy,easy@5", "--seats", "2", "--games", "4000", "--until", "60", "--json"]
        assert arena(*arguments, "--option", "round_plan=1", "--jobs", jobs) == 0
        assert json.loads(capsys.readouterr().out)["units"] == 20


# ---- refusals ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(("bot", "fault"), [("overbids", "bid_out_of_range"), ("fails", "KeyError")])
def test_a_refused_move_is_counted_and_can_be_seen_again(
    bot: str, fault: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """Exit 1; the party goes on; the record leads to the same position, where the bot fails again."""
    assert arena("--bots", f"normal,{OWN}:{bot}", "--seats", "2", "--json", *QUICK) == 1
    report = json.loads(capsys.readouterr().out)
    refusal = msgspec.convert(report["refusals"][-1], Refusal)
    assert report["refused_moves"] >= 8
    assert fault in refusal.fault
    seen = position_of(refusal)
    assert seen.view.seat == refusal.seat
    assert refusal.seat in seen.view.to_act
    assert GAMES["rage"].format_options(seen.options) == refusal.options


def test_people_are_told_of_refusals_too(capsys: pytest.CaptureFixture[str]) -> None:
    """Who, why, and what it takes to see it again."""
    assert arena("--bots", f"normal,{OWN}:overbids", "--seats", "2", *QUICK) == 1
    out = capsys.readouterr().out
    assert f"({OWN}:overbids): bid_out_of_range (low=0, high=2); chosen: Bid(tricks=99)" in out
    assert '"chance": ' in out


@pytest.mark.parametrize("bots", ["easy", "easy,easy,easy", "easy,easy,easy,easy,easy"])
def test_too_few_or_too_many_bots_are_refused(bots: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Exit 2, and one line that says how many are needed."""
    assert arena("--bots", bots, *QUICK) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.count("\n") == 1
    assert "4 seats" in err


def test_seats_that_the_options_forbid_are_refused_in_a_sentence(capsys: pytest.CaptureFixture[str]) -> None:
    """Seven at a table for six."""
    assert arena("--seats", "7", "--bots", ",".join(["easy"] * 7), *QUICK) == 2
    assert capsys.readouterr().err.startswith("tuicards arena: ")


@pytest.mark.parametrize(
    "bad",
    [
        ["--games", "0"], ["--games", "x"], ["--option", "teams"], ["--jobs", "-1"], ["--until", "0"],
        ["--budget", "-1"], ["--budget", "nan"], ["--worlds", "0"], ["--worlds", "5", "--budget", "1"],
        ["--options", "some"], ["--ladder", "easy,normal"],
    ],
)  # fmt: skip
def test_numbers_and_options_that_make_no_sense_end_with_2(bad: list[str]) -> None:
    """The command line is read before anything is played."""
    with pytest.raises(SystemExit) as ended:
        arena("--bots", BOTS, *bad)
    assert ended.value.code == 2


# ---- going on ----------------------------------------------------------------------------------------


def report_with(capsys: pytest.CaptureFixture[str], *arguments: str) -> dict[str, object]:
    assert arena("--bots", BOTS, "--json", *arguments) == 0
    report: dict[str, object] = json.loads(capsys.readouterr().out)
    report["seconds"] = 0
    for bot in report["bots"]:  # type: ignore[attr-defined]
        bot["ms_p50"] = bot["ms_p99"] = 0
    return report


def test_a_match_goes_on_where_its_file_ends(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A line that was cut off is played anew; the report is that of a match without interruption."""
    file = tmp_path / "match.jsonl"
    save = [*QUICK, "--save", str(file)]
    whole = report_with(capsys, *save)
    first, one, other = file.read_bytes().splitlines(keepends=True)
    file.write_bytes(first + one + other[:50])
    assert report_with(capsys, *save) == whole
    assert report_with(capsys, *save) == whole
    assert len(file.read_bytes().splitlines()) == 3


def test_finished_deals_are_not_played_again(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """With more parties only the new ones are played: the file grows, and what it held stays."""
    file = tmp_path / "match.jsonl"
    report_with(capsys, *QUICK, "--save", str(file))
    before = file.read_bytes()
    report = report_with(capsys, *QUICK, "--save", str(file), "--games", "8")
    assert report["units"] == 4
    assert file.read_bytes().startswith(before)
    assert len(file.read_bytes().splitlines()) == 5


def test_the_file_of_another_match_is_refused_and_left_alone(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The error says in what it differs."""
    file = tmp_path / "match.jsonl"
    report_with(capsys, *QUICK, "--save", str(file))
    before = file.read_bytes()
    assert arena("--bots", BOTS, *QUICK, "--seed", "2", "--save", str(file)) == 2
    assert "it differs in seed." in capsys.readouterr().err
    assert file.read_bytes() == before


def test_deals_of_other_bots_are_not_mixed_with_those_of_these(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A file that was begun when a level thought otherwise."""
    file = tmp_path / "match.jsonl"
    report_with(capsys, *QUICK, "--save", str(file))
    header, rest = file.read_bytes().split(b"\n", 1)
    file.write_bytes(json.dumps(json.loads(header) | {"bots": "0" * 16}).encode() + b"\n" + rest)
    assert arena("--bots", BOTS, *QUICK, "--save", str(file)) == 2
    assert "it differs in the bots' program." in capsys.readouterr().err


@pytest.mark.parametrize("content", [b"a letter\n", b'{"arena": 1}\n', b"\xff\xfe\n"])
def test_a_file_that_is_none_of_an_arena_is_refused_and_left_alone(
    content: bytes, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Exit 2, with the line."""
    file = tmp_path / "letter"
    file.write_bytes(content)
    assert arena("--bots", BOTS, *QUICK, "--save", str(file)) == 2
    assert "line 1: that is no file of an arena" in capsys.readouterr().err
    assert file.read_bytes() == content


def test_a_file_that_cannot_be_written_is_told_before_anything_is_played(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A folder, and a file in no folder."""
    for place in (tmp_path, tmp_path / "nowhere" / "match"):
        assert arena("--bots", BOTS, *QUICK, "--save", str(place)) == 2
        assert "cannot be read and written" in capsys.readouterr().err


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_ctrl_c_keeps_what_is_done_and_says_how_to_go_on(jobs: str, tmp_path: Path) -> None:
    """Exit 130, with the figures so far, and no trace of Python."""
    file = tmp_path / "match.jsonl"
    command = [sys.executable, "-m", "tuicards", "arena", "rage", "--bots", BOTS, "--games", "100000"]
    command += ["--option", "round_plan=3,1"]
    match = subprocess.Popen(
        [*command, "--jobs", jobs, "--save", str(file)], text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
        start_new_session=True,
    )  # fmt: skip
    while not file.exists() or len(file.read_bytes().splitlines()) < 4:
        assert match.poll() is None
    os.killpg(match.pid, signal.SIGINT)
    out, err = match.communicate(timeout=20)
    assert match.returncode == 130
    assert out.startswith("rage: ")
    assert "Traceback" not in err
    assert f"of 50000 deals; they are kept in {file}: the same command goes on" in err
