"""What the line-by-line client knows of time: since when things are so, who has how much left, and a word in time."""

import asyncio
from collections.abc import Callable

from tuicards.client_state import ClientState, LinkEvent
from tuicards.text.answers import Clocks
from tuicards.text.standing import to_move
from tuicards.time_left import LITTLE, TimeLeft
from tuicards.wire.messages import TableInfo, Update


class Times:
    """Follows the events, by the loop's clock. `warn` is called once a turn, when little of one's time is left."""

    def __init__(self, warn: Callable[[], None]) -> None:
        self._warn = warn
        self._table_told = 0.0
        self._asked_to_move: dict[int, float] = {}
        self._left = TimeLeft()
        self._warning: asyncio.TimerHandle | None = None

    def note(self, event: LinkEvent, state: ClientState) -> None:
        """One more event, which has led to this state."""
        time = asyncio.get_running_loop().time()
        self._left = self._left.after(event, state, time)
        if isinstance(event, TableInfo):
            self._table_told = time
        elif isinstance(event, Update) and state.view is not None:
            old = self._asked_to_move if len(state.view.to_act) > 1 else {}
            self._asked_to_move = {seat: old.get(seat, time) for seat in state.view.to_act}
        self._warn_later(state)

    def clocks(self) -> Clocks:
        """How it is now."""
        time = asyncio.get_running_loop().time()
        turns = {seat: time - since for seat, since in self._asked_to_move.items()}
        return Clocks(time - self._table_told, turns, self._left.seconds(time))

    def stop(self) -> None:
        """No word any more."""
        if self._warning is not None:
            self._warning.cancel()
        self._warning = None

    def _warn_later(self, state: ClientState) -> None:
        """Where little is left already, that has been told with the turn."""
        self.stop()
        me, left = state.table.you if state.table else None, self.clocks().left
        seconds = left[me] if me is not None and me < len(left) and to_move(state) else None
        if seconds is not None and seconds > LITTLE:
            self._warning = asyncio.get_running_loop().call_later(seconds - LITTLE, self._warn)
