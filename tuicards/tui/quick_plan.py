"""The way of somebody who named a game and nothing else: to a table of it where there is room, or to a new one."""

from collections import deque
from collections.abc import Callable, Sequence

from tuicards.tui.plan import Plan, Step, create_steps
from tuicards.tui.setup import Setup
from tuicards.wire.messages import Done, JoinTable, Lobby, Refused, TableLine

BOTS = "normal"


class QuickPlan(Plan):
    """Sits down where people wait, else where a bot can be relieved, else at a new table with bots, which begins."""

    def __init__(self, game: str) -> None:
        super().__init__()
        self._game = game
        self._ways: deque[Sequence[Step]] = deque()
        """Where to go when the table that was asked for has no room any more."""

    @property
    def under_way(self) -> bool:
        return bool(self._game) or super().under_way

    def begin(self, next_id: Callable[[], int], at_table: bool) -> Step | None:
        """Nothing before the lobby is seen. Who comes back to a table needs no other."""
        if at_table:
            self._game = ""
        return None

    def in_lobby(self, lobby: Lobby, next_id: Callable[[], int]) -> Step | None:
        """The first request, once it is known which tables there are."""
        if not self._game:
            return None
        game, self._game = self._game, ""
        new = create_steps(Setup.usual(game).create(0), BOTS, start=True)
        self._ways = deque([*([JoinTable(id=0, table=line.table)] for line in with_room(lobby, game)), new])
        return self._go(next_id)

    def after(self, answer: Done | Refused, next_id: Callable[[], int]) -> Step | None:
        if answer.id != self._waiting or not self._ways:
            beaten = isinstance(answer, Refused) and answer.code == "seat_taken" and answer.id == self._waiting
            return self._next(next_id) if beaten else super().after(answer, next_id)
        if isinstance(answer, Refused):
            return self._go(next_id)
        self._ways.clear()
        return super().after(answer, next_id)

    def _go(self, next_id: Callable[[], int]) -> Step | None:
        self._steps = deque(self._ways.popleft())
        self._starts = len(self._steps) > 1
        return self._next(next_id)


def with_room(lobby: Lobby, game: str) -> list[TableLine]:
    """The tables of a game with a seat for one more: those that wait first, then those with most people."""
    lines = [line for line in lobby.tables if line.game == game and line.seats > _taken(line)]
    return sorted(lines, key=lambda line: (line.state != "open", -line.people))


def _taken(line: TableLine) -> int:
    """Seats that cannot be had: once a party has begun, who comes takes a bot's."""
    return line.people + (line.bots if line.state == "open" else 0)
