"""Requests to make one after the other, each only when the one before was carried out."""

from collections import deque
from collections.abc import Callable
from typing import TypeAlias

import msgspec

from tuicards.tui.link import Start
from tuicards.wire.messages import AddBot, CreateTable, Done, JoinTable, Lobby, Refused, StartParty, WatchTable

Step: TypeAlias = CreateTable | AddBot | StartParty | JoinTable | WatchTable


class Plan:
    """What is still to be asked for. A refusal ends it: the person takes over from there."""

    def __init__(self, *steps: Step, mark: int = 0) -> None:
        """With a `mark` the only step names no table yet: it is to be the one of that mark, see `table_marked`."""
        self._steps = deque(steps)
        self._mark = mark
        self._waiting = 0
        self._starts = any(isinstance(step, StartParty) for step in steps)
        """Whether a party is to begin that has not been seen yet."""

    @classmethod
    def of(cls, start: Start) -> "Plan":
        """The requests that a start asks for; their ids are chosen when they are sent."""
        if start.create is not None:
            return cls(*create_steps(start.create, start.bots, start.start))
        if start.join or start.mark:
            step: Step = JoinTable(id=0, table=start.join, seat=start.seat)
            return cls(WatchTable(id=0, table=start.join) if start.watch else step, mark=start.mark)
        return cls()

    @property
    def under_way(self) -> bool:
        """Whether what was asked for is still to come about: until then lobby and room are only passed through."""
        return bool(self._waiting or self._mark) or self._starts

    def party_begun(self) -> None:
        """The party is there, by whoever's word."""
        self._starts = False

    def begin(self, next_id: Callable[[], int], at_table: bool) -> Step | None:
        """The first request, or None when there is none yet. Who is `at_table` already needs no table of a mark."""
        if self._mark and at_table:
            self._mark = 0
            self._steps.clear()
        return None if self._mark else self._next(next_id)

    def in_lobby(self, lobby: Lobby, next_id: Callable[[], int]) -> Step | None:
        """The request for the table of the mark, if there is one. Raises what `table_marked` raises; then the plan
        is over."""
        if not self._mark:
            return None
        from tuicards.join_code import table_marked

        mark, self._mark = self._mark, 0
        step = self._steps.popleft()
        self._steps.append(msgspec.structs.replace(step, table=table_marked(lobby, mark)))
        return self._next(next_id)

    def after(self, answer: Done | Refused, next_id: Callable[[], int]) -> Step | None:
        """The request to make after an answer; None when the answer is another's, or nothing is left."""
        if not self._waiting or answer.id != self._waiting:
            return None
        if isinstance(answer, Refused):
            self._steps.clear()
            self._starts = False
        return self._next(next_id)

    def _next(self, next_id: Callable[[], int]) -> Step | None:
        if not self._steps:
            self._waiting = 0
            return None
        self._waiting = next_id()
        return msgspec.structs.replace(self._steps.popleft(), id=self._waiting)


def create_steps(create: CreateTable, bots: str, start: bool) -> list[Step]:
    """Make a table, put bots of a level (empty: none) on the other seats, and perhaps begin."""
    free = [seat for seat in range(create.seats) if seat != create.seat] if bots else []
    steps: list[Step] = [create, *(AddBot(id=0, seat=seat, level=bots) for seat in free)]
    return [*steps, StartParty(id=0)] if start else steps
