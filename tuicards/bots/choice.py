"""What a bot answers, how long it may think, and what a bot is."""

import time
from collections.abc import Callable
from random import Random
from typing import TypeAlias

import msgspec

from tuicards.bots.seen import Seen
from tuicards.games.api import Fact, Move


class Choice(msgspec.Struct, frozen=True):
    """A move, and the reason for it as a code with parameters.

    `sure` is the chance, 0 to 1, that no other move is better; None where the bot does not reckon it.
    """

    move: Move
    why: Fact
    sure: float | None = None


def always() -> bool:
    """An answer that is wanted however long it takes."""
    return True


class Thinking:
    """How long a bot may think: `budget` seconds from now, and no longer than its answer is `wanted`.

    Without a budget a bot looks at so many `worlds` (None: as many as its level does by default), whatever the
    time, so that equal arguments give equal choices.
    """

    def __init__(
        self, budget: float | None = None, wanted: Callable[[], bool] = always, worlds: int | None = None
    ) -> None:
        self.budget = budget
        self.worlds = worlds
        self._end = None if budget is None else time.monotonic() + budget
        self._wanted = wanted

    def out(self) -> bool:
        """Whether to answer now, with what has been found so far."""
        return not self._wanted() or (self._end is not None and time.monotonic() >= self._end)


Brain: TypeAlias = Callable[[Seen, Random, Thinking], Choice]
"""Chooses from what one seat knows; chance comes from the given random only."""


def percent(chance: float) -> int:
    """A chance as a whole per cent, for a reason's parameters."""
    return round(100 * chance)
