"""Which bots think long, and which one to ask."""

from tuicards.bots.api import LEVELS

QUICK = frozenset({"easy", "normal"})
"""Levels that play by rules of thumb: they take less time than asking another process does."""


def searches(level: str) -> bool:
    """Whether bots of this level look ahead, and are to do so in a process of their own."""
    return level not in QUICK


def strongest(*wanted: str) -> str:
    """The first of these levels that there is; else the strongest of all."""
    return next((level for level in wanted if level in LEVELS), LEVELS[-1])
