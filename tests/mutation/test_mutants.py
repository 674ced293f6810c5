"""The faults that are put into the rules, and the list of those that nobody can notice."""

import ast
import tomllib
from pathlib import Path

from tests.mutation.listed import EQUAL, GAMES, listed_equal, rule_files
from tests.mutation.mutants import mutants_of

SOURCE = '''
"""Points above 3 and below 5."""

LIMIT: int = 3


def wins(points: int, hand: tuple[int, ...] = ()) -> bool:
    """Whether 7 is in it."""
    assert points >= 0
    return points + 1 > LIMIT and not max(hand) == 0 or 7 in hand
'''


def test_each_comparison_number_and_word_is_changed_once(tmp_path: Path) -> None:
    """Annotations, texts and assertions are left alone; each mutant differs in one place."""
    path = tmp_path / "rule.py"
    path.write_text(SOURCE)
    mutants = mutants_of(path)
    lines = {ast.unparse(mutant.tree()).splitlines()[-1].strip() for mutant in mutants if mutant.line > 5}

    assert [mutant.change for mutant in mutants if mutant.line < 6] == ["3 -> 4"]
    assert lines == {
        "return (points + 1 > LIMIT or not max(hand) == 0) or 7 in hand",
        "return (points + 1 > LIMIT and (not max(hand) == 0)) and 7 in hand",
        "return points - 1 > LIMIT and (not max(hand) == 0) or 7 in hand",
        "return points + 2 > LIMIT and (not max(hand) == 0) or 7 in hand",
        "return points + 1 >= LIMIT and (not max(hand) == 0) or 7 in hand",
        "return points + 1 > LIMIT and (not not max(hand) == 0) or 7 in hand",
        "return points + 1 > LIMIT and (not min(hand) == 0) or 7 in hand",
        "return points + 1 > LIMIT and (not max(hand) != 0) or 7 in hand",
        "return points + 1 > LIMIT and (not max(hand) == 1) or 7 in hand",
        "return points + 1 > LIMIT and (not max(hand) == 0) or 8 in hand",
        "return points + 1 > LIMIT and (not max(hand) == 0) or 7 not in hand",
    }


def test_every_fault_on_the_list_is_there_and_has_its_reason() -> None:
    """An entry whose line has been rewritten is to be thought about anew."""
    entries = tomllib.loads(EQUAL.read_text(encoding="utf-8"))["equal"]
    mutants = [mutant for file in rule_files([GAMES]) for mutant in mutants_of(file)]
    listed = {(str(mutant.path), mutant.text, mutant.change) for mutant in listed_equal(mutants)}

    assert [entry for entry in entries if (entry["file"], entry["line"], entry["change"]) not in listed] == []
    assert all(entry["why"] for entry in entries)
