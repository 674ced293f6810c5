"""Goat, expert: plays every move on in sampled worlds, by rules of thumb to the end of the deal, and compares.

The worlds agree with all that the seat knows. Moves that fall behind are dropped, so that the others are tried in
more worlds. What a deal is worth is what it does for the party.
"""

from random import Random

from tuicards.bots.choice import Choice, Thinking, percent
from tuicards.bots.goat_expert_search import Search
from tuicards.bots.goat_expert_table import Table
from tuicards.bots.goat_expert_value import values
from tuicards.bots.goat_memory import remember
from tuicards.bots.goat_worlds import worlds
from tuicards.bots.seen import Seen
from tuicards.games.api import Fact

WORLDS, PLAY_OUTS = 320, 2400
"""Worlds and play-outs that a choice takes at most, if it is told nothing else."""

MOST_WORLDS = 4000
"""With a budget of time; more show nothing new."""


def goat_expert(seen: Seen, chance: Random, thinking: Thinking) -> Choice:
    """The move that wins most for the team's party in the sampled worlds."""
    if len(seen.view.legal) == 1 or not seen.view.my_turn:
        return Choice(seen.view.legal[0], Fact("why.only"), 1.0)
    table = Table(seen, remember(seen))
    if len(table.moves) == 1:
        return Choice(table.moves[0], Fact("why.alike"), 1.0)
    search = Search(table, values(seen.view, seen.options), worlds(seen, chance))
    _try(search, thinking)
    best = search.best()
    why = Fact("why.worlds", {"chance": percent(search.wins(best)), "worlds": search.worlds})
    return Choice(table.moves[best], why, search.sure())


def _try(search: Search, thinking: Thinking) -> None:
    """Tries the moves until one is left, enough worlds have been looked at, or time is up."""
    timed = thinking.budget is not None
    most = thinking.worlds or (MOST_WORLDS if timed else WORLDS)
    play_outs = None if timed or thinking.worlds else PLAY_OUTS
    while search.worlds < most and len(search.alive) > 1 and (play_outs is None or search.play_outs < play_outs):
        search.step(most)
        if thinking.out():
            return
