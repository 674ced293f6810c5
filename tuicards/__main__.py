"""`python -m tuicards`, which says so on a Python that is too old."""

import sys

from tuicards.python_version import check_python

check_python("tuicards")

from tuicards.cli import main  # noqa: E402

if __name__ == "__main__":
    sys.exit(main())
