"""Which sources are rules, and which of their faults nobody can notice."""

import tomllib
from collections.abc import Iterable
from pathlib import Path

from tests.mutation.mutants import Mutant

GAMES = Path("tuicards/games")
NO_RULES = frozenset({"__init__", "events", "phrases", "plausible", "telling", "view", "writing"})
"""What a game says and shows, how it is written, and what a client believes of it."""

EQUAL = Path(__file__).with_name("equal.toml")


def rule_files(places: Iterable[Path]) -> list[Path]:
    """The sources of rules in these files and folders."""
    files = [file for place in places for file in (place.rglob("*.py") if place.is_dir() else [place])]
    return sorted(file for file in files if GAMES in file.parents and file.stem not in NO_RULES)


def listed_equal(mutants: Iterable[Mutant]) -> set[Mutant]:
    """Those whose reason to live is written down."""
    entries = tomllib.loads(EQUAL.read_text(encoding="utf-8"))["equal"]
    known = {(entry["file"], entry["line"], entry["change"]) for entry in entries}
    return {mutant for mutant in mutants if (str(mutant.path), mutant.text, mutant.change) in known}
