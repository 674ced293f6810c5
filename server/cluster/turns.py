"""Which node has a table next: another order of nodes for each table, and the same at every node."""

import hashlib
from collections.abc import Iterable


def in_turn(table: str, runs: Iterable[int]) -> list[int]:
    """These runs of nodes, the one first that is to have the table."""
    return sorted(set(runs), key=lambda run: hashlib.sha256(f"{table} {run}".encode()).digest())
