"""Dice: the same cards from the same seed, for ever, and every order equally likely."""

import hashlib
from collections import Counter
from itertools import permutations

import pytest

from tuicards.games.cards import Dice


def test_the_stream_is_the_documented_one() -> None:
    """The first word is the first four bytes of SHA-256(seed || deal || part || 0), taken modulo the bound."""
    block = hashlib.sha256(b"seed" + bytes([0, 0, 0, 3]) + bytes([0, 0, 0, 1]) + bytes(8)).digest()

    assert Dice(b"seed", 3, 1).below(1000) == int.from_bytes(block[:4]) % 1000


def test_a_shuffle_never_changes() -> None:
    """A shuffle pinned by value: another version of Python or of this file deals the same cards."""
    assert Dice(b"tuicards", 1).shuffled("ABCDEFGH") == tuple("HEDABCGF")


@pytest.mark.parametrize("other", [Dice(b"other", 1), Dice(b"seed", 2), Dice(b"seed", 1, 1)])
def test_seed_deal_and_part_each_change_the_order(other: Dice) -> None:
    """Different seeds, deals and parts are different streams."""
    assert Dice(b"seed", 1).shuffled(range(36)) != other.shuffled(range(36))


def test_every_order_is_equally_likely() -> None:
    """Chi-square over the 24 orders of four cards stays below the 0.1 % mark of 23 degrees of freedom."""
    deals = 4800
    seen = Counter(Dice(b"fair", deal).shuffled("ABCD") for deal in range(deals))
    expected = deals / 24

    assert set(seen) == set(permutations("ABCD"))
    assert sum((count - expected) ** 2 / expected for count in seen.values()) < 49.7


@pytest.mark.parametrize("bound", [0, -1, 2**32 + 1])
def test_a_bound_that_the_words_cannot_serve_is_refused(bound: int) -> None:
    """Below needs a bound from 1 to 2**32."""
    with pytest.raises(ValueError, match="bound"):
        Dice(b"", 0).below(bound)


def test_words_above_the_largest_multiple_are_thrown_away() -> None:
    """With a bound just over half of all words, about every second word is rejected, and none comes out too large."""
    bound = 2**31 + 1
    dice = Dice(b"reject", 0)

    assert all(dice.below(bound) < bound for _ in range(200))
