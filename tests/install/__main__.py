"""`python -m tests.install`: build wheel and source, install them in each usual way, and play a round with each.

It needs the registry of Python packages. `--python` names another interpreter that is to be tried.
"""

import argparse
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TypeAlias

from tests.install.smoke import Broken, smoke

ROOT = Path(__file__).parents[2]
EXTRAS = "[all]"

Way: TypeAlias = Callable[["Workshop"], Path]
"""Installs the program somehow; the folder with its commands and its Python."""


class Workshop:
    """A folder with what was built, the tools to install it, and the interpreter to install it for."""

    def __init__(self, folder: Path, python: str) -> None:
        self.folder, self.python = folder, python
        self.tools = folder / "tools" / "bin"
        _call(sys.executable, "-m", "venv", str(self.tools.parent))
        _call(str(self.tools / "pip"), "install", "--quiet", "uv", "pipx", "build")
        _call(str(self.tools / "python"), "-m", "build", "--outdir", str(folder / "dist"), str(ROOT))
        self.wheel = next((folder / "dist").glob("*.whl"))
        self.source = next((folder / "dist").glob("*.tar.gz"))

    def place(self, name: str) -> Path:
        """A new virtual environment; its `bin`."""
        _call(str(self.tools / "uv"), "venv", "--quiet", "--seed", "--python", self.python, str(self.folder / name))
        return self.folder / name / "bin"

    def uv(self, place: Path, *arguments: str) -> Path:
        """Installs into the place with uv; the place."""
        _call(str(self.tools / "uv"), "pip", "install", "--quiet", "--python", str(place / "python"), *arguments)
        return place


def by_pip(shop: Workshop) -> Path:
    place = shop.place("pip")
    _call(str(place / "python"), "-m", "pip", "install", "--quiet", f"{shop.wheel}{EXTRAS}")
    return place


def from_source(shop: Workshop) -> Path:
    place = shop.place("source")
    _call(str(place / "python"), "-m", "pip", "install", "--quiet", f"{shop.source}{EXTRAS}")
    return place


def by_pipx(shop: Workshop) -> Path:
    places = {"PIPX_HOME": str(shop.folder / "pipx"), "PIPX_BIN_DIR": str(shop.folder / "pipx-bin")}
    _call(str(shop.tools / "pipx"), "install", "--python", shop.python, str(ROOT), **places)
    _check_commands(shop.folder / "pipx-bin")
    return shop.folder / "pipx" / "venvs" / "tuicards" / "bin"


def by_uv_tool(shop: Workshop) -> Path:
    places = {"UV_TOOL_DIR": str(shop.folder / "uv"), "UV_TOOL_BIN_DIR": str(shop.folder / "uv-bin")}
    _call(str(shop.tools / "uv"), "tool", "install", "--quiet", "--python", shop.python, f"{ROOT}", **places)
    _check_commands(shop.folder / "uv-bin")
    return shop.folder / "uv" / "tuicards" / "bin"


def with_oldest(shop: Workshop) -> Path:
    """The lowest release of each package that the metadata allows."""
    return shop.uv(shop.place("oldest"), "--resolution", "lowest-direct", f"{shop.wheel}{EXTRAS}")


def with_newest(shop: Workshop) -> Path:
    return shop.uv(shop.place("newest"), "--resolution", "highest", "--upgrade", f"{shop.wheel}{EXTRAS}")


WAYS: Mapping[str, Way] = {
    "pip, wheel": by_pip,
    "pip, source": from_source,
    "pipx": by_pipx,
    "uv tool": by_uv_tool,
    "oldest dependencies": with_oldest,
    "newest dependencies": with_newest,
}

PLAIN = (by_pipx, by_uv_tool)
"""Ways without the extras."""


def _check_commands(folder: Path) -> None:
    """Raises Broken unless both commands are there, and nothing else."""
    commands = sorted(path.name for path in folder.iterdir())
    if commands != ["tuicards", "tuicards-server"]:
        raise Broken(f"on the PATH are {commands}")


def _call(*command: str, **environ: str) -> None:
    """Raises Broken with what was said."""
    run = subprocess.run(command, env={**os.environ, **environ}, capture_output=True, text=True, check=False)
    if run.returncode:
        raise Broken(f"{' '.join(command)[:200]}\n{run.stdout[-500:]}{run.stderr[-2000:]}")


def _releases(place: Path) -> str:
    """What is installed there besides the program."""
    asked = (
        "import importlib.metadata as m; print(*sorted(f'{d.name} {d.version}' for d in m.distributions()), sep=', ')"
    )
    return subprocess.run([str(place / "python"), "-c", asked], capture_output=True, text=True, check=True).stdout


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.install", description=__doc__)
    parser.add_argument("--python", default=sys.executable, help="the interpreter to install for")
    parser.add_argument("--releases", action="store_true", help="tell which release of each package was installed")
    asked = parser.parse_args()
    failed = 0
    with tempfile.TemporaryDirectory() as folder:
        shop = Workshop(Path(folder), asked.python)
        for name, way in WAYS.items():
            began = time.monotonic()
            try:
                place = way(shop)
                modules = smoke(place, extras=way not in PLAIN)
                seconds = time.monotonic() - began
                print(f"{name}: {modules} modules, two parties, {seconds:.0f} s", flush=True)
                if asked.releases:
                    print(f"  {_releases(place).strip()}", flush=True)
            except Broken as error:
                failed += 1
                print(f"{name}: BROKEN: {error}", flush=True)
    return min(failed, 1)


if __name__ == "__main__":
    sys.exit(main())
