"""The simulator of Goat compiled, against the same source as it stands."""

from collections.abc import Iterator
from importlib.util import find_spec

import pytest

from tuicards.bots import compiled
from tuicards.bots.compiled import functions_of
from tuicards.bots.goat_expert_search import MODULES
from tuicards.bots.goat_sim import RANDOM, RULES, SIZE
from tuicards.bots.goat_sim_tables import tables
from tuicards.thinking.worker import NOT_COMPILED

PACK = 36


@pytest.fixture(autouse=True)
def _compiling(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Other tests compile nothing."""
    monkeypatch.setattr(compiled, "_switched_off", [])
    monkeypatch.delenv(NOT_COMPILED)
    functions_of.cache_clear()
    yield
    functions_of.cache_clear()


def deals(pure: bool, mode: int, count: int) -> tuple[int, list[int]]:
    """Points of team A in so many deals, and the state after the last one."""
    run = functions_of(*MODULES, pure=pure)
    assert run.quick != pure
    work = run.ints([0] * (SIZE + PACK))
    learned = tuple(run.ints(table) for table in tables())
    total = run.random_deals(count, 7, mode, work, learned)
    return int(total), [int(number) for number in work[:SIZE]]


@pytest.mark.skipif(find_spec("numba") is None, reason="the extra `fast` is not installed")
@pytest.mark.thorough
@pytest.mark.parametrize("mode", [RANDOM, RULES])
def test_compiled_or_not_a_deal_ends_alike(mode: int) -> None:
    """Every number of the state is the same in the end."""
    assert deals(False, mode, 500) == deals(True, mode, 500)
