"""Goat, hard: its moves tried in a few likely worlds, played on by rules of thumb to the end of the deal."""

from collections.abc import Iterator, Sequence
from math import erf, sqrt

from tuicards.bots.choice import Thinking
from tuicards.bots.goat_expert_table import Table
from tuicards.bots.goat_sim import POINTS, RULES, TRICKS, advance
from tuicards.bots.goat_sim_tables import tables
from tuicards.bots.goat_worlds import GoatWorld
from tuicards.games.goat import Options, penalties

FIRST = 16
"""Worlds in which all moves are tried; after these, and whenever they have doubled, the worse half is dropped."""

PENALTY = 15
"""Card points that a penalty point is worth: a deal is worth more with every card, and jumps at 31 and 61 (G49)."""

TO_THE_END = 99


class Trials:
    """What each move of a table brought in each world so far, for the seat's team."""

    def __init__(self, table: Table, options: Options) -> None:
        self.table = table
        self.alive = list(range(len(table.moves)))
        """Places of the moves that are still compared."""
        self.found: list[list[int]] = [[] for _ in table.moves]
        self._team = (table.view.seat or 0) % 2
        self._options = options

    def run(self, worlds: Iterator[GoatWorld], count: int, thinking: Thinking) -> None:
        """So many worlds, or as many as there is time for, and at least one."""
        halve_at = FIRST
        for number in range(1, count + 1):
            self._try(self.table.state(next(worlds)))
            if number == halve_at:
                halve_at *= 2
                self.alive = self._ranked()[: max(2, (len(self.alive) + 1) // 2)]
            if thinking.out():
                return

    def best(self) -> int:
        """The place of the move that brought most."""
        return self._ranked()[0]

    def worlds(self) -> int:
        """In how many worlds the best move was tried."""
        return len(self.found[self.best()])

    def wins(self) -> float:
        """In what share of them the deal was won by it."""
        found = self.found[self.best()]
        return sum(worth > 0 for worth in found) / len(found)

    def sure(self) -> float:
        """The chance that no other move is better, going by how what they brought is spread."""
        best, sure = self.best(), 1.0
        for place, found in enumerate(self.found):
            if place != best:
                sure *= _ahead([one - other for one, other in zip(self.found[best], found, strict=False)])
        return sure

    def _try(self, state: Sequence[int]) -> None:
        learned = tables()
        for place in self.alive:
            work = list(state)
            advance(work, learned, self.table.numbers[place], TO_THE_END, RULES)
            self.found[place].append(self._worth(work))

    def _worth(self, work: Sequence[int]) -> int:
        ours, theirs = work[POINTS + self._team], work[POINTS + 1 - self._team]
        tricks = (work[TRICKS + self._team], work[TRICKS + 1 - self._team])
        mine, others = penalties((ours, theirs), tricks, self._options)
        return ours - theirs + PENALTY * (others - mine)

    def _ranked(self) -> list[int]:
        return sorted(self.alive, key=lambda place: -sum(self.found[place]))


def _ahead(gains: Sequence[int]) -> float:
    """The chance that a move is truly ahead of another that it has beaten by these."""
    count, total = len(gains), sum(gains)
    spread = sum(gain * gain for gain in gains) - total * total / count
    if spread <= 0:
        return 0.5 if total == 0 else float(total > 0)
    return 0.5 + 0.5 * erf(total / sqrt(2 * spread * count / max(1, count - 1)))
