"""Samples by name, as a run of measurements gathers them."""

from collections.abc import Mapping

from tests.bench.rows import short
from tests.bench.screen import middle


class Measured:
    """Each name says of what, and in which unit."""

    def __init__(self, values: Mapping[str, list[float]] | None = None) -> None:
        self.values: dict[str, list[float]] = dict(values or {})

    def add(self, name: str, *values: float) -> None:
        self.values.setdefault(name, []).extend(values)

    def middle(self, name: str) -> float:
        """The middle one. Raises KeyError."""
        return middle(self.values[name])

    def told(self, name: str) -> str:
        """The middle one, and from where to where they go."""
        values = self.values[name]
        spread = f" ({short(min(values))} to {short(max(values))})" if len(values) > 1 else ""
        return f"{short(self.middle(name))}{spread}"

    def ratio(self, name: str, to: str) -> str:
        """Of two middle ones."""
        return f"{self.middle(name) / self.middle(to):.2f}"
