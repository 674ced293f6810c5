"""`tuicards replay` and `tuicards export`, as real processes and in a real terminal."""

import contextlib
import fcntl
import os
import pty
import struct
import subprocess
import sys
import termios
from pathlib import Path

import pytest

from tests.records import finished
from tuicards.cli import main
from tuicards.kept import keep_record
from tuicards.records import PartyRecord, read_record, to_text

NOW = 1_750_000_000.0


def run(folder: Path, *arguments: str, term: str = "") -> subprocess.CompletedProcess[str]:
    """The command in a folder, which is also its home; nothing is typed, and there is no terminal."""
    environ = {"PATH": "/usr/bin:/bin", "HOME": str(folder), "TZ": "UTC", "TERM": term}
    return subprocess.run(
        [sys.executable, "-m", "tuicards", *arguments],
        env=environ, cwd=folder, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=30, check=False,
    )  # fmt: skip


class Here:
    """The command in this process, in a folder that is also its home."""

    def __init__(self, folder: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]) -> None:
        monkeypatch.chdir(folder)
        monkeypatch.setenv("HOME", str(folder))
        monkeypatch.setenv("LC_ALL", "C.UTF-8")
        monkeypatch.delenv("XDG_STATE_HOME", raising=False)
        self.folder, self._capfd = folder, capfd

    def __call__(self, *arguments: str) -> tuple[int, str, str]:
        """Exit code, output, complaints."""
        self._capfd.readouterr()
        code = main(arguments)
        return code, *self._capfd.readouterr()


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]) -> Here:
    return Here(tmp_path, monkeypatch, capfd)


def with_kept(folder: Path, *records: PartyRecord) -> Path:
    """A home where these parties are kept, the last one newest."""
    for number, record in enumerate(records):
        keep_record(folder / ".local/state/tuicards/records", record, NOW + 60 * number)
    return folder


def test_export_lists_what_is_kept(tmp_path: Path) -> None:
    """Number, date, game, names and result; the newest first."""
    listed = run(with_kept(tmp_path, finished("rage"), finished("goat")), "export")

    assert (listed.returncode, listed.stderr) == (0, "")
    newest, oldest = listed.stdout.splitlines()
    assert newest.startswith("1: 2025-06-15 15:06, Goat, Ana, Boris, Cai, Dora. ")
    assert oldest.startswith("2: 2025-06-15 15:06, Rage, Ana, Boris, Cai, Dora. ")
    assert "Won by" in oldest or "share the win" in oldest


def test_export_without_anything_kept_says_so(here: Here) -> None:
    """And where it would be."""
    code, told, _ = here("export")

    assert (code, told.count("\n")) == (0, 1)
    assert str(here.folder / ".local/state/tuicards/records") in told


def test_export_writes_a_file_and_never_over_another(here: Here) -> None:
    """Under its usual name or the one given, or into a folder; --force replaces, - is the output."""
    home = with_kept(here.folder, finished("rage"))
    (home / "shelf").mkdir()
    told = here("export", "1", "mine.jsonl")
    (home / "mine.jsonl").write_text("other")
    refused = here("export", "1", "mine.jsonl")
    kept = (home / "mine.jsonl").read_text()

    assert str(home / "mine.jsonl") in told[1]
    assert (refused[0], kept) == (1, "other")
    assert "--force" in refused[2]
    assert (
        here("export", "1", "mine.jsonl", "--force")[0] == here("export", "1")[0] == here("export", "1", "shelf")[0]
    )
    assert read_record(home / "mine.jsonl") == finished("rage")
    assert len(list(home.glob("20250615-*-rage-KTCH-*.jsonl"))) == len(list((home / "shelf").iterdir())) == 1
    assert here("export", "1", "-") == (0, to_text(finished("rage")), "")


@pytest.mark.parametrize(("number", "code"), [("7", 1), ("one", 2), ("0", 1)])
def test_export_of_what_is_not_there_is_one_sentence(number: str, code: int, here: Here) -> None:
    """Which says how to find out."""
    with_kept(here.folder, finished("rage"))
    refused = here("export", number)

    assert refused[:2] == (code, "")
    assert "tuicards export" in refused[2]


def test_a_replay_without_a_terminal_is_told_straight_through(tmp_path: Path) -> None:
    """The newest kept one, or the file that is named; cards as the settings want them."""
    home = with_kept(tmp_path, finished("goat"), finished("rage"))
    (home / "goat.jsonl").write_text(to_text(finished("goat")))
    newest = run(home, "replay", "--text")
    (home / ".config/tuicards").mkdir(parents=True)
    (home / ".config/tuicards/config.toml").write_text('[text]\ncards = "words"\n')
    named = run(home, "replay", "goat.jsonl", "--text")

    assert (newest.returncode, newest.stderr, named.returncode) == (0, "", 0)
    assert newest.stdout.startswith("Rage, played at table kitchen: Ana, Boris, Cai, Dora.\n")
    assert named.stdout.startswith("Goat, played at table kitchen:")
    assert " of spades" in named.stdout
    assert "The party is over." in newest.stdout.splitlines()[-1]


def test_a_bad_file_is_one_sentence(here: Here) -> None:
    """With the file, the line and what to do."""
    (here.folder / "cut.jsonl").write_text("".join(to_text(finished("rage")).splitlines(keepends=True)[:9]))
    refused = here("replay", "cut.jsonl", "--text")

    assert refused[:2] == (1, "")
    assert refused[2].startswith("tuicards: cut.jsonl, line 9: the file ends here")


def test_the_full_screen_needs_a_terminal(here: Here) -> None:
    """The sentence names the other way."""
    with_kept(here.folder, finished("rage"))
    code, _, complaint = here("replay")

    assert code == 2
    assert "--text" in complaint


def test_from_a_terminal_a_replay_is_told_as_one_asks(tmp_path: Path) -> None:
    """A prompt, a step for an empty line, and the end of it."""
    home = with_kept(tmp_path, finished("rage"))
    keyboard, keys = pty.openpty()
    environ = {"PATH": "/usr/bin:/bin", "HOME": str(home), "TERM": "xterm"}
    os.write(keyboard, b"\nround 2\nquit\n")
    told = subprocess.run(
        [sys.executable, "-m", "tuicards", "replay", "--text"],
        env=environ, cwd=home, stdin=keys, capture_output=True, text=True, timeout=30, check=False,
    )  # fmt: skip
    os.close(keyboard)
    os.close(keys)

    assert (told.returncode, told.stderr) == (0, "")
    assert "Round 1 of 2, bid 1 of 4." in told.stdout
    assert "Round 2 of 2, just dealt." in told.stdout
    assert "The party is over" not in told.stdout


def test_settings_changed_while_looking_back_are_kept(tmp_path: Path) -> None:
    """As in the rest of the program: Ctrl-T changes the colours, here and from now on."""
    home = with_kept(tmp_path, finished("rage"))
    keyboard, keys = pty.openpty()
    fcntl.ioctl(keys, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
    environ = {"PATH": "/usr/bin:/bin", "HOME": str(home), "TERM": "xterm-256color", "LC_ALL": "C.UTF-8"}
    process = subprocess.Popen(
        [sys.executable, "-m", "tuicards", "replay"], env=environ, cwd=home, stdin=keys, stdout=keys, stderr=keys
    )
    os.close(keys)
    os.write(keyboard, b"\x14q")
    with contextlib.suppress(OSError):
        while os.read(keyboard, 65536):
            pass
    os.close(keyboard)

    assert process.wait(30) == 0
    assert "theme" in (home / ".config/tuicards/config.toml").read_text()
