"""Which tables nobody is at, and since when: where there is no room for another, the first of them gives way."""

LEAST = 60.0
"""Seconds for which people have time to come back before their table may give way, after a restart too."""


class Deserted:
    """Since when nobody has been at each table."""

    def __init__(self) -> None:
        self._since: dict[str, float] = {}

    def note(self, table: str, here: int, now: float) -> None:
        """So many are at the table now."""
        if here:
            self._since.pop(table, None)
        else:
            self._since.setdefault(table, now)

    def forget(self, table: str) -> None:
        self._since.pop(table, None)

    def first(self, now: float) -> str | None:
        """The table that has been without anybody for longest; None where each may still be waited for."""
        table = min(self._since, key=self._since.__getitem__, default=None)
        return table if table is not None and now >= self._since[table] + LEAST else None
