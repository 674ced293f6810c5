"""Goat, hard: counts every card, and plays the end out in likely worlds.

While there is a stock it weighs its moves as the normal bot does, but against the cards that may really be out. Once
the stock is gone, and where it may declare a molodka, each move is played on in worlds that agree with all that the
seat has seen. Earlier that does not pay: so few worlds tell less than the rules of thumb.
"""

from random import Random

from tuicards.bots.choice import Choice, Thinking, percent
from tuicards.bots.goat_expert_table import Table
from tuicards.bots.goat_hard_trials import Trials
from tuicards.bots.goat_memory import remember
from tuicards.bots.goat_normal import goat_worths
from tuicards.bots.goat_worlds import worlds
from tuicards.bots.seen import Seen
from tuicards.games.api import Fact
from tuicards.games.goat import DECK, GoatView, Molodka

WORLDS = 96
"""Worlds that a choice takes, if it is told nothing else."""


def goat_hard(seen: Seen, chance: Random, thinking: Thinking) -> Choice:
    """The move that brings the team most, by count or by trial."""
    view: GoatView = seen.view
    if len(view.legal) == 1 or not view.my_turn:
        return Choice(view.legal[0], Fact("why.only"), 1.0)
    memory = remember(seen)
    if not _can_be_tried(view):
        return goat_worths(view, [DECK[card] for card in memory.pool])[1]
    table = Table(seen, memory)
    trials = Trials(table, seen.options)
    trials.run(worlds(seen, chance), thinking.worlds or WORLDS, thinking)
    why = Fact("why.worlds", {"chance": percent(trials.wins()), "worlds": trials.worlds()})
    return Choice(table.moves[trials.best()], why, trials.sure())


def _can_be_tried(view: GoatView) -> bool:
    """Whether the end of the deal is near, or one move decides most of it."""
    return not view.stock or (bool(view.trick) and Molodka() in view.legal)
