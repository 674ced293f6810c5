"""The screen: bytes to the terminal, time from a key to the changed picture, time to the first picture."""

import os
import statistics
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import NamedTuple

from tests.bench.terminal import Terminal, running

COMPACT, WIDE = (80, 24), (120, 40)
ANCHOR = (sys.executable, "-m", "tests.bench.one_cell")
HOME = (sys.executable, "-m", "tuicards")
PLAY = (sys.executable, "-m", "tuicards", "play", "rage", "--bot-delay", "1.2")
SOON = (sys.executable, "-m", "tuicards", "play", "rage", "--bot-delay", "0")
RIGHT, LEFT = b"\x1b[C", b"\x1b[D"


class Figure(NamedTuple):
    """One thing measured. `anchor` is what the same run gave for the thing beside it."""

    name: str
    unit: str
    values: tuple[float, ...]
    anchor: tuple[float, ...] = ()


@contextmanager
def opened(command: Sequence[str], size: tuple[int, int]) -> Iterator[Terminal]:
    """A program with a home of its own, as in any terminal of today."""
    with tempfile.TemporaryDirectory() as folder:
        environ = {
            "PATH": os.environ.get("PATH", ""), "HOME": folder, "TERM": "xterm-256color", "COLORTERM": "truecolor",
            "LC_ALL": "C.UTF-8", "PYTHONPATH": os.getcwd(), "TUICARDS_NAME": "Ana",
        }  # fmt: skip
        with running(command, size, environ) as terminal:
            yield terminal


def cold_starts(repeats: int) -> Iterator[Figure]:
    """Seconds to the first whole picture, taken in turns."""
    seen: dict[str, list[float]] = {"anchor": [], "home": [], "play": []}
    for _ in range(repeats):
        for name, command, words in (("anchor", ANCHOR, "READY"), ("home", HOME, "Host"), ("play", SOON, "TRUMP")):
            with opened(command, COMPACT) as terminal:
                seen[name].append(terminal.until(words))
    anchor = tuple(seen["anchor"])
    yield Figure("cold start to home", "s", tuple(seen["home"]), anchor)
    yield Figure("cold start of play to a table", "s", tuple(seen["play"]), anchor)


def key_times(repeats: int, size: tuple[int, int]) -> Iterator[Figure]:
    """Seconds from a key to the end of its picture: choosing a card, and the anchor's one cell, in turns."""
    ours: list[float] = []
    anchor: list[float] = []
    with opened(ANCHOR, size) as least, opened(PLAY, size) as table:
        least.until("READY")
        table.until("TRUMP")
        table.burst(2.0, gap=1.5)
        least.burst(1.0)
        for _ in range(repeats):
            for terminal, key, times in ((least, b"c", anchor), (table, RIGHT, ours)):
                while terminal.read(0.03):
                    pass  # what an earlier key has still to say
                took = terminal.answer(key)
                if took is not None:
                    times.append(took)
    yield Figure(f"key to picture, choosing, {size[0]}x{size[1]}", "s", tuple(ours), tuple(anchor))


def bytes_written(size: tuple[int, int], rounds: int) -> Iterator[Figure]:
    """Bytes to the terminal: nothing happens for 10 s, the cursor moves, a card is played by oneself, by others."""
    chosen: list[float] = []
    own: list[float] = []
    others: list[float] = []
    with opened(PLAY, size) as terminal:
        terminal.until("Your bid")
        _quiet(terminal)
        idle = len(terminal.burst(10.0, gap=10.0))
        terminal.press(b"1\r")
        while len(own) < rounds:
            others.extend(_quiet(terminal))
            terminal.press(RIGHT)
            chosen.append(len(terminal.burst(0.5)))
            own.append(_played(terminal))
    where = f"{size[0]}x{size[1]}"
    yield Figure(f"idle 10 s, {where}", "B", (float(idle),))
    yield Figure(f"choosing a card, {where}", "B", tuple(chosen))
    yield Figure(f"a card played by oneself, {where}", "B", tuple(own))
    yield Figure(f"a card played by another, {where}", "B", tuple(others))


def _played(terminal: Terminal) -> float:
    """Bytes when the card is played on which the cursor was before it moved, for that one may go."""
    terminal.press(LEFT)
    terminal.burst(0.5)
    terminal.press(b"\r")
    written = terminal.burst(0.5)
    if b"colour" in written:
        terminal.press(b"1")
        written += terminal.burst(0.5)
    return float(len(written))


def _quiet(terminal: Terminal) -> list[float]:
    """Sizes of the changes until nothing more comes by itself."""
    sizes = []
    while data := terminal.burst(2.5):
        sizes.append(float(len(data)))
    return sizes


def figures(repeats: int) -> Iterator[Figure]:
    """Everything about the screen."""
    for size in (COMPACT, WIDE):
        yield from bytes_written(size, max(3, repeats // 3))
    for size in (COMPACT, WIDE):
        yield from key_times(20 * repeats, size)
    yield from cold_starts(repeats)


def percentile(values: Sequence[float], part: float) -> float:
    """The value that so large a part of all lies below."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(part * len(ordered)))]


def middle(values: Sequence[float]) -> float:
    return statistics.median(values)
