"""What a good bot would do, for a person who asks: by the strongest level that holds up nobody."""

import asyncio
from collections.abc import Mapping
from types import MappingProxyType

from tuicards.bots.api import LEVELS, Choice, Seen, Thinking, choose
from tuicards.bots.compiled import switch_off
from tuicards.games.api import AnyGame
from tuicards.thinking.messages import Question
from tuicards.thinking.pool import NoAnswer, Pool

ADVISER = LEVELS[-1]
"""The level whose moves hints tell."""

BUDGET = 0.4
"""Seconds of thought."""

QUICKLY: Mapping[str, int] = MappingProxyType({"goat": 48, "rage": 32})
"""In how many worlds the strongest bot looks where it should take a tenth of a second, by game."""

QUICK = 24
"""The same for any other game."""


class Adviser:
    """Gives advice. On the person's own machine it thinks ahead, in a process that starts with the first question.

    Elsewhere others want the processor too, and a quick look has to do. `close` ends the process.
    """

    level = ADVISER
    """Who gives it."""

    def __init__(self, own_machine: bool) -> None:
        switch_off()  # compiling would hold up the screen for long; the pool's processes see to that themselves
        self._ahead = own_machine
        self._pool = Pool(1)

    async def advise(self, game: AnyGame, seen: Seen) -> Choice:
        """What a good bot would do, and why. Who is cancelled meanwhile has it stop thinking."""
        if self._ahead:
            try:
                return await self._pool.ask(Question(game.name, ADVISER, seen, 0, BUDGET))
            except NoAnswer:
                pass
        thinking = Thinking(worlds=QUICKLY.get(game.name, QUICK))
        return await asyncio.to_thread(choose, game, ADVISER, seen, 0, thinking)

    async def close(self) -> None:
        """Nobody wants advice any more."""
        await self._pool.close()
