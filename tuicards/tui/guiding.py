"""The guide for a first game: which hints have been shown, remembered beyond the end of the program."""

import contextlib
from collections.abc import Iterable
from pathlib import Path

from tuicards.plain_file import read_plain
from tuicards.whole_file import write_whole

MAX_FILE = 16 * 1024
"""A longer file is none of ours."""


class Guide:
    """Shows each hint once, and none of a game after its first party.

    Without a file, or where it cannot be read or written, what was shown is remembered until the program ends.
    """

    def __init__(self, file: Path | None) -> None:
        self._file = file
        self._seen = _read(file)

    def next(self, game: str, fitting: Iterable[str]) -> str:
        """The first of the fitting hints that was not shown yet; empty when there is none."""
        if _over(game) in self._seen:
            return ""
        return next((code for code in fitting if code not in self._seen), "")

    def shown(self, code: str) -> None:
        """This hint is not shown again."""
        self._note(code)

    def party_over(self, game: str) -> None:
        """The first party of a game is over: it needs no guide any more."""
        self._note(_over(game))

    def _note(self, word: str) -> None:
        if word in self._seen:
            return
        self._seen.add(word)
        if self._file is not None:
            with contextlib.suppress(OSError, ValueError):
                self._file.parent.mkdir(parents=True, exist_ok=True)
                write_whole(self._file, ("\n".join(sorted(self._seen)) + "\n").encode(), 0o600)


def guide_file(folder: Path | None) -> Path | None:
    """Where the guide is remembered below the state folder."""
    return None if folder is None else folder / "guide"


def _over(game: str) -> str:
    return f"over.{game}"


def _read(file: Path | None) -> set[str]:
    """The words of the file; none where there is no such file, or none of ours."""
    try:
        content = read_plain(file, MAX_FILE) if file is not None else b""
        return set(content.decode().split()) if len(content) <= MAX_FILE else set()
    except (OSError, UnicodeDecodeError):
        return set()
