"""Tables by masks of 16 bits, the number cards of one colour in a hand, for the simulators."""

from functools import lru_cache


@lru_cache(maxsize=1)
def tables() -> tuple[list[int], list[int]]:
    """The highest number in a mask, -1 in an empty one; and how many numbers it holds."""
    high, count = [-1], [0]
    for rank in range(16):
        high += [rank] * (1 << rank)
        count += [more + 1 for more in count]
    return high, count
