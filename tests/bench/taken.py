"""What has been measured: rows and curves, in one JSON file to which later runs add theirs."""

import os
import platform
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

import msgspec

from tests.bench.rows import Row, short


class Curve(NamedTuple):
    """How a cost grows: what the columns hold, and a line of figures for each size of the work."""

    name: str
    head: tuple[str, ...]
    lines: Iterator[Sequence[float]]


class KeptRow(msgspec.Struct, frozen=True):
    """A row of the table, with what follows from its samples."""

    target: str
    what: str
    unit: str
    values: list[float]
    limit: float
    at_most: bool
    anchors: list[float]
    anchor: str
    figure: float
    reached: float
    met: bool

    def row(self) -> Row:
        """As it was measured."""
        return Row(
            self.target, self.what, self.unit, self.values, self.limit, self.at_most, self.anchors, self.anchor
        )


class KeptCurve(msgspec.Struct, frozen=True):
    """A curve, with all its lines."""

    name: str
    head: tuple[str, ...]
    lines: list[list[float]]


def of_this_machine() -> dict[str, str]:
    """On what it was measured."""
    return {"python": platform.python_version(), "system": platform.platform(), "cores": str(os.cpu_count())}


class Taken(msgspec.Struct):
    """All figures so far. What is measured again takes the place of what was there."""

    machine: dict[str, str]
    rows: list[KeptRow]
    curves: list[KeptCurve]

    def take_rows(self, rows: Sequence[Row]) -> None:
        """All rows of their targets, which need not be one."""
        targets = {row.target for row in rows}
        kept = [row for row in self.rows if row.target not in targets]
        self.rows = sorted([*kept, *map(_kept, rows)], key=lambda row: int(row.target[1:]))

    def take_curve(self, curve: KeptCurve) -> None:
        self.curves = [*(other for other in self.curves if other.name != curve.name), curve]


def _kept(row: Row) -> KeptRow:
    values, anchors = list(row.values), list(row.anchors)
    return KeptRow(
        row.target, row.what, row.unit, values, row.limit, row.at_most, anchors, row.anchor,
        row.figure, row.reached, row.met,
    )  # fmt: skip


def told(curve: Curve) -> KeptCurve:
    """Measure it, and print each line as soon as it is there."""
    print(" ".join(f"{title:>16}" for title in (curve.name, *curve.head[1:])), flush=True)
    lines = []
    for line in curve.lines:
        print(" ".join(f"{short(value):>16}" for value in line), flush=True)
        lines.append(list(line))
    return KeptCurve(curve.name, curve.head, lines)


def nothing() -> Taken:
    """What there is before anything has been measured, here."""
    return Taken(of_this_machine(), [], [])


def read(path: Path) -> Taken:
    """What earlier runs have left there. Raises SystemExit where it is no such file."""
    try:
        return msgspec.json.decode(path.read_bytes(), type=Taken)
    except FileNotFoundError:
        return nothing()
    except (OSError, msgspec.MsgspecError, UnicodeDecodeError) as error:
        raise SystemExit(f"{path} holds no figures ({error}): name another file, or remove it.") from None


def begun(path: Path) -> Taken:
    """What earlier runs on this machine have left there, to which later figures can be written.

    Raises SystemExit where that cannot be: what is measured takes minutes, and figures of two machines say nothing
    beside each other.
    """
    taken, here = read(path), of_this_machine()
    if odd := [name for name in {**taken.machine, **here} if taken.machine.get(name) != here.get(name)]:
        then, now = (", ".join(f"{name} {machine.get(name)}" for name in odd) for machine in (taken.machine, here))
        raise SystemExit(f"{path} was measured with {then}, and this is {now}: name another file, or remove it.")
    try:
        write(path, taken)
    except OSError as error:
        raise SystemExit(f"{path} cannot be written ({error.strerror}): name another file.") from None
    return taken


def write(path: Path, taken: Taken) -> None:
    """Raises OSError."""
    path.write_bytes(msgspec.json.format(msgspec.json.encode(taken), indent=1) + b"\n")
