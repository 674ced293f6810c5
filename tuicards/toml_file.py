"""TOML files as people write them: what one holds, at which line each entry stands, and why it cannot be read."""

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any, TypeAlias

from tuicards.errors import SetupError
from tuicards.plain_file import read_plain

LONGEST_FILE = 256 * 1024
"""Bytes; a longer file is none of ours."""

HEADER = re.compile(r"\s*\[{1,2}\s*([^\[\]]+?)\s*\]{1,2}\s*(?:#.*)?")
ENTRY = re.compile(r"""\s*((?:[\w-]+|"[^"]*"|'[^']*')(?:\s*\.\s*(?:[\w-]+|"[^"]*"|'[^']*'))*)\s*=""")
TEXT = re.compile(r"""#[^\n]*|\"{3}(?:\\.|[^\\])*?\"{3,5}|'{3}.*?'{3,5}|"(?:\\.|[^"\\\n])*"|'[^'\n]*'""", re.DOTALL)
"""A comment or a text, so that none is taken for the beginning of another."""

Lines: TypeAlias = Mapping[tuple[str, ...], int]
"""The line of each section and key, by their names."""


def read_toml(path: Path) -> tuple[dict[str, Any], str]:
    """The entries of the file, and its text.

    Raises FileNotFoundError where there is nothing, or below what is no folder nothing can be. Raises SetupError with
    the `place`: `settings.no_file`, `settings.unreadable`, `settings.too_long`, `settings.not_utf8`,
    `settings.not_toml`.
    """
    text = _text(path)
    import tomllib

    try:
        return tomllib.loads(text), text
    except tomllib.TOMLDecodeError as error:
        raise _not_toml(path, error, text) from None
    except RecursionError:
        raise SetupError("settings.not_toml", place=str(path), detail="nested too deep") from None
    except ValueError:
        raise SetupError(
            "settings.not_toml", place=_place_of_long_number(path, text), detail="a number is too long"
        ) from None


def _text(path: Path) -> str:
    try:
        if not path.is_file() and path.exists():
            raise SetupError("settings.no_file", place=str(path))
        content = read_plain(path, LONGEST_FILE)
    except (FileNotFoundError, NotADirectoryError):
        raise FileNotFoundError from None
    except (OSError, ValueError) as error:
        why = getattr(error, "strerror", None) or str(error)
        raise SetupError("settings.unreadable", place=str(path), why=why) from None
    if len(content) > LONGEST_FILE:
        raise SetupError("settings.too_long", place=str(path))
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        raise SetupError("settings.not_utf8", place=f"{path}:{line}") from None


def _not_toml(path: Path, error: ValueError, text: str) -> SetupError:
    """`column` is 0 where the file ends too early."""
    detail, _, where = str(error).partition(" (at ")
    at = re.match(r"line (\d+), column (\d+)", where)
    line, column = (int(at[1]), int(at[2])) if at else (text.count("\n") + 1, 0)
    return SetupError("settings.not_toml", place=f"{path}:{line}", detail=detail, column=column)


def _place_of_long_number(path: Path, text: str) -> str:
    long = re.search(r"[\d_]{4300,}", text)
    return f"{path}:{text.count(chr(10), 0, long.start()) + 1}" if long else str(path)


def lines_of(text: str, *, flat: str = "") -> Lines:
    """The line of each section and key, found by its look: of a key written twice the first.

    In the section `flat` names with dots in them are one name.
    """
    found: dict[tuple[str, ...], int] = {}
    section: tuple[str, ...] = ()
    for number, line in enumerate(TEXT.sub(_line_ends, text).split("\n"), 1):
        if header := HEADER.fullmatch(line):
            section = _parts(header[1])
            found.setdefault(section, number)
        elif entry := ENTRY.match(line):
            path = (*section, *_parts(entry[1]))
            found.setdefault((flat, ".".join(path[1:])) if path[0] == flat else path, number)
    return found


def _line_ends(found: re.Match[str]) -> str:
    """Of a text of many lines only their ends, since what is in it is no entry; all else as it is."""
    return "\n" * found[0].count("\n") if found[0].startswith(('"""', "'''")) else found[0]


def _parts(dotted: str) -> tuple[str, ...]:
    names = re.findall(r"""[\w-]+|"[^"]*"|'[^']*'""", dotted)
    return tuple(name.strip("\"'") for name in names)
