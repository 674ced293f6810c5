"""How strong the bots are: `python -m tests.bench.bots [--quick | --full] [--folder FOLDER] [--only NAME ...]`.

Plays every match of the report, the most important first, and after each one writes its figures into docs/bots.md
and draws the plots. Finished deals are kept in the folder, so it can be stopped at any time and goes on where it was;
`--draw` plays nothing and draws what there is.
"""

import argparse
import contextlib
import os
import subprocess
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path

import msgspec

from tests.bench.bots_matches import Asked, matches
from tests.bench.bots_pages import Reports, filled
from tests.bench.bots_plots import draw
from tuicards.arena.printed import table
from tuicards.arena.progress import Progress
from tuicards.arena.report import Report, report_of
from tuicards.arena.running import run
from tuicards.arena.saved import Saved, read_saved
from tuicards.errors import SetupError
from tuicards.speech import Speaker

DOCS = Path(__file__).parents[2] / "docs"
PAGE, PICTURES = DOCS / "bots.md", DOCS / "pictures"
KEPT = Path("build") / "bots"


def play(asked: Asked, folder: Path, full: bool, jobs: int) -> bool:
    """Plays a match to its end; whether it was interrupted."""
    print(f"\n{asked.name}", flush=True)
    with contextlib.closing(Saved(folder / f"{asked.name}.jsonl", asked.match)) as saved:
        report = run(
            asked.match, asked.full if full else asked.quick, jobs, saved=saved, progress=Progress(sys.stderr)
        )
    print(table(report), flush=True)
    return report.interrupted


def reports(wanted: Iterable[Asked], folder: Path) -> Reports:
    """What the kept deals of each match show."""
    found: dict[str, Report] = {}
    for asked in wanted:
        file = folder / f"{asked.name}.jsonl"
        with contextlib.suppress(FileNotFoundError, msgspec.DecodeError):
            match, units = read_saved(file)
            if units and match == asked.match:
                found[asked.name] = report_of(match, units, 0.0)
    return found


def write(found: Reports) -> None:
    """The page and its pictures."""
    PAGE.write_text(filled(PAGE.read_text("utf-8"), found), "utf-8")
    draw(found, PICTURES)


def main(argv: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.bench.bots", description="How strong the bots are.")
    size = parser.add_mutually_exclusive_group()
    size.add_argument("--quick", action="store_true", help="few parties: minutes (the default)")
    size.add_argument("--full", action="store_true", help="as many as the report needs: hours")
    size.add_argument("--draw", action="store_true", help="play nothing: the page and its plots from what is kept")
    parser.add_argument("--folder", type=Path, default=KEPT, help=f"where deals are kept (default {KEPT})")
    parser.add_argument("--plain", action="store_true", help="nothing is compiled, also where numba is installed")
    parser.add_argument("--only", nargs="+", metavar="NAME", help="these matches alone")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="processes (default: all cores)")
    asked = parser.parse_args(argv)
    asked.folder.mkdir(parents=True, exist_ok=True)
    if asked.plain:
        sys.modules["numba"] = None  # type: ignore[assignment]
    everything = list(matches())
    for match in () if asked.draw else everything:
        if asked.only and match.name not in asked.only:
            continue
        code = _done(match, asked)
        write(reports(everything, asked.folder))
        if code:
            return code
    write(reports(everything, asked.folder))
    return 0


def _done(match: Asked, asked: argparse.Namespace) -> int:
    """The exit code of one match: 130 when it was interrupted, 2 when what is kept is of other bots."""
    if match.name.endswith("-cost") and not asked.plain:
        return _apart(match.name, asked)
    try:
        return 130 if play(match, asked.folder, asked.full, asked.jobs) else 0
    except SetupError as error:
        print(Speaker().error(error), file=sys.stderr)
        return 2


def _apart(name: str, asked: argparse.Namespace) -> int:
    """A match of moves' cost, in a process that compiles nothing and has nothing beside it; its exit code."""
    command = [sys.executable, "-m", "tests.bench.bots", "--plain", "--only", name, "--jobs", "1"]
    return subprocess.call([*command, "--full" if asked.full else "--quick", "--folder", str(asked.folder)])


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
