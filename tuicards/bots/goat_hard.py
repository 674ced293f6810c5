"""Goat, hard: counts every card, and plays with its partner; it looks no further than the trick.

It weighs its moves against the cards that may really be out, but saves no sets for later and cares for no lead. Of
moves that promise about the same it takes any, so it is not read easily.
"""

from random import Random

from tuicards.bots.choice import Choice, Thinking
from tuicards.bots.goat_memory import remember
from tuicards.bots.goat_weighing import FINE, Slack, goat_near
from tuicards.bots.seen import Seen
from tuicards.games.api import Fact
from tuicards.games.goat import DECK, GoatView

COUNTING = FINE._replace(company=(0.0, 0.0), lead=0.0, early=False)

SLACK = Slack(lead=4.0, beat=10.0, same=3.0)


def goat_hard(seen: Seen, chance: Random, thinking: Thinking) -> Choice:
    """A move that promises the team about as many points as any, by count."""
    view: GoatView = seen.view
    if len(view.legal) == 1 or not view.my_turn:
        return Choice(view.legal[0], Fact("why.only"), 1.0)
    pool = [DECK[card] for card in remember(seen).pool]
    return goat_near(view, pool, COUNTING, SLACK, chance)
