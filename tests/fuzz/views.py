"""Pictures that no game has: true ones with one field changed, still of the right types."""

import random
from collections.abc import Iterator
from typing import Any

from tuicards.errors import IllegalMove
from tuicards.games.api import AnyGame, from_plain
from tuicards.wire.messages import Plain

HUGE = 2**53 - 1
NUMBERS = (-1, 0, 1, 3, 4, 7, 8, 11, 48, 120, 99_999, HUGE, -HUGE)
TEXTS = ("", "zz", "R5", "WI", "6s", "Th", "R", "over", "bid", "play", "\x1b[2J", "\ufdfd" * 30, "x" * 5000)

Path = tuple[str | int, ...]


def mutants(plain: Plain) -> Iterator[tuple[Path, Plain]]:
    """Every change of one place, with the place."""
    return ((path, _with(plain, path, other)) for path, other in _changes(plain))


def readable(game: AnyGame, plain: Plain, kind: str = "view") -> bool:
    """Whether a map is a view (or an event) of the game by its types."""
    try:
        from_plain(plain, getattr(game, f"{kind}_type"))
    except IllegalMove:
        return False
    return True


def some(chance: random.Random, plain: Plain, count: int) -> list[tuple[Path, Plain]]:
    """So many of them, by chance."""
    every = list(_changes(plain))
    return [(path, _with(plain, path, other)) for path, other in chance.sample(every, min(count, len(every)))]


def _changes(plain: Plain) -> Iterator[tuple[Path, Any]]:
    for path, value in _places(plain, ()):
        for other in _others(value):
            if other != value or type(other) is not type(value):
                yield path, other


def _places(value: Any, path: Path) -> Iterator[tuple[Path, Any]]:
    if path:
        yield path, value
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list | tuple) else ()
    for key, item in items:
        yield from _places(item, (*path, key))


def _others(value: Any) -> Iterator[Any]:
    match value:
        case bool():
            yield not value
        case int():
            yield from (*NUMBERS, value + 1, None)
        case str():
            yield from (*TEXTS, None)
        case None:
            yield from (0, 99, HUGE, "R", "WI", "6s", "zz")
        case list() | tuple():
            yield from ([], [*value, *value], list(value[:-1]), list(value[1:]), list(value[::-1]), [*value] * 60)
            yield from ([value[0]] * len(value),) if value else ([0], ["R5"], ["6s"])
            yield None
        case dict():
            yield {}
            yield None


def _with(value: Any, path: Path, other: Any) -> Any:
    """The value with another one at that place; None takes a key of a map away."""
    if not path:
        return other
    key, rest = path[0], path[1:]
    if isinstance(value, dict):
        if not rest and other is None and value[key] is not None:
            return {name: item for name, item in value.items() if name != key}
        return {**value, key: _with(value[key], rest, other)}
    return [_with(item, rest, other) if place == key else item for place, item in enumerate(value)]
