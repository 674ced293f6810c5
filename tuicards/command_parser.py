"""How a command is declared and refused, and what stands between reading it and doing it."""

import argparse
from collections.abc import Callable
from typing import Any, NoReturn, TypeAlias

from tuicards.safe_text import safe_text

USAGE = 2
"""Exit code: the command is wrong."""

Act: TypeAlias = Callable[[], int]
"""What a command does once everything that was typed is known to be right."""

Prepare: TypeAlias = Callable[[argparse.Namespace], Act]
"""Checks what was typed. Raises TuicardsError."""


class Parser(argparse.ArgumentParser):
    """Tells what is wrong in one line."""

    def error(self, message: str) -> NoReturn:
        self.exit(USAGE, f"tuicards: {safe_text(message)}; see {self.prog} --help\n")


def add_command(
    into: Any, name: str, prepare: Prepare, text: str, about: str = "", epilog: str | None = None
) -> argparse.ArgumentParser:
    """A new command among those of a parser; abbreviations of its flags are refused.

    `text` tells in one line what it does, `about` more than that; `epilog` is printed as it stands.
    """
    command: argparse.ArgumentParser = into.add_parser(
        name, help=text, description=about or f"{text[0].upper()}{text[1:]}.", epilog=epilog,
        formatter_class=argparse.RawDescriptionHelpFormatter if epilog else argparse.HelpFormatter,
        allow_abbrev=False,
    )  # fmt: skip
    command.set_defaults(prepare=prepare)
    return command
