"""Each worked example of the rules pages is a test that carries its id."""

import re
import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest

RULES = Path(__file__).parents[2] / "tuicards" / "rules"
LETTERS = {"rage": "LTQGDSM", "goat": "BTRMWP"}
REJECTED_ACTIONS = {"L21", "L22", "L23", "L24", "L25"}
INVARIANTS = {f"I{number}" for number in range(1, 9)}


def worked_examples(game: str) -> set[str]:
    """The ids that stand first in a table row of the worked examples, and those that stand in running text."""
    text = (RULES / f"{game}.md").read_text(encoding="utf-8")
    rows = set(re.findall(rf"^\| ([{LETTERS[game]}]\d+) \|", text, flags=re.MULTILINE))
    if game == "rage":
        rows |= set(re.findall(r"\*\*(L\d+|G1)\b", text)) | set(re.findall(r"\b(I[1-8]) ", text))
    return rows


@cache
def listing() -> str:
    """The tests that pytest finds in the files of both games, by a run of its own."""
    files = sorted(str(path) for game in LETTERS for path in Path(__file__).parent.glob(f"test_{game}_*.py"))
    collect = [sys.executable, "-m", "pytest", "--collect-only", "-q", "-p", "no:cacheprovider", *files]
    return subprocess.run(collect, capture_output=True, text=True, check=True, cwd=RULES.parents[1]).stdout


def examples_with_a_test(game: str, session: pytest.Session) -> set[str]:
    """The ids in brackets of the tests in this game's files; a run of all tests knows them already."""
    found = "\n".join(item.nodeid for item in session.items)
    everything = f"/test_{game}_examples.py::" in found
    return set(re.findall(rf"/test_{game}_\w+\.py::.*\[([A-Z]\d+)\]", found if everything else listing()))


@pytest.mark.parametrize(("game", "least"), [("rage", 122), ("goat", 87)])
def test_every_worked_example_has_its_test(game: str, least: int, request: pytest.FixtureRequest) -> None:
    """No id of the rules page is without a test, and the page still holds all the examples it had."""
    ids = worked_examples(game)

    assert len(ids) >= least
    assert ids - examples_with_a_test(game, request.session) == set()


def test_the_rejected_actions_and_invariants_of_rage_are_among_the_ids() -> None:
    """The ids that stand in running text are found as well as those in tables."""
    assert REJECTED_ACTIONS | INVARIANTS | {"G1"} <= worked_examples("rage")
