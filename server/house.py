"""The rules of the house: how long a table waits, how fast bots play, and where chance comes from."""

import secrets
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from server.drain import Drain
from server.tally import Tally
from tuicards.errors import BadOptions
from tuicards.games.api import AnyGame
from tuicards.thinking.levels import searches

SEARCHES_FOR = 1.2
"""Budgets that a bot which looks ahead is given before its move: what it takes to ask it is in that, too."""


def new_seed() -> bytes:
    """A seed that nobody can guess."""
    return secrets.token_bytes(32)


@dataclass(slots=True)
class House:
    """What every table of a server has in common. Times are in seconds, and may be set anew while tables play."""

    levels: tuple[str, ...]
    """Levels of bots on offer, weakest first."""
    bot_delay: float = 0.7
    """How long a bot waits before it plays; after a finished trick twice and a half as long."""
    bot_budget: float = 0.5
    """How long a bot that looks ahead may think."""
    grace: float = 60.0
    """How long a table waits for a person whose connection is gone before a bot stands in."""
    owner_grace: float = 10.0
    """How long it keeps the owner's rights for an owner whose connection is gone."""
    keep: float = 600.0
    """How long a party that all people have left is kept for them to come back to."""
    keep_lost: float = 6 * 3600.0
    """How long it is kept where connections were lost, or the server was restarted."""
    idle: float = 0.0
    """A table lets those who are here go when none of its people has done anything for so long; 0: never."""
    watchers: int = 50
    """So many may watch one table."""
    seed: Callable[[], bytes] = new_seed
    games: Mapping[str, AnyGame] = field(default_factory=dict)
    """What a table can change to, by name."""
    drain: Drain = field(default_factory=Drain)
    """Whether parties may begin."""
    tally: Tally = field(default_factory=Tally)
    """What is counted of them."""

    @property
    def stand_in(self) -> str:
        """The level of a bot that stands in for a person."""
        return "normal" if "normal" in self.levels else self.levels[-1]

    def game(self, name: str) -> AnyGame:
        """Raises BadOptions `unknown_game`."""
        if name not in self.games:
            raise BadOptions("unknown_game", game=name[:40], known=tuple(self.games))
        return self.games[name]

    def thought(self, level: str) -> float:
        """How soon after it was asked a bot may play: whether it had anything to think about tells of its cards."""
        return SEARCHES_FOR * self.bot_budget if searches(level) else 0.0

    def pace(self, trick_done: bool) -> float:
        """A bot's pause. It depends on public facts only, so that it gives no cards away."""
        return self.bot_delay * (2.5 if trick_done else 1.0)
