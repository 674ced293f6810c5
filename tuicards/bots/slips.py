"""Whether a move is a clear slip: what rules of thumb make of it, held against their best move."""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, NamedTuple

from tuicards.bots.choice import Choice
from tuicards.bots.goat_weighing import goat_worths
from tuicards.bots.rage_normal import rage_worths
from tuicards.games.api import AnyGame, Move, TableView


class Scale(NamedTuple):
    """What each legal move is worth, the best move with its reason, and how great a loss is a slip."""

    worths: Callable[[Any], tuple[Mapping[Move, float], Choice]]
    slip: float


SCALES: Mapping[str, Scale] = MappingProxyType({"rage": Scale(rage_worths, 3.0), "goat": Scale(goat_worths, 20.0)})
"""In points: of the score in Rage, in the piles in Goat. A game without a scale has no slips."""


def slip(game: AnyGame, view: TableView, move: Move) -> Choice | None:
    """The better move, and why, where the given one promises far less; None where it is none, or not legal.

    Goes by what the seat of the view may know, and by no chance: equal arguments give an equal answer.
    """
    scale = SCALES.get(game.name)
    if scale is None or move not in view.legal:
        return None
    worths, best = scale.worths(view)
    if move not in worths or best.move not in worths:
        return None
    return best if worths[best.move] - worths[move] >= scale.slip else None
