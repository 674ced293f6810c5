"""Rage: how careless a level is on purpose, so that the levels differ for people and none of them is foolish.

Most of it lies in the bids: one trick too many or too few is what people bid, too, and it shows only at the end of
the round. A card is played the more carefully the fewer are left, since there a point less is a plain mistake.
"""

from collections.abc import Mapping
from typing import NamedTuple, TypeVar

from tuicards.games.rage import Bid, RageView

AnyMove = TypeVar("AnyMove")


class Slack(NamedTuple):
    """Points by which a move may promise less than the best, and is still as good to a level."""

    card: float
    """To play: for each card in hand beyond the last few."""

    trick: float
    """To bid: for each trick of an equal share."""


FEW = 3
"""With so many cards in hand, or fewer, only the best will do."""

MOST = Slack(2.0, 4.5)
"""The most points, however long the hand: to play, and to bid."""

NOTHING = 0.5
"""The share of the points that counts between a trick and none: who holds one and bids none is seen to be a fool."""


def careless_moves(view: RageView, worths: Mapping[AnyMove, float], slack: Slack) -> list[AnyMove]:
    """The moves that a level makes as gladly as each other: cards that are about as good as the best, and bids that
    are a little wrong, where there are any."""
    best = max(worths, key=worths.__getitem__)
    most = _points(view, slack)
    near = [move for move in worths if worths[best] - worths[move] <= most * _freely(view, move, best)]
    return [move for move in near if isinstance(move, Bid) and move != best] or near


def _points(view: RageView, slack: Slack) -> float:
    """How much less than the best a move may promise."""
    if view.phase == "bid":
        return min(MOST.trick, slack.trick * len(view.hand) / len(view.counts))
    return min(MOST.card, slack.card * max(0, len(view.hand) - FEW))


def _freely(view: RageView, move: object, best: object) -> float:
    """The share of these points that counts for a move: none for a bid too far off the best."""
    if not (isinstance(move, Bid) and isinstance(best, Bid)):
        return 1.0
    if abs(move.tricks - best.tricks) > _off(view):
        return 0.0
    return NOTHING if 0 in (move.tricks, best.tricks) else 1.0


def _off(view: RageView) -> int:
    """By how many tricks a bid may be off: about half of an equal share."""
    seats = len(view.counts)
    return max(1, (len(view.hand) + seats) // (2 * seats))
