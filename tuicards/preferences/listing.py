"""What `tuicards config` prints: the settings that count as a file would hold them, and such a file to begin with."""

import json
from collections.abc import Iterator

from tuicards.preferences.sources import Origin, Preferences, variable
from tuicards.preferences.values import KINDS, possible
from tuicards.safe_text import safe_text
from tuicards.settings import DEFAULTS, SECTIONS
from tuicards.speech import Speaker


def listing(preferences: Preferences, speaker: Speaker) -> str:
    """The path, then every setting with its value and where that comes from, in the form of the file."""
    path, known = safe_text(str(preferences.path or "")), preferences.exists
    code = "config.path" if known else "config.no_file_yet" if path else "config.no_place"
    lines = [f"# {speaker.say(code, {'place': path})}"]
    for section, names in SECTIONS.items():
        lines += ["", f"[{section}]"]
        lines += [_line(name, preferences, speaker) for name in names]
    lines += ["", "[keys]"]
    lines += [
        f"{json.dumps(name)} = {toml(keys)}  # {_origin(preferences.origin(f'keys.{name}'), speaker)}"
        for name, keys in preferences.settings.keys.items()
    ]
    return "\n".join(lines)


def _line(name: str, preferences: Preferences, speaker: Speaker) -> str:
    value = toml(getattr(preferences.settings, name))
    return f"{f'{name} = {value}':<32}# {_origin(preferences.origin(name), speaker)}"


def _origin(origin: Origin, speaker: Speaker) -> str:
    return speaker.say(f"config.from.{origin.kind}", {"place": origin.name})


def first_file(speaker: Speaker) -> str:
    """A file with every setting at its default, and a comment on each."""
    return "\n".join(_first_lines(speaker)) + "\n"


def _first_lines(speaker: Speaker) -> Iterator[str]:
    yield from (_comment(speaker.say("config.file.head")), _comment(speaker.say("config.file.order")))
    for section, names in SECTIONS.items():
        yield from ("", f"[{section}]")
        for name in names:
            yield from (_comment(speaker.say(f"settings.{name}.about")), _comment(_possible(name, speaker)))
            yield f"{name} = {toml(getattr(DEFAULTS, name))}"
    yield from ("", "[keys]")
    yield _comment(speaker.say("config.file.keys"))
    yield '# "app.help" = "f1,question_mark"'


def _possible(name: str, speaker: Speaker) -> str:
    """Which values there are, and which variable sets it, too."""
    if KINDS[name] in ("bool", "choice", "language"):
        return speaker.say("config.file.values", {"known": possible(name), "variable": variable(name)})
    return speaker.say("config.file.variable", {"variable": variable(name)})


def _comment(text: str) -> str:
    return f"# {text}"


def toml(value: object) -> str:
    """A value as TOML writes it."""
    return json.dumps(value, ensure_ascii=False)
