"""How long the tests take on two cores, run as `make tests` runs them."""

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from time import perf_counter

from tests.bench.rows import Row

CORES = 2
TESTS = (sys.executable, "-m", "pytest", "-q", "-n", "3", "--dist", "loadfile", "--no-loadscope-reorder")
FEW = (sys.executable, "-m", "pytest", "-q", "tests/wire")


def rows(quick: bool) -> Iterator[Row]:
    """Seconds from start to end; with `quick` those of the tests of the wire alone.

    Raises SystemExit where a test fails: what has not been tested takes no time.
    """
    command, environ = FEW if quick else TESTS, {**os.environ, "PYTHONDONTWRITEBYTECODE": ""}
    with on(CORES):
        begun = perf_counter()
        done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, env=environ)
        took = perf_counter() - begun
    if done.returncode:
        raise SystemExit(f"{done.stdout[-4000:]}\nThe tests fail, so their time says nothing: mend them first.")
    yield Row("P16", "the tests of the wire alone" if quick else "the tests", "s", [took], 180.0, True)


@contextmanager
def on(cores: int) -> Iterator[None]:
    """What is started meanwhile has so many of the cores that this program may use."""
    before = os.sched_getaffinity(0)
    os.sched_setaffinity(0, sorted(before)[:cores])
    try:
        yield
    finally:
        os.sched_setaffinity(0, before)
