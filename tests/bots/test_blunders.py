"""No level makes a move that is a blunder by the book, from the one on that has to know better."""

import pytest

from tests.bots.blunders import RANKING, SELDOM, blunders, book, judged
from tuicards.bots.api import LEVELS
from tuicards.bots.position import Position

BOOK = dict(book())

CASES = [(level, name) for name, position in BOOK.items() for level in judged(position)]


@pytest.mark.parametrize(("level", "name"), [case for case in CASES if case[0] == "normal"])
def test_normal_makes_no_blunder(level: str, name: str) -> None:
    """With each of thirty chances, which deal the hidden cards, too."""
    assert blunders(BOOK[name], level) == []


@pytest.mark.parametrize(("level", "name"), [case for case in CASES if case[0] == "hard"][::4])
def test_hard_makes_no_blunder(level: str, name: str) -> None:
    """With one chance, in every fourth position; `make thorough` tries it in all."""
    assert blunders(BOOK[name], level, SELDOM[:1]) == []


@pytest.mark.thorough
@pytest.mark.parametrize(("level", "name"), [case for case in CASES if case[0] != "normal"])
def test_a_level_that_looks_ahead_makes_no_blunder(level: str, name: str) -> None:
    """With each of its chances, in every position: `hard` with thirty, `expert` with three."""
    assert blunders(BOOK[name], level) == []


@pytest.mark.parametrize("game", ["rage", "goat"])
def test_the_book_is_a_book(game: str) -> None:
    """Every position says what is foolish, judges some move, and leaves one that is not foolish."""
    positions = [position for position in BOOK.values() if position.game == game]
    assert len(positions) >= 20
    assert len({position.complaint for position in positions}) == len(positions)
    assert all(_judges(position) for position in positions)


def test_the_levels_are_those_that_the_book_ranks() -> None:
    """A level that is new has its place here, too."""
    assert set(LEVELS) <= set(RANKING)


def _judges(position: Position) -> bool:
    return bool(position.complaint) and bool(position.wrong) != bool(position.right)
