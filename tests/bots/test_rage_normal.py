"""Rage, rules of thumb: positions with the move that is right, or the moves that are wrong."""

from random import Random

import pytest

from tests.bots.views import rage_plays, rage_view
from tuicards.bots.choice import Thinking
from tuicards.bots.rage_normal import SLACK, rage_normal, rage_worths
from tuicards.bots.rage_slack import careless_moves
from tuicards.bots.seen import Seen
from tuicards.games.api import Move
from tuicards.games.rage import Bid, Options, Play, RageView


def card(view: RageView) -> str:
    """The card that the bot plays, with the colour it names."""
    move = rage_worths(view)[1].move
    assert isinstance(move, Play)
    return f"{move.card}:{move.colour}" if move.colour else move.card


def bid(view: RageView) -> int:
    move = rage_worths(view)[1].move
    assert isinstance(move, Bid)
    return move.tricks


def made(view: RageView) -> set[Move]:
    """What the bot does there, by many chances."""
    return {rage_normal(Seen(view, Options()), Random(seed), Thinking()).move for seed in range(40)}


def test_last_to_play_and_the_trick_not_wanted_it_ducks_with_the_highest_loser() -> None:
    """Under the 12 that wins, the 11 goes: it is the card that would hurt later."""
    view = rage_view("R2 R11 R14", trick="R7 R12 R3", bids=(0, 1, 1, 1), winning=2)
    assert card(view) == "R11"


def test_last_to_play_it_wins_with_the_smallest_card_that_wins() -> None:
    """Needing tricks, it keeps the 15 for later."""
    view = rage_view("R9 R15 B3 Y4", trick="R7 R8 R3", bids=(2, 1, 1, 1), legal=rage_plays("R9 R15"), winning=2)
    assert card(view) == "R9"


def test_a_trick_it_cannot_win_costs_its_lowest_card() -> None:
    """Needing tricks, it throws the 1 and not the 14 under a trump."""
    view = rage_view("R1 R14 B15", trick="R7 G2 R3", bids=(2, 1, 1, 1), legal=rage_plays("R1 R14"), winning=2)
    assert card(view) == "R1"


def test_void_and_needing_nothing_it_throws_off_its_most_dangerous_card() -> None:
    """A high plain card goes on a trick that another wins."""
    view = rage_view("B15 Y2 P1 O0", trick="R7 R12 R3", bids=(0, 1, 1, 1), winning=2)
    assert card(view) == "B15"


def test_void_and_needing_a_trick_it_trumps_from_the_last_seat() -> None:
    """The smallest trump is enough."""
    view = rage_view("G2 G14 Y2 P1", trick="R7 R12 R3", bids=(2, 1, 1, 1), winning=2)
    assert card(view) == "G2"


def test_needing_nothing_it_does_not_trump() -> None:
    """With its bid met, a void seat lets the trick go."""
    view = rage_view("G9 Y2 P1", trick="R7 R12 R3", bids=(1, 1, 1, 1), taken=(1, 0, 0, 0), winning=2)
    assert card(view) != "G9"


def test_its_mad_goes_on_a_trick_that_another_wins() -> None:
    """Last to play and needing its other cards as they are, it gives the Mad away."""
    view = rage_view("MA B15 P14", trick="R7 R12 R3", bids=(2, 1, 1, 1), winning=2)
    assert card(view) == "MA"


def test_it_does_not_lay_its_mad_on_its_own_teams_trick() -> None:
    """The partner wins: five points would be the team's loss."""
    view = rage_view("MA B2 P1", trick="R7 R15 R3", bids=(1, 1, 1, 1), teams=(0, 1, 0, 1), winning=2)
    assert card(view) != "MA"


def test_it_lays_its_bonus_on_its_partners_trick() -> None:
    """Five points for the team."""
    view = rage_view("BO B2 P1", trick="R7 R15 R3", bids=(1, 1, 1, 1), teams=(0, 1, 0, 1), winning=2)
    assert card(view) == "BO"


def test_a_trick_with_a_bonus_is_worth_trumping_once_the_bid_is_gone() -> None:
    """With too many tricks already, the points are all that is left."""
    view = rage_view("G9 Y2 P1", trick="R7 BO R3", bids=(0, 1, 1, 1), taken=(1, 0, 0, 0), winning=1)
    assert card(view) == "G9"


def test_a_trick_with_a_mad_is_left_to_another() -> None:
    """A made bid of one more trick does not pay for every Mad: here the last trick can wait."""
    view = rage_view("G9 G15 G14 Y2", trick="R7 MA R3", bids=(2, 1, 1, 1), winning=1)
    assert card(view) == "Y2"


def test_to_win_a_wild_is_named_trump() -> None:
    """On a plain lead, last to play and needing the trick."""
    view = rage_view("WI", trick="R7 R12 G3", bids=(1, 1, 1, 1), winning=3)
    assert card(view) == "WI:G"


def test_to_lose_a_wild_is_named_a_dead_colour() -> None:
    """Neither the led colour nor trump."""
    view = rage_view("WI", trick="R7 R12 R3", bids=(0, 1, 1, 1), winning=2)
    assert card(view) in {"WI:O", "WI:Y", "WI:B", "WI:P"}


def test_without_trump_a_wild_that_must_win_is_named_the_led_colour() -> None:
    """No colour is above the led one."""
    view = rage_view("WI", trick="R7 R15 R3", trump=None, bids=(1, 1, 1, 1), winning=2)
    assert card(view) == "WI:R"


def test_an_out_saves_a_high_plain_card_from_the_trumps() -> None:
    """Needing two more with the 15 and 14 of plain colours, trump is better gone."""
    view = rage_view("OU Y15 P15 B15", trick="R7 G2 R3", bids=(3, 0, 0, 0), winning=2)
    assert card(view) == "OU"


def test_a_change_may_be_named_to_make_its_long_colour_trump() -> None:
    """Where the player names the colour, it names one that it holds when it needs tricks."""
    legal = (*(Play(rage_plays("CH")[0].card, colour) for colour in ("R", "Y", "B")), *rage_plays("B12 B11 Y2"))  # type: ignore[union-attr]
    view = rage_view("CH B12 B11 Y2", trick="R7 G9 R3", bids=(2, 1, 1, 1), legal=legal, winning=2)
    assert card(view) == "CH:B"


def test_a_strong_hand_bids_more_than_a_weak_one() -> None:
    """Trumps and high cards against low plain ones."""
    strong = bid(rage_view("WI G15 G14 R15 B15", bidding=True))
    weak = bid(rage_view("R1 O2 B0 Y3 P1", bidding=True))
    assert weak == 0
    assert strong >= 3


@pytest.mark.parametrize("hand", ["G15", "WI"])
def test_with_one_sure_card_it_bids_one(hand: str) -> None:
    """The last round: the highest trump, or a Wild, wins the only trick."""
    assert bid(rage_view(hand, bidding=True)) == 1


def test_it_bids_less_the_more_seats_there_are() -> None:
    """A hand of middling cards wins fewer tricks among six than among two."""
    hand = "R12 O11 B12 Y10 P11 G7"
    assert bid(rage_view(hand, bidding=True, seats=6)) < bid(rage_view(hand, bidding=True, seats=2))


def test_the_forbidden_bid_is_not_made() -> None:
    """Under the hook it takes the next best number."""
    best = bid(rage_view("G15 R2 B3", bidding=True))
    legal = tuple(Bid(tricks) for tricks in range(4) if tricks != best)
    assert bid(rage_view("G15 R2 B3", bidding=True, legal=legal, forbidden=best)) != best


def test_a_met_team_bid_is_left_alone() -> None:
    """The partner has won one too many, so this seat wants one fewer and ducks."""
    view = rage_view(
        "R2 R14", trick="R12 R7 R3", bids=(1, 1, 0, 1), taken=(0, 0, 1, 0), teams=(0, 1, 0, 1), winning=1
    )
    assert card(view) == "R2"


def test_normal_is_a_little_careless() -> None:
    """As a club player is: it plays the same position in more than one way, and never foolishly."""
    view = rage_view("B15 Y2 P1 O0 R14 G3", bids=(0, 1, 1, 1))
    assert made(view) == set(careless_moves(view, rage_worths(view)[0], SLACK))
    assert 1 < len(made(view)) < len(view.legal)


def test_normal_bids_one_off_where_that_costs_little() -> None:
    """That nobody takes for folly, and it is how `normal` is no stronger than a club player."""
    view = rage_view("B15 Y2 P1 O0 R14 G3", bidding=True)
    assert {abs(move.tricks - bid(view)) for move in made(view) if isinstance(move, Bid)} == {1}
