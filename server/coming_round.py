"""What many want done as soon as the loop comes round: one call of the loop does it for all of them."""

import asyncio
import logging
from collections.abc import Callable

log = logging.getLogger(__name__)


class ComingRound:
    """Actions for the loop's next round, each called once, in the order in which they were asked for."""

    def __init__(self) -> None:
        self._due: list[Callable[[], None]] = []

    def call(self, action: Callable[[], None]) -> None:
        """The action is called soon; what it raises is logged, and keeps no other from its turn."""
        if not self._due:
            asyncio.get_running_loop().call_soon(self._call_all)
        self._due.append(action)

    def _call_all(self) -> None:
        due, self._due = self._due, []
        for action in due:
            try:
                action()
            except Exception:
                log.exception("what was due in this round failed")
