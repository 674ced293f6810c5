"""Dice: the only source of chance in the games.

The stream is fixed by this page, so that another program in another language can deal the same cards.
Block number c of a stream is SHA-256(seed || deal || part || c), where deal and part are 4 bytes and
c is 8 bytes, all big-endian. Each block gives eight 32-bit big-endian words. A number below n is a
word w, taken modulo n, where words at or above the largest multiple of n are thrown away. A shuffle
is Fisher-Yates from the last place down: place i changes with the place below(i + 1).
"""

import hashlib
import struct
from collections.abc import Iterator, Sequence
from itertools import chain, count
from typing import TypeVar

Item = TypeVar("Item")

WORDS = 2**32
BLOCK = struct.Struct(">8I")


class Dice:
    """A stream of uniform random numbers that a seed fixes for ever.

    `deal` counts the deals of a party; `part` tells streams of one deal apart (a second shuffle).
    """

    def __init__(self, seed: bytes, deal: int, part: int = 0) -> None:
        self._prefix = seed + deal.to_bytes(4) + part.to_bytes(4)
        self._words: Iterator[int] = chain.from_iterable(map(self._block, count()))

    def _block(self, number: int) -> tuple[int, ...]:
        words: tuple[int, ...] = BLOCK.unpack(hashlib.sha256(self._prefix + number.to_bytes(8)).digest())
        return words

    def below(self, bound: int) -> int:
        """A whole number from 0 to `bound` - 1, all equally likely. Raises ValueError if bound < 1."""
        if not 1 <= bound <= WORDS:
            raise ValueError(f"bound must be from 1 to 2**32, not {bound}")
        word = next(self._words)
        while word >= WORDS - WORDS % bound:
            word = next(self._words)
        return word % bound

    def shuffled(self, items: Sequence[Item]) -> tuple[Item, ...]:
        """The items in an order in which every permutation is equally likely."""
        mixed, words = list(items), self._words
        always_good = WORDS - len(mixed)
        # Draws as below() does, without a call for each: shuffles dominate quick play-outs.
        for last, word in zip(range(len(mixed) - 1, 0, -1), words, strict=False):
            while word >= always_good and word >= WORDS - WORDS % (last + 1):
                word = next(words)
            other = word % (last + 1)
            mixed[last], mixed[other] = mixed[other], mixed[last]
        return tuple(mixed)
