"""What a bot answers, and what a bot is."""

from collections.abc import Callable
from random import Random
from typing import Any, TypeAlias

import msgspec

from tuicards.games.api import Fact, Move


class Choice(msgspec.Struct, frozen=True):
    """A move, and the reason for it as a code with parameters."""

    move: Move
    why: Fact


Brain: TypeAlias = Callable[[Any, Random, float | None], Choice]
"""Chooses from one seat's view; chance comes from the given random only. The budget is in seconds."""


def percent(chance: float) -> int:
    """A chance as a whole per cent, for a reason's parameters."""
    return round(100 * chance)
