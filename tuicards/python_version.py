"""The version of Python that is needed, told in words that an older one can read."""

import sys

NEEDED = (3, 11)


def check_python(program: str) -> None:
    """Ends the program with one sentence on a Python that is too old."""
    if sys.version_info < NEEDED:
        sys.exit("%s needs Python %d.%d or later; this is Python %d.%d." % (program, *NEEDED, *sys.version_info[:2]))  # noqa: UP031
