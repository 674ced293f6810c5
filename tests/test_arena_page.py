"""The report on the bots: its tables are made of arenas, and of nothing else."""

from pathlib import Path

import pytest

from tests.bench.bots_matches import matches
from tests.bench.bots_pages import MARK, STEPS, TABLES, TITLES, filled, share
from tuicards.arena.entrants import entrants
from tuicards.arena.match import line_up
from tuicards.arena.running import run


def test_every_table_is_filled_between_its_marks_and_the_rest_stays() -> None:
    """Twice gives the same page."""
    report = run(line_up("rage", entrants("easy,normal"), options={"round_plan": "1"}), games=2)
    page = "".join(f"before\n<!-- figures: {name} -->\nold\n<!-- end -->\nafter\n" for name in TABLES)
    once = filled(page, {"rage-mixed": report})
    assert filled(once, {"rage-mixed": report}) == once
    assert "old" not in once
    assert once.count("before\n") == once.count("after\n") == len(TABLES)
    assert f"| Rage, one of each level | easy | 2 | {share(report.bots[0].firsts)} |" in once


def test_a_mark_that_nothing_fills_is_a_mistake() -> None:
    """A misspelt one would stay empty for ever."""
    with pytest.raises(KeyError):
        filled("<!-- figures: strenght -->\n<!-- end -->\n", {})


def test_every_match_that_a_table_tells_of_is_played() -> None:
    """As far as there are levels for it, and each name once."""
    names = [asked.name for asked in matches()]
    assert len(set(names)) == len(names)
    assert set(STEPS) <= set(names)
    assert {name for name in names if name.partition("-")[2] in ("mixed", "expert-normal")} <= set(TITLES)


def test_the_page_shows_each_table_once() -> None:
    """So that no figure is measured in vain."""
    page = (Path(__file__).parents[1] / "docs" / "bots.md").read_text("utf-8")
    assert sorted(found[1] for found in MARK.findall(page)) == sorted(TABLES)
