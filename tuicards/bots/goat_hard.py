"""Goat, hard: counts every card; leads, ends and molodkas are tried in a few likely worlds.

An answer is weighed as the normal bot does it, but against the cards that may really be out. What to lead, when to
declare, and all that is played once the stock is gone has its consequences much later: there the moves are played
on in worlds that agree with what the seat has seen.
"""

from random import Random

from tuicards.bots.choice import Choice, Thinking, percent
from tuicards.bots.goat_expert_table import Table
from tuicards.bots.goat_hard_trials import Trials
from tuicards.bots.goat_memory import GoatMemory, remember
from tuicards.bots.goat_normal import goat_worths
from tuicards.bots.goat_worlds import worlds
from tuicards.bots.seen import Seen
from tuicards.games.api import Fact
from tuicards.games.goat import DECK, GoatView, Molodka

WORLDS = 64
"""Worlds that a choice takes, if it is told nothing else."""


def goat_hard(seen: Seen, chance: Random, thinking: Thinking) -> Choice:
    """The move that brings the team most, by count or by trial."""
    view: GoatView = seen.view
    if len(view.legal) == 1 or not view.my_turn:
        return Choice(view.legal[0], Fact("why.only"), 1.0)
    memory = remember(seen)
    if not _far_reaching(view):
        return _counted(view, memory)
    table = Table(seen, memory)
    trials = Trials(table, seen.options)
    trials.run(worlds(seen, chance), thinking.worlds or WORLDS, thinking)
    why = Fact("why.worlds", {"chance": percent(trials.wins()), "worlds": trials.worlds()})
    return Choice(table.moves[trials.best()], why, trials.sure())


def _far_reaching(view: GoatView) -> bool:
    """Whether a move decides more than its own trick."""
    return not view.trick or not view.stock or any(isinstance(move, Molodka) for move in view.legal)


def _counted(view: GoatView, memory: GoatMemory) -> Choice:
    """As the normal bot weighs it, against the cards that may be in other hands."""
    return goat_worths(view, [DECK[card] for card in memory.pool])[1]
