"""The end of a terminal: noticed where no signal tells of it, and followed by an end that cannot hang.

A closed terminal signals the leader of its session alone. A client below a shell, `make` or `nohup` hears
nothing, and reading from the dead terminal then returns at once, for ever.
"""

import os
import select
import threading
from collections.abc import Callable

GRACE = 2.0
"""Seconds in which the client may end by itself once its terminal is gone."""


def can_go_on_after_a_stop() -> bool:
    """Whether somebody is there, such as a shell, who can let this process go on once it has stopped.

    A client that leads its session, over SSH or in a page, would stand still for ever.
    """
    try:
        return os.getsid(os.getppid()) == os.getsid(0) and os.getpgid(os.getppid()) != os.getpgid(0)
    except OSError:
        return False


def watch_terminal(terminal: int, hung_up: Callable[[], None]) -> None:
    """Calls `hung_up`, from a thread of its own, once the terminal of this descriptor is gone. Idle until then."""
    threading.Thread(target=_wait, args=(terminal, hung_up), name="terminal-watch", daemon=True).start()


def _wait(terminal: int, hung_up: Callable[[], None]) -> None:
    poll = select.poll()
    poll.register(terminal, 0)  # a hang-up is reported whatever one asks for
    poll.poll()
    hung_up()


def end_for_sure(after: float = GRACE) -> None:
    """Ends the process after so many seconds if it is still there: no terminal is left to put right."""
    timer = threading.Timer(after, os._exit, (1,))
    timer.daemon = True
    timer.start()
