"""In which order the own cards lie: as the person likes it, whatever order the server tells them in."""

from collections.abc import Callable, Iterable
from itertools import product
from typing import NamedTuple

import msgspec

from tuicards.settings import Settings


class Kind(NamedTuple):
    """How one game's cards are told apart: their groups in order, the group of a card, and its rank in it.

    Cards of no group (`""`) keep their order and lie last.
    """

    groups: str
    group: Callable[[str], str]
    rank: Callable[[str], int]


def arranged(cards: Iterable[str], kind: Kind, trump: str | None, settings: Settings) -> tuple[str, ...]:
    """The cards by group and rank; trump where the settings want it."""
    sign = -1 if settings.ranks == "down" else 1
    ends = {"first": -1, "last": len(kind.groups)}

    def place(code: str) -> tuple[int, int]:
        group = kind.group(code)
        if not group:
            return len(kind.groups) + 1, 0
        moved = group == trump and settings.trump in ends
        return ends[settings.trump] if moved else kind.groups.find(group), sign * kind.rank(code)

    return tuple(sorted(cards, key=place))


ORDERS = tuple(product(("up", "down"), ("in_place", "first", "last")))
"""Ranks and place of trump, in the order in which a key goes through them."""


def next_order(settings: Settings) -> Settings:
    """The settings with the next order of the hand."""
    at = ORDERS.index((settings.ranks, settings.trump))
    ranks, trump = ORDERS[(at + 1) % len(ORDERS)]
    return msgspec.convert({**msgspec.structs.asdict(settings), "ranks": ranks, "trump": trump}, Settings)


def order_code(settings: Settings) -> str:
    """The code of the sentence that tells the order."""
    return f"hand.order.{settings.ranks}.{settings.trump}"
