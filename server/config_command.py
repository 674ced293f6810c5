"""`tuicards-server --write-config`, `--check-config` and `--show-config`."""

import json
import sys
import textwrap
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Literal

from server.asked import of_preset
from server.chosen import MACHINES, Chosen, usual_path
from server.config import CONFIG_VARIABLE
from server.declared import BAD_USAGE, Parser, Setting, section_name, sections, settings_of
from server.upkeep import wrong_files
from tuicards.safe_text import safe_text
from tuicards.whole_file import write_whole

WIDTH = 100
STDOUT = "-"
FINE = 0

HEAD = f"""\
Configuration of tuicards-server. A flag counts before a variable of the environment, and that before this file;
a line that begins with # leaves its setting at the default that stands there; where there is none, what stands
there is an example. `tuicards-server --check-config FILE` says what is wrong with a file, `tuicards-server
--show-config` what counts and where it comes from.

The server reads the file that --config or {CONFIG_VARIABLE} names, else tuicards/server.toml in
$XDG_CONFIG_HOME (~/.config), else {MACHINES}. Paths count from this file's folder.

"(live)": SIGHUP or `tuicards-server admin reload` takes it up; all else needs a restart."""


class CannotWrite(Exception):
    """The file cannot be written; the text says why."""


def config_order(parser: Parser, chosen: Chosen, environ: Mapping[str, str]) -> int | None:
    """Carries out what is to be done about the configuration. Returns the exit code; None: the server is to start."""
    options = chosen.options
    if options.write_config is not None:
        return _write(parser, options.write_config, options.force, environ)
    if options.check_config is not None:
        return check(chosen)
    faults = _faults(chosen)
    for line in faults:
        print(f"{parser.prog}: {safe_text(line)}", file=sys.stderr)
    if options.show_config:
        print(show(chosen))
    if faults:
        return BAD_USAGE
    return FINE if options.show_config else None


def _write(parser: Parser, asked: Path | Literal[False], force: bool, environ: Mapping[str, str]) -> int:
    try:
        print(write_config(parser, asked, force, environ))
    except CannotWrite as error:
        print(f"{parser.prog}: {safe_text(str(error))}", file=sys.stderr)
        return BAD_USAGE
    return FINE


def write_config(parser: Parser, asked: Path | Literal[False], force: bool, environ: Mapping[str, str]) -> str:
    """Writes a file with every setting explained, the usual one where none is named; what to tell of it.

    Raises CannotWrite.
    """
    text = template(parser)
    if asked and str(asked) == STDOUT:
        return text.rstrip("\n")
    path = asked or usual_path(environ)
    if path is None:
        raise CannotWrite("there is no home folder for it: name a file, or - to print it")
    try:
        if not asked:
            path.parent.mkdir(parents=True, exist_ok=True)
        write_whole(path, text.encode(), 0o644, replace=force)
    except FileExistsError:
        raise CannotWrite(f"there is {path} already; --force overwrites it") from None
    except (OSError, ValueError) as error:
        raise CannotWrite(f"{path} cannot be written: {getattr(error, 'strerror', None) or error}") from None
    return f"written: {safe_text(str(path))}"


def template(parser: Parser) -> str:
    """The text of a file in which every setting stands with its default, and what it does."""
    return "\n".join(_template(parser)) + "\n"


def _template(parser: Parser) -> Iterator[str]:
    yield from (f"# {line}".rstrip() for line in HEAD.splitlines())
    abouts = {section_name(group.title or ""): group.description for group in parser._action_groups}
    settings = settings_of(parser)
    for section in sections(settings):
        yield ""
        if abouts.get(section):
            yield f"# {abouts[section]}"
        yield f"[{section}]"
        for setting in settings:
            if setting.section == section:
                yield from _entry(setting)


def _entry(setting: Setting) -> Iterator[str]:
    about = (setting.action.help or "").replace("%%", "%")
    choices = setting.action.choices
    if choices is not None:
        about += f" [{', '.join(map(str, choices))}]"
    about += f"; {setting.flag}, {setting.variable}{' (live)' if setting.mark.live else ''}"
    yield ""
    yield from (f"# {line}" for line in textwrap.wrap(about, WIDTH))
    yield f"#{setting.key} = {toml(setting.example)}"


def toml(value: object) -> str:
    """A value as the file writes it."""
    if isinstance(value, bool | int | float):
        return json.dumps(value)
    if isinstance(value, list | tuple):
        return f"[{', '.join(map(toml, value))}]"
    return json.dumps(safe_text(str(value)), ensure_ascii=False)


def show(chosen: Chosen) -> str:
    """Every setting with its value and where that comes from, in the form of the file; secrets are starred."""
    lines = [f"# {safe_text(str(chosen.file))}" if chosen.file else "# there is no configuration file"]
    for section in sections(chosen.settings):
        lines += ["", f"[{section}]"]
        lines += [_shown(one, chosen) for one in chosen.settings if one.section == section]
    return "\n".join(lines)


def _shown(setting: Setting, chosen: Chosen) -> str:
    value, preset = getattr(chosen.options, setting.name), of_preset(setting.name, chosen.options)
    if value is None and preset is not None:
        return f"{f'{setting.key} = {toml(preset)}':<40} # preset {chosen.options.limits}"
    origin = safe_text(chosen.origins.get(setting.name, ""))
    if value is None:
        return f"{f'#{setting.key} =':<40} # not set"
    return f"{f'{setting.key} = {toml(setting.shown(value))}':<40} # {origin}"


def check(chosen: Chosen) -> int:
    """Says what is wrong, or that it is fine. Returns 0, or 2 where something is wrong."""
    faults = _faults(chosen)
    for line in (*chosen.warnings, *faults):
        print(safe_text(line), file=sys.stderr)
    if not faults:
        print(f"{safe_text(str(chosen.file))}: fine" if chosen.file else "fine; there is no configuration file")
    return BAD_USAGE if faults else FINE


def _faults(chosen: Chosen) -> list[str]:
    return [*map(str, chosen.faults), *wrong_files(chosen)]
