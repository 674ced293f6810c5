"""How long tables stood still around a fault, and how soon they had another owner."""

from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise

from tests.cluster.chaos.faults import Fault
from tests.cluster.chaos.owners import Owners

IN_TIME = 5.0
"""Seconds within which a table has to go on elsewhere."""
LONG_AWAY = 3.0
"""Seconds: who is away for as long as that loses every table, by the lease alone after two."""

AFTERWARDS = 3.0
"""Seconds after a node's end in which it is noticed at the latest: the longest pause that begins by then counts."""


def stood_still(fault: Fault, owners: Owners, steps: Mapping[str, Sequence[float]]) -> dict[str, float]:
    """Of each table that the node owned, the longest time between two of its steps around the fault."""
    until = max(fault.over, fault.began + AFTERWARDS)
    tables = owners.of_node(fault.node, fault.began) if fault.node else list(steps)
    pauses = {table: _longest(steps.get(table, ()), fault.began, until) for table in tables}
    return {table: pause for table, pause in pauses.items() if pause}


def _longest(steps: Sequence[float], began: float, until: float) -> float:
    """0 where there were no steps before or after."""
    return max((b - a for a, b in pairwise(steps) if b > began and a < until), default=0.0)


def handed_on(fault: Fault, owners: Owners, within: float = 15.0) -> list[float]:
    """Seconds until the tables of the node had another owner that all know of; where they got one."""
    times = [owners.next_owner(table, fault.began) for table in owners.of_node(fault.node, fault.began)]
    return [time - fault.began for time in times if time is not None and time - fault.began < within]


def left_alone(faults: Sequence[Fault], owners: Owners) -> list[str]:
    """Tables that had no other owner in time, though their node was away for long and nothing else went wrong."""
    late = []
    for fault in faults:
        near = [other for other in faults if other is not fault and _meet(fault, other)]
        if near or not (fault.kind == "kill" or fault.over - fault.began > LONG_AWAY):
            continue
        for table in owners.of_node(fault.node, fault.began):
            at = owners.next_owner(table, fault.began)
            if at is None or at - fault.began > IN_TIME:
                after = "never" if at is None else f"after {at - fault.began:.1f} s"
                late.append(f"table {table} of {fault.node} ({fault.kind}) had another owner {after}")
    return late


def _meet(one: Fault, other: Fault) -> bool:
    """Whether the second one may have kept anybody from taking over after the first."""
    return other.began < one.began + IN_TIME and other.over > one.began - IN_TIME


def percentile(values: Iterable[float], share: float) -> float:
    """0 where there are none."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(len(ordered) * share))] if ordered else 0.0
