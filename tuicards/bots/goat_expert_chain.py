"""Worlds in which the others would have played as they did: sampled ones, led on by exchanges of hidden cards."""

from collections.abc import Iterator, Sequence
from math import log
from typing import Any

from tuicards.bots.compiled import Functions
from tuicards.bots.goat_expert_past import Past
from tuicards.bots.goat_expert_table import Table, World
from tuicards.bots.goat_memory import IDS, GoatMemory
from tuicards.bots.goat_sim import SIZE
from tuicards.bots.goat_sim_belief import SPANS
from tuicards.bots.seen import Seen

FROZEN, FREE = -1, 4
"""Owners of hidden cards that stay where they are, and of those that tell of no seat: the stock's."""

NO_PILE = 2
TRUST = 3000
"""By how much regret, in thousandths of a point, a world is e times less likely."""

RESTART, BURN_IN, BETWEEN = 32, 60, 12
"""Worlds from one chain; exchanges tried before its first, and between two."""

NUMBERS = 256


class Chain:
    """Worlds for the simulator, drawn one after another."""

    def __init__(
        self,
        seen: Seen,
        memory: GoatMemory,
        table: Table,
        worlds: Iterator[World],
        functions: Functions,
        tables: Any,
        seed: int,
    ) -> None:
        self._memory, self._table, self._worlds = memory, table, worlds
        self._functions, self._tables = functions, tables
        self._seat = memory.seat
        self._trump_shown = IDS[seen.view.indicator]
        ints = functions.ints
        self._chance = ints([seed])
        self._logs = ints([round(-TRUST * log((number + 0.5) / NUMBERS)) for number in range(NUMBERS)])
        self._work = ints([0] * SIZE)
        past = Past(seen, table.turned).records if memory.whole else ([], [], [], [])
        self._past = [[] if seat % 2 == self._seat % 2 else records[::-1] for seat, records in enumerate(past)]
        self._left = 0
        self._late = seen.view.stock == 0

    def states(self, count: int) -> Any:
        """So many states, one after another."""
        states = self._functions.ints([0] * (count * SIZE))
        done = 0
        while done < count:
            fresh = not self._left
            if fresh:
                self._begin(next(self._worlds))
                self._left = RESTART if self._late else 1
            part = min(count - done, 1 if fresh else self._left)
            self._draw(states, done, part, self._steps(fresh))
            done += part
            self._left -= part
        return states

    def _steps(self, fresh: bool) -> int:
        return (BURN_IN if fresh else BETWEEN) if self._late else 0

    def _draw(self, states: Any, done: int, count: int, steps: int) -> None:
        some = self._functions.ints([0] * (count * SIZE))
        self._functions.draw_states(
            self._template, some, count, steps, self._slots, self._owners, self._piles, self._spans, self._records,
            self._regrets, self._chance, self._logs, self._work, self._tables,
        )  # fmt: skip
        states[done * SIZE : (done + count) * SIZE] = some

    def _begin(self, world: World) -> None:
        """The world's hidden cards in a row, and where they lie."""
        row = _Row(self._table.turned.bits, self._trump_shown, self._memory, world)
        spans, records = row.spans, list[list[int]]()
        for seat, past in enumerate(self._past):
            spans[seat * 5 + 3], spans[seat * 5 + 4] = len(records), len(past)
            records += [row.filled(record) for record in past]
        ints = self._functions.ints
        self._template = ints(self._table.state(world))
        self._slots, self._owners, self._piles = ints(row.slots), ints(row.owners), ints(row.piles)
        self._spans, self._regrets = ints(spans), ints([0] * 5)
        self._records = ints([number for record in records for number in record] or [0])
        self._functions.begin_chain(
            self._tables, self._slots, self._spans, self._records, self._regrets, self._chance
        )


class _Row:
    """The hidden cards of one world in a row."""

    def __init__(self, bits: Sequence[int], frozen: int, memory: GoatMemory, world: World) -> None:
        self._bits, self._frozen, self._memory = bits, frozen, memory
        self.slots: list[int] = []
        self.owners: list[int] = []
        self.piles: list[int] = []
        self.spans = [0] * SPANS
        self.passings: list[tuple[int, int, int]] = []
        """Of each passing: its known cards as a mask, where its hidden ones begin, and how many they are."""
        self._hands(world)
        self._stock(world)
        self._passes(world)
        self.spans[22], self.spans[23] = memory.points(0), memory.points(1)

    def _put(self, cards: Sequence[int], owner: int, pile: int = NO_PILE) -> int:
        start = len(self.slots)
        for card in cards:
            self.slots.append(self._bits[card])
            self.owners.append(FROZEN if card == self._frozen else owner)
            self.piles.append(pile)
        return start

    def _mask(self, cards: Sequence[int]) -> int:
        return sum(self._bits[card] for card in cards)

    def _hands(self, world: World) -> None:
        for seat, hand in enumerate(world.hands):
            known = self._memory.in_hand[seat]
            hidden = [] if seat == self._memory.seat else hand[len(known) :]
            self.spans[seat * 5 : seat * 5 + 3] = [self._mask(known), self._put(hidden, seat), len(hidden)]

    def _stock(self, world: World) -> None:
        self.spans[20:22] = [self._put(world.stock, FREE), len(world.stock)]

    def _passes(self, world: World) -> None:
        taken = [0, 0]
        for passing in self._memory.passings:
            size = passing.size - len(passing.known)
            if passing.pile is None:
                cards = world.laid[passing.seat][len(passing.known) :]
                start = self._put(cards, passing.seat)
                self.spans[24 + passing.seat * 2 : 26 + passing.seat * 2] = [start, size]
                self.spans[32 + passing.seat] = self._mask(passing.known)
            else:
                first = taken[passing.pile]
                cards = world.buried[passing.pile][first : first + size]
                taken[passing.pile] += size
                start = self._put(cards, passing.seat, passing.pile)
            self.passings.append((self._mask(passing.known), start, len(cards)))
        for pile in (0, 1):
            self._put(world.buried[pile][taken[pile] :], FREE, pile)

    def filled(self, record: list[int]) -> list[int]:
        """The record with the places of its hidden cards."""
        number = record[3]
        if number < 0:
            return record
        known, start, count = self.passings[number]
        return [*record[:2], record[2] | known, start, count, *record[5:]]
