"""Playing a match: on all cores, going on where a file says, stopping early where that was asked."""

import contextlib
import multiprocessing
import signal
import threading
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from typing import Any

from tuicards.arena.match import Match
from tuicards.arena.party import play_unit
from tuicards.arena.progress import Progress
from tuicards.arena.report import Report, first_places, report_of
from tuicards.arena.results import UnitResult
from tuicards.arena.saved import Saved
from tuicards.errors import Param, SetupError

AHEAD = 4
"""So many units wait for each process."""

PATIENCE = 0.1
"""Seconds after which it is looked whether Ctrl+C has been pressed."""

LOOK_EVERY = 20
"""After so many units of each line-up it is looked whether the interval is narrow enough."""


def run(
    match: Match,
    games: int,
    jobs: int = 1,
    *,
    saved: Saved | None = None,
    until: float | None = None,
    progress: Progress | None = None,
) -> Report:
    """Plays so many parties of each line-up, up to whole units, with so many processes.

    With `until` it ends as soon as the interval of the first bot's share of first places is narrower. Ctrl+C ends it
    with what is done. Raises SetupError for a bot that cannot play, and KeyboardInterrupt where nothing is done.
    """
    start, wanted = time.perf_counter(), match.units_for(games)
    done = {number: unit for number, unit in saved.units.items() if number < wanted} if saved else {}
    enough, interrupted = _Enough(match, until), False
    told = progress or Progress(None)
    try:
        told.told(len(done), wanted)
        if (last := enough.reached(done)) is None:
            for unit in _played(match, [number for number in range(wanted) if number not in done], jobs):
                done[unit.unit] = unit
                if saved is not None:
                    saved.add(unit)
                told.told(len(done), wanted)
                if (last := enough.reached(done)) is not None:
                    break
    except KeyboardInterrupt:
        interrupted, last = True, None
        if not done:
            raise
    finally:
        told.over()
    units = [done[number] for number in sorted(done) if last is None or number < last]
    return report_of(match, units, time.perf_counter() - start, interrupted)


class _Enough:
    """Whether the first bot's interval is narrow enough, looked at after fixed numbers of units, so that the answer
    does not hang on which process was first."""

    def __init__(self, match: Match, until: float | None) -> None:
        self._until = until
        self._step = LOOK_EVERY * max(1, len(match.lineups))
        self._looked = 0

    def reached(self, done: dict[int, UnitResult]) -> int | None:
        """The number of units that are enough."""
        if self._until is None:
            return None
        while all(number in done for number in range(self._looked, self._looked + self._step)):
            self._looked += self._step
            found = first_places([done[number] for number in range(self._looked)], 0)
            if found is not None and found.width <= self._until:
                return self._looked
        return None


def _played(match: Match, numbers: Sequence[int], jobs: int) -> Iterator[UnitResult]:
    """The units, in the order in which they are done."""
    if jobs <= 1 or len(numbers) <= 1:
        yield from (play_unit(match, number) for number in numbers)
        return
    before = multiprocessing.active_children()
    with _noting_ctrl_c() as pressed:
        pool = ProcessPoolExecutor(min(jobs, len(numbers)), initializer=_leave_ctrl_c_alone)
        try:
            yield from _from_pool(pool, match, list(reversed(numbers)), AHEAD * jobs, pressed)
        finally:
            for process in multiprocessing.active_children():
                if process not in before:
                    process.terminate()
            pool.shutdown(cancel_futures=True)


@contextlib.contextmanager
def _noting_ctrl_c() -> Iterator[threading.Event]:
    """Set when Ctrl+C is pressed, which raises nothing meanwhile: in the midst of a pool's wait an exception would
    leave locks taken for ever. Only a program's main thread hears of keys."""
    pressed = threading.Event()
    if threading.current_thread() is not threading.main_thread():
        yield pressed
        return
    before = signal.signal(signal.SIGINT, lambda *_: pressed.set())
    try:
        yield pressed
    finally:
        signal.signal(signal.SIGINT, before)


def _from_pool(
    pool: ProcessPoolExecutor, match: Match, left: list[int], ahead: int, pressed: threading.Event
) -> Iterator[UnitResult]:
    """Raises KeyboardInterrupt soon after Ctrl+C was `pressed`."""
    waiting: set[Future[Any]] = set()
    while left or waiting:
        while left and len(waiting) < ahead:
            waiting.add(pool.submit(_work, match, left.pop()))
        ready, waiting = wait(waiting, PATIENCE, FIRST_COMPLETED)
        if pressed.is_set():
            raise KeyboardInterrupt
        for future in ready:
            found = future.result()
            if not isinstance(found, UnitResult):
                code, params = found
                raise SetupError(code, **params)
            yield found


def _work(match: Match, number: int) -> UnitResult | tuple[str, dict[str, Param]]:
    """A unit; or what is wrong, as values, for an error with named parameters does not travel between processes."""
    try:
        return play_unit(match, number)
    except SetupError as error:
        return error.code, error.params


def _leave_ctrl_c_alone() -> None:
    """In a process of the pool: Ctrl+C reaches all of them, and is the first one's business."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
