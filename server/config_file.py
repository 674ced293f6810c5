"""The configuration file of a server: what it sets and at which lines, and everything that is wrong with it."""

import difflib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from server.declared import SHOWN, Setting, sections
from tuicards.errors import SetupError
from tuicards.toml_file import Lines, lines_of, read_toml

UNREADABLE: Mapping[str, str] = {
    "settings.no_file": "this is no file",
    "settings.unreadable": "cannot be read: {why}",
    "settings.too_long": "too long for a configuration file",
    "settings.not_utf8": "this is not UTF-8 text",
    "settings.not_toml": "this is not TOML: {detail}",
}


@dataclass(frozen=True, slots=True)
class Fault:
    """Something wrong, and where."""

    place: str
    """`FILE:LINE`, or the variable of the environment."""
    what: str

    def __str__(self) -> str:
        return f"{self.place}: {self.what}"


@dataclass(frozen=True, slots=True)
class Content:
    """What a file sets, by the settings' names, and the place of each."""

    values: Mapping[str, Any] = field(default_factory=dict)
    places: Mapping[str, str] = field(default_factory=dict)
    faults: tuple[Fault, ...] = ()
    unread: bool = False
    """Whether nobody knows what is in the file."""


def read_config(path: Path, settings: Sequence[Setting]) -> Content:
    """The content of the file. Nothing is raised: what is wrong is a fault, and all of it is told."""
    try:
        entries, text = read_toml(path)
    except FileNotFoundError:
        return Content(faults=(Fault(str(path), "there is no such file"),), unread=True)
    except SetupError as error:
        return Content(faults=(_unreadable(error),), unread=True)
    return _Reading(path, lines_of(text), settings).read(entries)


def _unreadable(error: SetupError) -> Fault:
    column = error.params.get("column")
    place = f"{error.params['place']}:{column}" if column else str(error.params["place"])
    return Fault(place, UNREADABLE[error.code].format(**error.params))


class _Reading:
    """One file being sorted into what is known and right, and faults."""

    def __init__(self, path: Path, lines: Lines, settings: Sequence[Setting]) -> None:
        self._path, self._lines = path, lines
        self._sections = sections(settings)
        self._settings = {(setting.section, setting.key): setting for setting in settings}

    def read(self, entries: Mapping[str, Any]) -> Content:
        values: dict[str, Any] = {}
        places: dict[str, str] = {}
        faults: list[Fault] = []
        for section, key, value in self._flat(entries):
            place = self._place(section, key)
            try:
                setting = self._setting(section, key)
                values[setting.name] = self._value(setting, value)
            except ValueError as error:
                faults.append(Fault(place, str(error)))
            else:
                places[setting.name] = place
        return Content(values, places, tuple(faults))

    def _flat(self, entries: Mapping[str, Any]) -> Iterator[tuple[str, str, Any]]:
        """Section, key and value of each entry; no key for what is no section, or an unknown one that is empty."""
        for section, inside in entries.items():
            if isinstance(inside, dict) and (inside or section in self._sections):
                yield from ((section, key, value) for key, value in inside.items())
            else:
                yield section, "", inside

    def _place(self, section: str, key: str) -> str:
        line = next((self._lines[at] for at in ((section, key), (section,)) if at in self._lines), 0)
        return f"{self._path}:{line}" if line else str(self._path)

    def _setting(self, section: str, key: str) -> Setting:
        """Raises ValueError with what there is instead."""
        if section not in self._sections:
            raise ValueError(f"there is no section [{_cut(section)}]{self._instead(section, key)}")
        if not key:
            raise ValueError(f"{section} is a section: write [{section}]")
        if (section, key) not in self._settings:
            raise ValueError(f"there is no setting {_cut(key)} in [{section}]{self._nearest(section, key)}")
        return self._settings[section, key]

    def _instead(self, section: str, key: str) -> str:
        """Where a setting without a section belongs, or which section is meant."""
        name = key or section
        homes = [home for home, known in self._settings if known == name]
        if not key and homes:
            return f"; {name} belongs into [{homes[0]}]"
        near = difflib.get_close_matches(section, self._sections, 1)
        return f"; is [{near[0]}] meant?" if near else f"; there are {', '.join(self._sections)}"

    def _nearest(self, section: str, key: str) -> str:
        """The key that is meant, in this section or another."""
        homes = [home for home, known in self._settings if known == key]
        if homes:
            return f"; it belongs into [{homes[0]}]"
        known = [name for home, name in self._settings if home == section]
        near = difflib.get_close_matches(key, known, 1)
        return f"; is {near[0]} meant?" if near else f"; there are {', '.join(known)}"

    def _value(self, setting: Setting, value: object) -> Any:
        """A path counts from the file's folder. Raises ValueError with what is wrong."""
        try:
            read = setting.read_toml(value)
        except ValueError as error:
            raise ValueError(f"[{setting.section}] {setting.key}: {error}") from None
        return self._path.parent / read.expanduser() if isinstance(read, Path) else read


def _cut(name: str) -> str:
    return name[:SHOWN]
