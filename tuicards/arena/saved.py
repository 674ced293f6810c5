"""Finished units in a file, one JSON object a line, so that a match can be gone on with; first the match itself."""

import hashlib
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

import msgspec

import tuicards.bots
from tuicards import __version__
from tuicards.arena.match import Match
from tuicards.arena.results import UnitResult
from tuicards.errors import SetupError
from tuicards.plain_file import read_plain

Kind = TypeVar("Kind")

LONGEST = 1 << 30
"""Bytes."""


class _Header(msgspec.Struct, frozen=True, kw_only=True):
    arena: str
    """The program's version."""
    bots: str
    """What tells the bots' sources apart from others: results of different bots are not to be mixed."""
    match: Match


@cache
def _sources() -> str:
    files = sorted(Path(tuicards.bots.__file__).parent.glob("*.py"))
    return hashlib.sha256(b"".join(file.read_bytes() for file in files)).hexdigest()[:16]


class Saved:
    """The units in a file that a match has already played, and where it puts those to come."""

    def __init__(self, path: Path, match: Match) -> None:
        """Raises SetupError: `arena.cannot_save`, `arena.not_saved` (no such file), `arena.other_match`."""
        self.path = path
        self.units: dict[int, UnitResult] = {}
        header = _Header(arena=__version__, bots=_sources(), match=match)
        try:
            whole = _whole_lines(path) if path.exists() else b""
            if whole:
                self._read(whole.splitlines(), header)
            self._file = path.open("ab")
            self._file.truncate(len(whole))
            if not whole:
                self._write(header)
        except OSError as error:
            raise SetupError("arena.cannot_save", file=str(path), why=error.strerror or str(error)) from None

    def _read(self, lines: list[bytes], expected: _Header) -> None:
        header = self._decoded(lines, 0, _Header)
        if header != expected:
            raise SetupError("arena.other_match", file=str(self.path), known=_differing(header, expected))
        for number in range(1, len(lines)):
            unit = self._decoded(lines, number, UnitResult)
            self.units[unit.unit] = unit

    def _decoded(self, lines: list[bytes], number: int, kind: type[Kind]) -> Kind:
        try:
            return msgspec.json.decode(lines[number], type=kind)
        except (msgspec.DecodeError, UnicodeDecodeError):
            raise SetupError("arena.not_saved", file=str(self.path), line=number + 1) from None

    def add(self, unit: UnitResult) -> None:
        """Keeps one more unit. Raises SetupError `arena.cannot_save`."""
        self.units[unit.unit] = unit
        try:
            self._write(unit)
        except OSError as error:
            raise SetupError("arena.cannot_save", file=str(self.path), why=error.strerror or str(error)) from None

    def _write(self, value: Any) -> None:
        self._file.write(msgspec.json.encode(value) + b"\n")
        self._file.flush()

    def close(self) -> None:
        """Nothing can be added any more."""
        self._file.close()


def _whole_lines(path: Path) -> bytes:
    """All but a line that was cut off in the middle."""
    content = read_plain(path, LONGEST)
    return content[: content.rfind(b"\n") + 1]


def _differing(one: _Header, other: _Header) -> tuple[str, ...]:
    """The names of what two matches do not have in common."""
    fields = [name for name in Match.__struct_fields__ if getattr(one.match, name) != getattr(other.match, name)]
    return tuple(fields) or ("the bots' program",)


def read_saved(path: Path) -> tuple[Match, list[UnitResult]]:
    """A match and its units, as a file holds them. Raises OSError, and msgspec.DecodeError for another file."""
    lines = _whole_lines(path).splitlines() or [b""]
    header = msgspec.json.decode(lines[0], type=_Header)
    units = {unit.unit: unit for unit in (msgspec.json.decode(line, type=UnitResult) for line in lines[1:])}
    return header.match, [units[number] for number in sorted(units)]
