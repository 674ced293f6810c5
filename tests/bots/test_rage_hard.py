"""Rage, hard: it counts, it looks after its own bid and others', and it plays by every table's rules."""

from collections.abc import Iterator
from random import Random

import pytest

from tests.bots.views import rage_plays, rage_view
from tuicards.bots.choice import Choice, Thinking
from tuicards.bots.rage_hard import rage_hard
from tuicards.bots.seen import Recall, Seen
from tuicards.games.rage import RAGE, Bid, Options, Play, RageView
from tuicards.locale.en import PHRASES
from tuicards.phrase import forms

TABLES = [
    (2, {"sweep": "double", "scoring": "flat"}, None),
    (3, {"rage_play": "anytime", "bid_mode": "secret"}, None),
    (4, {"teams": "pairs", "bid_mode": "simultaneous"}, None),
    (4, {"change_source": "player", "out_scope": "trick_restore"}, None),
    (5, {"hook": "last_bidder"}, None),
    (6, {"teams": "threes", "out_scope": "trick_redraw"}, None),
    (6, {"teams": "pairs", "change_source": "player", "bid_mode": "secret", "rage_play": "anytime"}, None),
    (7, {}, "bga"),
    (8, {"round_plan": "11,2"}, "amigo"),
]


def chosen(view: RageView, options: Options | None = None, seed: int = 1) -> Choice:
    return rage_hard(Seen(view, options or Options()), Random(seed), Thinking())


def card(view: RageView) -> str:
    """The card that it plays, with the colour it names."""
    move = chosen(view).move
    assert isinstance(move, Play)
    return f"{move.card}:{move.colour}" if move.colour else move.card


def bid(view: RageView, options: Options | None = None) -> int:
    move = chosen(view, options).move
    assert isinstance(move, Bid)
    return move.tricks


def asked(seats: int, texts: dict[str, str], preset: str | None, every: int) -> Iterator[Seen]:
    """What the seat to move knows at every so manieth move of a party by chance."""
    options, chance = RAGE.parse_options(texts, preset), Random(seats)
    state, recall = RAGE.new(seats, b"hard", options), Recall(RAGE, seats)
    number = 0
    while RAGE.to_act(state):
        seat = chance.choice(sorted(RAGE.to_act(state)))
        if number % every == 0:
            yield recall.seen(RAGE.view(state, seat), options)
        move = chance.choice(RAGE.legal(state, seat))
        state, events = RAGE.apply(state, seat, move)
        recall.after(seat, move, events)
        number += 1


def plays_by_the_rules(seats: int, texts: dict[str, str], preset: str | None, every: int) -> None:
    for seen in asked(seats, texts, preset, every):
        choice = rage_hard(seen, Random(1), Thinking())
        assert choice.move in seen.view.legal
        assert choice.sure is not None
        assert 0 <= choice.sure <= 1
        for form in forms(PHRASES[choice.why.code]):
            form.format_map(choice.why.params)


@pytest.mark.parametrize(("seats", "texts", "preset"), TABLES)
def test_its_moves_are_legal_at_every_table(seats: int, texts: dict[str, str], preset: str | None) -> None:
    """Some positions of a party by chance under every option, with reasons that can be told."""
    plays_by_the_rules(seats, texts, preset, every=61)


@pytest.mark.thorough
@pytest.mark.parametrize(("seats", "texts", "preset"), TABLES)
def test_its_moves_are_legal_in_every_position(seats: int, texts: dict[str, str], preset: str | None) -> None:
    """Many more positions of the same parties."""
    plays_by_the_rules(seats, texts, preset, every=2)


def test_equal_arguments_give_equal_choices() -> None:
    """Without limits to its thinking, chance comes from the seed alone."""
    view = rage_view("R2 R14 G3 WI MA", trick="B7")
    assert chosen(view, seed=4) == chosen(view, seed=4)


def test_it_answers_although_its_time_is_over() -> None:
    """One world is always looked at."""
    choice = rage_hard(Seen(rage_view("R2 R14 G3 WI"), Options()), Random(1), Thinking(0.0))
    assert choice.move in rage_plays("R2 R14 G3 WI")


def test_the_only_move_is_certain() -> None:
    """There is nothing to think about."""
    choice = chosen(rage_view("R2", trick="R7 R3 R8", legal=rage_plays("R2")))
    assert choice.sure == 1
    assert choice.why.code == "why.only"


def test_last_to_play_and_the_trick_not_wanted_it_ducks() -> None:
    """Under the 12 that wins, whatever chance says."""
    view = rage_view("R2 R11 R14", trick="R7 R12 R3", bids=(0, 1, 1, 1), winning=2)
    assert {chosen(view, seed=seed).move for seed in range(10)} <= {*rage_plays("R2 R11")}


def test_last_to_play_it_wins_with_the_smallest_card_that_wins() -> None:
    """Needing tricks, it keeps the 15 for later."""
    view = rage_view("R9 R15 B3 Y4", trick="R7 R8 R3", bids=(2, 1, 1, 1), legal=rage_plays("R9 R15"), winning=2)
    assert card(view) == "R9"


def test_its_mad_goes_on_a_trick_that_another_wins() -> None:
    """Last to play and needing its other cards as they are, it gives the Mad away."""
    assert card(rage_view("MA B15 P14", trick="R7 R12 R3", bids=(2, 1, 1, 1), winning=2)) == "MA"


def test_it_lays_its_bonus_on_its_partners_trick() -> None:
    """Five points for the team."""
    view = rage_view("BO B2 P1", trick="R7 R15 R3", bids=(1, 1, 1, 1), teams=(0, 1, 0, 1), winning=2)
    move = chosen(view, Options(teams="pairs")).move
    assert isinstance(move, Play)
    assert move.card == "BO"


def test_a_strong_hand_bids_more_than_a_weak_one() -> None:
    """Trumps and high cards against low plain ones."""
    assert bid(rage_view("WI G15 G14 R15 B15", bidding=True)) >= 3
    assert bid(rage_view("R1 O2 B0 Y3 P1", bidding=True)) <= 1


def test_the_forbidden_bid_is_not_made() -> None:
    """Under the hook it takes the next best number (R26)."""
    best = bid(rage_view("G15 R2 B3", bidding=True))
    legal = tuple(Bid(tricks) for tricks in range(4) if tricks != best)
    assert bid(rage_view("G15 R2 B3", bidding=True, legal=legal, forbidden=best)) != best


def test_it_says_that_no_higher_card_is_out() -> None:
    """It has counted: above the 15 there is nothing, above the 14 one card."""
    told = {
        hand: chosen(rage_view(f"{hand} G1", trick="R7 G12 R3", bids=(2, 0, 0, 0), winning=2)).why.code
        for hand in ("G15", "G14")
    }
    assert told == {"G15": "why.highest", "G14": "why.counted"}
