"""Goat, expert: plays every move on in sampled worlds, by rules of thumb to the end of the deal, and compares.

The worlds agree with all that the seat knows. Moves that fall behind are dropped, so that the others are tried in
more worlds. What a deal is worth is what it does for the party.
"""

from random import Random

from tuicards.bots.choice import Choice, Thinking, percent
from tuicards.bots.goat_expert_chain import Chain
from tuicards.bots.goat_expert_search import Search, simulator
from tuicards.bots.goat_expert_table import Table
from tuicards.bots.goat_expert_value import slope, values
from tuicards.bots.goat_memory import GoatMemory, remember
from tuicards.bots.goat_weighing import goat_worths
from tuicards.bots.goat_worlds import worlds
from tuicards.bots.seen import Seen
from tuicards.games.api import Fact
from tuicards.games.goat import DECK

COUNTED, COUNTED_LATE = 0.3, 0.1
"""How much what a move promises by count tells beside its trials, while there is a stock and later."""

WORLDS, PLAY_OUTS = 320, 1200
"""Worlds and play-outs that a choice takes at most, if it is told nothing else; more were no stronger."""

MOST_WORLDS = 4000
"""With a budget of time; more show nothing new."""


def goat_expert(seen: Seen, chance: Random, thinking: Thinking) -> Choice:
    """The move that wins most for the team's party in the sampled worlds."""
    if len(seen.view.legal) == 1 or not seen.view.my_turn:
        return Choice(seen.view.legal[0], Fact("why.only"), 1.0)
    memory = remember(seen)
    table = Table(seen, memory)
    if len(table.moves) == 1:
        return Choice(table.moves[0], Fact("why.alike"), 1.0)
    chain = Chain(seen, memory, table, worlds(seen, chance), *simulator(), chance.randrange(1 << 31))
    worths = values(seen.view, seen.options)
    search = Search(table, worths, _counted(table, memory, slope(worths)), chain)
    _try(search, thinking)
    best = search.best()
    why = Fact("why.worlds", {"chance": percent(search.wins(best)), "worlds": search.worlds})
    return Choice(table.moves[best], why, search.sure())


def _counted(table: Table, memory: GoatMemory, unit: float) -> list[float]:
    """What the moves promise by count, as rules of thumb weigh them, against the cards that may really be out."""
    counted = goat_worths(table.view, [DECK[card] for card in memory.pool])[0]
    trust = COUNTED if table.view.stock else COUNTED_LATE
    return [trust * unit * counted[move] for move in table.moves]


def _try(search: Search, thinking: Thinking) -> None:
    """Tries the moves until one is left, enough worlds have been looked at, or time is up."""
    timed = thinking.budget is not None
    most = thinking.worlds or (MOST_WORLDS if timed else WORLDS)
    play_outs = None if timed or thinking.worlds else PLAY_OUTS
    while search.worlds < most and len(search.alive) > 1 and (play_outs is None or search.play_outs < play_outs):
        search.step(most)
        if thinking.out():
            return
