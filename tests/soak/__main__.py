"""`python -m tests.soak --minutes 10`: prints one table of figures; the exit code is 1 if a promise was broken."""

import argparse
import asyncio
import sys
import tempfile
import time
from pathlib import Path
from statistics import median

from tests.soak.endurance import Course, Endurance, Result
from tests.soak.process import Usage

MOST_GROWTH = 1.15
"""From the first to the last third of the time without kills."""
SPARE_FILES = 4
LONGEST_WAIT = 30.0
LONGEST_STOP = 5.0


def _course() -> tuple[Course, Path | None]:
    parser = argparse.ArgumentParser(prog="python -m tests.soak", description=__doc__)
    parser.add_argument("--minutes", type=float, default=10.0)
    parser.add_argument("--tables", type=int, default=200)
    parser.add_argument("--kills", type=float, default=25.0, help="seconds between two kills, on average")
    parser.add_argument("--pace", type=float, default=0.4, help="seconds that a person thinks, on average")
    parser.add_argument("--seed", type=int, default=None)
    parser.add_argument("--folder", type=Path, help="where to leave record and log")
    chosen = parser.parse_args()
    seed = int(time.time()) if chosen.seed is None else chosen.seed
    return Course(chosen.minutes, chosen.tables, chosen.kills, chosen.pace, seed), chosen.folder


def _thirds(usage: tuple[Usage, ...], what: str) -> tuple[float, float]:
    """The middle value of the first and of the last third."""
    values = [float(getattr(one, what)) for one in usage] or [0.0]
    third = max(1, len(values) // 3)
    return median(values[:third]), median(values[-third:])


def _broken(result: Result) -> list[str]:
    """Every promise that was not kept."""
    memory, files = _thirds(result.usage, "memory"), _thirds(result.usage, "files")
    rules = [
        (not result.aftermath.missing, f"acknowledged moves are missing: {result.aftermath.missing[:3]}"),
        (not result.aftermath.unverified, f"records do not verify: {result.aftermath.unverified[:3]}"),
        (bool(result.aftermath.finished), "no party was finished"),
        (memory[1] <= memory[0] * MOST_GROWTH, f"memory grew from {memory[0]:.0f} to {memory[1]:.0f} bytes"),
        (
            result.files_after <= result.files_before + SPARE_FILES,
            f"{result.files_after} descriptors are left of {result.files_before}; in use before: {files}",
        ),
        (
            result.ledger.longest_wait <= LONGEST_WAIT,
            f"a table stood still for {result.ledger.longest_wait:.0f} s: {result.ledger.waited_for}",
        ),
        (result.stopped_in <= LONGEST_STOP, f"the server took {result.stopped_in:.1f} s to stop"),
        (not result.server.complaints(), f"the log complains: {result.server.complaints()[:3]}"),
    ]
    return [*result.ledger.broken[:5], *(text for kept, text in rules if not kept)]


def _rows(result: Result) -> list[tuple[str, str]]:
    ledger, aftermath, server = result.ledger, result.aftermath, result.server
    restarts = sorted(server.restarts) or [0.0]
    memory, files = _thirds(result.usage, "memory"), _thirds(result.usage, "files")
    rows = [
        ("minutes, tables, people", f"{result.course.minutes:g}, {result.course.tables}, {result.people}"),
        ("seed", str(result.course.seed)),
        ("server killed and restarted", f"{len(server.restarts)} times"),
        ("restart, median and longest", f"{median(restarts):.2f} s, {restarts[-1]:.2f} s"),
        ("parties finished", ", ".join(f"{game} {count}" for game, count in sorted(aftermath.finished.items()))),
        ("their records that verify", f"{aftermath.finished.total() - len(aftermath.unverified)}"),
        ("moves recorded, of people", str(aftermath.recorded_moves)),
        ("moves acknowledged", str(len(ledger.moves))),
        ("of them missing in the record", str(len(aftermath.missing))),
        (
            "move to answer, p50 and p99",
            f"{ledger.percentile(0.5) * 1000:.1f} ms, {ledger.percentile(0.99) * 1000:.1f} ms",
        ),
        ("longest wait for a step", f"{ledger.longest_wait:.1f} s"),
        ("memory, first and last third", f"{memory[0] / 2**20:.1f} MiB, {memory[1] / 2**20:.1f} MiB"),
        ("descriptors, first and last third", f"{files[0]:.0f}, {files[1]:.0f}"),
        ("descriptors before anybody, after all", f"{result.files_before}, {result.files_after}"),
        ("record on disk", f"{aftermath.bytes_on_disk / 2**20:.1f} MiB"),
        ("stop after SIGTERM", f"{result.stopped_in:.2f} s"),
        ("complaints in the log", str(len(server.complaints()))),
    ]
    rows += sorted((name, str(count)) for name, count in ledger.counts.items())
    rows += sorted((f"refused: {code}", str(count)) for code, count in ledger.refusals.items())
    return rows


def main() -> int:
    course, chosen = _course()
    with tempfile.TemporaryDirectory(prefix="tuicards-soak-") as temporary:
        folder = chosen or Path(temporary)
        folder.mkdir(parents=True, exist_ok=True)
        result = asyncio.run(Endurance(course, folder).run())
        for name, value in _rows(result):
            print(f"{name:<40} {value}")
        broken = _broken(result)
    for text in broken:
        print(f"BROKEN: {text}")
    print("every promise was kept" if not broken else f"{len(broken)} promises were broken")
    return bool(broken)


if __name__ == "__main__":
    sys.exit(main())
