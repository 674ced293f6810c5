"""Writing the settings file: only what changed, with all comments kept, in one step, or not at all."""

import errno
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from tuicards.errors import StorageError
from tuicards.plain_file import read_plain
from tuicards.preferences.sources import Preferences
from tuicards.preferences.values import Clean, checked_text
from tuicards.settings import SECTIONS, Settings
from tuicards.toml_file import LONGEST_FILE
from tuicards.whole_file import write_whole


class SettingsFile:
    """Keeps changes of the settings in the file that they came from."""

    def __init__(self, preferences: Preferences, clean: Clean = str, where: str = "settings.kept") -> None:
        """`where` is the code of the sentence that says where the file is."""
        self._where = where
        self._preferences = preferences
        self._clean = clean
        self._kept = preferences.settings

    @property
    def place(self) -> str:
        """The path of the file; empty where there is no place for one."""
        return str(self._preferences.path or "")

    @property
    def where(self) -> str:
        """Code of the sentence that says where changes are kept."""
        return self._where if self.place else "settings.no_place"

    def stronger(self, name: str) -> str:
        """The variable or flag that decides a setting at every start; empty where the file may."""
        origin = self._preferences.origin(name)
        return origin.name if origin.kind in ("environment", "flag") else ""

    def checked(self, name: str, text: str) -> Any:
        """The value that a typed text means. Raises SetupError."""
        return checked_text(name, text, "", self._clean)

    def keep(self, settings: Settings) -> None:
        """Writes what differs from what was kept last. Raises StorageError `settings.not_saved`."""
        changes = {name: getattr(settings, name) for name in _different(self._kept, settings)}
        if self._preferences.path is not None and changes:
            write_changes(self._preferences.path, changes)
        self._kept = settings


def _different(old: Settings, new: Settings) -> list[str]:
    names = [name for section in SECTIONS.values() for name in section]
    return [name for name in names if getattr(old, name) != getattr(new, name)]


def write_changes(path: Path, changes: Mapping[str, Any]) -> None:
    """Sets keys in a file, and makes it where there is none. Raises StorageError `settings.not_saved`; a file that
    cannot be read as TOML stays as it is."""
    import tomlkit
    from tomlkit.exceptions import TOMLKitError

    try:
        real = path.resolve()
        document = tomlkit.parse(_text(real) if real.exists() else "")
        for section, names in SECTIONS.items():
            changed = {name: changes[name] for name in names if name in changes}
            if changed:
                document.setdefault(section, tomlkit.table()).update(changed)
        write_text(real, tomlkit.dumps(document))
    except (OSError, RuntimeError) as error:
        why = getattr(error, "strerror", None) or str(error)
        raise StorageError("settings.not_saved", place=str(path), why=why) from None
    except (TOMLKitError, UnicodeError, AttributeError, TypeError, RecursionError):
        raise StorageError("settings.not_saved_over", place=str(path)) from None


def _text(path: Path) -> str:
    """Raises OSError, also for a file that is too long to be one of settings, and UnicodeError."""
    content = read_plain(path, LONGEST_FILE)
    if len(content) > LONGEST_FILE:
        raise OSError(errno.EFBIG, os.strerror(errno.EFBIG))
    return content.decode("utf-8-sig")


def write_text(path: Path, text: str) -> None:
    """Replaces a file in one step and keeps its mode. Raises OSError."""
    path.parent.mkdir(parents=True, exist_ok=True)
    mode = path.stat().st_mode & 0o777 if path.exists() else 0o600
    write_whole(path, text.encode(), mode, exact=True)
