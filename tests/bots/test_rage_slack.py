"""Rage's levels are careless on purpose: by how much, and where not."""

import pytest

from tests.bots.views import rage_view
from tuicards.bots.rage_slack import Slack, careless_moves
from tuicards.games.rage import Bid, Play, RageMove
from tuicards.games.rage import Card as RageCard

HANDS = {1: "R1", 3: "R1 R2 R3", 4: "R1 R2 R3 R4", 10: "R1 R2 R3 R4 R5 R6 R7 R8 R9 R10"}


def bids(cards: int, seats: int, *worths: float) -> list[int]:
    """The bids that it makes, by what those from 0 on are worth; careless by a point for each trick of a share."""
    view = rage_view(HANDS[cards], bidding=True, seats=seats)
    moves = careless_moves(view, dict(zip(map(Bid, range(11)), worths, strict=False)), Slack(card=9.0, trick=1.0))
    return [bid.tricks for bid in moves]


def plays(cards: int, *worths: float) -> list[str]:
    """The cards that it plays, by what they are worth; careless by half a point for each card beyond three."""
    legal: list[RageMove] = [Play(RageCard(card)) for card in HANDS[cards].split()]
    worth = dict(zip(legal, worths, strict=False))
    moves = careless_moves(rage_view(HANDS[cards]), worth, Slack(card=0.5, trick=9.0))
    return [play.card for play in moves if isinstance(play, Play)]


def test_with_three_cards_only_the_best_will_do() -> None:
    """A little less is a plain mistake there."""
    assert plays(3, 5.0, 4.99, 5.0) == ["R1", "R3"]


def test_the_longer_the_hand_the_less_a_card_matters() -> None:
    """Half a point with four cards; however many there are, never more than two points."""
    assert plays(4, 5.0, 4.6, 4.4) == ["R1", "R2"]
    assert plays(10, 5.0, 3.1, 2.9) == ["R1", "R2"]


def test_a_bid_is_wrong_where_that_costs_little() -> None:
    """With ten tricks among four seats two points and a half, with four tricks one point."""
    assert bids(10, 4, 0.0, 5.0, 2.6) == [2]
    assert bids(10, 4, 0.0, 5.0, 2.4) == [1]
    assert bids(4, 4, 0.0, 5.0, 4.1) == [2]
    assert bids(4, 4, 0.0, 5.0, 3.9) == [1]


@pytest.mark.parametrize(("seats", "made"), [(4, [2, 4]), (2, [0, 1, 2, 4, 5, 6])])
def test_a_bid_is_one_off_at_most(seats: int, made: list[int]) -> None:
    """However little it costs; between two, where a share is five tricks, three off."""
    assert bids(10, seats, 4.9, 4.9, 4.9, 5.0, 4.9, 4.9, 4.9, 4.9) == made


def test_a_bid_of_nothing_is_made_more_carefully() -> None:
    """For half the points at most, so that nobody who holds a trick bids none."""
    assert bids(10, 4, 3.8, 5.0, 0.0) == [0]
    assert bids(10, 4, 3.7, 5.0, 0.0) == [1]
    assert bids(10, 4, 0.0, 3.7, 5.0) == [1]
