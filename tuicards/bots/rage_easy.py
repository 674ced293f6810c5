"""Rage, easy: bids about its share, and plays almost at random."""

from random import Random

from tuicards.bots.choice import Choice, Thinking
from tuicards.bots.seen import Seen
from tuicards.games.api import Fact
from tuicards.games.rage import Bid, Play, RageView

NUMBERS = 16


def rage_easy(seen: Seen, chance: Random, thinking: Thinking) -> Choice:
    """A bid near hand size / seats; else the better of two random cards, high while it still needs tricks."""
    view: RageView = seen.view
    if view.phase == "bid":
        bids = [move for move in view.legal if isinstance(move, Bid)]
        share = view.hand_size / len(view.counts) + chance.gauss(0, 0.8)
        return Choice(min(bids, key=lambda bid: abs(bid.tricks - share)), Fact("why.share"))
    plays = [move for move in view.legal if isinstance(move, Play)]
    two = [chance.choice(plays), chance.choice(plays)]
    pick = max if _needs_tricks(view) else min
    return Choice(pick(two, key=_rank), Fact("why.any"))


def _needs_tricks(view: RageView) -> bool:
    seat = view.seat or 0
    return view.taken[seat] < (view.bids[seat] or 0)


def _rank(play: Play) -> int:
    """A card's number; a Wild is above all, the other special cards below all."""
    if play.card[1:].isdigit():
        return int(play.card[1:])
    return NUMBERS if play.card == "WI" else -1
