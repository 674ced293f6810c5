"""What the measurement of a cluster writes: each figure into its place, and nothing that a busy machine falsifies."""

import re
import tomllib
from collections import defaultdict

import pytest

from tests.bench.cluster_model import FIGURES
from tests.bench.cluster_pages import FIGURES as MEASURED
from tests.bench.cluster_pages import MARK, TABLES, WALL, figures
from tests.bench.cluster_sizing import PAGE
from tests.bench.measured import Measured

OLD = re.sub(r'source = "(?!assumed)[^"]*"', 'source = ""', FIGURES.read_text("utf-8"))
"""Nothing is measured yet."""


def something() -> Measured:
    """Samples of whatever is asked for."""
    measured = Measured()
    measured.values = defaultdict(lambda: [2.0, 3.0, 4.0])
    return measured


@pytest.mark.parametrize("busy", [False, True])
def test_each_figure_gets_its_value_and_its_source(busy: bool) -> None:
    """And those that are assumed, or falsified by a busy machine, stay as they are."""
    before, after = tomllib.loads(OLD), tomllib.loads(figures(OLD, something(), 0.5, busy))
    written = {name for name in after if after[name] != before[name]}
    wanted = {*MEASURED, "facts_per_table_minute"} - (set(WALL) if busy else set())
    assert written == wanted
    assert all(after[name]["source"].endswith("on a busy machine") == busy for name in written)
    assert after["owner_ms"]["value"] == 3.0


def test_every_table_has_its_place_on_the_page() -> None:
    """And every place its table."""
    assert {found[2] for found in MARK.finditer(PAGE.read_text("utf-8"))} == set(TABLES)
