"""How much the tests of the rules notice: small faults put into the rules one at a time.

    python -m tests.mutation                                a sample of all rules
    python -m tests.mutation --all tuicards/games/goat      every fault of some files or folders

A fault that no test notices is a rule that no test holds, or changes nothing that anybody could notice; those
of the second kind are named in `equal.toml`, each with the reason.
"""

import argparse
import random
import sys
from collections import Counter
from pathlib import Path

from tests.mutation.listed import GAMES, listed_equal, rule_files
from tests.mutation.mutants import Mutant, mutants_of
from tests.mutation.trial import Fate, Tests, try_mutant

NOT_THESE = "not hash_seed and not can_be_said and not worked_example and not trying_every_matching"
"""Tests that take long and say little about the rules, and those of the other game."""

QUICK = {
    "rage": ("rage_examples", "rage_details", "rage_rules", "rage_options", "rage_text", "silent"),
    "goat": ("goat_examples", "goat_details", "goat_party", "goat_text", "silent"),
}
OTHERS = {
    "rage": ("rage_hidden", "rage_random", "conformance"),
    "goat": ("goat_views", "goat_properties", "conformance"),
}


def _tests(game: str) -> Tests:
    quick, others = (tuple(f"tests/games/test_{name}.py" for name in names[game]) for names in (QUICK, OTHERS))
    other_games = " and ".join(f"not {other}-" for other in (*QUICK, "tiny") if other != game)
    return Tests(quick, others, f"{NOT_THESE} and {other_games}")


TESTS = {game: _tests(game) for game in QUICK}


def main() -> int:
    """Tries mutants, names those that live, and counts. Returns 1 when there are any of no known reason."""
    options = _options()
    mutants = [mutant for file in rule_files(options.places) for mutant in mutants_of(file)]
    equal = listed_equal(mutants)
    chosen = [mutant for mutant in mutants if mutant not in equal]
    if not options.all and len(chosen) > options.sample:
        chosen = sorted(random.Random(options.seed).sample(chosen, options.sample), key=lambda it: (it.path, it.line))
    print(
        f"{len(mutants)} mutants, {len(equal)} of them equal for a known reason; {len(chosen)} are tried", flush=True
    )
    fates = Counter(_fate(mutant, limits) for limits in [_limits(chosen)] for mutant in chosen)
    print(", ".join(f"{fates[fate]} {fate.value}" for fate in Fate))
    return int(fates[Fate.SURVIVED] > 0)


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.mutation", description="Faults that tests should notice.")
    parser.add_argument("places", nargs="*", type=Path, default=[GAMES], help="files and folders of rules")
    parser.add_argument("--all", action="store_true", help="every mutant, not a sample")
    parser.add_argument("--sample", type=int, default=60, metavar="N", help="how many are tried otherwise")
    parser.add_argument("--seed", default="1", help="which ones")
    return parser.parse_args()


def _limits(chosen: list[Mutant]) -> dict[str, float]:
    """The processor's seconds for the tests of each game: somewhat more than they take without a fault."""
    limits = {}
    for game in sorted({mutant.path.parent.name for mutant in chosen}):
        fate, took = try_mutant(None, TESTS[game], 600)
        if fate is not Fate.SURVIVED:
            sys.exit(f"the tests of {game} fail without a fault")
        print(f"the tests of {game} take {took:.1f} s", flush=True)
        limits[game] = 2 * took + 5
    return limits


def _fate(mutant: Mutant, limits: dict[str, float]) -> Fate:
    game = mutant.path.parent.name
    fate, _ = try_mutant(mutant, TESTS[game], limits[game])
    if fate is not Fate.KILLED:
        print(f"{fate.value}: {mutant}", flush=True)
    return fate


if __name__ == "__main__":
    sys.exit(main())
