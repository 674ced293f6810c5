"""What a good bot would do, for a person who asks: by the strongest level that holds up nobody."""

import asyncio
from collections.abc import Mapping
from types import MappingProxyType

from tuicards.bots.api import Choice, Seen, Thinking, choose
from tuicards.bots.compiled import switch_off
from tuicards.games.api import AnyGame
from tuicards.thinking.levels import searches, strongest
from tuicards.thinking.messages import Question
from tuicards.thinking.pool import NoAnswer, Pool

BUDGET = 0.4
"""Seconds of thought."""

QUICKLY: Mapping[str, tuple[str, int | None]] = MappingProxyType({"goat": ("expert", 48)})
"""Who advises in a few milliseconds, and in how many worlds, by game; elsewhere it is `hard`."""


class Adviser:
    """Gives advice. On the person's own machine it thinks ahead, in a process that starts with the first question.

    Elsewhere others want the processor too, and a quick look has to do. `close` ends the process.
    """

    def __init__(self, own_machine: bool) -> None:
        switch_off()  # compiling would hold up the screen for long; the pool's processes see to that themselves
        self._ahead = own_machine and searches(strongest("expert"))
        self._pool = Pool(1)
        self.level = ""
        """Who gave the newest advice."""

    async def advise(self, game: AnyGame, seen: Seen) -> Choice:
        """What a good bot would do, and why. Who is cancelled meanwhile has it stop thinking."""
        if self._ahead:
            self.level = strongest("expert")
            try:
                return await self._pool.ask(Question(game.name, self.level, seen, 0, BUDGET))
            except NoAnswer:
                pass
        wanted, worlds = QUICKLY.get(game.name, ("hard", None))
        self.level = strongest(wanted, "normal")
        return await asyncio.to_thread(choose, game, self.level, seen, 0, Thinking(worlds=worlds))

    async def close(self) -> None:
        """Nobody wants advice any more."""
        await self._pool.close()
