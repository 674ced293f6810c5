"""Keeping changes: only what changed is written, comments stay, and a file is never lost."""

from pathlib import Path

import msgspec
import pytest

from tuicards.errors import StorageError
from tuicards.preferences.listing import first_file
from tuicards.preferences.reading import read_file
from tuicards.preferences.saving import SettingsFile, write_text
from tuicards.preferences.sources import Origin, Preferences
from tuicards.settings import DEFAULTS, NAMES
from tuicards.speech import Speaker

MINE = """\
# mine, since 2031
[screen]
theme = "dark"   # the old one hurt
later = "kept too"

[keys]
"app.help" = "f1,h"  # h for help
"""

changed = msgspec.structs.replace


def keeper(path: Path | None) -> SettingsFile:
    """Keeps changes of the defaults in this file."""
    return SettingsFile(Preferences(path=path))


def test_a_change_leaves_everything_else_as_it_was(tmp_path: Path) -> None:
    """Comments, order, unknown keys and the mode of the file."""
    path = tmp_path / "config.toml"
    path.write_text(MINE)
    path.chmod(0o640)
    keeper(path).keep(changed(DEFAULTS, theme="light", bell=True))

    assert path.read_text() == MINE.replace('"dark"', '"light"') + "\n[notices]\nbell = true\n"
    assert path.stat().st_mode & 0o777 == 0o640
    assert [file.name for file in tmp_path.iterdir()] == ["config.toml"]


def test_a_file_is_made_for_its_owner_alone(tmp_path: Path) -> None:
    """With the folders that lead to it; what is at its default is not written."""
    path = tmp_path / "new" / "tuicards" / "config.toml"
    keeper(path).keep(changed(DEFAULTS, pause=0.5))

    assert path.read_text() == "[screen]\npause = 0.5\n"
    assert path.stat().st_mode & 0o777 == 0o600


def test_what_one_changes_back_is_written_too(tmp_path: Path) -> None:
    """The file follows each change, not only the first."""
    path = tmp_path / "config.toml"
    file = keeper(path)
    for settings in (changed(DEFAULTS, motion=False), DEFAULTS):
        file.keep(settings)

    assert path.read_text() == "[screen]\nmotion = true\n"


def test_a_link_to_the_file_stays_a_link(tmp_path: Path) -> None:
    """Whoever keeps settings elsewhere and links to them is not robbed of the link."""
    (tmp_path / "dotfiles").mkdir()
    real, link = tmp_path / "dotfiles" / "real.toml", tmp_path / "config.toml"
    real.write_text("# there\n")
    link.symlink_to(real)
    keeper(link).keep(changed(DEFAULTS, bid=True))

    assert link.is_symlink()
    assert real.read_text() == "# there\n\n[confirm]\nbid = true\n"


@pytest.mark.parametrize("text", ["[screen\n", "screen = 1\n", "\ufeff[screen]\ntheme = 'x\n"])
def test_what_is_no_settings_file_is_not_written_over(tmp_path: Path, text: str) -> None:
    """A slip in the file must not cost all that is in it."""
    path = tmp_path / "config.toml"
    path.write_text(text)
    with pytest.raises(StorageError, match=r"settings\.not_saved_over"):
        keeper(path).keep(changed(DEFAULTS, theme="light"))

    assert path.read_text() == text


def test_a_place_that_cannot_be_written_is_said(tmp_path: Path) -> None:
    """A file where a folder should be, as on a full or foreign disk."""
    (tmp_path / "file").write_text("")
    with pytest.raises(StorageError, match=r"settings\.not_saved "):
        keeper(tmp_path / "file" / "config.toml").keep(changed(DEFAULTS, theme="light"))


def test_a_write_that_fails_leaves_no_trace(tmp_path: Path) -> None:
    """Nothing half written, and no leftover beside the file."""
    (tmp_path / "config.toml").mkdir()
    with pytest.raises(OSError, match="directory"):
        write_text(tmp_path / "config.toml", "x")

    assert [file.name for file in tmp_path.iterdir()] == ["config.toml"]


def test_without_a_place_a_change_holds_until_the_end() -> None:
    """Nothing is written, and nothing complains."""
    file = keeper(None)
    file.keep(changed(DEFAULTS, theme="light"))
    assert file.place == ""


def test_what_decides_at_every_start_is_known() -> None:
    """A variable or a flag does; the file itself and the default do not."""
    origins = {"theme": Origin("environment", "TUICARDS_THEME"), "motion": Origin("file", "f:1")}
    file = SettingsFile(Preferences(origins=origins))

    assert [file.stronger(name) for name in ("theme", "motion", "bell")] == ["TUICARDS_THEME", "", ""]


def test_the_first_file_says_what_the_defaults_are(tmp_path: Path) -> None:
    """Written and read again it changes nothing, and holds every setting with a comment."""
    (tmp_path / "config.toml").write_text(first_file(Speaker()))
    content = read_file(tmp_path / "config.toml", str)

    assert content.faults == ()
    assert content.values == {name: getattr(DEFAULTS, name) for name in NAMES}
