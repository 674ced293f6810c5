"""Goat with the duty to beat: hidden cards ordered so that nobody passed who could have beaten (`must_beat`, G22)."""

from collections.abc import Sequence
from random import Random
from typing import NamedTuple

from tuicards.bots.goat_memory import GoatMemory, Unbeaten
from tuicards.games.goat import DECK, SUITS, VALUES

TRIES = 4000
"""Exchanges after which one stops looking for an order without a fault, and takes what one has."""

PASSED = -1
WHOLE = 2520
"""Parts of a chance; divisible by every number of cards that a hand may have had."""


class Place(NamedTuple):
    """Hidden cards that lie together: `kind` is hand, stock, laid or pile."""

    kind: str
    owner: int
    """Seat, or the pile's team; -1 for the stock."""
    size: int
    weight: int
    """How likely the indicator is any one of the cards, in parts of 2520; 0 where it cannot be (G12, G13)."""
    passing: int = PASSED
    """Which of the memory's passings it is; -1: none."""


class _Duty(NamedTuple):
    """The cards at these positions, with those known, do not beat the bars: values, downwards."""

    positions: tuple[int, ...]
    known: tuple[int, ...]
    bars: tuple[int, ...]
    values: tuple[int, ...]


class Duties:
    """What passes have shown, by position in the order of the hidden cards."""

    def __init__(self, memory: GoatMemory, places: Sequence[Place], trump: str) -> None:
        notes = (_duty(memory, places, trump, note) for note in memory.unbeaten if note.target)
        self._duties = [duty for duty in notes if duty.positions]
        size = sum(place.size for place in places)
        self._at = [tuple(duty for duty in self._duties if here in duty.positions) for here in range(size)]
        self._weights = [place.weight for place in places for _ in range(place.size)]

    def settle(self, order: list[int], random: Random) -> list[int]:
        """An order without a fault, from this one by exchanges that make it no worse."""
        for _ in range(TRIES):
            faults = [duty for duty in self._duties if _fault(duty, order)]
            if not faults:
                break
            one = random.choice(random.choice(faults).positions)
            other = random.randrange(len(order))
            if self._exchanged(order, one, other) <= self._faults(order, one, other):
                order[one], order[other] = order[other], order[one]
        return order

    def stroll(self, order: list[int], random: Random, indicator: int | None) -> None:
        """Some exchanges, so that in the long run each order is as likely as it should be."""
        size, weights = len(order), self._weights
        for _ in range(size):
            one, other = int(random.random() * size), int(random.random() * size)
            here, there = order[one], order[other]
            if (here == indicator and weights[other] < weights[one] * random.random()) or (
                there == indicator and weights[one] < weights[other] * random.random()
            ):
                continue
            order[one], order[other] = there, here
            if any(_fault(duty, order) for duty in self._at[one]) or any(
                _fault(duty, order) for duty in self._at[other]
            ):
                order[one], order[other] = here, there

    def _faults(self, order: list[int], one: int, other: int) -> int:
        return sum(_fault(duty, order) for duty in {*self._at[one], *self._at[other]})

    def _exchanged(self, order: list[int], one: int, other: int) -> int:
        """Faults there after the exchange; the order stays as it is."""
        order[one], order[other] = order[other], order[one]
        faults = self._faults(order, one, other)
        order[one], order[other] = order[other], order[one]
        return faults


def _fault(duty: _Duty, order: Sequence[int]) -> bool:
    """Whether the cards could have beaten: the best of them, place by place (section 3.2 of the rules)."""
    values, bars = duty.values, duty.bars
    if len(bars) == 1:
        return any(values[order[here]] > bars[0] for here in duty.positions)
    mine = sorted([values[card] for card in (*duty.known, *[order[here] for here in duty.positions])], reverse=True)
    return len(mine) >= len(bars) and all(one > bar for one, bar in zip(mine, bars, strict=False))


def _duty(memory: GoatMemory, places: Sequence[Place], trump: str, note: Unbeaten) -> _Duty:
    positions: list[int] = []
    start = 0
    for place in places:
        held = place.kind == "hand" and note.holds and place.owner == note.seat
        if held or place.passing in note.passings:
            positions += range(start, start + place.size)
        start += place.size
    known = set(note.known).union(*(memory.passings[one].known for one in note.passings))
    if note.holds:
        known |= set(memory.in_hand[note.seat])
    values = card_values(note.target, trump)
    bars = tuple(sorted((values[card] for card in note.target), reverse=True))
    return _Duty(tuple(positions), tuple(sorted(known)), bars, values)


def card_values(target: Sequence[int], trump: str) -> tuple[int, ...]:
    """The value of every card against these face-up cards of one attempt (section 3.2 of the rules)."""
    led = next((SUITS[card // 9] for card in target if SUITS[card // 9] != trump), trump)
    by_card = VALUES[trump][led]
    return tuple(by_card[card] for card in DECK)
