"""`tuicards config`: where the settings are, what counts and why, all keys, and a file to begin with."""

import argparse
from pathlib import Path
from typing import Any

from tuicards.command_parser import add_command
from tuicards.errors import SetupError, StorageError
from tuicards.preferences.listing import first_file, listing
from tuicards.preferences.saving import write_text
from tuicards.preferences.sources import Preferences
from tuicards.safe_text import safe_text
from tuicards.speech import Speaker

FINE = 0


def add_config(into: Any) -> None:
    """Adds the command to a parser's commands."""
    about = "Shows the settings that count, and where each comes from. F3 on the screen changes them, too."
    config = add_command(into, "config", prepare_config, "show the settings, and where each comes from", about)
    what = config.add_mutually_exclusive_group()
    what.add_argument("--path", action="store_true", help="print the settings file's path only")
    what.add_argument("--write", action="store_true", help="write a settings file with all defaults, explained")
    what.add_argument(
        "--keys", action="store_true", help="print the id of everything that a key does, for [keys] in the file"
    )


def prepare_config(asked: argparse.Namespace) -> Any:
    """What the command does. Raises SetupError where there is no place for a file that is asked for."""
    preferences: Preferences = asked.preferences
    speaker = Speaker(language=asked.spoken)
    if (asked.path or asked.write) and preferences.path is None:
        raise SetupError("config.needs_place")
    if asked.path:
        return lambda: _print(safe_text(str(preferences.path)))
    if asked.write and preferences.path is not None:
        path = preferences.path
        return lambda: _print(_write(path, speaker))
    return lambda: _print(keys_listing(preferences, speaker) if asked.keys else listing(preferences, speaker))


def _print(text: str) -> int:
    print(text)
    return FINE


def _write(path: Path, speaker: Speaker) -> str:
    """Raises StorageError `config.exists`, `config.cannot_write`."""
    if path.exists() or path.is_symlink():
        raise StorageError("config.exists", place=str(path))
    try:
        write_text(path, first_file(speaker))
    except OSError as error:
        raise StorageError("config.cannot_write", place=str(path), why=error.strerror or str(error)) from None
    return safe_text(speaker.say("config.written", {"place": str(path)}))


def keys_listing(preferences: Preferences, speaker: Speaker) -> str:
    """Every id with its keys and what they do, in the form of the file."""
    from tuicards.tui.keymap import known_keys

    lines = [f"# {speaker.say('config.keys.head')}", "", "[keys]"]
    for name, known in known_keys().items():
        keys = preferences.settings.keys.get(name, ",".join(known.keys))
        about = known.tip or known.name
        said = speaker.say(about) if speaker.knows(about) else about
        entry = f'"{name}" = "{keys}"'
        lines.append(f"{entry:<44}# {said}")
    return "\n".join(lines)
