"""What an operator has chosen: flags over environment over file over defaults, and where each value is from."""

import argparse
import os
import stat
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from server.config import CONFIG_VARIABLE
from server.config_file import Content, Fault, read_config
from server.declared import Parser, Setting, settings_of

MACHINES = Path("/etc/tuicards/server.toml")
"""The configuration of a machine, where its user has none."""

DEFAULT = "default"
"""Where a value is from that nobody has chosen."""


@dataclass(frozen=True, slots=True)
class Chosen:
    """Every setting with its value."""

    options: argparse.Namespace
    """Values by name: of the settings, and of the flags that say what to do."""
    settings: tuple[Setting, ...]
    origins: Mapping[str, str]
    """Where the value is from, by name: a flag, a variable, a place in the file, or DEFAULT."""
    faults: tuple[Fault, ...]
    warnings: tuple[str, ...]
    file: Path | None
    """The configuration file that was read, or was to be."""
    unread: bool
    """Whether nobody knows what is in it."""


class _NotGiven:
    """Stands for a flag that is not given."""


NOT_GIVEN = _NotGiven()


def choose(parser: Parser, arguments: Sequence[str], environ: Mapping[str, str], machines: Path = MACHINES) -> Chosen:
    """Reads it all. A wrong flag ends the program; whatever else is wrong is among the faults."""
    settings = settings_of(parser)
    given = argparse.Namespace(**{one.name: None if one.several else NOT_GIVEN for one in settings})
    options = parser.parse_args(arguments, given)
    path = config_path(options, environ, machines)
    content = read_config(path, settings) if path else Content()
    faults = list(content.faults)
    origins = {}
    for setting in settings:
        try:
            value, origins[setting.name] = _value(setting, options, environ, content)
            setattr(options, setting.name, value)
        except (ValueError, RuntimeError) as error:
            faults.append(Fault(setting.variable, str(error)))
            setattr(options, setting.name, setting.default)
    _overrule(settings, options, origins)
    return Chosen(options, settings, origins, tuple(faults), _warnings(settings, content, path), path, content.unread)


def _value(
    setting: Setting, options: argparse.Namespace, environ: Mapping[str, str], content: Content
) -> tuple[Any, str]:
    """The value that counts, and where it is from. Raises ValueError for a wrong variable."""
    given = getattr(options, setting.name)
    if given is not NOT_GIVEN and not (setting.several and given is None):
        return _at_home(given), setting.flag
    if environ.get(setting.variable):
        return _at_home(setting.read(environ[setting.variable])), setting.variable
    if setting.name in content.values:
        return content.values[setting.name], content.places[setting.name]
    return setting.default, DEFAULT


def _overrule(settings: Sequence[Setting], options: argparse.Namespace, origins: dict[str, str]) -> None:
    """Of two settings that say the same in two ways only the one of the stronger source is left."""
    by_name = {setting.name: setting for setting in settings}
    pairs = [(one, by_name[one.mark.instead]) for one in settings if one.mark.instead]
    for pair in pairs:
        weaker, stronger = sorted(pair, key=lambda one: _strength(one, origins))
        if _strength(weaker, origins) < _strength(stronger, origins):
            setattr(options, weaker.name, weaker.default)
            origins[weaker.name] = DEFAULT


def _strength(setting: Setting, origins: Mapping[str, str]) -> int:
    """The stronger the source of its value, the greater."""
    sources = {DEFAULT: 0, setting.variable: 2, setting.flag: 3}
    return sources.get(origins.get(setting.name, DEFAULT), 1)


def _at_home(value: Any) -> Any:
    """A path that begins with `~` lies in the home folder, wherever it was written."""
    return value.expanduser() if isinstance(value, Path) else value


def config_path(options: argparse.Namespace, environ: Mapping[str, str], machines: Path = MACHINES) -> Path | None:
    """The file that is asked for, else the user's, else the machine's, if there is one."""
    asked = options.check_config or options.config or environ.get(CONFIG_VARIABLE)
    if asked:
        return Path(asked)
    own = usual_path(environ)
    return next((path for path in (own, machines) if path and os.path.lexists(path)), None)


def usual_path(environ: Mapping[str, str]) -> Path | None:
    """Where a user's configuration of the server lies: `tuicards/server.toml` below XDG_CONFIG_HOME or ~/.config."""
    places = (Path(environ.get("XDG_CONFIG_HOME", "")), Path(environ.get("HOME", "")) / ".config")
    return next((place / "tuicards" / "server.toml" for place in places if place.is_absolute()), None)


def _warnings(settings: Sequence[Setting], content: Content, path: Path | None) -> tuple[str, ...]:
    """Secrets in a file that others may read."""
    if path is None or not _others_read(path):
        return ()
    values = content.values
    secrets = [one for one in settings if one.name in values and one.shown(values[one.name]) != values[one.name]]
    return tuple(
        f"{content.places[one.name]}: others may read this file, and the {one.key} in it: chmod 600 {path}"
        for one in secrets
    )


def _others_read(path: Path) -> bool:
    try:
        return bool(path.stat().st_mode & (stat.S_IRGRP | stat.S_IROTH))
    except OSError:
        return False
