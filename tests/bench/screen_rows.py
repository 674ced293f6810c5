"""The client's screen as rows of the table: start, keys, bytes; and what guests by SSH cost."""

import asyncio
from collections.abc import Iterator

from tests.bench.lacking import need_ssh
from tests.bench.rows import Row
from tests.bench.screen import COMPACT, bytes_written, cold_starts, key_times, percentile

GUESTS = 50


def start_rows(quick: bool) -> Iterator[Row]:
    """Beside a minimal program of the same toolkit."""
    for figure, limit in zip(cold_starts(3 if quick else 9), (1.5, 2.5), strict=True):
        yield Row("P8", figure.name, "s", figure.values, limit, True, figure.anchor, "a minimal app")


def key_rows(quick: bool) -> Iterator[Row]:
    """Beside a key that changes one cell."""
    (figure,) = key_times(20 if quick else 180, COMPACT)
    for name, part, limit in (("p50", 0.5, 2.0), ("p99", 0.99, 3.0)):
        ours, anchor = (1000 * percentile(values, part) for values in (figure.values, figure.anchor))
        yield Row("P9", f"{figure.name}, {name}", "ms", [ours], limit, True, [anchor], "one cell")


def written_rows(quick: bool) -> Iterator[Row]:
    """Bytes, which nothing else changes."""
    limits = {"idle": 0.0, "choosing": 1536.0, "a card": 3072.0}
    for figure in bytes_written(COMPACT, 2 if quick else 5):
        limit = next(most for name, most in limits.items() if figure.name.startswith(name))
        yield Row("P10", f"bytes to the terminal: {figure.name}", "B", figure.values, limit, True)


def guest_rows(quick: bool) -> Iterator[Row]:
    """Guests who play by keys. Raises NotMeasured."""
    need_ssh()
    from tests.bench import ssh

    number = 5 if quick else GUESTS
    found = asyncio.run(ssh.measure(number, 5.0 if quick else 20.0, 2.0))
    for what, value, unit, limit in (
        ("memory of a further session", found["client_mib"] + found["door_mib"], "MiB", 18.0),
        ("key to its first byte, p50", 1000 * found["key_p50"], "ms", 20.0),
        ("key to its first byte, p99", 1000 * found["key_p99"], "ms", 60.0),
        ("the server late, p99", 1000 * found["loop_p99"], "ms", 10.0),
    ):
        yield Row("P11", f"{number} guests by SSH: {what}", unit, [value], limit, True)
