"""What the C library and the kernel can be asked for, where they are those of Linux."""

import contextlib
import ctypes
import os
import signal
from pathlib import Path

ARENA_MAX = -8
"""M_ARENA_MAX of glibc's `mallopt`."""

PARENT_DEATH_SIGNAL = 1
"""PR_SET_PDEATHSIG of `prctl`."""

MERGE_MEMORY = 67
"""PR_SET_MEMORY_MERGE of `prctl`, known to Linux from 6.4 on."""

LOWEST_PRIORITY = 19

EXPENDABLE = 500
"""Of 1000, as the kernel counts it: as good as half of all memory more than it has."""

LIBRARY = ctypes.CDLL(None, use_errno=True)


def few_arenas() -> None:
    """All threads take their memory from one place, so that little of it lies idle. Else nothing happens."""
    if hasattr(LIBRARY, "mallopt"):
        LIBRARY.mallopt(ARENA_MAX, 1)


def share_equal_memory() -> None:
    """The kernel may keep equal pages of this process and its forks once, on a machine where it looks for such (KSM).

    Else nothing happens.
    """
    if hasattr(LIBRARY, "prctl"):
        LIBRARY.prctl(MERGE_MEMORY, 1, 0, 0, 0)


def die_with_parent() -> None:
    """The kernel kills this process when the one that forked it dies. Else nothing happens."""
    if hasattr(LIBRARY, "prctl"):
        LIBRARY.prctl(PARENT_DEATH_SIGNAL, signal.SIGKILL)


def give_way(niceness: int = LOWEST_PRIORITY) -> None:
    """Take what processor time others leave: many clients that draw at once must not hold up the server.

    Where the kernel shares it out among sessions, what counts is the priority of the session.
    """
    os.nice(niceness)
    with contextlib.suppress(OSError):
        Path("/proc/self/autogroup").write_text(str(niceness))


def go_first() -> None:
    """Where memory runs out, the kernel ends this process rather than one that others need. Else nothing happens."""
    with contextlib.suppress(OSError):
        Path("/proc/self/oom_score_adj").write_text(str(EXPENDABLE))
