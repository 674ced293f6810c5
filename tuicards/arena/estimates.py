"""Figures with their 95 % intervals, over units: the parties of one deal are no independent trials, deals are."""

from collections.abc import Sequence

import msgspec

Pairs = Sequence[tuple[float, float]]
"""For each unit a sum and how many things it is a sum of. What is estimated is the whole sum by the whole number."""

NORMAL = 1.959964


class Estimate(msgspec.Struct, frozen=True):
    """A figure, and where it lies with 95 % confidence; the bounds are None where there is too little to say."""

    value: float
    low: float | None = None
    high: float | None = None

    @property
    def width(self) -> float:
        return float("inf") if self.low is None or self.high is None else self.high - self.low


def mean(pairs: Pairs) -> Estimate:
    """A mean; the interval after Student, with the error of a ratio of sums."""
    value, error = _ratio(pairs)
    if error is None:
        return Estimate(round(value, 4))
    half = _student(len(pairs) - 1) * error
    return Estimate(*(round(bound, 4) for bound in (value, value - half, value + half)))


def share(pairs: Pairs) -> Estimate:
    """A share, 0 to 1; the interval after Wilson, for as many trials as the spread over the units is worth."""
    value, error = _ratio(pairs)
    free = len(pairs) - 1
    trials = value * (1 - value) / error**2 if error else len(pairs)
    low, high = _wilson(value, trials, _student(free) if error else NORMAL)
    return Estimate(round(value, 4), round(low, 4), round(high, 4))


def _ratio(pairs: Pairs) -> tuple[float, float | None]:
    """The ratio of the sums, and its standard error; None for a single unit."""
    whole = sum(weight for _, weight in pairs)
    value = sum(total for total, _ in pairs) / whole
    units = len(pairs)
    if units < 2:
        return value, None
    spread = sum((total - value * weight) ** 2 for total, weight in pairs)
    return value, (spread * units / (units - 1)) ** 0.5 / whole


def _wilson(value: float, trials: float, z: float) -> tuple[float, float]:
    middle = value + z * z / (2 * trials)
    half = z * (max(0.0, value * (1 - value)) / trials + z * z / (4 * trials * trials)) ** 0.5
    scale = 1 + z * z / trials
    return max(0.0, min(value, (middle - half) / scale)), min(1.0, max(value, (middle + half) / scale))


def _student(free: int) -> float:
    """The 97.5 % point of Student's distribution, by its expansion; for one degree of freedom as it is."""
    if free == 1:
        return 12.706
    z = NORMAL
    first = (z**3 + z) / 4
    second = (5 * z**5 + 16 * z**3 + 3 * z) / 96
    third = (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384
    return float(z + first / free + second / free**2 + third / free**3)
