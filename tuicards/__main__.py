"""`python -m tuicards` and `tuicards`, which say so on a Python that is too old."""

import sys

from tuicards.python_version import check_python

check_python("tuicards")

from tuicards.collector import undisturbed  # noqa: E402


def main() -> int:
    """As `tuicards.cli.main`."""
    with undisturbed():
        from tuicards.cli import main as run
    return run()


if __name__ == "__main__":
    sys.exit(main())
