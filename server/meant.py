"""What somebody has probably meant by a word that means nothing here."""

import argparse
import difflib
from collections.abc import Callable, Iterable, Iterator
from typing import Any


class GuessingParser(argparse.ArgumentParser):
    """Says of a word that it does not know which one is probably meant."""

    def __init__(self, *arguments: Any, **how: Any) -> None:
        super().__init__(*arguments, **how)
        self.elsewhere: dict[str, str] = {}
        """Words that mean something elsewhere: what to type for them, after the program's name."""

    def parse_args(self, args: Any = None, namespace: Any = None) -> Any:
        found, rest = self.parse_known_args(args, namespace)
        if rest:
            self.error(f"unrecognized arguments: {' '.join(rest)}{self._meant(rest[0])}")
        return found

    def _check_value(self, action: argparse.Action, value: Any) -> None:
        choices = action.choices
        if choices is not None and value not in choices:
            instead = meant(str(value), choices) or f"; there are {', '.join(map(str, choices))}"
            raise argparse.ArgumentError(action, f"there is no {value!r}{instead}")

    def _meant(self, word: str) -> str:
        if word.startswith("-"):
            return meant(word.partition("=")[0], flags_of(self))
        return meant(word, self.elsewhere, lambda near: f"{self.prog} {self.elsewhere[near]}")


def meant(word: str, known: Iterable[object], typed: Callable[[str], str] = str) -> str:
    """The end of a sentence that asks whether the known word is meant that is most like it; or nothing."""
    near = difflib.get_close_matches(word, [str(one) for one in known], 1)
    return f"; is {typed(near[0])} meant?" if near else ""


def flags_of(parser: argparse.ArgumentParser) -> Iterator[str]:
    """Of its commands, too."""
    yield from parser._option_string_actions
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            for command in action.choices.values():
                yield from flags_of(command)
