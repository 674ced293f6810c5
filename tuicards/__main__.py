"""`python -m tuicards`, which says so on a Python that is too old."""

import sys

NEEDED = (3, 11)

if sys.version_info < NEEDED:
    sys.exit("tuicards needs Python %d.%d or later; this is Python %d.%d." % (*NEEDED, *sys.version_info[:2]))  # noqa: UP031

from tuicards.cli import main  # noqa: E402

if __name__ == "__main__":
    sys.exit(main())
