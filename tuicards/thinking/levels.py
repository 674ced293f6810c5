"""Which bots think long."""

QUICK = frozenset({"easy", "normal"})
"""Levels that play by rules of thumb: they take less time than asking another process does."""


def searches(level: str) -> bool:
    """Whether bots of this level look ahead, and are to do so in a process of their own."""
    return level not in QUICK
