"""Python's collector of cycles, which stays away where times are taken."""

import contextlib
import gc
from collections.abc import Iterator


@contextlib.contextmanager
def kept_away() -> Iterator[None]:
    """Looking through all that measures would hold up those whose time is taken. Later it comes again as before."""
    came = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if came:
            gc.enable()
