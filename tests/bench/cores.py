"""Who has the processor's cores, and who waits for one, as Linux tells it."""

import contextlib
import os
from pathlib import Path
from typing import NamedTuple


class Use(NamedTuple):
    """Seconds on a core, and ready but waiting for one; of all threads together, and so perhaps more than passed."""

    ran: float = 0.0
    waited: float = 0.0

    def since(self, before: "Use") -> "Use":
        return Use(self.ran - before.ran, self.waited - before.waited)


def use(*pids: int) -> Use:
    """So far, all together; nothing of one that has ended."""
    ran = waited = 0
    for pid in pids:
        with contextlib.suppress(OSError):
            for thread in os.listdir(f"/proc/{pid}/task"):
                times = Path(f"/proc/{pid}/task/{thread}/schedstat").read_bytes().split()
                ran, waited = ran + int(times[0]), waited + int(times[1])
    return Use(ran / 1e9, waited / 1e9)


class Machine(NamedTuple):
    """Ticks of all cores so far: those in which something ran, and all."""

    full: int
    all: int

    def fullness(self, before: "Machine") -> float:
        """What part of the cores' time was used since then."""
        return (self.full - before.full) / max(1, self.all - before.all)


def machine() -> Machine:
    """Now."""
    with open("/proc/stat", encoding="ascii") as lines:
        ticks = [int(field) for field in lines.readline().split()[1:9]]
    idle = ticks[3] + ticks[4]
    return Machine(sum(ticks) - idle, sum(ticks))
