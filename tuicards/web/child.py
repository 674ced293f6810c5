"""`python -m tuicards.web.child ARGUMENT...`: the client in the terminal that its standard input is.

The terminal becomes the one of its session, so that the client hears of its size and of its end.
"""

import fcntl
import runpy
import signal
import termios


def main() -> None:
    signal.signal(signal.SIGHUP, signal.SIG_DFL)  # a service started with nohup leaves it ignored
    fcntl.ioctl(0, termios.TIOCSCTTY, 0)
    runpy.run_module("tuicards", run_name="__main__", alter_sys=True)


if __name__ == "__main__":
    main()
