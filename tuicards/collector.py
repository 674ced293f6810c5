"""The collector of garbage at the start of a program, when there is nothing to find."""

import gc
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def undisturbed() -> Iterator[None]:
    """Nothing that is loaded meanwhile is looked through, then or later: modules stay until the end."""
    gc.disable()
    try:
        yield
    finally:
        gc.freeze()
        gc.enable()
