"""What an operator may set: each setting is declared once, as a flag of the parser.

From that one declaration come the flag, the variable of the environment, the key of the configuration file, and
how a value is read. A group of flags is a section of the file.
"""

import argparse
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NoReturn

from server.config import ENVIRONMENT
from server.meant import GuessingParser
from tuicards.preferences.values import WORDS

BAD_USAGE = 2
SHOWN = 40
"""So many characters of a wrong value are shown."""

EXAMPLES: tuple[object, ...] = (1, "/path/to/it", [1])

OTHERS = "options"
"""What argparse calls the group of flags that are in none."""


@dataclass(frozen=True, slots=True)
class Mark:
    """What a flag alone does not say of a setting."""

    key: str = ""
    """In the file, where it is not the flag's name without that of its section."""
    live: bool = False
    """Whether a change is taken up while the server runs."""
    secret: bool = False
    open_part: Callable[[str], str] | None = None
    """Of a secret that is a part of the value: the value as it may be shown. Nor do its reader's errors tell it."""
    example: object = None
    """What the template shows where there is no default."""
    instead: str = ""
    """Another setting that says the same in another way: of the two the one of the stronger source counts."""


class Parser(GuessingParser):
    """Tells what is wrong in one line. Knows which of its flags are settings."""

    def __init__(self, *arguments: Any, **how: Any) -> None:
        super().__init__(*arguments, **how)
        self.marks: dict[str, Mark] = {}
        """Of some settings, by name."""
        self.orders: set[str] = {"help", "version"}
        """Flags that are no settings: they say what to do."""

    def error(self, message: str) -> NoReturn:
        self.exit(BAD_USAGE, f"{self.prog}: {message.rstrip('.')}; see {self.prog} --help\n")


class Section:
    """A group of flags, and a section of the file."""

    def __init__(self, parser: Parser, title: str, about: str) -> None:
        self._parser, self._group = parser, parser.add_argument_group(title, about)

    def add(
        self,
        flag: str,
        *,
        key: str = "",
        live: bool = False,
        secret: bool = False,
        open_part: Callable[[str], str] | None = None,
        example: object = None,
        instead: str = "",
        **how: Any,
    ) -> None:
        """Declare a setting; `how` is what argparse wants to know."""
        action = self._group.add_argument(flag, **how)
        self._parser.marks[action.dest] = Mark(key, live, secret, open_part, example, instead)


@dataclass(frozen=True, slots=True)
class Setting:
    """One setting, however it is given."""

    section: str
    action: argparse.Action = field(repr=False)
    mark: Mark

    @property
    def name(self) -> str:
        return self.action.dest

    @property
    def flag(self) -> str:
        return self.action.option_strings[0]

    @property
    def key(self) -> str:
        """Its name in the section of the file."""
        return self.mark.key or self.name.removeprefix(f"{self.section}_")

    @property
    def variable(self) -> str:
        return ENVIRONMENT + ("SERVER_NAME" if self.name == "name" else self.name.upper())

    @property
    def default(self) -> Any:
        return self.action.default

    @property
    def yes_or_no(self) -> bool:
        return self.action.nargs == 0

    @property
    def several(self) -> bool:
        """Whether it is a list."""
        return self.action.nargs in ("*", "+") or type(self.action) is argparse._AppendAction

    @property
    def example(self) -> object:
        """The default as the file has it, or else something that may stand there."""
        if self.mark.example is not None:
            return self.mark.example
        return self.default if self.default is not None else next(filter(self._takes, EXAMPLES), "")

    def shown(self, value: Any) -> Any:
        """The value as anybody may see it."""
        if not self.mark.secret or not value:
            return value
        return "***" if self.mark.open_part is None else self.mark.open_part(value)

    def _takes(self, value: object) -> bool:
        try:
            self.read_toml(value)
        except ValueError:
            return False
        return True

    def read(self, text: str) -> Any:
        """The value that a text means. Raises ValueError with what is wrong; of a secret without saying it."""
        return self._kept_secret(self._read, text)

    def _kept_secret(self, read: Callable[[Any], Any], value: object) -> Any:
        try:
            return read(value)
        except ValueError:
            if self.mark.secret and self.mark.open_part is None:
                raise ValueError("must be a text, in quotes, without control characters") from None
            raise

    def _read(self, text: str) -> Any:
        if self.yes_or_no:
            if text.strip().casefold() not in WORDS:
                raise ValueError(f"{text[:SHOWN]!r} is neither yes nor no")
            return WORDS[text.strip().casefold()]
        if self.several:
            return [self._read_one(part.strip()) for part in text.split(",") if part.strip()]
        return self._read_one(text)

    def read_toml(self, value: object) -> Any:
        """The value that an entry of the file means. Raises ValueError as `read`."""
        return self._kept_secret(self._read_toml, value)

    def _read_toml(self, value: object) -> Any:
        if self.yes_or_no or (isinstance(value, bool) and self.action.nargs == "?"):
            if not isinstance(value, bool):
                raise ValueError("must be true or false")
            return value if self.yes_or_no else self.action.const if value else self.default
        if not self.several:
            return self._read_scalar(value)
        if not isinstance(value, list):
            raise ValueError("must be a list, such as [1, 2]")
        return [self._read_scalar(one) for one in value]

    def _read_scalar(self, value: object) -> Any:
        """A number has to be one in the file, too, and a text a text."""
        if isinstance(value, bool) or not isinstance(value, (str, int, float)):
            raise ValueError("must be one value, a number or a text in quotes")
        read = self._read_one(value if isinstance(value, str) else repr(value))
        number = isinstance(read, (int, float))
        if number and isinstance(value, str):
            raise ValueError(f"must be a number, without quotes: {value}")
        if not number and not isinstance(value, str):
            raise ValueError(f'must be a text, in quotes: "{value}"')
        return read

    def _read_one(self, text: str) -> Any:
        read = self.action.type or str
        try:
            value = read(text) if callable(read) else text
        except argparse.ArgumentTypeError as error:
            raise ValueError(str(error)) from None
        except (TypeError, ValueError):
            raise ValueError(f"{text[:SHOWN]!r} makes no sense here") from None
        if self.action.choices is not None and value not in self.action.choices:
            raise ValueError(f"{text[:SHOWN]!r} is none of {', '.join(map(str, self.action.choices))}")
        return value


def a_path(text: str) -> Path:
    """A path from the command line or the environment. Raises ArgumentTypeError for one that is empty, or none."""
    if "\0" in text or not text.strip():
        raise argparse.ArgumentTypeError("is no path")
    return Path(text)


def settings_of(parser: Parser) -> tuple[Setting, ...]:
    """Every setting, in the order of the parser's groups."""
    return tuple(_settings(parser))


def _settings(parser: Parser) -> Iterator[Setting]:
    for group in parser._action_groups:
        for action in group._group_actions:
            if action.option_strings and action.dest not in parser.orders:
                yield Setting(section_name(group.title or ""), action, parser.marks.get(action.dest, Mark()))


def section_name(title: str) -> str:
    """The section of the file that a group is; `server` for flags in no group."""
    return "server" if title == OTHERS else re.sub(r"\W+", "_", title.casefold()).strip("_")


def sections(settings: Sequence[Setting]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(setting.section for setting in settings))
