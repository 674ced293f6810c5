"""Choosing a move for a seat: the one door to all bots.

A game needs nothing here. One without a bot of its own is played by a random legal move; a bot of its
own is one line in `BRAINS`.
"""

from collections.abc import Mapping
from random import Random
from types import MappingProxyType

from tuicards.bots.anything import any_move
from tuicards.bots.choice import Brain, Choice
from tuicards.bots.goat_easy import goat_easy
from tuicards.bots.goat_normal import goat_normal
from tuicards.bots.rage_easy import rage_easy
from tuicards.bots.rage_normal import rage_normal
from tuicards.errors import BadOptions
from tuicards.games.api import AnyGame, TableView

__all__ = ["BRAINS", "LEVELS", "Choice", "choose"]

LEVELS: tuple[str, ...] = ("easy", "normal")
"""Weakest first."""

BRAINS: Mapping[tuple[str, str], Brain] = MappingProxyType(
    {
        ("rage", "easy"): rage_easy,
        ("rage", "normal"): rage_normal,
        ("goat", "easy"): goat_easy,
        ("goat", "normal"): goat_normal,
    }
)


def choose(game: AnyGame, level: str, view: TableView, seed: int, budget: float | None = None) -> Choice:
    """A legal move for the seat of the view, and why. Equal arguments give an equal choice.

    `budget` is how many seconds the bot may think; the levels so far need a few milliseconds at most.
    Raises BadOptions `unknown_level`, and ValueError for a view in which the seat may do nothing.
    """
    if level not in LEVELS:
        raise BadOptions("unknown_level", level=level, known=LEVELS)
    if not view.legal:
        raise ValueError("the view offers no move")
    return BRAINS.get((game.name, level), any_move)(view, Random(seed), budget)
