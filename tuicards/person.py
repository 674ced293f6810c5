"""Who plays, and what they prefer: by flags, by the environment, by what is remembered."""

import argparse
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

from tuicards.asked import given, name_asked
from tuicards.errors import PlayerError, SetupError
from tuicards.identity import Identity, identity_path
from tuicards.kept import records_folder
from tuicards.preferences.sources import Preferences, read_preferences, settings_path
from tuicards.preferences.values import Clean


@dataclass(frozen=True)
class Person:
    """Who plays: a name, what is remembered, and what opens a server's doors."""

    name: str
    identity: Identity
    records: Path | None = None
    """Where finished parties are kept; None: nowhere."""
    token: str = ""
    password: str = field(default="", repr=False)
    ca: str = ""
    """A file of authorities that vouch for servers; empty: the system's."""


PREFERENCES = ("language", "theme", "presentation")
"""The settings that have a flag of their own, besides the name."""


def preferences_asked(asked: argparse.Namespace, environ: Mapping[str, str], clean: Clean) -> Preferences:
    """The settings that count for a command. Raises SetupError for a wrong flag.

    A guest's settings come from no file. A wrong name is left to `person_asked`, where the command needs one.
    """
    named = PREFERENCES if asked.plays else (*PREFERENCES, "name")
    flags = {name: (f"--{name}", value) for name in named if (value := getattr(asked, name, None)) is not None}
    given = asked.config or environ.get("TUICARDS_CONFIG")
    path = None if asked.guest else Path(asked.config) if asked.config else settings_path(environ)
    found = read_preferences(path, environ, flags, clean=clean, check_keys=_check_keys)
    if given and path is not None and not found.exists and not getattr(asked, "write", False):
        missing = SetupError("settings.missing", place=str(path))
        return replace(found, faults=(missing, *found.faults))
    return found


def _check_keys(keys: Mapping[str, str], places: Mapping[str, str]) -> tuple[dict[str, str], tuple[SetupError, ...]]:
    from tuicards.tui.keymap import check_keys

    return check_keys(keys, places)


def person_asked(asked: argparse.Namespace, environ: Mapping[str, str], clean: Clean, chosen: str = "") -> Person:
    """`chosen` is the name in the settings.

    Raises SetupError `cli.not_unicode`, `cli.name_length`, and what `clean` raises for a bad name.
    """
    identity = Identity(None if asked.guest else identity_path(environ))
    name = name_asked(given(asked, environ, "name"))
    if not name and not asked.guest:
        name = chosen or identity.name or _login(environ, clean)
    records = None if asked.guest else records_folder(environ)
    return Person(
        clean(name) if name else "",
        identity,
        records,
        given(asked, environ, "token"),
        given(asked, environ, "password"),
        given(asked, environ, "tls_ca"),
    )


def _login(environ: Mapping[str, str], clean: Callable[[str], str]) -> str:
    """The name of the account, where it can be one at a table."""
    login = environ.get("USER") or environ.get("LOGNAME") or ""
    try:
        return clean(login)
    except PlayerError:
        return "Player"
