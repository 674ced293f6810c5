"""What a good bot would do, for a person who asks: by the strongest level that holds up nobody."""

import asyncio

from tuicards.bots.api import Choice, Seen, choose
from tuicards.games.api import AnyGame
from tuicards.thinking.levels import searches, strongest
from tuicards.thinking.messages import Question
from tuicards.thinking.pool import NoAnswer, Pool

BUDGET = 0.4
"""Seconds of thought."""


class Adviser:
    """Gives advice. On the person's own machine it thinks ahead, in a process that starts with the first question.

    Elsewhere others want the processor too, and rules of thumb have to do. `close` ends the process.
    """

    def __init__(self, own_machine: bool) -> None:
        self._levels = ("expert", "hard", "normal") if own_machine else ("hard", "normal")
        self._pool = Pool(1)
        self.level = ""
        """Who gave the newest advice."""

    async def advise(self, game: AnyGame, seen: Seen) -> Choice:
        """What a good bot would do, and why. Who is cancelled meanwhile has it stop thinking."""
        level = strongest(*self._levels)
        if searches(level) and "expert" in self._levels:
            try:
                choice = await self._pool.ask(Question(game.name, level, seen, 0, BUDGET))
            except NoAnswer:
                level = "normal"
            else:
                self.level = level
                return choice
        self.level = level
        return await asyncio.to_thread(choose, game, level, seen, 0)

    async def close(self) -> None:
        """Nobody wants advice any more."""
        await self._pool.close()
