"""Bots that the tests send into an arena by their import path."""

from random import Random

from tuicards.bots.choice import Choice, Thinking
from tuicards.bots.seen import Seen
from tuicards.games.api import Fact
from tuicards.games.rage import Bid

OWN = __name__


def last_move(seen: Seen, random: Random, thinking: Thinking) -> Choice:
    """The last legal move."""
    return Choice(seen.view.legal[-1], Fact("why.any"))


def overbids(seen: Seen, random: Random, thinking: Thinking) -> Choice:
    """Bids more than there are tricks, and then plays on."""
    return Choice(Bid(99), Fact("why.any")) if seen.view.phase == "bid" else last_move(seen, random, thinking)


def fails(seen: Seen, random: Random, thinking: Thinking) -> Choice:
    """Has a fault."""
    raise KeyError("card")
