"""`python -m server` and `tuicards-server`: a signal ends the server even while its parts are being loaded."""

import io
import os
import signal
import sys

from tuicards.python_version import check_python

check_python("tuicards-server")

INTERRUPTED = 130
SIGNALLED = 128
"""And the signal's number: what a shell says of a program that a signal has ended."""


def main() -> int:
    """As `server.cli.main`. To process 1 of a container a signal that nobody waits for would be lost."""
    signal.signal(signal.SIGTERM, lambda number, _: os._exit(SIGNALLED + number))
    try:
        from server.cli import main as serve

        if isinstance(sys.stdout, io.TextIOWrapper):
            sys.stdout.reconfigure(errors="backslashreplace")
        code = serve()
        if sys.stdout is not None:
            sys.stdout.flush()
        return code
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # nobody reads on; the rest goes nowhere
        return 0


if __name__ == "__main__":
    sys.exit(main())
