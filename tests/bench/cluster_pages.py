"""What `tests.bench.cluster` has measured: as figures to reckon with, and as tables of docs/cluster.md."""

import re
from collections.abc import Callable, Mapping

from tests.bench.bots_pages import table
from tests.bench.cluster_ceiling import WAYS
from tests.bench.cluster_failure import TABLES as TABLES_EACH
from tests.bench.cluster_play import SYNCS
from tests.bench.load import SEATS
from tests.bench.measured import Measured
from tests.bench.rows import short
from tests.bench.screen import percentile

MARK = re.compile(r"(<!-- measured: ([a-z-]+) -->\n).*?(<!-- end -->)", re.DOTALL)

COMMAND = "python -m tests.bench.cluster"

WALL = ("reads_most", "hold_ms", "admission_ms")
"""Figures that a busy machine falsifies."""

PLACES = {
    "alone": "a server alone",
    "everysec": "one node, `everysec`",
    "always": "one node, `always`",
    "elsewhere": "two nodes, `always`: all people at the other one",
}


def _letters_ms(m: Measured) -> float:
    both = m.middle("elsewhere: owner ms") + m.middle("elsewhere: players ms")
    return (both - m.middle("always: owner ms")) / m.middle("elsewhere: letters")


def _per_letter(m: Measured, what: str) -> float:
    more = m.middle(f"elsewhere: {what}") - m.middle(f"always: {what}")
    return max(0.0, more / m.middle("elsewhere: letters"))


def _own(m: Measured, what: str) -> float:
    """KiB of a table, without what every node knows of it and of its people."""
    known = m.middle("listing, node bytes") + SEATS * m.middle("name, node bytes")
    return max(0.0, m.middle(what) - known / 1024)


FIGURES: Mapping[str, Callable[[Measured], float]] = {
    "owner_ms": lambda m: m.middle("always: owner ms"),
    "letter_sent_ms": lambda m: m.middle("letter sent, node ms"),
    "letter_read_ms": lambda m: max(0.0, _letters_ms(m) - m.middle("letter sent, node ms")),
    "fact_ms": lambda m: m.middle("fact, node ms"),
    "facts_per_admission": lambda m: m.middle("admission: facts"),
    "move_bytes": lambda m: m.middle("always: bytes"),
    "letter_bytes": lambda m: _per_letter(m, "bytes") / 2,
    "fact_bytes": lambda m: m.middle("fact, bytes"),
    "append_us": lambda m: m.middle("always: redis us"),
    "letter_us": lambda m: _per_letter(m, "redis us"),
    "fact_written_us": lambda m: m.middle("fact written, redis us"),
    "fact_read_us": lambda m: m.middle("fact read, redis us"),
    "beat_us": lambda m: m.middle("beat, redis us"),
    "beat_each_us": lambda m: m.middle("beat for each other node, redis us"),
    "reads_most": lambda m: m.middle("elsewhere: reads/s of a node"),
    "hold_ms": lambda m: m.middle("admission: hold, ms"),
    "admission_ms": lambda m: m.middle("admission: each, ms"),
    "node_mib": lambda m: m.middle("node, MiB"),
    "table_kib": lambda m: _own(m, "table at its owner, KiB"),
    "seat_kib": lambda m: _own(m, "table at its players, KiB") / SEATS,
    "listing_bytes": lambda m: m.middle("listing, node bytes"),
    "name_bytes": lambda m: max(m.middle("name, node bytes"), m.middle("name, redis bytes")),
    "log_kib": lambda m: m.middle("table in Redis, KiB"),
}


def figures(text: str, measured: Measured, moves_per_s: float, busy: bool) -> str:
    """The file of figures with values and where they are from; on a `busy` machine those of time passed stay."""
    minute = 60 * moves_per_s * measured.middle("a table's life: listings")
    found = {name: reckoned(measured) for name, reckoned in FIGURES.items() if not (busy and name in WALL)}
    source = f"{COMMAND}{', on a busy machine' if busy else ''}"
    for name, value in {**found, "facts_per_table_minute": minute}.items():
        section = re.compile(rf'(\[{name}\]\nvalue = )\S+(\nsource = )"[^"]*"')
        text = section.sub(lambda at, value=value: f'{at[1]}{value:.3g}{at[2]}"{source}"', text)  # type: ignore[misc]
    return text


# ---- tables --------------------------------------------------------------------------------------------------


def moves(m: Measured, busy: bool) -> str:
    """What a move costs where."""
    rows = []
    for name, title in PLACES.items():
        owner, players = m.middle(f"{name}: owner ms"), m.values.get(f"{name}: players ms")
        nodes = owner + (m.middle(f"{name}: players ms") if players else 0.0)
        rows.append([
            title,
            "" if busy else f"{m.ratio(f'{name}: moves/s', 'alone: moves/s')}",
            m.told(f"{name}: owner ms"),
            m.told(f"{name}: players ms") if players else "",
            f"{nodes / m.middle('alone: owner ms'):.2f}",
            m.told(f"{name}: redis us") if name != "alone" else "",
        ])  # fmt: skip
    head = ("", "moves in a second, to alone", "owner, ms", "their node, ms", "both, to alone", "Redis, us")
    return table(head, rows)


def traffic(m: Measured, busy: bool) -> str:
    """What passes through Redis."""
    whats = ("scripts", "reads", "appends", "bytes", "letters", "facts")
    places = {
        **{name: PLACES[name] for name in ("always", "elsewhere")},
        "a table's life": "the same, from the making",
    }
    rows = [[title, *(short(m.middle(f"{name}: {what}")) for what in whats)] for name, title in places.items()]
    return table(("of a move", *whats), rows)


def ceiling(m: Measured, busy: bool) -> str:
    """Beside what Redis does at best."""
    rows = []
    for sync in SYNCS:
        for way in WAYS:
            rate, cpu = f"{sync}: {way}, appends/s", f"{sync}: {way}, redis us"
            seconds = [] if busy else [m.told(rate), m.ratio(f"{sync}: moves/s", rate)]
            rows.append([f"`{sync}`, {way}", *seconds, m.told(cpu), m.ratio(f"{sync}: redis us", cpu)])
    passed = [] if busy else ["appends in a second", "moves of a node to that"]
    return table(("", *passed, "Redis, us", "a move's, to that"), rows)


def failure(m: Measured, busy: bool) -> str:
    """From the kill to the picture of the next owner."""
    times = sorted(m.values["killed: s"])
    told = (len(times) / TABLES_EACH, len(times), *(percentile(times, part) for part in (0.5, 0.99)), times[-1])
    return table(("kills", "tables", "median, s", "99th percentile", "longest"), [[short(value) for value in told]])


def arrivals(m: Measured, busy: bool) -> str:
    """Who comes in."""
    if busy:
        return "Not measured on a quiet machine yet.\n"
    rows = [
        [where, m.told(f"{where}: one by one, ms"), m.told(f"{where}: at once, people/s")]
        for where in ("alone", "one node", "two nodes")
    ]
    return table(("", "one by one, ms", "all at once, people in a second"), rows)


def memory(m: Measured, busy: bool) -> str:
    """What is held."""
    whats = (
        "node, MiB", "table at its owner, KiB", "table at its players, KiB", "seat at its node, KiB",
        "table in Redis, KiB", "listing, node bytes", "name, node bytes", "name, redis bytes",
    )  # fmt: skip
    return table(("memory of a", ""), [[what, m.told(what)] for what in whats])


TABLES: Mapping[str, Callable[[Measured, bool], str]] = {
    "moves": moves, "traffic": traffic, "ceiling": ceiling, "failure": failure, "arrivals": arrivals,
    "memory": memory,
}  # fmt: skip


def filled(page: str, measured: Measured, busy: bool) -> str:
    """The page with what stands between its marks made anew. Raises KeyError for a mark that nothing fills."""
    return MARK.sub(lambda found: f"{found[1]}{TABLES[found[2]](measured, busy)}{found[3]}", page)


def told(measured: Measured, busy: bool) -> str:
    """All of it, for a terminal."""
    return "\n".join(f"{name}\n{made(measured, busy)}" for name, made in TABLES.items())
