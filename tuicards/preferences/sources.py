"""Which value of a setting counts, and where it comes from: a flag, the environment, the file, or the default."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from types import MappingProxyType
from typing import Any, Literal, TypeAlias

import msgspec

from tuicards.errors import SetupError
from tuicards.preferences.reading import Content, read_file
from tuicards.preferences.values import Clean, checked_text
from tuicards.settings import DEFAULTS, NAMES, Settings

Kind: TypeAlias = Literal["default", "file", "environment", "flag"]

CheckKeys: TypeAlias = Callable[[Mapping[str, str], Mapping[str, str]], tuple[dict[str, str], tuple[SetupError, ...]]]
"""From keys by id, and the place of each, those that can be, and a fault for each other."""


@dataclass(frozen=True)
class Origin:
    """Where a value comes from; `name` is the variable or the flag, or the place in the file."""

    kind: Kind
    name: str = ""


@dataclass(frozen=True)
class Preferences:
    """The settings that count, the origin of each, and what was wrong on the way."""

    settings: Settings = DEFAULTS
    origins: Mapping[str, Origin] = field(default_factory=lambda: MappingProxyType({}))
    faults: tuple[SetupError, ...] = ()
    path: Path | None = None
    """The file; None where there is no place for one."""
    exists: bool = False

    def origin(self, name: str) -> Origin:
        """Where a setting (or `keys.ID`) comes from."""
        return self.origins.get(name, Origin("default"))


def variable(name: str) -> str:
    """The environment variable of a setting."""
    return f"TUICARDS_{name.upper()}"


def settings_path(environ: Mapping[str, str]) -> Path | None:
    """TUICARDS_CONFIG, or else `tuicards/config.toml` below XDG_CONFIG_HOME or HOME; None where none is absolute."""
    if named := environ.get("TUICARDS_CONFIG"):
        return Path(named)
    places = (Path(environ.get("XDG_CONFIG_HOME", "")), Path(environ.get("HOME", "")) / ".config")
    return next((place / "tuicards" / "config.toml" for place in places if place.is_absolute()), None)


def read_preferences(
    path: Path | None,
    environ: Mapping[str, str],
    flags: Mapping[str, tuple[str, str]],
    *,
    clean: Clean = str,
    check_keys: CheckKeys | None = None,
) -> Preferences:
    """Puts together what counts. `flags` has the flag and the text given with it, by setting.

    What is wrong in the file or the environment is a fault, and the next weaker source counts.
    Raises SetupError for a wrong flag.
    """
    content = read_file(path, clean) if path is not None else Content(exists=False)
    values = dict(content.values)
    origins = {name: Origin("file", content.places[name]) for name in values}
    faults = [*content.faults, *_environment(environ, values, origins, clean)]
    for name, (flag, text) in flags.items():
        values[name], origins[name] = checked_text(name, text, flag, clean), Origin("flag", flag)
    keys = dict(content.keys)
    if keys and check_keys is not None:
        keys, wrong = check_keys(keys, content.places)
        faults += wrong
    origins |= {f"keys.{name}": Origin("file", content.places[f"keys.{name}"]) for name in keys}
    settings = msgspec.structs.replace(DEFAULTS, **values, keys=keys)
    return Preferences(settings, MappingProxyType(origins), tuple(faults), path, content.exists)


def _environment(
    environ: Mapping[str, str], values: dict[str, Any], origins: dict[str, Origin], clean: Clean
) -> list[SetupError]:
    """Puts what the environment says over the values, and answers what is wrong with it."""
    faults = []
    for name in NAMES:
        text = environ.get(variable(name))
        if not text:
            continue
        try:
            values[name] = checked_text(name, text, variable(name), clean)
            origins[name] = Origin("environment", variable(name))
        except SetupError as error:
            faults.append(error)
    return faults
