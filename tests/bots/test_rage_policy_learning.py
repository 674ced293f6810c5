"""The learner of Rage's policy: it weighs the cards that the policy weighs, and learns from what was played."""

from importlib.resources import files
from math import log
from random import Random
from types import ModuleType

import pytest

from tests.bench import rage_policy
from tests.bench.rage_policy_cards import MOST, MOVE, NOTHING, SLOTS, candidates
from tests.bench.rage_policy_learning import BOLDER, School
from tests.bench.rage_policy_rows import Sample, recorded
from tests.bench.rage_policy_steps import IDS as CARD_IDS
from tests.bench.rage_policy_steps import lean, likest, new_round, odds_of
from tests.bench.rage_policy_text import with_weights
from tests.bots.test_rage_sim import any_round, rules, start
from tests.bots.test_rage_sim_policy import next_move
from tuicards.bots.rage_memory import IDS
from tuicards.bots.rage_sim import play_out
from tuicards.bots.rage_sim_deal import DEALS, FACTS, HOLDS, KNOWN, KNOWN_SLOTS, OTHERS, POOL, TURNS, WHO
from tuicards.bots.rage_sim_layout import (
    BID,
    EXTRA,
    FIRST,
    LEFT,
    SEAT,
    SHOWN,
    SIZE,
    SPECIALS,
    STOP,
    STYLE,
)
from tuicards.bots.rage_sim_policy import EXTRA as POINT_CARD
from tuicards.bots.rage_sim_policy import LOSE, MOOD, RUFF, STYLE_SIZE, WILD_WINS, WIN
from tuicards.bots.rage_sim_setup import rules_of
from tuicards.bots.rage_sim_tables import tables
from tuicards.bots.rage_sim_weights import weights_of
from tuicards.games.rage import DECKS, Options

SOURCE = files("tuicards.bots").joinpath("rage_sim_weights.py").read_text("utf-8")


def learned(seats: int) -> list[int]:
    """The weights of both styles at a table."""
    return list(weights_of(seats))


@pytest.mark.parametrize("style", [0, 1])
def test_the_card_with_the_highest_sum_is_the_one_that_the_policy_plays(style: int) -> None:
    """Whatever the options, from the first card of a round to the last, also with point cards in the trick."""
    cards, odds, with_points = [0] * (MOST * SLOTS), [0.0] * MOST, 0
    for number in range(60):
        state = any_round(Random(f"cards {number}"))
        s, how = start(state), rules(state)
        table = learned(state.setup.seats)[style * STYLE_SIZE : (style + 1) * STYLE_SIZE]
        weights = [*(weight / 1000 for weight in table), 0.0]
        for seat in range(state.setup.seats):
            s[seat * SEAT + STYLE] = style
        while s[LEFT]:
            found = candidates(s, how, *tables(), cards, 0)
            odds_of(weights, cards, odds, 0, found)
            move = next_move(s, how)
            played = [cards[card * SLOTS + MOVE] for card in range(found)].index(move)
            assert odds[played] == pytest.approx(odds[likest(odds, 0, found)])
            with_points += s[EXTRA] != 0 and found > 1
            play_out(s, how, *tables(), FIRST, move, STOP)
    assert with_points > 100


def test_slopes_say_how_the_chance_of_a_card_goes_with_each_weight() -> None:
    """As small changes of the weights do, point cards and a missing second weight included."""
    cards = [7, 24, 118, 2, 5, 57, NOTHING, 0, 96, 97, NOTHING, -1]
    weights = [*([0.3, -0.2, 0.5] * (STYLE_SIZE // 3)), 0.0]
    odds, slopes = [0.0] * 3, [0.0] * (STYLE_SIZE + 1)

    def logarithm(at: int, more: float) -> float:
        nudged = weights[:]
        nudged[at] += more
        odds_of(nudged, cards, odds, 0, 3)
        return log(odds[2])

    changes = [(logarithm(at, 1e-5) - logarithm(at, -1e-5)) / 2e-5 for at in range(MOOD)]
    odds_of(weights, cards, odds, 0, 3)
    lean(slopes, cards, odds, 0, 3, 2, 1.0)
    assert slopes[:MOOD] == pytest.approx(changes, abs=1e-6)
    assert sum(slope != 0 for slope in slopes[:MOOD]) == 5


@pytest.fixture(scope="module")
def sample() -> dict[int, Sample]:
    """Some hundred cards that normal played."""
    return dict(recorded(4, 20, Random(2)))


def test_imitating_normal_makes_its_cards_likelier(sample: dict[int, Sample]) -> None:
    """A few passes over them, from weights that tell no card from another."""
    school = School(4, pure=True)
    before = school.likeness([0.0] * (STYLE_SIZE + 1), sample)
    after = school.likeness(school.imitation(sample, passes=8), sample)
    assert before.cards == after.cards > 150
    assert after.logarithm > before.logarithm + 0.3
    assert after.hits > before.hits


def test_style_1_is_the_one_that_plays_like_normal(sample: dict[int, Sample]) -> None:
    """In place, it hits most of its cards, and more than the style that plays for the points."""
    school = School(4, pure=True)
    points, normal = (school.likeness(school.in_place(style), sample) for style in (0, 1))
    assert normal.hits > 0.6
    assert normal.logarithm > points.logarithm


def test_a_round_to_learn_from_is_dealt_whole() -> None:
    """Every seat has its cards and a bid that can be made; no card is dealt twice, and none is the trump card."""
    deck, facts, s = [IDS[card] for card in DECKS["fundex110"]], [0] * FACTS, [0] * SIZE
    facts[OTHERS], facts[DEALS], facts[TURNS], facts[POOL] = 4, 1, 8, len(deck) - 1
    for seat in range(4):
        at = KNOWN + seat * KNOWN_SLOTS
        facts[at + WHO], facts[at + HOLDS] = seat, 10
    scratch = [0] * len(deck), [0] * SIZE, [0] * SIZE
    luck = [5]
    for _ in range(20):
        new_round(rules_of(Options(), 4, 10), facts, deck, [200] * (6 * CARD_IDS), luck, *scratch, s)
        hands = [s[seat * SEAT : (seat + 1) * SEAT] for seat in range(4)]
        numbers = [sum(mask.bit_count() for mask in hand[:SPECIALS]) for hand in hands]
        specials = [sum(hand[SPECIALS : SPECIALS + 5]) for hand in hands]
        assert [sum(pair) for pair in zip(numbers, specials, strict=True)] == [10] * 4
        for colour in range(6):
            shown = s[SHOWN + colour]
            held = [hand[colour] for hand in hands]
            assert (
                sum(mask.bit_count() for mask in (*held, shown))
                == (held[0] | held[1] | held[2] | held[3] | shown).bit_count()
            )
        assert all(0 <= hand[BID] <= 10 for hand in hands)


def test_a_seat_that_has_met_its_bid_learns_to_duck() -> None:
    """By a few hundred rounds that all seats play by chance: not to win, not to ruff."""
    by_chance = [0.0] * (STYLE_SIZE + 1)
    slopes = School(4, pure=True).slopes(by_chance, by_chance, batch=20, seed=1)[2 * MOOD : 3 * MOOD]
    assert sum(slopes[WIN:POINT_CARD]) < -5
    assert sum(slopes[LOSE:RUFF]) > 5
    assert sum(slopes[RUFF:WILD_WINS]) < -5


def test_learning_by_play_steps_off_from_the_other_style() -> None:
    """Without time by one step, as long for each weight that counted; the weight that stands for none stays 0."""
    school = School(4, pure=True)
    normal = school.in_place(1)
    better = school.improvement(normal, 0, batch=1)
    steps = [abs(after - BOLDER * before) for before, after in zip(normal, better, strict=True)]
    assert 0 < max(steps) < 0.061
    assert better[-1] == 0


def test_what_a_style_brings_goes_by_the_deals_only() -> None:
    """Equal styles bring the same, and a seat meets some bids and misses others."""
    school = School(4, pure=True)
    normal = school.in_place(1)
    brings = school.proceeds(normal, school.in_place(0), 1)
    assert brings == school.proceeds(normal, school.in_place(0), 1)
    assert 0 < brings.met < 1


@pytest.mark.parametrize("seats", [4, 6])
def test_the_module_is_written_as_it_stands(seats: int) -> None:
    """With the weights that it has, it stays the same to the letter."""
    assert with_weights(SOURCE, seats, learned(seats)) == SOURCE


@pytest.mark.parametrize(("seats", "others"), [(4, 6), (6, 4)])
def test_weights_that_are_written_read_back(seats: int, others: int) -> None:
    """Those of the table that was learned; those of the other stay."""
    weights = [Random(at).randint(-800, 800) for at in range(2 * STYLE_SIZE)]
    module = ModuleType("written")
    exec(with_weights(SOURCE, seats, weights), vars(module))
    assert list(module.weights_of(seats)) == weights
    assert list(module.weights_of(others)) == learned(others)


def test_a_module_without_the_table_is_refused() -> None:
    """It says which table it looked for."""
    with pytest.raises(ValueError, match="FOUR"):
        with_weights("SIX = 1\n", 4, [0] * MOOD)


def test_without_a_compiler_it_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Before it learns anything; it prints no module."""
    monkeypatch.setattr("sys.argv", ["rage_policy"])
    assert rage_policy.main() == 1
    printed = capsys.readouterr()
    assert printed.out == ""
    assert "pip install 'tuicards[fast]'" in printed.err
