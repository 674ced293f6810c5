"""The settings file as it is: which values it holds, at which lines, and what is wrong with it."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tuicards.errors import SetupError
from tuicards.preferences.values import SHOWN, Clean, checked
from tuicards.settings import SECTIONS
from tuicards.toml_file import lines_of, read_toml

KEYS = "keys"


@dataclass(frozen=True)
class Content:
    """What a file says: values by setting, `places` where they stand, keys by binding id, and faults."""

    values: Mapping[str, Any] = field(default_factory=dict)
    keys: Mapping[str, str] = field(default_factory=dict)
    places: Mapping[str, str] = field(default_factory=dict)
    """`FILE:LINE` of each setting and, as `keys.ID`, of each key."""
    faults: tuple[SetupError, ...] = ()
    exists: bool = True


def read_file(path: Path, clean: Clean) -> Content:
    """The content of the file. Nothing is raised: a file that cannot be read has only faults, and no values."""
    try:
        entries, text = read_toml(path)
    except FileNotFoundError:
        return Content(exists=False)
    except SetupError as error:
        return Content(faults=(error,))
    return _sorted(path, entries, lines_of(text, flat=KEYS), clean)


def _sorted(path: Path, entries: Mapping[str, Any], lines: Mapping[tuple[str, ...], int], clean: Clean) -> Content:
    """What is known and right, and a fault for all else."""
    values: dict[str, Any] = {}
    keys: dict[str, str] = {}
    places: dict[str, str] = {}
    faults: list[SetupError] = []
    for section, name, value in _flat(entries):
        line = next((lines[at] for at in ((section, name), (section,)) if at in lines), 0)
        place = f"{path}:{line}" if line else str(path)
        try:
            if section == KEYS and name:
                keys[name], places[f"{KEYS}.{name}"] = _keys(name, value, place), place
            else:
                values[name], places[name] = _setting(section, name, value, place, clean), place
        except SetupError as error:
            faults.append(error)
    return Content(values, keys, places, tuple(faults))


def _flat(entries: Mapping[str, Any]) -> Iterator[tuple[str, str, Any]]:
    """Section, key and value of each entry; an empty key for what is no section."""
    for section, inside in entries.items():
        if not isinstance(inside, dict):
            yield section, "", inside
        elif section == KEYS:
            yield from ((section, *one) for one in _joined(inside, ""))
        else:
            yield from ((section, name, value) for name, value in inside.items())
        if isinstance(inside, dict) and not inside and section not in (KEYS, *SECTIONS):
            yield section, "", inside


def _joined(inside: Mapping[str, Any], before: str) -> Iterator[tuple[str, Any]]:
    """Ids written without quotes, which TOML reads as tables in tables, joined again."""
    for name, value in inside.items():
        if isinstance(value, dict):
            yield from _joined(value, f"{before}{name}.")
        else:
            yield f"{before}{name}", value


def _setting(section: str, name: str, value: object, place: str, clean: Clean) -> Any:
    if section not in SECTIONS or not name:
        known = (*SECTIONS, KEYS)
        code = "settings.not_a_section" if section in known else "settings.unknown_section"
        raise SetupError(code, place=place, key=section[:SHOWN], known=known)
    if name not in SECTIONS[section]:
        raise SetupError("settings.unknown_key", place=place, key=name[:SHOWN], known=SECTIONS[section])
    return checked(name, value, place, clean)


def _keys(name: str, value: object, place: str) -> str:
    if not isinstance(value, str) or not value.strip():
        raise SetupError("settings.bad.keys", place=place, key=name[:SHOWN])
    return value
