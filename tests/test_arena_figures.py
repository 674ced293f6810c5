"""The figures of an arena: intervals that hold what they promise, ratings that follow from who beat whom."""

from random import Random

import pytest

from tests.arena_bots import OWN
from tuicards.arena.elo import ratings
from tuicards.arena.entrants import entrants
from tuicards.arena.estimates import mean, share
from tuicards.arena.match import line_up
from tuicards.arena.party import play_unit
from tuicards.arena.report import report_of
from tuicards.arena.results import PartyResult, UnitResult, mark_of, percentile


def result(lineup: tuple[int, ...], ranks: tuple[int, ...], **more: object) -> PartyResult:
    """A party of Rage, each for itself; its points follow from the ranks."""
    seats = len(lineup)
    values: dict[str, object] = {
        "teams": tuple(range(seats)), "scores": tuple(-10 * rank for rank in ranks), "rounds": 2,
        "exact": (1,) * seats, "dealt": 0, "games": (0.0,) * seats, "moves": (3,) * seats,
        "times": ({},) * seats,
    }  # fmt: skip
    return PartyResult(lineup=lineup, ranks=ranks, **(values | more))  # type: ignore[arg-type]


def two_bots(*parties: PartyResult) -> list[UnitResult]:
    """Each party a unit."""
    return [UnitResult(number, (party,)) for number, party in enumerate(parties)]


RAGE = line_up("rage", entrants("normal,easy"))


# ---- intervals ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("units", [8, 60])
def test_the_interval_of_a_mean_holds_the_truth_in_95_of_100_cases(units: int) -> None:
    """Give or take three, over 600 matches of units that differ in size."""
    random = Random(1)
    held = 0
    for _ in range(600):
        sizes = [random.randint(1, 3) for _ in range(units)]
        found = mean([(sum(random.gauss(5, 2) for _ in range(size)), size) for size in sizes])
        assert found.low is not None
        assert found.high is not None
        held += found.low <= 5 <= found.high
    assert 0.92 <= held / 600 <= 0.98


@pytest.mark.parametrize("truth", [0.03, 0.4])
def test_the_interval_of_a_share_holds_the_truth_in_95_of_100_cases(truth: float) -> None:
    """Also near the edge, and for parties that are alike within a unit."""
    random = Random(2)
    held = 0
    for _ in range(600):
        found = share([(2.0 * (random.random() < truth), 2.0) for _ in range(100)])
        assert found.low is not None
        assert found.high is not None
        held += found.low <= truth <= found.high
    assert held / 600 >= 0.92


def test_units_count_and_not_their_parties() -> None:
    """Ten deals with the same result from both seats say as much as ten, not as twenty."""
    single = share([(float(number % 2), 1.0) for number in range(10)])
    double = share([(2.0 * (number % 2), 2.0) for number in range(10)])
    assert single == double


def test_exchanged_seats_make_an_interval_narrower() -> None:
    """Where the deal decides, each wins once: then nothing is left to chance."""
    assert (
        share([(1.0, 2.0) for _ in range(9)] + [(2.0, 2.0)]).width
        < share([(float(n % 2), 1.0) for n in range(20)]).width
    )


@pytest.mark.parametrize("won", [0.0, 1.0])
def test_a_share_of_nothing_or_everything_is_not_certain(won: float) -> None:
    """And its bounds stay between 0 and 1."""
    found = share([(won, 1.0)] * 10)
    assert found.value == won
    assert found.width > 0.1
    assert found.low is not None
    assert found.high is not None
    assert 0 <= found.low <= found.value <= found.high <= 1


def test_one_unit_says_nothing_of_the_spread() -> None:
    """Of a mean there is no interval then."""
    assert mean([(3.0, 1.0)]).low is None
    assert share([(1.0, 2.0)]).width > 0.5


# ---- ratings -----------------------------------------------------------------------------------------


def test_ratings_that_the_results_came_from_are_found_again() -> None:
    """Three bots 0, 100 and 300 above the anchor; two of them never met."""
    truth, random = [0.0, 100.0, 300.0], Random(4)
    units = []
    for number in range(2000):
        one, other = ((0, 1), (1, 2))[number % 2]
        expected = 1 / (1 + 10 ** ((truth[other] - truth[one]) / 400))
        units.append({(one, other): (float(random.random() < expected), 1.0)})
    found = ratings(units, 3, anchor=0)
    for number in (1, 2):
        rating = found[number]
        assert rating is not None
        assert rating.low is not None
        assert rating.high is not None
        assert rating.low <= 1000 + truth[number] <= rating.high
        assert rating.width < 120


def test_the_anchor_is_1000_and_who_met_nobody_has_no_rating() -> None:
    """Of three bots two have met."""
    found = ratings([{(0, 2): (1.0, 2.0)}], 3, anchor=2)
    assert found[1] is None
    assert found[2] is not None
    assert (found[2].value, found[2].low) == (1000, 1000)
    assert found[0] is not None
    assert found[0].value == pytest.approx(1000, abs=0.1)


def test_who_never_lost_has_a_rating_that_says_how_little_is_known() -> None:
    """Twenty wins of twenty."""
    found = ratings([{(0, 1): (1.0, 1.0)} for _ in range(20)], 2, anchor=1)[0]
    assert found is not None
    assert found.value > 1300
    assert found.width > 300


# ---- the report --------------------------------------------------------------------------------------


def test_shared_first_places_count_in_parts() -> None:
    """Three seats, two of them first."""
    match = line_up("rage", entrants("normal,easy,easy"))
    normal, easy = report_of(match, two_bots(result((0, 1, 1), (1, 1, 3))), 1.0).bots
    assert (normal.firsts.value, easy.firsts.value) == (0.5, 0.25)


def test_partners_do_not_share_a_first_place() -> None:
    """In a team game a team's first place is one for each of its seats; in Goat few points are good."""
    match = line_up("goat", entrants("normal,easy,normal,easy"))
    party = result(
        (0, 1, 0, 1), (1, 3, 1, 3), teams=(0, 1, 0, 1), scores=(4, 12, 4, 12), dealt=5,
        games=(3.5, 1.5, 3.5, 1.5), rounds=0, exact=(0, 0, 0, 0),
    )  # fmt: skip
    normal, easy = report_of(match, two_bots(party), 1.0).bots
    assert (normal.firsts.value, easy.firsts.value) == (1.0, 0.0)
    assert normal.deals is not None
    assert normal.deals.value == 0.7
    assert normal.ahead is not None
    assert normal.ahead.value == 8
    assert normal.exact is None


def test_ahead_is_the_distance_to_the_seats_of_other_bots() -> None:
    """Not to one's own like."""
    match = line_up("rage", entrants("normal,easy,easy"))
    normal, easy = report_of(match, two_bots(result((0, 1, 1), (1, 2, 3), scores=(30, 20, 4))), 1.0).bots
    assert normal.ahead is not None
    assert easy.ahead is not None
    assert (normal.ahead.value, easy.ahead.value) == (18, -18)


def test_pairs_are_told_by_rank() -> None:
    """A win, a draw and a loss: a half."""
    parties = [result((0, 1), ranks) for ranks in ((1, 2), (1, 1), (2, 1))]
    (pair,) = report_of(RAGE, two_bots(*parties), 1.0).pairs
    assert (pair.bot, pair.other, pair.better.value) == ("normal", "easy", 0.5)


def test_bids_are_held_against_what_was_taken() -> None:
    """Each bid by itself; a team's sum of bids is nobody's bid."""
    bids = (((2, 2), (2, 1), (0, 0)), ((1, 3),))
    party = result((0, 1), (1, 2), bids=bids)
    two, one = (bot.bids for bot in report_of(RAGE, two_bots(party), 1.0).bots)
    assert [(made.bid, made.times, made.taken, made.exact) for made in two] == [(0, 1, 0, 1), (2, 2, 1.5, 0.5)]
    assert [(made.bid, made.exact) for made in one] == [(1, 0)]
    pairs = result((0, 1, 0, 1), (1, 2, 1, 2), teams=(0, 1, 0, 1), bids=bids)
    assert report_of(RAGE, two_bots(pairs), 1.0).bots[0].bids == ()


def test_percentiles_are_right_to_two_parts_in_a_hundred() -> None:
    """Of a thousand times, counted on the scale."""
    counts: dict[int, int] = {}
    for number in range(1, 1001):
        mark = mark_of(number / 1000)
        counts[mark] = counts.get(mark, 0) + 1
    assert percentile([counts], 0.5) == pytest.approx(500, rel=0.02)
    assert percentile([counts], 0.99) == pytest.approx(990, rel=0.02)
    assert percentile([], 0.5) == 0


def test_only_moves_with_a_choice_are_timed() -> None:
    """One card, one bid of two: the bid is timed and the card is not."""
    match = line_up("rage", entrants(f"{OWN}:last_move,{OWN}:last_move"), options={"round_plan": "1"})
    for party in play_unit(match, 0).parties:
        assert [sum(times.values()) for times in party.times] == [1, 1]
        assert party.moves == (2, 2)
