"""The learned policy of the Rage simulator: it plays legal cards, for the sake of the bid."""

from random import Random

import pytest

from tests.bots.test_rage_sim import any_round, rules, start
from tests.bots.views import rage_plays, rage_view
from tuicards.bots.rage_expert_facts import base_of
from tuicards.bots.rage_memory import counting
from tuicards.bots.rage_sim import legal_moves, play_out
from tuicards.bots.rage_sim_layout import (
    BEST,
    EXTRA,
    FIRST,
    LAID,
    LED,
    LEFT,
    LEVELS,
    ROW,
    RULE,
    SEAT,
    SHOWN,
    STOP,
    STYLE,
    TRUMP,
    TURN,
    WEIGHTS,
)
from tuicards.bots.rage_sim_policy import STYLE_SIZE, mood, rule
from tuicards.bots.rage_sim_setup import CARDS, rules_of
from tuicards.bots.rage_sim_tables import tables
from tuicards.bots.rage_sim_weights import weights_of
from tuicards.bots.seen import Seen
from tuicards.games.rage import Options, RageView


def next_move(s: list[int], how: list[int]) -> int:
    """What the seat to play does."""
    return rule(s, how, *tables(), s[TURN], s[LAID], s[LED], s[TRUMP], s[LEFT], s[BEST], s[EXTRA])


def card(view: RageView, style: int) -> str:
    """The card that the view's seat plays in a style."""
    seen = Seen(view, Options())
    s = base_of(seen, counting(seen))
    s[(view.seat or 0) * SEAT + STYLE] = style
    return CARDS[next_move(s, rules_of(Options(), len(view.counts), view.hand_size))]


@pytest.mark.parametrize("seats", [2, 4, 5, 8])
def test_every_table_has_weights_for_two_styles(seats: int) -> None:
    """Of eight moods each."""
    assert len(weights_of(seats)) == 2 * STYLE_SIZE


def test_a_card_is_the_higher_the_fewer_higher_ones_others_may_hold() -> None:
    """Others hold 15 of 104 cards, later 3 of 92: of 8 higher cards about 1.1 and 0.25, 9 and 2 eighths of a card."""
    rows = rules_of(Options(), 4, 5)[LEVELS:WEIGHTS]
    five, one = rows[5 * ROW : 6 * ROW], rows[ROW : 2 * ROW]
    assert (five[0], five[8], one[8]) == (0, 3, 1)
    assert list(five) == sorted(five)
    assert all(few <= many for few, many in zip(one, five, strict=True))


def test_a_round_played_out_is_played_card_by_card() -> None:
    """In one go it ends as by asking the policy for every card, also where there is no choice."""
    for number in range(40):
        state = any_round(Random(f"policy {number}"))
        at_once, how = start(state), rules(state)
        s = at_once.copy()
        while s[LEFT]:
            play_out(s, how, *tables(), FIRST, next_move(s, how), STOP)
        play_out(at_once, how, *tables(), RULE, 0, RULE)
        assert at_once == s


def test_whatever_the_options_it_plays_legal_cards() -> None:
    """In both styles, from the first card of a round to the last; each number card that was played is shown."""
    played = 0
    for number in range(40):
        state = any_round(Random(f"policy {number}"))
        s, how, moves = start(state), rules(state), [0] * 120
        for seat in range(state.setup.seats):
            s[seat * SEAT + STYLE] = seat % 2
        while s[LEFT]:
            chosen = next_move(s, how)
            assert chosen in moves[: legal_moves(s, how, moves)]
            play_out(s, how, *tables(), FIRST, chosen, STOP)
            assert chosen >= 96 or s[SHOWN + (chosen >> 4)] >> (chosen & 15) & 1
            played += 1
    assert played > 1000


@pytest.mark.parametrize("style", [0, 1])
def test_last_to_play_it_takes_what_it_needs_and_ducks_what_it_does_not(style: int) -> None:
    """With one trick to win and two cards left it beats the 8; with none to win it goes under."""
    legal = rage_plays("R9 R2")
    needs = rage_view("R9 R2", trick="R7 R8 R3", bids=(2, 1, 1, 1), legal=legal, winning=2)
    has = rage_view("R9 R2", trick="R7 R8 R3", bids=(0, 1, 1, 1), legal=legal, winning=2)
    assert card(needs, style) == "R9"
    assert card(has, style) == "R2"


def test_moods_go_by_what_is_needed_of_what_is_left() -> None:
    """Past the bid, out of reach, met, all that is left, and quarters."""
    assert [mood(*stand) for stand in ((-1, 3), (4, 3), (0, 3), (3, 3), (1, 8), (2, 8), (4, 8), (7, 8))] == [
        0, 1, 2, 3, 4, 5, 6, 7,
    ]  # fmt: skip
