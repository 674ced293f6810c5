"""Whether a picture that came from elsewhere can be one of a game at all.

Right types are not enough for who draws it: a seat may be named that is not there, or a card that is none.
What is checked here keeps whoever shows the picture on firm ground; whether it is true, only the server knows.
"""

from collections.abc import Container, Sequence
from typing import Any

import msgspec

from tuicards.games.api import Event, TableView

SEAT_FIELDS = frozenset({"seat", "dealer", "leader", "winner", "winning", "to_act", "seats_named", "winners"})
TEAM_FIELDS = frozenset({"teams", "losers"})
CARD_FIELDS = frozenset({
    "card", "cards", "hand", "turned", "skipped", "trump_card", "indicator", "winning_cards", "last_piles", "piles",
})  # fmt: skip
"""Fields whose numbers are seats or teams, and whose texts are cards, in views and events of all games."""

LARGEST = 99_999
LONGEST = 40
"""No number and no text of a picture is larger."""


def leaves(value: object, field: str = "") -> list[tuple[str, object]]:
    """Every value that holds no other ones, with the name of the field in which it stands."""
    found: list[tuple[str, object]] = []
    _gather(value, field, found)
    return found


def _gather(value: object, field: str, found: list[tuple[str, object]]) -> None:
    """Puts the leaves of a value into a list: every picture that comes is gone through, so that it must be quick."""
    kind = type(value)
    if kind is int or kind is str or value is None:
        found.append((field, value))
    elif isinstance(value, tuple | list):
        for item in value:
            _gather(item, field, found)
    elif isinstance(value, msgspec.Struct):
        for name in value.__struct_fields__:
            _gather(getattr(value, name), name, found)
    elif isinstance(value, dict):
        for name, item in value.items():
            _gather(item, name, found)
    else:
        found.append((field, value))


def is_sound(view: TableView, events: Sequence[Event], sizes: Container[int], cards: Container[object]) -> bool:
    """Whether all that is common to games fits together: a number of seats out of `sizes`, known `cards`."""
    seats, teams = len(view.counts), len(view.totals)
    return (
        seats in sizes
        and _seats_are_sound(view, seats, teams)
        and _hand_is_sound(view)
        and _end_is_sound(view, seats)
        and all(_leaf_is_sound(field, leaf, seats, teams, cards) for field, leaf in (*leaves(view), *leaves(events)))
    )


def _seats_are_sound(view: TableView, seats: int, teams: int) -> bool:
    return (
        len(view.teams) == seats
        and set(view.teams) == set(range(teams))
        and list(view.to_act) == sorted(set(view.to_act))
        and min(view.counts) >= 0
    )


def _hand_is_sound(view: TableView) -> bool:
    """A watcher has neither cards nor moves; who is to act has some."""
    if view.seat is None:
        return not view.hand and not view.legal
    if not 0 <= view.seat < len(view.counts):
        return False
    return len(view.hand) == view.counts[view.seat] and (bool(view.legal) or not view.my_turn)


def _end_is_sound(view: TableView, seats: int) -> bool:
    """Somebody is waited for, or else there is a result, with a winner."""
    if view.outcome is None:
        return bool(view.to_act)
    ranks, scores = view.outcome.ranks, view.outcome.scores
    return not view.to_act and len(ranks) == len(scores) == seats and min(ranks) == 1 and max(ranks) <= seats


def _leaf_is_sound(field: str, leaf: object, seats: int, teams: int, cards: Container[object]) -> bool:
    if leaf is None:
        return True
    if type(leaf) is int:
        most = seats - 1 if field in SEAT_FIELDS else teams - 1 if field in TEAM_FIELDS else LARGEST
        least = -LARGEST if most == LARGEST else 0
        return least <= leaf <= most
    if type(leaf) is str:
        return leaf in cards if field in CARD_FIELDS else len(leaf) <= LONGEST
    return True


def within(numbers: Sequence[int | None], least: int, most: int) -> bool:
    """Whether all that are there lie between the two."""
    return all(number is None or least <= number <= most for number in numbers)


def moves_from_hand(view: TableView) -> bool:
    """Whether each legal move that names cards names cards of the hand."""
    return all(leaf in view.hand for move in view.legal for field, leaf in leaves(move) if field in CARD_FIELDS)


def each_once(seats: Sequence[Any]) -> bool:
    """Whether no seat is named twice."""
    return len(set(seats)) == len(seats)
