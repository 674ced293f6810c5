"""Learns the bid estimates of Rage: `python -m tests.bench.rage_bids [ROUNDS] [STEPS]` prints their table.

What it prints takes the place of the tables in `tuicards/bots/rage_bids_table.py`; repeat until they stay. Both
tables are fitted by steps down the gradient over all sizes of hand and table at once: the promise to whether bids
were met, the habit to bids that were made.
"""

import sys
from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Any, NamedTuple, TypeAlias

import numpy

from tests.bench.rage_bid_rounds import Row, habits, rounds
from tuicards.bots.rage_bids_table import HABIT, PROMISE
from tuicards.bots.rage_memory import WILD

Array: TypeAlias = Any

SIZES = [(seats, cards) for seats in (2, 3, 4, 6, 8) for cards in (1, 2, 3, 5, 7, 10)]
RANKS = numpy.arange(16.0)
SUM_NAMES = ("start", "ruff", "lead", "last", "early")
FAR = {"t_centre": 5.0, "p_centre": 5.0}
"""Quantities that go by numbers of cards take longer steps than those that go by tricks."""

MISS = ("miss", "miss_m", "miss_b")


class Data(NamedTuple):
    """Hands of one size as counts of 16 trumps, 16 other numbers and the first three special cards."""

    terms: Array
    cards: Array
    context: Array
    bids: Array
    taken: Array


def data_of(seats: int, hand_size: int, rows: Sequence[Row]) -> Data:
    """The rows as arrays; `context` has the columns of `SUM_NAMES`."""
    cards, context = numpy.zeros((len(rows), 35)), numpy.zeros((len(rows), len(SUM_NAMES)))
    for at, row in enumerate(rows):
        for card in row.hand:
            if card < WILD:
                cards[at, (card & 15) + 16 * (card >> 4 != row.trump)] += 1
            elif card < WILD + 3:
                cards[at, 32 + card - WILD] += 1
        held = {card >> 4 for card in row.hand}
        voids = sum(colour not in held for colour in range(6) if colour != row.trump)
        trumps = min(3, sum(card >> 4 == row.trump for card in row.hand))
        early = row.earlier - row.place * hand_size / seats
        context[at] = 1, voids * trumps / 3, row.place == 0, row.place == seats - 1, early
    more, longer = numpy.log(seats / 4), numpy.log(hand_size / 5)
    terms = numpy.array([1, more, longer, more * longer, longer * longer])
    bids, taken = (numpy.array(values, float) for values in ([row.bid for row in rows], [row.taken for row in rows]))
    return Data(terms, cards, context, bids, taken)


def logistic(value: Array) -> Array:
    return 1 / (1 + numpy.exp(-numpy.clip(value, -50, 50)))


def strength(at: Mapping[str, float], data: Data) -> tuple[Array, Callable[[Array], dict[str, float]]]:
    """What the hands are good for, and what turns a slope in it into slopes in its coefficients."""
    trumps, others = ((RANKS - at[f"{kind}_centre"]) / at[f"{kind}_width"] for kind in "tp")
    high, side = logistic(trumps), logistic(others)
    specials = [at["wild"], at["change"], at["out"]]
    values = numpy.concatenate([at["t_base"] + at["t_height"] * high, at["p_height"] * side, specials])
    sums = numpy.array([at[name] for name in SUM_NAMES])

    def slopes(slope: Array) -> dict[str, float]:
        by_card, by_sum = slope @ data.cards, slope @ data.context
        found = dict(zip(("wild", "change", "out"), by_card[32:], strict=True))
        found |= dict(zip(SUM_NAMES, by_sum, strict=True)) | {"t_base": by_card[:16].sum()}
        for kind, part, curve, place in (("t", by_card[:16], high, trumps), ("p", by_card[16:32], side, others)):
            steep = part * at[f"{kind}_height"] * curve * (1 - curve) / at[f"{kind}_width"]
            found |= {f"{kind}_height": (part * curve).sum(), f"{kind}_centre": -steep.sum()}
            found[f"{kind}_width"] = -(steep * place).sum()
        return found

    return data.cards @ values + data.context @ sums, slopes


def promise_slopes(at: Mapping[str, float], data: Data) -> dict[str, float]:
    """Slopes of the surprise at which bids were met."""
    worth, slopes = strength(at, data)
    share, none = data.bids / max(1.0, data.cards.sum(1).max()), data.bids == 0
    top, wide, off = logistic(at["top"] + at["top_b"] * share), abs(at["width"]) + 0.05, data.bids - worth
    chance = numpy.where(
        none, logistic(at["zero"] - at["zero_m"] * worth), top * numpy.exp(-off * off / (2 * wide * wide))
    )
    sure = numpy.clip(chance, 1e-4, 1 - 1e-4)
    slope = numpy.where(data.bids == data.taken, -1 / sure, 1 / (1 - sure))
    of_none, of_some = none * slope * chance * (1 - chance), ~none * slope * chance
    found = slopes(of_some * off / wide**2 - of_none * at["zero_m"])
    found |= {"zero": of_none.sum(), "zero_m": -(of_none * worth).sum()}
    found |= {"top": (of_some * (1 - top)).sum(), "top_b": (of_some * (1 - top) * share).sum()}
    return found | {"width": (of_some * off * off).sum() / wide**3 * numpy.sign(at["width"])}


def habit_slopes(at: Mapping[str, float], data: Data) -> dict[str, float]:
    """Slopes of the squared distance of bids from the sum of the cards; places and voids do not count."""
    full = dict.fromkeys(SUM_NAMES, 0.0) | dict(at)
    worth, slopes = strength(full, data)
    return {name: slope for name, slope in slopes(2 * (worth - data.bids)).items() if name in at}


Slopes: TypeAlias = Callable[[Mapping[str, float], Data], dict[str, float]]


def fitted(
    table: Mapping[str, Sequence[float]], data: Sequence[Data], slopes: Slopes, steps: int
) -> dict[str, Array]:
    """The table after so many steps, which get shorter towards the end."""
    rows = {name: numpy.array(row) for name, row in table.items() if name not in MISS}
    first = {name: numpy.zeros(5) for name in rows}
    second = {name: numpy.zeros(5) for name in rows}
    hands = sum(len(part.bids) for part in data)
    for step in range(1, steps + 1):
        total = {name: numpy.zeros(5) for name in rows}
        for part in data:
            for name, slope in slopes({name: float(row @ part.terms) for name, row in rows.items()}, part).items():
                total[name] += slope * part.terms / hands
        for name, steep in total.items():
            first[name] = 0.9 * first[name] + 0.1 * steep
            second[name] = 0.99 * second[name] + 0.01 * steep * steep
            length = 0.02 * FAR.get(name, 1.0) * min(1.0, 2 * (1 - step / (steps + 1)) + 0.05)
            rows[name] -= (
                length * first[name] / (1 - 0.9**step) / (numpy.sqrt(second[name] / (1 - 0.99**step)) + 1e-8)
            )
    return rows


def misses(rows: Mapping[str, Array], data: Sequence[Data]) -> dict[str, Array]:
    """How many tricks were taken where bids were missed, by strength and bid: the least squares."""
    columns, taken = [], []
    for part in data:
        at = {name: float(row @ part.terms) for name, row in rows.items()}
        missed = part.bids != part.taken
        known = numpy.stack([numpy.ones(missed.sum()), strength(at, part)[0][missed], part.bids[missed]], 1)
        columns.append(numpy.einsum("ij,k->ijk", known, part.terms).reshape(-1, 15))
        taken.append(part.taken[missed])
    table, wanted = numpy.concatenate(columns), numpy.concatenate(taken)
    found = numpy.linalg.solve(table.T @ table + 50 * numpy.eye(15), table.T @ wanted).reshape(3, 5)
    return dict(zip(MISS, found, strict=True))


def printed(name: str, rows: Mapping[str, Array]) -> str:
    """A table as it is written in the source."""
    lines = [f'    "{key}": ({", ".join(f"{value:.3f}" for value in row)}),' for key, row in rows.items()]
    return "\n".join([f"{name}: Mapping[str, tuple[float, ...]] = {{", *lines, "}"])


def main() -> int:
    number = int(sys.argv[1]) if len(sys.argv) > 1 else 6000
    steps = int(sys.argv[2]) if len(sys.argv) > 2 else 250
    chance = Random(1)
    played = [data_of(*size, list(rounds(*size, number // size[0], chance))) for size in SIZES]
    promise = fitted(PROMISE, played, promise_slopes, steps)
    print(printed("PROMISE", promise | misses(promise, played)))
    bid = [data_of(*size, list(habits(*size, number // 8 // size[0], chance))) for size in SIZES]
    print(printed("HABIT", fitted(HABIT, bid, habit_slopes, steps)))
    return 0


if __name__ == "__main__":
    sys.exit(main())
