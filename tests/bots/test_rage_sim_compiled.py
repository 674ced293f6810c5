"""The simulator of Rage compiled, against the same source as it stands."""

from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from random import Random

import pytest

from tests.bots.test_rage_sim import any_round, rules, start
from tuicards.bots import compiled
from tuicards.bots.compiled import functions_of
from tuicards.bots.rage_expert import MODULES
from tuicards.bots.rage_sim_layout import CHANCE, RANDOM, RULE
from tuicards.bots.rage_sim_tables import tables
from tuicards.thinking.worker import NOT_COMPILED

needs_numba = pytest.mark.skipif(find_spec("numba") is None, reason="the extra `fast` is not installed")


@pytest.fixture(autouse=True)
def _compiling(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """All other tests compile nothing."""
    monkeypatch.setattr(compiled, "_switched_off", [])
    monkeypatch.delenv(NOT_COMPILED)
    functions_of.cache_clear()
    yield
    functions_of.cache_clear()


def ends(pure: bool, how: int, count: int) -> Iterator[list[int]]:
    """How so many rounds end when they are played out."""
    run = functions_of(*MODULES, pure=pure)
    high, counts = map(run.ints, tables())
    for number in range(count):
        state = any_round(Random(f"compiled {number}"))
        s = run.ints(start(state))
        s[CHANCE] = number
        run.play_out(s, run.ints(rules(state)), high, counts, how, 0, how)
        yield list(map(int, s))


@needs_numba
@pytest.mark.thorough
@pytest.mark.parametrize("how", [RANDOM, RULE])
def test_compiled_or_not_a_round_ends_alike(how: int) -> None:
    """Every number of the state is the same in the end, whatever the options."""
    assert list(ends(False, how, 300)) == list(ends(True, how, 300))


def test_without_wanting_speed_nothing_is_compiled() -> None:
    """Forced to be pure, the functions are those of the source, over plain lists."""
    run = functions_of(*MODULES, pure=True)
    assert not run.quick
    assert run.ints(range(3)) == [0, 1, 2]
    assert not hasattr(run, "no_such_function")


@needs_numba
def test_where_numba_is_told_not_to_compile_the_source_is_taken_as_it_stands(monkeypatch: pytest.MonkeyPatch) -> None:
    """Over plain lists: arrays would be slower, and wrong where a number outgrows 64 bits."""
    numba = pytest.importorskip("numba")
    monkeypatch.setattr(numba.config, "DISABLE_JIT", True)
    assert not functions_of(*MODULES).quick


@needs_numba
@pytest.mark.thorough
def test_what_is_compiled_lies_in_the_users_cache(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """The compiled functions are kept under XDG_CACHE_HOME; where that cannot be written, they still run."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    functions_of.cache_clear()
    functions_of("tuicards.bots.rage_sim_deal")
    assert (tmp_path / "tuicards" / "compiled").is_dir()
    (tmp_path / "file").touch()
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "file"))
    functions_of.cache_clear()
    assert functions_of("tuicards.bots.rage_sim_deal").quick
