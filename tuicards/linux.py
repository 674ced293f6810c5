"""What the C library and the kernel can be asked for, where they are those of Linux."""

import ctypes
import signal

ARENA_MAX = -8
"""M_ARENA_MAX of glibc's `mallopt`."""

PARENT_DEATH_SIGNAL = 1
"""PR_SET_PDEATHSIG of `prctl`."""

LIBRARY = ctypes.CDLL(None, use_errno=True)


def few_arenas() -> None:
    """All threads take their memory from one place, so that little of it lies idle. Else nothing happens."""
    if hasattr(LIBRARY, "mallopt"):
        LIBRARY.mallopt(ARENA_MAX, 1)


def die_with_parent() -> None:
    """The kernel kills this process when the one that forked it dies. Else nothing happens."""
    if hasattr(LIBRARY, "prctl"):
        LIBRARY.prctl(PARENT_DEATH_SIGNAL, signal.SIGKILL)
