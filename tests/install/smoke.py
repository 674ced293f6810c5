"""A round with an installed program: every module is imported, both commands answer, a party is played."""

import json
import subprocess
import tempfile
from collections.abc import Sequence
from pathlib import Path

IMPORT_ALL = """
import importlib, json, pkgutil, sys
names = [found.name for package in ("tuicards", "server") for found in pkgutil.walk_packages(
    importlib.import_module(package).__path__, package + ".") if not found.name.endswith("__main__")]
for name in names:
    try:
        importlib.import_module(name)
    except Exception as error:
        missing = error if isinstance(error, ModuleNotFoundError) else error.__cause__
        own = not isinstance(missing, ModuleNotFoundError) or missing.name.partition(".")[0] in ("tuicards", "server")
        if "all" in sys.argv or own:
            raise
print(json.dumps(len(names)))
"""

BARE = {"PATH": "/usr/bin:/bin", "HOME": "/dev/null/home"}
"""No home and no terminal: what is installed has to run there."""

MINUTE = 60


class Broken(Exception):
    """Something that an installation promises does not hold."""


def smoke(folder: Path, extras: bool) -> int:
    """Try the commands in a `bin` folder; how many modules there are. Raises Broken.

    Without the extras, what needs their packages may say so.
    """
    for command in ("tuicards", "tuicards-server"):
        for argument in ("--version", "--help"):
            _run([str(folder / command), argument])
    modules: int = json.loads(_run([str(folder / "python"), "-c", IMPORT_ALL, *(["all"] if extras else [])]))
    for game, options in (("goat", ("--option", "limit=6")), ("rage", ("--option", "round_plan=3"))):
        play = [str(folder / "tuicards"), "play", game, "--text", "--bot-delay", "0", *options]
        if not _run(play, typed="auto on\n").strip():
            raise Broken(f"a party of {game} says nothing")
    return modules


def _run(command: Sequence[str], typed: str = "") -> str:
    """What it prints. It ends well, has nothing to complain of, and leaves no file where it stands."""
    with tempfile.TemporaryDirectory() as here:
        run = subprocess.run(
            command, input=typed, capture_output=True, text=True, env=BARE, cwd=here, timeout=MINUTE, check=False
        )
        left = [path.name for path in Path(here).iterdir()]
    if run.returncode or run.stderr or left:
        raise Broken(f"{' '.join(command)[:200]}: exit {run.returncode}, files {left}\n{run.stderr[-2000:]}")
    return run.stdout
