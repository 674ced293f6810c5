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

    machine: dict[str, str] = msgspec.field(default_factory=of_this_machine)
    rows: list[KeptRow] = []
    curves: list[KeptCurve] = []

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


def read(path: Path) -> Taken:
    """What earlier runs have left there. Raises SystemExit where it is no such file."""
    if not path.exists():
        return Taken()
    try:
        return msgspec.json.decode(path.read_bytes(), type=Taken)
    except (OSError, msgspec.MsgspecError) as error:
        raise SystemExit(f"{path} holds no figures ({error}): name another file, or remove it.") from None


def write(path: Path, taken: Taken) -> None:
    """Raises OSError."""
    path.write_bytes(msgspec.json.format(msgspec.json.encode(taken), indent=1) + b"\n")
