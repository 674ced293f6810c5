"""What a process has used, as Linux tells it. Raises OSError for one that has ended."""

import os
from pathlib import Path

TICKS = os.sysconf("SC_CLK_TCK")


def processor_seconds(pid: int) -> float:
    """Of processor time, so far."""
    fields = Path(f"/proc/{pid}/stat").read_text("utf-8").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / TICKS


def proportional_kib(pid: int) -> int:
    """Memory that it holds, in KiB, what it shares counted by its share."""
    lines = Path(f"/proc/{pid}/smaps_rollup").read_text("utf-8").splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("Pss:"))
