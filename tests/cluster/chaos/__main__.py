"""`python -m tests.cluster.chaos --minutes 5`: one table of figures; the exit code is 1 if a promise was broken."""

import argparse
import asyncio
import dataclasses
import logging
import sys
import tempfile
import time
from pathlib import Path

from tests.cluster.chaos.chaos import Chaos
from tests.cluster.chaos.course import QUICK, Course
from tests.cluster.chaos.faults import WEIGHTS
from tests.cluster.chaos.report import broken, rows
from tests.cluster.redis_process import MISSING, PROGRAM


def _course() -> tuple[Course, Path | None]:
    parser = argparse.ArgumentParser(prog="python -m tests.cluster.chaos", description=__doc__)
    parser.add_argument("--minutes", type=float)
    parser.add_argument("--nodes", type=int)
    parser.add_argument("--tables", type=int)
    parser.add_argument("--every", type=float, help="seconds between two faults, on average")
    parser.add_argument("--pace", type=float, help="seconds that a person thinks, on average")
    parser.add_argument("--kinds", nargs="*", choices=sorted(WEIGHTS), help="faults, in turn; none: no faults at all")
    parser.add_argument("--seed", type=int, default=int(time.time()))
    parser.add_argument("--quick", action="store_true", help="six tables, twenty seconds, three kinds of faults")
    parser.add_argument("--folder", type=Path, help="where to leave logs, records and Redis' files")
    asked = parser.parse_args()
    given = {
        "nodes": asked.nodes,
        "tables": asked.tables,
        "every": asked.every,
        "pace": asked.pace,
        "seed": asked.seed,
        "seconds": asked.minutes and asked.minutes * 60,
        "kinds": asked.kinds and tuple(asked.kinds),
    }
    if asked.kinds == []:
        given["every"] = 1e9
    course = dataclasses.replace(QUICK if asked.quick else Course(), **{k: v for k, v in given.items() if v})
    return course, asked.folder


def main() -> int:
    course, chosen = _course()
    if PROGRAM is None:
        print(MISSING)
        return 2
    with tempfile.TemporaryDirectory(prefix="tuicards-chaos-") as temporary:
        folder = chosen or Path(temporary)
        folder.mkdir(parents=True, exist_ok=True)
        logging.basicConfig(filename=folder / "harness.log", level="INFO", format="%(asctime)s %(message)s")
        result = asyncio.run(Chaos(course, folder).run())
        for name, value in rows(result):
            print(f"{name:<44} {value}")
        faults = broken(result)
        (folder / "broken.txt").write_text("".join(f"{text}\n" for text in faults))
    for text in faults[:20]:
        print(f"BROKEN: {text[:600]}")
    print("every promise was kept" if not faults else f"{len(faults)} promises were broken")
    return bool(faults)


if __name__ == "__main__":
    sys.exit(main())
