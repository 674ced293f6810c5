"""Completion scripts for shells, made from the parsers: a new flag is in them by itself.

What stands for a value in the help (its metavar) says what completes it.
"""

import argparse
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from tuicards.errors import SetupError
from tuicards.games import GAMES
from tuicards.locale.languages import LANGUAGES
from tuicards.preferences.values import possible

SHELLS = ("bash", "zsh", "fish")

FILES = ("FILE", "FILE|FOLDER")
FOLDERS = ("DIR", "OUT")

ABOUT = "print what completes this command in a shell when Tab is pressed"

EPILOG = """\
Where a shell looks for it by itself, in every new window:
  bash (with bash-completion)
    {program} completion bash > ~/.local/share/bash-completion/completions/{program}
  zsh (any folder of $fpath)
    {program} completion zsh > ~/.zfunc/_{program}
  fish
    {program} completion fish > ~/.config/fish/completions/{program}.fish

In this window only:
  eval "$({program} completion bash)"
  {program} completion fish | source

It names flags and commands as they are now: print it again after an upgrade. For the other command of the two:
  {other} completion --help
Needs pip install 'tuicards[completion]'; what is printed needs nothing.
"""


def add_shell(parser: argparse.ArgumentParser, program: str, other: str) -> None:
    """Adds what may be typed after `completion` of the program, one of two, and tells how it is used."""
    parser.description = f"{ABOUT[0].upper()}{ABOUT[1:]}."
    parser.epilog = EPILOG.format(program=program, other=other)
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.add_argument("shell", choices=SHELLS, help="the shell that reads it")


def completion_script(
    parser: argparse.ArgumentParser, shell: str, own: Mapping[str, argparse.ArgumentParser] | None = None
) -> str:
    """The script of one of SHELLS for a program. It changes the parser, which is of no other use then.

    `own` are commands that the program hands to parsers of their own. Raises SetupError `extra_needed`.
    """
    try:
        import shtab
    except ModuleNotFoundError:
        raise SetupError("extra_needed", extra="completion") from None

    _adopt(parser, own or {})
    known = words()
    for value in values(parser):
        if value.metavar in known:
            value.choices = known[str(value.metavar)]
        elif value.metavar in FILES:
            value.complete = shtab.FILE  # type: ignore[attr-defined]
        elif value.metavar in FOLDERS:
            value.complete = shtab.DIRECTORY  # type: ignore[attr-defined]
    return shtab.complete(parser, shell)


def words() -> Mapping[str, Sequence[str]]:
    """The values of which there are a few, by metavar."""
    from tuicards.bots.api import LEVELS

    return {
        "GAME": tuple(GAMES),
        "LEVEL": LEVELS,
        "PRESET": tuple(dict.fromkeys(preset for game in GAMES.values() for preset in game.presets)),
        "LANGUAGE": tuple(LANGUAGES),
        "THEME": possible("theme"),
        "LOOK": possible("presentation"),
    }


def values(parser: argparse.ArgumentParser) -> Iterator[argparse.Action]:
    """All that takes a value, of the parser and of its commands."""
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            for command in dict.fromkeys(action.choices.values()):
                yield from values(command)
        elif action.nargs != 0:
            yield action


def _adopt(parser: argparse.ArgumentParser, own: Mapping[str, argparse.ArgumentParser]) -> None:
    """Puts the parsers where their commands are."""
    there = [action for action in parser._actions if isinstance(action, argparse._SubParsersAction)]
    into: Any = there[0] if there else parser.add_subparsers(parser_class=argparse.ArgumentParser)
    for name, command in own.items():
        if name not in into.choices:
            into.add_parser(name, help=command.description)
        into.choices[name] = command
