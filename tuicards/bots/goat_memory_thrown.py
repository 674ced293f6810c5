"""Goat: what players throw away face down, as far as it was learned from play."""

from bisect import bisect
from collections.abc import Sequence
from itertools import accumulate
from random import Random

from tuicards.bots.goat_memory import GoatMemory, Passing
from tuicards.bots.goat_memory_duties import PASSED, WHOLE, Place

WEIGHTS: tuple[tuple[float, ...], ...] = (
    (0.8, 0.7, 0.8, 0.5, 1.1, 1.2, 1.6, 1.9, 2.5, 0.1, 0.2, 0.2, 0.1, 0.1, 0.1, 0.1, 0.1, 0.1),
    (1.4, 1.4, 1.3, 1.2, 1.3, 1.2, 1.1, 0.8, 0.6, 0.7, 0.7, 0.4, 0.5, 0.4, 0.2, 0.2, 0.1, 0.1),
    (1.8, 2.3, 2.1, 1.2, 0.8, 1.1, 0.5, 0.2, 0.1, 0.5, 0.8, 0.7, 0.5, 0.2, 0.2, 0.1, 0.1, 0.1),
    (1.5, 1.4, 1.4, 1.6, 1.1, 1.2, 1.0, 0.4, 0.3, 0.8, 0.7, 0.7, 0.8, 0.7, 0.3, 0.2, 0.2, 0.1),
    (2.0, 1.6, 1.8, 1.1, 1.0, 1.0, 1.1, 0.5, 0.8, 0.2, 0.1, 0.2, 0.1, 0.2, 0.1, 0.1, 0.1, 0.1),
    (1.1, 1.0, 1.0, 0.9, 1.3, 1.2, 1.4, 1.1, 1.2, 0.8, 0.7, 0.5, 0.5, 0.5, 0.6, 0.2, 0.1, 0.1),
    (0.6, 0.4, 0.7, 0.4, 0.8, 1.1, 1.0, 2.1, 2.9, 0.8, 0.8, 1.0, 0.4, 1.1, 0.3, 0.3, 0.2, 0.3),
    (0.8, 0.8, 0.8, 0.5, 1.2, 1.4, 1.6, 1.9, 1.8, 0.6, 0.5, 0.4, 0.2, 0.4, 0.1, 0.1, 0.1, 0.1),
)  # fmt: skip
"""How likely a card is thrown, against all hidden ones: nine ranks of a plain suit, then nine of trumps.

One row for each kind of pass, see `kind_of`; from 900 deals between normal bots.
"""

RETRIES = 8
"""Draws of a card that is taken already, before one looks at those that are left."""


def kind_of(passing: Passing) -> int:
    """The row of `WEIGHTS`: whether it fell to its own team as things lay, was the last set, was of several cards."""
    return 4 * passing.ours + 2 * (passing.place == 3) + (passing.size > 1)


class Thrown:
    """Orders of the hidden cards in which each pass holds what players throw; all others come by chance alone."""

    def __init__(
        self, memory: GoatMemory, places: Sequence[Place], pool: Sequence[int], trump: int, indicator: int | None
    ) -> None:
        self._places, self._pool = places, pool
        self._indicator = indicator
        self._sums = [
            _sums(WEIGHTS[kind_of(memory.passings[place.passing])], pool, trump, indicator, place.weight)
            if place.passing != PASSED
            else []
            for place in places
        ]
        self._elsewhere = [place.weight * place.size * (place.passing == PASSED) for place in places]

    def order(self, random: Random) -> list[int]:
        """The hidden cards, place after place."""
        taken: set[int] = set()
        parts = [
            self._throw(place.size, sums, taken, random) for place, sums in zip(self._places, self._sums, strict=True)
        ]
        keyed = [(random.random(), card) for card in self._pool if card not in taken]
        keyed.sort()
        rest = [card for _, card in keyed]
        apart = self._indicator is not None and self._indicator not in taken and any(self._elsewhere)
        home = random.choices(range(len(parts)), self._elsewhere)[0] if apart else -1
        if apart:
            rest.remove(self._indicator)  # type: ignore[arg-type]
        cards: list[int] = []
        for number, (place, part) in enumerate(zip(self._places, parts, strict=True)):
            while len(part) < place.size - (number == home):
                part.append(rest.pop())
            if number == home:
                part.insert(int(random.random() * place.size), self._indicator)  # type: ignore[arg-type]
            cards += part
        return cards

    def _throw(self, count: int, sums: list[float], taken: set[int], random: Random) -> list[int]:
        """So many cards that nobody has yet, by their weights; none where they are not weighed."""
        found: list[int] = []
        tries = RETRIES * count
        while sums and len(found) < count and tries and sums[-1] > 0:
            card = self._pool[min(bisect(sums, random.random() * sums[-1]), len(sums) - 1)]
            tries -= 1
            if card not in taken:
                taken.add(card)
                found.append(card)
        return found


def _sums(
    weights: tuple[float, ...], pool: Sequence[int], trump: int, indicator: int | None, weight: int
) -> list[float]:
    """The running sums of the cards' weights."""
    by_card = [weights[card % 9 + 9 * (card // 9 == trump)] for card in pool]
    if indicator in pool:
        by_card[pool.index(indicator)] *= weight / WHOLE
    return list(accumulate(by_card))
