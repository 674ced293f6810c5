"""A guest's terminal: the pseudo-terminal, its size, and what is believed of the environment."""

import contextlib
import os
import pty
import re
import termios
from collections.abc import Mapping

LARGEST = (1000, 500)
"""Columns and rows; no screen has more, and the client draws no more."""

USUAL = (80, 24)
"""Of a terminal that says nothing about its size."""

TERM = re.compile(r"[A-Za-z0-9][A-Za-z0-9_.+-]{0,40}")
LOCALE = re.compile(r"[A-Za-z0-9_.@:-]{1,64}")
WANTED = {
    "LANG": LOCALE,
    "LANGUAGE": LOCALE,
    "COLORTERM": re.compile(r"[A-Za-z0-9_-]{1,20}"),
    "TZ": re.compile(r"(?!.*\.\.)[A-Za-z0-9<][A-Za-z0-9_+\-/,.<>]{0,60}"),
    "NO_COLOR": re.compile(r"[ -~]{1,20}"),
}
CATEGORY = re.compile(r"LC_[A-Z]{2,20}")
"""How variables of the locale are called."""


def open_terminal(columns: int, rows: int) -> tuple[int, int]:
    """The two ends of a new pseudo-terminal: ours, which never waits, and the client's. Raises OSError.

    What is typed before the client listens is neither shown nor cut into lines.
    """
    ours, clients = pty.openpty()
    try:
        os.set_blocking(ours, False)
        modes = termios.tcgetattr(clients)
        modes[3] &= ~(termios.ECHO | termios.ICANON)
        termios.tcsetattr(clients, termios.TCSANOW, modes)
        resize(ours, columns or USUAL[0], rows or USUAL[1])
    except BaseException:
        os.close(ours)
        os.close(clients)
        raise
    return ours, clients


def resize(terminal: int, columns: int, rows: int) -> None:
    """Give the terminal a size that can be drawn; its client hears of it. Without columns or rows nothing is done."""
    if columns > 0 and rows > 0:
        with contextlib.suppress(OSError):
            termios.tcsetwinsize(terminal, (min(rows, LARGEST[1]), min(columns, LARGEST[0])))


def believed(term: str, environ: Mapping[bytes, bytes]) -> dict[str, str]:
    """What the client is told of a guest's environment: variables that it knows, where they look as they should."""
    found = {"TERM": term} if TERM.fullmatch(term) else {}
    for name, value in environ.items():
        known, text = name.decode("latin-1"), value.decode("latin-1")
        form = LOCALE if CATEGORY.fullmatch(known) else WANTED.get(known)
        if form is not None and form.fullmatch(text):
            found[known] = text
    return found
