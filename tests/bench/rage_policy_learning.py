"""Learns the two styles of Rage's policy for one table: first to play as somebody does, then to do better.

Compiled where the extra `fast` is installed; without it all is the same, only much slower.
"""

import time
from collections.abc import Mapping, Sequence
from importlib import import_module
from typing import Any, NamedTuple, TypeAlias

from tests.bench.rage_policy_cards import MOST, SLOTS
from tests.bench.rage_policy_rows import Sample
from tuicards.bots.compiled import functions_of
from tuicards.bots.rage_bids import card_values
from tuicards.bots.rage_memory import IDS
from tuicards.bots.rage_sim_deal import DEALS, FACTS, HOLDS, KNOWN, KNOWN_SLOTS, OTHERS, POOL, STATE, TURNS, WHO
from tuicards.bots.rage_sim_layout import SIZE, WEIGHTS
from tuicards.bots.rage_sim_policy import STYLE_SIZE
from tuicards.bots.rage_sim_setup import rules_of
from tuicards.bots.rage_sim_tables import tables
from tuicards.bots.rage_sim_weights import weights_of
from tuicards.games.rage import DECKS, Options

MODULES = (
    "tuicards.bots.rage_sim_policy",
    "tuicards.bots.rage_sim",
    "tuicards.bots.rage_sim_deal",
    "tuicards.bots.rage_sim_search",
    "tests.bench.rage_policy_cards",
    "tests.bench.rage_policy_steps",
)

Floats: TypeAlias = Any
"""A style's weights and one more, which is 0; compiled an array, else a list."""

SHARES = {10: 2, 9: 2, 8: 2, 7: 2, 6: 2, 5: 2, 4: 2, 3: 1, 2: 1}
"""By hand size: its share of the rounds that are played, in sixteenths. One card decides nothing."""

PILE_CARDS = 8
"""Number cards that may be turned in a round."""

BATCH = 250
"""Rounds to a sixteenth, for one step."""

BOLDER = 0.7
"""The style that learns by playing begins with the other's weights, times this: it tries more."""


class Likeness(NamedTuple):
    """How a style agrees with cards that were played: the mean logarithm of their chances, and the share it hits.

    Of the `cards` that come into question for it, beside others.
    """

    logarithm: float
    hits: float
    cards: int


class Yield(NamedTuple):
    """What a round brings a seat: its points less 30 % of the others' average; and how often it meets its bid."""

    points: float
    met: float


class School:
    """Learns for a table of so many seats; pure, it needs neither numba nor numpy."""

    def __init__(self, seats: int, pure: bool = False) -> None:
        self.seats, self.run = seats, functions_of(*MODULES, pure=pure)
        ints = self.run.ints
        self._ranks = tuple(map(ints, tables()))
        self._deck = ints(IDS[card] for card in DECKS["fundex110"])
        self._work = tuple(ints([0] * SIZE) for _ in range(5))
        self._cards, self._odds = ints([0] * (64 * MOST * SLOTS)), self.floats([0.0] * (64 * MOST))
        self._picks = ints([0] * 128)

    def floats(self, values: Sequence[float]) -> Floats:
        """The values as the functions take them; it copies."""
        return import_module("numpy").array(values, float) if self.run.quick else list(values)

    def in_place(self, style: int) -> Floats:
        """The style as the bots play it."""
        weights = weights_of(self.seats)[style * STYLE_SIZE :][:STYLE_SIZE]
        return self.floats([*(weight / 100 for weight in weights), 0.0])

    def likeness(self, weights: Floats, samples: Mapping[int, Sample]) -> Likeness:
        """How a style agrees with the samples."""
        return self._compare(weights, self._arrays(samples))[0]

    def imitation(self, samples: Mapping[int, Sample], passes: int = 150) -> Floats:
        """The style under which the cards in the samples are the likeliest, after so many passes."""
        weights, first, second = (self._zeros() for _ in range(3))
        arrays = self._arrays(samples)
        for step in range(1, passes + 1):
            likeness, slopes = self._compare(weights, arrays)
            length = 0.15 if step < 0.7 * passes else 0.045
            self.run.climb(weights, slopes, first, second, step, length, 0.99, likeness.cards / 10_000)
        return weights

    def improvement(self, other: Floats, seconds: float, batch: int = BATCH) -> Floats:
        """The style that so many seconds of play against others of the style `other` lead to.

        Up the slopes of the points that it brings (policy gradient), by steps that get shorter. At least one step,
        which does not count: it may compile.
        """
        weights, first, second = self.floats([BOLDER * weight for weight in other]), self._zeros(), self._zeros()
        began, step, gone = 0.0, 0, 0.0
        while gone < 1:
            step += 1
            slopes = self.slopes(other, weights, batch, step)
            length = 0.06 * max(0.15, 1 - gone)
            self.run.climb(weights, slopes, first, second, step, length, 0.995, 0.0)
            began = began or time.monotonic()
            gone = (time.monotonic() - began) / seconds if seconds else 1.0
        return weights

    def slopes(self, other: Floats, mine: Floats, batch: int, seed: int) -> Floats:
        """Which weights to raise for more points, by how so many rounds to a sixteenth went; each seed deals anew."""
        slopes = self._zeros()
        self._play(other, mine, slopes, batch, seed, learns=1)
        return slopes

    def proceeds(self, other: Floats, mine: Floats, batch: int) -> Yield:
        """What a seat brings that always plays the likeliest card, in deals that nothing was learned from."""
        sums = self._play(other, mine, self._zeros(), batch, 0, learns=0)
        return Yield(sums[0] / sums[2], sums[1] / sums[2])

    def _zeros(self) -> Floats:
        return self.floats([0.0] * (STYLE_SIZE + 1))

    def _rules(self, hand_size: int) -> Any:
        return self.run.ints(rules_of(Options(), self.seats, hand_size)[:WEIGHTS])

    def _arrays(self, samples: Mapping[int, Sample]) -> list[tuple[Any, Any, Any]]:
        ints = self.run.ints
        return [(ints(part.states), ints(part.moves), self._rules(size)) for size, part in samples.items()]

    def _compare(self, weights: Floats, arrays: Sequence[tuple[Any, Any, Any]]) -> tuple[Likeness, Floats]:
        """The likeness, and the slopes of its logarithm."""
        slopes, sums = self._zeros(), self.floats([0.0] * 3)
        for states, moves, rules in arrays:
            scratch = self._work[0], self._cards, self._odds
            self.run.imitate(states, moves, rules, *self._ranks, weights, slopes, *scratch, sums)
        cards = max(1, int(sums[2]))
        return Likeness(float(sums[0]) / cards, float(sums[1]) / cards, int(sums[2])), slopes

    def _play(self, other: Floats, mine: Floats, slopes: Floats, batch: int, seed: int, learns: int) -> Floats:
        """Play so many rounds to a sixteenth; points, bids met, rounds. Each seed has deals of its own."""
        sums, luck = self.floats([0.0] * 3), self.run.ints([7919 * seed + 1])
        for size, share in SHARES.items():
            self.run.play_rounds(
                batch * share, self._rules(size), self._facts(size, seed), self._deck, self._values(size),
                *self._ranks, other, mine, slopes, luck, learns, *self._work, self._cards, self._odds, self._picks,
                sums,
            )  # fmt: skip
        return sums

    def _facts(self, hand_size: int, seed: int) -> Any:
        """What the dealer goes by: nobody has shown anything, and every hand is to be dealt."""
        facts = [0] * FACTS
        facts[OTHERS], facts[DEALS], facts[TURNS], facts[POOL] = self.seats, 1, PILE_CARDS, len(self._deck) - 1
        facts[STATE] = (seed * 1_000_003 + hand_size * 104_729) % 2**31
        for seat in range(self.seats):
            at = KNOWN + seat * KNOWN_SLOTS
            facts[at + WHO], facts[at + HOLDS] = seat, hand_size
        return self.run.ints(facts)

    def _values(self, hand_size: int) -> Any:
        """What cards are worth in a bid, in thousandths of a trick, by trump."""
        values = [card_values(self.seats, hand_size, trump) for trump in range(6)]
        return self.run.ints(round(1000 * value) for by_card in values for value in by_card)
