"""Elo ratings from who came before whom: a logistic fit over all pairs of bots, with intervals over units."""

import math
from collections.abc import Mapping, Sequence

from tuicards.arena.estimates import NORMAL, Estimate

Pair = tuple[int, int]
Met = Mapping[Pair, tuple[float, float]]
"""Of one unit: for each pair of bots, the lower number first, the score of the first (1 a win, a half a draw), and
out of how many."""

SCALE = 400 / math.log(10)
MIDDLE = 1000
PRIOR = 1.0
"""So many drawn results are added to each pair that has met, so that a bot that never lost has a rating too."""


def ratings(units: Sequence[Met], bots: int, anchor: int) -> list[Estimate | None]:
    """Each bot's rating; that of the `anchor` is MIDDLE. None for a bot that has met nobody.

    The error is that over units, or that of independent results where it is larger (few or one-sided results).
    """
    met = _total(units)
    known = sorted({bot for pair in met for bot in pair})
    if anchor not in known:
        anchor = known[0] if known else anchor
    strength = _fitted(met, known)
    errors = _errors(units, met, strength, [bot for bot in known if bot != anchor])
    found: list[Estimate | None] = [None] * bots
    for bot in known:
        value = MIDDLE + SCALE * (strength[bot] - strength[anchor])
        half = NORMAL * SCALE * errors.get(bot, 0.0)
        found[bot] = Estimate(*(round(bound, 1) for bound in (value, value - half, value + half)))
    return found


def _total(units: Sequence[Met]) -> dict[Pair, tuple[float, float]]:
    total = {pair: (PRIOR / 2, PRIOR) for unit in units for pair in unit}
    for unit in units:
        for pair, (score, count) in unit.items():
            total[pair] = (total[pair][0] + score, total[pair][1] + count)
    return dict(sorted(total.items()))


def _fitted(met: Met, known: Sequence[int]) -> dict[int, float]:
    """Natural strengths under which each bot's expected score is what it has, by Newton's way one bot at a time."""
    strength = dict.fromkeys(known, 0.0)
    for _ in range(500):
        worst = 0.0
        for bot in known:
            slope, curve = _slope(met, strength, bot)
            step = max(-1.0, min(1.0, slope / curve))
            strength[bot] += step
            worst = max(worst, abs(step))
        if worst < 1e-9:
            break
    return strength


def _expected(strength: Mapping[int, float], pair: Pair) -> float:
    return 1 / (1 + math.exp(strength[pair[1]] - strength[pair[0]]))


def _slope(met: Met, strength: Mapping[int, float], bot: int) -> tuple[float, float]:
    slope = curve = 0.0
    for pair, (score, count) in met.items():
        if bot in pair:
            expected = _expected(strength, pair)
            slope += (score - count * expected) * (1 if bot == pair[0] else -1)
            curve += count * expected * (1 - expected)
    return slope, curve


def _errors(units: Sequence[Met], met: Met, strength: Mapping[int, float], free: Sequence[int]) -> dict[int, float]:
    """The standard error of each free bot's strength against the anchor's."""
    inverse = _inverse([[_curve(met, strength, one, other) for other in free] for one in free])
    spread = [[0.0] * len(free) for _ in free]
    for unit in units:
        slopes = [_slope(unit, strength, bot)[0] for bot in free]
        for row, one in enumerate(slopes):
            for column, other in enumerate(slopes):
                spread[row][column] += one * other
    over_units = _times(_times(inverse, spread), inverse)
    return {bot: max(over_units[at][at], inverse[at][at], 0.0) ** 0.5 for at, bot in enumerate(free)}


def _curve(met: Met, strength: Mapping[int, float], one: int, other: int) -> float:
    if one == other:
        return _slope(met, strength, one)[1]
    pair = (min(one, other), max(one, other))
    if pair not in met:
        return 0.0
    expected = _expected(strength, pair)
    return -met[pair][1] * expected * (1 - expected)


Matrix = list[list[float]]


def _times(left: Matrix, right: Matrix) -> Matrix:
    columns = list(zip(*right, strict=True))
    return [[sum(a * b for a, b in zip(row, column, strict=True)) for column in columns] for row in left]


def _inverse(matrix: Matrix) -> Matrix:
    """By Gauss and Jordan; a row that says nothing is left out (its error is told as 0)."""
    size = len(matrix)
    rows = [[*row, *(float(at == other) for other in range(size))] for at, row in enumerate(matrix)]
    for at in range(size):
        pivot = max(range(at, size), key=lambda row: abs(rows[row][at]))
        rows[at], rows[pivot] = rows[pivot], rows[at]
        if abs(rows[at][at]) < 1e-12:
            continue
        rows[at] = [value / rows[at][at] for value in rows[at]]
        for row in range(size):
            if row != at:
                factor = rows[row][at]
                rows[row] = [value - factor * base for value, base in zip(rows[row], rows[at], strict=True)]
    return [row[size:] for row in rows]
