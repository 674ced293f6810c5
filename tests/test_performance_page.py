"""The page on performance: its tables are made of measurements, and of nothing else."""

from pathlib import Path

import pytest

from tests.bench.page import MARK, PAGE, TABLES, filled
from tests.bench.rows import Row
from tests.bench.taken import KeptCurve, Taken, nothing, read, write

SLOW = Row("P9", "a key", "ms", [4.0, 6.0, 5.0], 2.0, True, [2.0, 2.0, 2.0], "one cell")
SMALL = Row("P12", "a move", "B", [640.0], 700.0, True)


def taken(*rows: Row) -> Taken:
    """What a run has measured."""
    found = nothing()
    found.take_rows(rows)
    return found


def test_every_table_is_filled_between_its_marks_and_the_rest_stays() -> None:
    """Twice gives the same page."""
    page = "".join(f"before\n<!-- taken: {name} -->\nold\n<!-- end -->\nafter\n" for name in TABLES)
    once = filled(page, taken(SMALL, SLOW))
    assert filled(once, taken(SLOW, SMALL)) == once
    assert "old" not in once
    assert once.count("before\n") == once.count("after\n") == len(TABLES)
    assert "| P9 a key | 5 ms | 4, 6 | one cell: 2 | 2.50 | <= x2 | **missed** |" in once
    assert "| P12 a move | 640 B |  |  |  | <= 700 | met |" in once


def test_a_row_says_the_same_on_the_page_and_in_the_terminal() -> None:
    """Whoever looks for what is missed finds it in both."""
    page = filled("<!-- taken: targets -->\n<!-- end -->\n", taken(SLOW, SMALL))
    for row, line in zip((SLOW, SMALL), page.splitlines()[-3:], strict=False):
        assert row.verdict in ("met", "**missed**")
        assert line.endswith(f"| {row.verdict} |")
        assert row.line().endswith(f" {row.verdict}")


def test_a_mark_that_nothing_fills_is_a_mistake() -> None:
    """A misspelt one would stay empty for ever."""
    with pytest.raises(KeyError):
        filled("<!-- taken: targts -->\n<!-- end -->\n", nothing())


def test_the_page_shows_each_table_once() -> None:
    """So that no figure is measured in vain."""
    assert sorted(found[1] for found in MARK.findall(PAGE.read_text("utf-8"))) == sorted(TABLES)


def test_what_is_measured_again_takes_the_place_of_what_was_there(tmp_path: Path) -> None:
    """And all the rest of the file stays."""
    file = tmp_path / "bench.json"
    first = taken(SLOW, SMALL)
    first.take_curve(KeptCurve("tables", ("tables", "memory"), [[1, 20]]))
    write(file, first)
    later = read(file)
    later.take_rows([SMALL._replace(values=[500.0])])
    later.take_curve(KeptCurve("tables", ("tables", "memory"), [[1, 30]]))
    write(file, later)

    assert [(row.target, row.figure, row.met) for row in read(file).rows] == [
        ("P9", 5.0, False),
        ("P12", 500.0, True),
    ]
    assert [curve.lines for curve in read(file).curves] == [[[1, 30]]]
