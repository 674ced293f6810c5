"""`python -m tuicards.thinking`: a worker of whoever started it."""

import sys

from tuicards.thinking.worker import main

if __name__ == "__main__":
    sys.exit(main())
