"""One table of figures, and every promise that was not kept."""

from itertools import pairwise

from tests.cluster.chaos.chaos import Result
from tests.cluster.chaos.faults import WEIGHTS
from tests.cluster.chaos.standstill import IN_TIME, handed_on, left_alone, percentile, stood_still

LONGEST_STOP = 10.0


def broken(result: Result) -> list[str]:
    """Every promise that was not kept."""
    faults = [*result.broken, *result.ledger.broken, *result.aftermath.faults]
    faults += left_alone(result.faults.past, result.owners)
    if not result.aftermath.finished:
        faults.append("no party was finished")
    if result.stopped_in > LONGEST_STOP:
        faults.append(f"a node took {result.stopped_in:.1f} s to stop")
    return faults + [f"{node.name}: {line}" for node in result.nodes for line in node.complaints()]


def rows(result: Result) -> list[tuple[str, str]]:
    course, ledger, aftermath, faults = result.course, result.ledger, result.aftermath, result.faults
    ends = {node.name: node.ends for node in result.nodes if node.ends}
    table = [
        ("seconds, nodes, tables, people", f"{course.seconds:g}, {course.nodes}, {course.tables}, {result.people}"),
        ("seed", str(course.seed)),
        ("faults", ", ".join(f"{kind} {count}" for kind, count in sorted(faults.counts.items())) or "none"),
        ("nodes that ended by themselves, exit codes", str(ends or "none")),
        ("starts in vain", str(sum(node.vain_starts for node in result.nodes))),
        ("parties finished", str(aftermath.finished)),
        ("files written by `records`", str(aftermath.archived)),
        ("records that people were given", str(sum(map(len, ledger.records.values())))),
        ("entries of tables' logs", str(aftermath.entries)),
        ("moves of people in the logs", str(aftermath.recorded_moves)),
        ("moves acknowledged", str(len(ledger.moves))),
        ("pictures held against the logs", str(len(ledger.pictures))),
        ("move to answer, p50, p99", f"{ledger.percentile(0.5) * 1000:.1f}, {ledger.percentile(0.99) * 1000:.1f} ms"),
        (
            "all steps apart, p50, p99, max",
            _figures([b - a for steps in ledger.steps.values() for a, b in pairwise(steps)]),
        ),
    ]
    for kind in WEIGHTS:
        table += _standstills(result, kind)
    table += [
        ("last parties played to their end in", f"{result.last_parties:.1f} s"),
        ("a node stops within", f"{result.stopped_in:.1f} s"),
    ]
    table += sorted((name, str(count)) for name, count in ledger.counts.items())
    return table + sorted((f"refused: {code}", str(count)) for code, count in ledger.refusals.items())


def _standstills(result: Result, kind: str) -> list[tuple[str, str]]:
    some = [fault for fault in result.faults.past if fault.kind == kind]
    if not some:
        return []
    pauses = [pause for fault in some for pause in stood_still(fault, result.owners, result.ledger.steps).values()]
    late = sum(pause > IN_TIME for pause in pauses)
    table = [(f"{kind}: tables stood still, p50, p99, max", f"{_figures(pauses)}; {late} of {len(pauses)} over 5 s")]
    others = [seconds for fault in some if fault.node for seconds in handed_on(fault, result.owners)]
    return table + (
        [(f"{kind}: another owner, p50, p99, max", f"{_figures(others)} ({len(others)})")] if others else []
    )


def _figures(values: list[float]) -> str:
    return f"{percentile(values, 0.5):.2f}, {percentile(values, 0.99):.2f}, {max(values, default=0.0):.2f} s"
