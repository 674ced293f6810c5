"""Choosing a move for a seat: the one door to all bots.

A game needs nothing here. One without a bot of its own is played by a random legal move; a bot of its
own is one line in `BRAINS`.
"""

from collections.abc import Mapping
from random import Random
from types import MappingProxyType

from tuicards.bots.anything import any_move
from tuicards.bots.choice import Brain, Choice, Thinking
from tuicards.bots.goat_easy import goat_easy
from tuicards.bots.goat_expert import goat_expert
from tuicards.bots.goat_hard import goat_hard
from tuicards.bots.goat_normal import goat_normal
from tuicards.bots.rage_easy import rage_easy
from tuicards.bots.rage_expert import rage_expert
from tuicards.bots.rage_hard import rage_hard
from tuicards.bots.rage_normal import rage_normal
from tuicards.bots.seen import Memory, Seen
from tuicards.errors import BadOptions
from tuicards.games.api import AnyGame

__all__ = ["BRAINS", "LEVELS", "Choice", "Memory", "Seen", "Thinking", "choose"]

LEVELS: tuple[str, ...] = ("easy", "normal", "hard", "expert")
"""Weakest first."""

BRAINS: Mapping[tuple[str, str], Brain] = MappingProxyType(
    {
        ("rage", "easy"): rage_easy,
        ("rage", "normal"): rage_normal,
        ("rage", "hard"): rage_hard,
        ("rage", "expert"): rage_expert,
        ("goat", "easy"): goat_easy,
        ("goat", "normal"): goat_normal,
        ("goat", "hard"): goat_hard,
        ("goat", "expert"): goat_expert,
    }
)


def choose(game: AnyGame, level: str, seen: Seen, seed: int, thinking: Thinking | None = None) -> Choice:
    """A legal move for the seat, and why. Without limits to its thinking, equal arguments give an equal choice.

    Raises BadOptions `unknown_level`, and ValueError for a view in which the seat may do nothing.
    """
    if level not in LEVELS:
        raise BadOptions("unknown_level", level=level, known=LEVELS)
    if not seen.view.legal:
        raise ValueError("the view offers no move")
    return BRAINS.get((game.name, level), any_move)(seen, Random(seed), thinking or Thinking())
