"""Rage, expert: it takes what is plainly best, in time, and whatever it was told."""

from random import Random

from tests.bots.test_rage_sim import any_round
from tests.bots.views import rage_plays, rage_view
from tuicards.bots.choice import Choice, Thinking
from tuicards.bots.rage_expert import BATCH, rage_expert
from tuicards.bots.rage_expert_moves import distinct
from tuicards.bots.seen import Seen
from tuicards.games.rage import RAGE, Bid, Options, Play, RageView


def chosen(view: RageView, worlds: int = 48) -> Choice:
    return rage_expert(Seen(view, Options()), Random(1), Thinking(worlds=worlds))


def card(view: RageView) -> str:
    move = chosen(view).move
    assert isinstance(move, Play)
    return f"{move.card}:{move.colour}" if move.colour else move.card


def test_last_to_play_it_takes_the_one_trick_it_needs() -> None:
    """With two tricks to come and a hand that is good for no other, the 9 takes this one."""
    view = rage_view("R9 R2 B0", trick="R7 R8 R3", bids=(1, 1, 1, 1), legal=rage_plays("R9 R2"), winning=2)
    assert card(view) == "R9"


def test_with_its_bid_met_it_gets_rid_of_a_card_that_would_win() -> None:
    """Under the 12 that wins, the 11 goes."""
    view = rage_view("R1 R11 B0", trick="R7 R12 R3", bids=(0, 1, 1, 1), legal=rage_plays("R1 R11"), winning=2)
    assert card(view) == "R11"


def test_a_hand_of_highest_trumps_bids_them_all() -> None:
    """No card beats three of the four highest trumps when they are led."""
    view = rage_view("G15 G14 G13", bidding=True)
    assert chosen(view, 96).move == Bid(3)


def test_a_hand_of_nothing_bids_none() -> None:
    """Low cards of every colour take no trick."""
    view = rage_view("R0 O1 Y0 B1 P0", bidding=True)
    assert chosen(view, 96).move == Bid(0)


def test_cards_next_to_each_other_are_one_move() -> None:
    """With the 10 seen, 9 and 11 are alike; a card of the trick between two keeps them apart."""
    view = rage_view("R9 R11 R13 B2 B3", trick="R12", winning=3)
    unseen = [card for card in range(96) if card != 12]
    assert distinct(view, unseen) == list(rage_plays("R9 R11 R13 B2"))
    assert distinct(view, [card for card in unseen if card != 10]) == list(rage_plays("R9 R13 B2"))


def test_colours_that_a_wild_wins_nothing_by_are_one_move() -> None:
    """Of six colours, led, trump and one other are left."""
    view = rage_view("WI B2", trick="R12", winning=3)
    assert [move.colour for move in distinct(view, range(96)) if isinstance(move, Play) and move.colour] == [
        "R", "O", "G",
    ]  # fmt: skip


def test_it_stops_when_nobody_wants_the_answer() -> None:
    """After the first worlds it answers with what it has."""
    view = rage_view("R9 R2 B0 P7 O12", bidding=True)
    choice = rage_expert(Seen(view, Options()), Random(1), Thinking(wanted=lambda: False))
    assert choice.why.params["worlds"] == BATCH
    assert choice.move in view.legal


def test_whatever_the_options_and_wherever_it_comes_in_it_plays_by_the_rules() -> None:
    """Whole rounds at tables by chance: each choice is legal, and equal arguments give equal choices."""
    for number in range(4):
        state, turn = any_round(Random(f"expert {number}")), 0
        while state.phase == "play":
            view = RAGE.view(state, state.turn)
            seen = Seen(view, state.setup.options)
            choice = rage_expert(seen, Random(turn), Thinking(worlds=2))
            if turn % 10 == 0:
                assert choice == rage_expert(seen, Random(turn), Thinking(worlds=2))
            assert choice.move in view.legal
            assert choice.sure is not None
            assert 0 <= choice.sure <= 1
            state, _ = RAGE.apply(state, state.turn, choice.move)
            turn += 1
