"""How many tricks a Rage hand is good for."""

from collections.abc import Sequence
from functools import lru_cache
from random import Random

from tuicards.bots.rage_memory import CARDS, SPECIAL, WILD


@lru_cache(maxsize=512)
def card_values(seats: int, hand_size: int, trump: int) -> tuple[float, ...]:
    """By card id: how many tricks each card adds to a hand; `trump` -1 is none."""
    return tuple(_value(card, seats, trump) for card in range(CARDS))


def _value(card: int, seats: int, trump: int) -> float:
    if card == WILD:
        return 0.9
    colour, rank = card >> 4, card & 15
    if colour == SPECIAL:
        return 0.0
    scale = 4.0 / seats
    return scale * (0.2 + 0.04 * rank if colour == trump else max(0, rank - 10) * 0.1)


SPREAD = 0.7


def likely_bid(values: Sequence[float], hand: list[int], random: Random) -> int:
    """A bid that somebody might make with the hand."""
    bid = round(sum([values[card] for card in hand]) + random.gauss(0, SPREAD))
    return min(max(bid, 0), len(hand))
