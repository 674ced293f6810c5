"""The wheel as people get it: everything is in it, and both commands run wherever one stands."""

import ast
import subprocess
import sys
import venv
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The project's wheel, built from the sources."""
    folder = tmp_path_factory.mktemp("wheel")
    build = [
        sys.executable,
        "-m",
        "pip",
        "wheel",
        "--quiet",
        "--no-deps",
        "--no-build-isolation",
        "--wheel-dir",
        str(folder),
        str(ROOT),
    ]
    subprocess.run(build, check=True)
    return next(folder.glob("*.whl"))


@pytest.fixture(scope="module")
def scripts(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder with the commands of a fresh environment that holds the wheel; its dependencies are this one's."""
    home = tmp_path_factory.mktemp("installed")
    venv.create(home, with_pip=False)
    site = next((home / "lib").glob("python*")) / "site-packages"
    install = [
        sys.executable,
        "-m",
        "pip",
        "--python",
        str(home / "bin" / "python"),
        "install",
        "--quiet",
        "--no-deps",
    ]
    subprocess.run([*install, str(wheel)], check=True)
    here = Path(pytest.__file__).parents[1]
    (site / "dependencies.pth").write_text(f"{here}\n")
    return home / "bin"


def test_the_wheel_holds_sources_style_sheets_and_rules(wheel: Path) -> None:
    """Each file under the two packages is in the wheel, and nothing of tests is."""
    names = set(zipfile.ZipFile(wheel).namelist())
    listed = subprocess.run(
        ["git", "ls-files", "tuicards", "server"], cwd=ROOT, capture_output=True, text=True, check=True
    )

    assert set(listed.stdout.split()) - names == set()
    assert not any(name.startswith(("tests", "screenshots")) for name in names)


@pytest.mark.parametrize("command", ["tuicards", "tuicards-server"])
@pytest.mark.parametrize("argument", [pytest.param("--help", marks=pytest.mark.thorough), "--version"])
def test_both_commands_run_beside_a_stray_server_py(
    command: str, argument: str, scripts: Path, tmp_path: Path
) -> None:
    """A file called server.py in the working directory does not shadow the server; no home and no terminal needed."""
    (tmp_path / "server.py").write_text("raise SystemExit('the wrong server')\n")
    run = subprocess.run(
        [str(scripts / command), argument],
        cwd=tmp_path,
        env={"PATH": "/usr/bin:/bin", "HOME": "/nonexistent"},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
    )

    assert (run.returncode, run.stderr) == (0, "")
    assert "tuicards" in run.stdout


def test_a_game_is_played_from_a_folder_with_a_stray_server_py(scripts: Path, tmp_path: Path) -> None:
    """The embedded server is the installed one, too: a whole party of Goat runs through the text client."""
    (tmp_path / "server.py").write_text("raise SystemExit('the wrong server')\n")
    run = subprocess.run(
        [str(scripts / "tuicards"), "play", "goat", "--text", "--bot-delay", "0", "--option", "limit=6"],
        cwd=tmp_path,
        env={"PATH": "/usr/bin:/bin"},
        input="auto on\n",
        capture_output=True,
        text=True,
        timeout=60,
    )

    assert (run.returncode, run.stderr) == (0, "")
    assert "goats" in run.stdout


@pytest.mark.parametrize("package", ["tuicards", "server"])
def test_an_old_python_reads_as_far_as_the_sentence_that_says_so(package: str) -> None:
    """What runs before the check is written so that Python 3.7 can read it, and the check comes first."""
    for name in (
        f"{package}/__init__.py",
        f"{package}/__main__.py",
        "tuicards/__init__.py",
        "tuicards/python_version.py",
    ):
        ast.parse((ROOT / name).read_text(), feature_version=(3, 7))

    lines = (ROOT / package / "__main__.py").read_text().splitlines()
    ours = [line for line in lines if line.startswith(("from tuicards", "from server", "check_python"))]
    command = {"tuicards": "tuicards", "server": "tuicards-server"}[package]
    assert ours[:2] == ["from tuicards.python_version import check_python", f'check_python("{command}")']
