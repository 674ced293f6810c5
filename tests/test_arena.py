"""Bots against bots: legal under every option, the same result for the same seed, each deal from every seat."""

from itertools import product

import msgspec
import pytest

from tuicards.arena.entrants import entrants
from tuicards.arena.match import Match, ladder, line_up, rotations, walk
from tuicards.arena.party import play_unit
from tuicards.arena.report import Report
from tuicards.arena.running import run
from tuicards.bots.api import LEVELS
from tuicards.errors import BadOptions, SetupError
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
    (3, {"sweep": "double", "bid_mode": "secret", "round_plan": "1,3,2"}),
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


EVERY_LEVEL = ",".join(f"{level}@2" for level in LEVELS)
"""Those that look at worlds, at two."""


def mixed(seats: int) -> str:
    """Both rules of thumb, seat by seat."""
    return ",".join("normal" if seat % 2 else "easy" for seat in range(seats))


def rage(bots: str, **setup: object) -> Match:
    return line_up("rage", entrants(bots), **setup)


@pytest.mark.parametrize(("seats", "options"), RAGE_OPTIONS)
def test_rage_bots_play_every_option_to_the_end_without_a_refusal(seats: int, options: dict[str, str]) -> None:
    """Every value of every option, and every number of seats, is in the list."""
    report = run(rage(mixed(seats), seed=5, options=options), games=2)
    assert report.refused_moves == 0
    assert report.moves > 0


@pytest.mark.parametrize("options", GOAT_OPTIONS)
def test_goat_bots_play_every_option_to_the_end_without_a_refusal(options: dict[str, str]) -> None:
    """Short parties: 6 penalty points."""
    report = run(line_up("goat", entrants(mixed(4)), seed=5, options=options), games=2)
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


@pytest.mark.parametrize("game", sorted(GAMES))
def test_a_walk_through_all_options_meets_every_value_and_no_refusal(game: str) -> None:
    """Also of the options that take any value, where the game names some; each party has options of its own."""
    match = walk(game, entrants("easy,normal"), seed=3)
    units = [match.unit(number) for number in range(300)]
    for spec in GAMES[game].options:
        assert {unit.options[spec.name] for unit in units} >= set(spec.values), spec.name
    assert {len(unit.parties[0]) for unit in units} == set(GAMES[game].seats)
    assert run(match, games=6).refused_moves == 0


@pytest.mark.thorough
@pytest.mark.parametrize("game", sorted(GAMES))
def test_thousands_of_parties_under_all_options_meet_no_refusal(game: str) -> None:
    """Each level, at every number of seats; those that sample worlds in few of them."""
    assert run(walk(game, entrants("easy,normal")), games=2000, jobs=2).refusals == ()
    assert run(walk(game, entrants(EVERY_LEVEL), seed=2), games=200, jobs=2).refusals == ()


def test_rage_normal_beats_easy_from_every_seat() -> None:
    """Far above its share even in a short match, and it meets its bids more often."""
    normal, easy = run(rage("normal,easy,normal,easy", options={"round_plan": "5,4,3,2"}), games=10).bots
    assert normal.firsts.value > 0.3
    assert normal.exact is not None
    assert easy.exact is not None
    assert normal.exact.value > easy.exact.value


def test_goat_normal_beats_easy() -> None:
    """A pair of normal bots takes most parties and most deals."""
    normal, easy = run(line_up("goat", entrants("normal,easy,normal,easy")), games=24).bots
    assert normal.firsts.value > 0.5
    assert normal.deals is not None
    assert normal.deals.value > 0.5
    assert normal.firsts.value + easy.firsts.value == 1


def test_the_same_seed_gives_the_same_report_however_many_processes() -> None:
    """All but the timings is equal."""
    match = rage("normal,easy,easy", seed=3, options={"round_plan": "4,2"})
    assert untimed(run(match, games=6, jobs=1)) == untimed(run(match, games=6, jobs=2))
    other = msgspec.structs.replace(match, seed=4)
    assert untimed(run(other, games=6)) != untimed(run(match, games=6))


def untimed(report: Report) -> Report:
    bots = tuple(msgspec.structs.replace(bot, ms_p50=0.0, ms_p99=0.0) for bot in report.bots)
    return msgspec.structs.replace(report, bots=bots, seconds=0.0)


# ---- the same deals from every seat ------------------------------------------------------------------


def test_each_bot_sits_on_each_seat_of_each_deal() -> None:
    """Over one unit."""
    unit = rage("easy,normal,easy@1,easy@2,easy@3").unit(0)
    assert {(bot, seat) for lineup in unit.parties for seat, bot in enumerate(lineup)} == set(
        product(range(5), repeat=2)
    )


def test_a_rotation_that_changes_nothing_is_not_played_twice() -> None:
    """In Goat two are left: the sides are exchanged."""
    assert rotations((0, 1, 0, 1)) == ((0, 1, 0, 1), (1, 0, 1, 0))
    assert rotations((0, 0, 0)) == ((0, 0, 0),)


def test_the_luck_of_the_deal_cancels() -> None:
    """Bots that play alike win alike, whatever they are called."""
    match = rage("easy@1,easy@2,easy@3", options={"round_plan": "2", "first_dealer": "0"})
    unit = play_unit(match, 0)
    won = [0.0] * 3
    for party in unit.parties:
        for seat, bot in enumerate(party.lineup):
            won[bot] += party.scores[seat]
    assert won[0] == won[1] == won[2]


def test_parties_are_rounded_up_to_whole_deals() -> None:
    """Four rotations each: ten parties need a third deal."""
    report = run(rage("normal,easy,easy,easy", options={"round_plan": "1"}), games=10)
    assert (report.games, report.units) == (12, 3)


def test_all_pairs_of_a_ladder_get_the_same_deals() -> None:
    """And so all bots of a match."""
    match = ladder("goat", entrants("easy,normal,easy@1"), seats=4)
    units = [match.unit(number) for number in range(6)]
    assert len({unit.seed for unit in units[:3]}) == 1
    assert units[0].seed != units[3].seed
    assert [sorted(set(unit.parties[0])) for unit in units[:3]] == [[0, 1], [0, 2], [1, 2]]


def test_where_seats_are_odd_each_of_a_pair_has_one_more_in_turn() -> None:
    """Three seats."""
    assert ladder("rage", entrants("easy,normal"), seats=3).lineups == ((0, 1, 0), (1, 0, 1))


# ---- what cannot be ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("bad", "code"),
    [
        (lambda: line_up("whist", entrants("easy,easy")), "unknown_game"),
        (lambda: rage("easy,genius"), "unknown_level"),
        (lambda: rage("easy,"), "unknown_level"),
        (lambda: rage(""), "too_few_seats"),
        (lambda: rage("easy"), "too_few_seats"),
        (lambda: rage(mixed(9)), "too_many_seats"),
        (lambda: rage(mixed(4), options={"colour": "red"}), "unknown_option"),
        (lambda: rage(mixed(4), preset="mine"), "unknown_preset"),
        (lambda: ladder("goat", entrants("easy,easy"), seats=4), "arena.two_bots"),
        (lambda: walk("rage", entrants("easy"), options={"colour": "red"}), "unknown_option"),
        (lambda: entrants("easy@"), "arena.bad_limit"),
        (lambda: entrants("easy@0"), "arena.bad_limit"),
        (lambda: entrants("easy@-1s"), "arena.bad_limit"),
        (lambda: entrants("easy@infs"), "arena.bad_limit"),
        (lambda: entrants("nowhere:bot"), "arena.no_such_brain"),
        (lambda: entrants("tuicards.bots.api:nobody"), "arena.no_such_brain"),
        (lambda: entrants("tuicards.bots.api:LEVELS"), "arena.no_such_brain"),
    ],
)
def test_a_match_that_cannot_be_is_refused_before_it_starts(bad: object, code: str) -> None:
    """With the code that names the reason."""
    assert callable(bad)
    with pytest.raises((BadOptions, SetupError)) as refused:
        bad()
    assert refused.value.code == code


def test_a_bot_may_be_named_with_its_limit() -> None:
    """Worlds or seconds; those without one get the common one."""
    plain, worlds, seconds = entrants("easy, normal@300, normal@0.5s", worlds=7)
    assert (plain.name, plain.worlds, plain.budget) == ("easy", 7, None)
    assert (worlds.name, worlds.level, worlds.thinking().worlds) == ("normal@300", "normal", 300)
    assert (seconds.budget, seconds.worlds) == (0.5, None)
