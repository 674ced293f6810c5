"""How many processes may think at once on this machine."""

import os
from pathlib import Path

GROUP = Path("/sys/fs/cgroup/cpu.max")
"""What a container may take of the processors: microseconds of processor time in so many of real time."""


def cores() -> float:
    """The processors that this process may use; a part of one where a container is allowed no more."""
    try:
        held = len(os.sched_getaffinity(0))
    except AttributeError:
        held = os.cpu_count() or 1
    return min(held, _allowed(held))


def _allowed(held: float) -> float:
    try:
        time, period = map(int, GROUP.read_text().split())
        return time / period
    except (OSError, ValueError, ZeroDivisionError):
        return held


def spare_cores() -> int:
    """One less than there are, since whoever asks needs one; at least one."""
    return max(1, int(cores()) - 1)
