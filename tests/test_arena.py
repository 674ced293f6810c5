"""Bots against bots: legal to the end under every option, and the same result for the same seed."""

import json
from itertools import product

import msgspec
import pytest

from tuicards.arena import Match, Report, arena_main, check, interval, play_number, run
from tuicards.errors import BadOptions
from tuicards.games import GAMES

RAGE_OPTIONS: list[tuple[int, dict[str, str]]] = [
    (2, {}),
    (3, {"hook": "last_bidder", "round_plan": "3,1"}),
    (4, {"teams": "pairs", "round_plan": "4,2"}),
    (5, {"bid_mode": "simultaneous", "two_wilds": "last", "round_plan": "4,1"}),
    (6, {"teams": "threes", "bid_mode": "secret", "round_plan": "5"}),
    (6, {"teams": "pairs", "rage_play": "anytime", "round_plan": "5,1"}),
    (7, {"extended_players": "on", "edition": "amigo112", "round_plan": "6,1"}),
    (8, {"extended_players": "on", "out_scope": "trick_redraw", "change_source": "player", "round_plan": "6,2"}),
    (4, {"out_scope": "trick_restore", "rage_play": "anytime", "change_source": "player", "scoring": "flat"}),
    (3, {"sweep": "double", "bid_mode": "secret", "round_plan": "up_down"}),
    (2, {"round_plan": "30,1", "first_dealer": "1"}),
]

GOAT_OPTIONS: list[dict[str, str]] = [
    {"limit": "6", "must_beat": must, "discards": discards, "trump_card": card, "eggs": eggs, "molodka_suit": suit}
    for must, discards, card, eggs, suit in (
        ("on", "face_up", "bottom", "two_each", "trump"),
        ("on", "face_down", "middle", "double_next", "any"),
        ("off", "face_up", "bottom", "title", "any"),
    )
]


def levels(seats: int) -> tuple[str, ...]:
    return tuple("normal" if seat % 2 else "easy" for seat in range(seats))


@pytest.mark.parametrize(("seats", "options"), RAGE_OPTIONS)
def test_rage_bots_play_every_option_to_the_end_without_a_refusal(seats: int, options: dict[str, str]) -> None:
    """Every value of every option, and every number of seats, is in the list."""
    report = run(Match("rage", levels(seats), games=2, seed=5, options=options))
    assert report.refused_moves == 0
    assert report.moves > 0


@pytest.mark.parametrize("options", GOAT_OPTIONS)
def test_goat_bots_play_every_option_to_the_end_without_a_refusal(options: dict[str, str]) -> None:
    """Short parties: 6 penalty points."""
    report = run(Match("goat", levels(4), games=2, seed=5, options=options))
    assert report.refused_moves == 0
    assert report.moves > 0


def test_the_lists_above_name_every_value_of_every_closed_option() -> None:
    """A new option must be tried here."""
    for name, tried in (("rage", [options for _, options in RAGE_OPTIONS]), ("goat", GOAT_OPTIONS)):
        for spec in GAMES[name].options:
            if spec.name in {"limit", "reveal", "round_plan", "first_dealer"}:
                continue
            seen = {options.get(spec.name, spec.default) for options in tried}
            assert seen == set(spec.values), spec.name


def test_rage_normal_beats_easy_from_every_seat() -> None:
    """Far above its share even in a short match, and it meets its bids more often."""
    report = run(Match("rage", ("normal", "easy", "normal", "easy"), games=12, seed=1))
    normal, easy = report.bots[0:3:2], report.bots[1:4:2]
    assert sum(bot.wins for bot in normal) > 0.7 * report.games
    assert min(bot.exact_bids or 0 for bot in normal) > max(bot.exact_bids or 0 for bot in easy)


def test_goat_normal_beats_easy() -> None:
    """A pair of normal bots takes nearly all parties."""
    report = run(Match("goat", ("normal", "easy", "normal", "easy"), games=10, seed=1))
    assert report.bots[0].wins >= 8
    assert report.bots[0].wins + report.bots[1].wins == report.games


def test_the_same_seed_gives_the_same_report_however_many_processes() -> None:
    """All but the timings is equal."""
    match = Match("rage", ("normal", "easy", "easy"), games=6, seed=3, options={"round_plan": "4,2"})
    assert untimed(run(match, jobs=1)) == untimed(run(match, jobs=2))
    other = msgspec.structs.replace(match, seed=4)
    assert untimed(run(other)) != untimed(run(match))


def untimed(report: Report) -> Report:
    bots = tuple(msgspec.structs.replace(bot, ms_per_move=0.0) for bot in report.bots)
    return msgspec.structs.replace(report, bots=bots, seconds=0.0)


def test_the_seats_rotate() -> None:
    """Over as many parties as seats, every entry sits everywhere once."""
    match = Match("rage", ("easy",) * 5, games=5, seed=1)
    assert {(match.entry_at(index, seat), seat) for index, seat in product(range(5), repeat=2)} == set(
        product(range(5), repeat=2)
    )


def test_shared_wins_count_in_parts() -> None:
    """All wins of a match add up to its parties, whoever ties."""
    report = run(Match("rage", ("easy",) * 4, games=12, seed=2, options={"round_plan": "1"}))
    assert sum(bot.wins for bot in report.bots) == pytest.approx(12, abs=0.01)


def test_a_teams_win_is_a_win_for_each_of_its_seats() -> None:
    """In a team game partners do not share one win between them."""
    result = play_number(Match("goat", ("easy",) * 4, games=1, seed=1), 0)
    report = run(Match("goat", ("easy",) * 4, games=1, seed=1))
    assert [bot.wins for bot in report.bots] == [float(seat in result.outcome.winners) for seat in range(4)]


@pytest.mark.parametrize(("wins", "games"), [(0, 10), (5, 10), (10, 10), (400, 1000)])
def test_the_interval_lies_around_the_share_and_within_bounds(wins: int, games: int) -> None:
    """Also where nobody, or somebody always, wins."""
    low, high = interval(wins, games)
    assert 0 <= low <= wins / games <= high <= 1
    assert low < high


@pytest.mark.parametrize(
    ("match", "code"),
    [
        (Match("whist", ("easy",) * 4, games=1, seed=1), "unknown_game"),
        (Match("rage", ("easy", "genius"), games=1, seed=1), "unknown_level"),
        (Match("rage", ("easy",) * 4, games=1, seed=1, options={"colour": "red"}), "unknown_option"),
        (Match("rage", ("easy",) * 4, games=1, seed=1, preset="mine"), "unknown_preset"),
    ],
)
def test_a_match_that_cannot_be_is_refused_before_it_starts(match: Match, code: str) -> None:
    """With the code that names the reason."""
    with pytest.raises(BadOptions) as refused:
        check(match)
    assert refused.value.code == code


# ---- the command -------------------------------------------------------------------------------------

QUICK = ["--games", "4", "--seed", "1", "--option", "round_plan=2,1", "--jobs", "1"]


def test_with_json_it_prints_exactly_one_object(capsys: pytest.CaptureFixture[str]) -> None:
    """The keys are those that scripts rely on."""
    assert arena_main(["rage", "--bots", "normal,easy,normal,easy", "--json", *QUICK]) == 0
    out, err = capsys.readouterr()
    report = json.loads(out)
    assert err == ""
    assert list(report) == ["game", "games", "seed", "seats", "bots", "refused_moves", "moves", "seconds"]
    assert list(report["bots"][0]) == [
        "entry", "level", "games", "mean_score", "wins", "win_rate", "win_low", "win_high", "exact_bids",
        "ms_per_move",
    ]  # fmt: skip
    assert (report["games"], report["seats"], report["refused_moves"]) == (4, 4, 0)


def test_without_json_it_prints_a_line_for_each_bot(capsys: pytest.CaptureFixture[str]) -> None:
    """A table for people."""
    assert arena_main(["rage", "--bots", "normal,easy,normal,easy", *QUICK]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.split()[:2] for line in lines[-4:]] == [
        ["1", "normal"], ["2", "easy"], ["3", "normal"], ["4", "easy"],
    ]  # fmt: skip


@pytest.mark.parametrize("bots", ["easy", "easy,easy,easy", "easy,easy,easy,easy,easy"])
def test_too_few_or_too_many_bots_are_refused(bots: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Exit 2, and one line that says how many are needed."""
    assert arena_main(["rage", "--bots", bots, *QUICK]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.count("\n") == 1
    assert "4 seats" in err


def test_seats_that_the_options_forbid_are_refused_in_a_sentence(capsys: pytest.CaptureFixture[str]) -> None:
    """Seven at a table for six."""
    assert arena_main(["rage", "--seats", "7", "--bots", ",".join(["easy"] * 7), *QUICK]) == 2
    assert capsys.readouterr().err.startswith("tuicards arena: ")


@pytest.mark.parametrize("bad", [["--games", "0"], ["--games", "x"], ["--option", "teams"], ["--jobs", "-1"]])
def test_numbers_and_options_that_make_no_sense_end_with_2(bad: list[str]) -> None:
    """The command line is read before anything is played."""
    with pytest.raises(SystemExit) as ended:
        arena_main(["rage", "--bots", "easy,easy,easy,easy", *bad])
    assert ended.value.code == 2
