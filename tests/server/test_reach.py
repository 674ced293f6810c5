"""What a test may come to call is found in its source: so it is known which tests open a server."""

from collections.abc import Callable

import pytest

from tests.server import reach
from tests.server.reach import reaches


def aim() -> None:
    """What is looked for."""


def straight() -> None:
    aim()


def within() -> Callable[[], None]:
    def later() -> None:
        straight()

    return later


def by_a_module() -> object:
    return reach.reaches


class House:
    @property
    def door(self) -> None:
        return straight()


def by_a_class() -> object:
    return House().door


def by_a_table() -> object:
    return WAYS["one"]


def elsewhere() -> object:
    return pytest.skip


WAYS = {"one": straight}


@pytest.mark.parametrize("begin", [aim, straight, within, by_a_class, by_a_table])
def test_a_test_reaches_what_it_names_and_what_that_names(begin: object) -> None:
    """In a function within it, by a class, by a table."""
    assert reaches([begin], [aim])


def test_what_is_named_of_a_module_is_reached() -> None:
    """By its name in there."""
    assert reaches([by_a_module], [reaches])


@pytest.mark.parametrize("begin", [elsewhere, by_a_module, 7])
def test_what_names_nothing_of_it_does_not_reach_it(begin: object) -> None:
    """Nor does what is no function."""
    assert not reaches([begin], [aim])
