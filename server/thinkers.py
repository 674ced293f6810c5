"""The bots of all tables: those that look ahead think in processes beside the server, all others in a thread."""

import asyncio
import logging
import time
from collections.abc import Callable
from typing import TypeAlias

from server.config import Settings
from server.logs import about
from server.mail import BotTurn
from tuicards.bots.api import Seen
from tuicards.games import GAMES
from tuicards.games.api import AnyGame, Move
from tuicards.thinking.levels import searches
from tuicards.thinking.machine import spare_cores
from tuicards.thinking.messages import Question
from tuicards.thinking.pool import NoAnswer, Pool

log = logging.getLogger(__name__)

TELL_EVERY = 60.0
"""Seconds between two lines of the log on bots that do not think."""

INSTEAD = "normal"
"""The level that plays where no worker has an answer."""

Choose: TypeAlias = Callable[[AnyGame, str, Seen, int], Move]
"""A bot's move: game, level, what the seat knows, seed."""


class Thinkers:
    """Chooses moves for bots. Who is cancelled while it waits has the bot stop thinking."""

    def __init__(self, settings: Settings, choose: Choose, pool: Pool | None = None) -> None:
        """`choose` answers at once."""
        self._choose, self._budget = choose, settings.bot_budget
        self.pool = pool or Pool(settings.bot_workers or spare_cores())
        self._told = -TELL_EVERY
        """When the log last had that bots do not think."""

    def apply(self, settings: Settings) -> None:
        """Another budget from now on."""
        self._budget = settings.bot_budget

    def expect(self, level: str) -> None:
        """A bot of this level will be asked."""
        if searches(level):
            self.pool.prepare()

    async def move(self, game: AnyGame, turn: BotTurn) -> Move:
        """What the bot plays. Raises whatever a bot that answers at once stumbles over."""
        level = turn.level
        if searches(level) and GAMES.get(game.name) is game:
            try:
                question = Question(game.name, level, turn.seen, turn.seed, self._budget)
                return (await self.pool.ask(question)).move
            except NoAnswer as error:
                self._tell(level, error)
                level = INSTEAD
        return await asyncio.to_thread(self._choose, game, level, turn.seen, turn.seed)

    def _tell(self, level: str, error: NoAnswer) -> None:
        """Once in a while: at many tables the same will be so."""
        if time.monotonic() >= self._told + TELL_EVERY:
            self._told = time.monotonic()
            facts = about("bot_without_thought", level=level)
            log.warning("bots of level %s play as %s ones for now: %s", level, INSTEAD, error, extra=facts)

    async def close(self) -> None:
        """End the processes."""
        await self.pool.close()
