"""`tuicards config`, and what the other commands say of wrong settings."""

import subprocess
import sys
from pathlib import Path

import pytest

from tuicards.cli import main

ROOT = Path(__file__).parents[1]


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A home of its own; answers where the settings file belongs."""
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.delenv("XDG_CONFIG_HOME", raising=False)
    monkeypatch.setenv("LC_ALL", "C")
    return tmp_path / ".config" / "tuicards" / "config.toml"


def test_config_as_a_process(tmp_path: Path) -> None:
    """The path, each value, and where it comes from; faults on the other stream, and still the code of success."""
    path = tmp_path / "my.toml"
    path.write_text('[screen]\ntheme = "light"\nmoton = true\n')
    shown = subprocess.run(
        [sys.executable, "-m", "tuicards", "config", "--config", str(path), "--ascii"],
        env={"PATH": "/usr/bin:/bin", "TUICARDS_BELL": "yes"}, cwd=ROOT, capture_output=True, text=True, check=True,
    )  # fmt: skip

    assert shown.stdout.startswith(f"# The settings file is {path}\n")
    assert f'theme = "light"                 # from {path}:2\n' in shown.stdout
    assert 'presentation = "poor"           # from the command line: --presentation\n' in shown.stdout
    assert "bell = true                     # from the environment: TUICARDS_BELL\n" in shown.stdout
    assert "motion = true                   # default\n" in shown.stdout
    assert shown.stderr.splitlines() == [
        f"tuicards: {path}:3: there is no setting moton here. "
        "There are: theme, presentation, colour_depth, signs, mouse, motion, pause.",
        "tuicards: What is wrong is left out; all else holds.",
    ]


def test_a_file_is_written_once(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """With everything explained; a second time it is refused, and the file stays."""
    assert main(["config", "--write"]) == 0
    home.write_text(home.read_text() + "# mine\n")
    assert main(["config", "--write"]) == 1

    assert home.read_text().endswith("# mine\n")
    assert "not written over" in capsys.readouterr().err


def test_the_path_alone(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """For scripts and editors; the flag is stronger than the home."""
    assert main(["config", "--path"]) == 0
    assert main(["--config", "/else.toml", "config", "--path"]) == 0

    assert capsys.readouterr().out.splitlines() == [str(home), "/else.toml"]


def test_all_keys_are_listed(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """By id, with the key that counts and what it does."""
    home.parent.mkdir(parents=True)
    home.write_text('[keys]\n"table.scores" = "f5"\n')
    assert main(["config", "--keys"]) == 0
    listed = capsys.readouterr().out

    assert '"table.scores" = "f5"' in listed
    assert '"app.help" = "f1,question_mark"' in listed


def test_messages_are_in_the_readers_language(
    home: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """From the file, over the locale; the rules likewise."""
    home.parent.mkdir(parents=True)
    home.write_text('[person]\nlanguage = "es"\n')
    monkeypatch.setenv("LC_ALL", "ru_RU.UTF-8")
    assert main(["rules", "rage"]) == 0
    spanish = capsys.readouterr().out
    assert main(["rules", "rage", "--language", "en", "--whole"]) == 0

    assert spanish == (ROOT / "tuicards" / "rules" / "es" / "rage_guide.md").read_text("utf-8") + "\n"
    assert capsys.readouterr().out.startswith("# Rage: the rules this project implements")


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["config", "--theme", "pink"], "--theme: theme cannot be pink."),
        (["rules", "rage", "--language", "xx"], "--language: language cannot be xx."),
        (["play", "--presentation", "big"], "--presentation: presentation cannot be big."),
    ],
)
def test_a_wrong_flag_is_refused(
    home: Path, arguments: list[str], says: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """With what it can be, and the code for a wrong command."""
    assert main(arguments) == 2
    assert says in capsys.readouterr().err


def test_a_named_file_that_is_not_there_is_said(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The rules are printed all the same."""
    assert main(["rules", "rage", "--config", "/nowhere.toml"]) == 0
    assert "There is no file /nowhere.toml." in capsys.readouterr().err
