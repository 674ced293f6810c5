"""Trying the moves in sampled worlds, and dropping those that fall behind."""

from collections.abc import Sequence
from functools import cache
from math import sqrt
from statistics import NormalDist
from typing import Any

from tuicards.bots.compiled import Functions, functions_of
from tuicards.bots.goat_expert_chain import Chain
from tuicards.bots.goat_expert_table import Table
from tuicards.bots.goat_sim import SIZE
from tuicards.bots.goat_sim_tables import tables

MODULES = ("tuicards.bots.goat_sim", "tuicards.bots.goat_sim_trials", "tuicards.bots.goat_sim_belief")

FIRST = 16
"""Worlds before the first comparison; each further one comes when they have doubled."""

BEHIND = 2.5
"""A move is dropped once it is so many standard errors behind the best."""

BATCH, QUICK_BATCH = 60, 2000
"""Play-outs between two looks at the clock, and the same compiled."""


def simulator() -> tuple[Functions, tuple[Any, ...]]:
    """The simulator's functions and its tables, compiled where that can be."""
    functions = functions_of(*MODULES)
    return functions, _tables(functions)


@cache
def _tables(functions: Functions) -> tuple[Any, ...]:
    return tuple(functions.ints(table) for table in tables())


class Search:
    """The moves of one turn, and what they brought in each world so far.

    `known` is what each move promises besides, in the same units: it is added to the mean.
    """

    def __init__(self, table: Table, values: Sequence[int], known: Sequence[float], chain: Chain) -> None:
        self._table, self._known, self._chain = table, known, chain
        self._functions, self._tables = simulator()
        ints = self._functions.ints
        self._work, self._values = ints([0] * SIZE), ints(values)
        self._team = (table.view.seat or 0) % 2
        self.alive = list(range(len(table.numbers)))
        """Places of the moves that are still compared."""
        self.found: list[list[int]] = [[] for _ in table.numbers]
        """What each move brought, world by world."""
        self.worlds, self.play_outs = 0, 0
        self._compare_at = FIRST

    def step(self, most: int) -> None:
        """Some more worlds for the moves that are still compared, `most` in all."""
        size = QUICK_BATCH if self._functions.quick else BATCH
        count = max(1, min(size // len(self.alive), self._compare_at - self.worlds, most - self.worlds))
        states = self._chain.states(count)
        ints, alive = self._functions.ints, self.alive
        results = ints([0] * (count * len(alive)))
        moves = ints([self._table.numbers[place] for place in alive])
        self.play_outs += self._functions.play_outs(
            states, count, moves, self._team, self._values, results, self._work, self._tables
        )
        for step, place in enumerate(alive):
            self.found[place] += [int(value) for value in results[step :: len(alive)]]
        self.worlds += count
        if self.worlds >= self._compare_at:
            self._compare_at *= 2
            self._drop()

    def best(self) -> int:
        """The place of the move that promises most."""
        return max(self.alive, key=self._mean)

    def _mean(self, place: int) -> float:
        return self._known[place] + sum(self.found[place]) / len(self.found[place])

    def sure(self) -> float:
        """The chance that no other move is better than the best, going by the spread of what they brought."""
        best, sure = self.best(), 1.0
        for place in range(len(self.found)):
            if place != best:
                sure *= NormalDist().cdf(self._ahead(best, place))
        return sure

    def wins(self, place: int) -> float:
        """In what share of the worlds the move won the deal."""
        half = int(self._values[60])
        return sum(value > half for value in self.found[place]) / len(self.found[place])

    def _drop(self) -> None:
        best = self.best()
        self.alive = [place for place in self.alive if place == best or self._ahead(best, place) < BEHIND]

    def _ahead(self, best: int, other: int) -> float:
        """By how many standard errors one move is ahead of another, in the worlds in which both were tried."""
        gains = [one - two for one, two in zip(self.found[best], self.found[other], strict=False)]
        count, total = len(gains), sum(gains)
        spread = sum(gain * gain for gain in gains) - total * total / count
        gain = total / count + self._known[best] - self._known[other]
        if spread <= 0:
            return 0.0 if gain == 0 else 99.0 if gain > 0 else -99.0
        return gain / sqrt(spread / count / max(1, count - 1))
