"""Goat, easy: mostly single leads, beats every other time, and passes almost at random."""

from random import Random

from tuicards.bots.anything import any_move
from tuicards.bots.choice import Choice, Thinking
from tuicards.bots.seen import Seen
from tuicards.games.api import Fact
from tuicards.games.goat import Beat, Lead, Pass, points


def goat_easy(seen: Seen, chance: Random, thinking: Thinking) -> Choice:
    """A random legal move with a grain of sense; it never declares molodka."""
    moves = seen.view.legal
    beats = [move for move in moves if isinstance(move, Beat)]
    passes = [move for move in moves if isinstance(move, Pass)]
    if beats and (not passes or chance.random() < 0.5):
        return Choice(chance.choice(beats), Fact("why.any"))
    if passes:
        two = [chance.choice(passes), chance.choice(passes)]
        return Choice(min(two, key=lambda move: points(move.cards)), Fact("why.any"))
    leads = [move for move in moves if isinstance(move, Lead)]
    single = [move for move in leads if len(move.cards) == 1]
    if not leads:
        return any_move(seen, chance, thinking)
    return Choice(chance.choice(single if single and chance.random() < 0.7 else leads), Fact("why.any"))
