"""Tells when the event loop was held up: nobody is answered meanwhile, so that it is always a fault worth finding.

The loop's own selector measures it, at no cost while the server idles: what lies between two waits for news is one
turn, and a turn that takes long is one line in the log. A thread looks in now and then, to see what is running.
"""

import asyncio
import logging
import selectors
import sys
import threading
import time
from types import FrameType

from server.clock import Clock
from server.logs import about

log = logging.getLogger(__name__)

EVERY = 10.0
"""Seconds between two lines at least."""

FRAMES = 3
"""So many of the innermost frames are told."""


class Alarm:
    """Watches one loop, that of `new_loop`. `start` and `stop` the thread that looks in."""

    def __init__(self, milliseconds: int, clock: Clock = time.monotonic, busy: Clock = time.process_time) -> None:
        """0 milliseconds: nothing is told. `busy` counts the seconds of processor time of this process."""
        self.set(milliseconds)
        self._clock, self._busy = clock, busy
        self._turn_began: float | None = None
        """When the loop last had news; None while it waits for some."""
        self._loop_thread = 0
        """0: nobody wants to know."""
        self._looked = (clock(), busy())
        """When the thread last looked in, and the processor time by then."""
        self._seen: tuple[float, str] | None = None
        """What ran when it looked in during a turn that took long, and when that turn began."""
        self._told_at, self._untold = clock() - EVERY, 0
        self._over = threading.Event()
        self._thread: threading.Thread | None = None

    def set(self, milliseconds: int) -> None:
        """So long a turn of the loop may take from now on."""
        self.limit = milliseconds / 1000

    def new_loop(self) -> asyncio.AbstractEventLoop:
        """The loop that is watched."""
        return asyncio.SelectorEventLoop(_Watched(self))

    async def start(self, service: object) -> None:
        """May be started again once it has stopped."""
        self.watch()
        self._over.clear()
        self._thread = threading.Thread(target=self._look_in, name="alarm", daemon=True)
        self._thread.start()

    async def stop(self) -> None:
        self._loop_thread = 0
        self._over.set()
        if self._thread is not None:
            await asyncio.to_thread(self._thread.join)

    def watch(self) -> None:
        """From now on the loop, in whose thread this is said, is to answer at once."""
        self._loop_thread = threading.get_ident()
        self.turn_begins()

    # ---- in the loop's thread --------------------------------------------------------------------------

    def turn_begins(self) -> None:
        self._turn_began = self._clock()

    def turn_ends(self) -> None:
        began, self._turn_began = self._turn_began, None
        if began is not None and self.limit and self._loop_thread:
            now = self._clock()
            if now - began > self.limit:
                self._judge(began, now)

    def _judge(self, began: float, now: float) -> None:
        """A process that was stopped, or a machine that slept, neither computes nor has a thread that looks in."""
        seen = self._seen[1] if self._seen is not None and self._seen[0] == began else ""
        computed = self._busy() - self._looked[1] if self._looked[0] <= now else 0.0
        if not seen and computed < (now - began) / 2:
            return
        self._untold += 1
        if now - self._told_at >= EVERY:
            self._tell(now - began, seen)
            self._told_at, self._untold = now, 0

    def _tell(self, took: float, seen: str) -> None:
        log.warning(
            "nobody was answered for %d ms%s%s",
            round(1000 * took),
            f", while running {seen}" if seen else "",
            f"; it was so {self._untold} times since this was last told" if self._untold > 1 else "",
            extra=about("held_up", ms=round(1000 * took), running=seen or None, times=self._untold),
        )

    # ---- in the thread that looks in -------------------------------------------------------------------

    def _look_in(self) -> None:
        while not self._over.is_set():
            pause = self.limit / 2 or 1.0
            before = self._clock()
            if self._over.wait(pause):
                return
            self.look(self._clock() - before - pause)

    def look(self, late: float) -> None:
        """See what runs; nothing is seen where this thread itself was so many seconds late, since all stood still."""
        now, began = self._clock(), self._turn_began
        in_time = late < self.limit / 2
        if began is None or now - began < self.limit / 2:
            self._looked = now, self._busy()
        elif in_time and self.limit:
            self._seen = began, told(sys._current_frames().get(self._loop_thread))


class _Watched(selectors.DefaultSelector):
    """A selector that says when the loop waits."""

    def __init__(self, alarm: Alarm) -> None:
        super().__init__()
        self._alarm = alarm

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        self._alarm.turn_ends()
        ready = super().select(timeout)
        self._alarm.turn_begins()
        return ready


def told(frame: FrameType | None) -> str:
    """The innermost frames in a few words, outermost of them first."""
    places: list[str] = []
    while frame is not None and len(places) < FRAMES:
        name = "/".join(frame.f_code.co_filename.split("/")[-2:])
        places.append(f"{frame.f_code.co_name} ({name}:{frame.f_lineno})")
        frame = frame.f_back
    return " > ".join(reversed(places))
