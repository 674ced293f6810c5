"""Questions to workers, and a pool of those that do what a question's seed says."""

import contextlib
import sys
from collections.abc import AsyncIterator, Sequence

from tests.thinking.slow import AT_ONCE
from tuicards.bots.api import Seen
from tuicards.games import GAMES
from tuicards.thinking.messages import Question
from tuicards.thinking.pool import NoAnswer, Pool

SLOW = (sys.executable, "-m", "tests.thinking.slow")


def first_decision(name: str = "rage") -> Seen:
    """What the first to act in a new party goes by."""
    game = GAMES[name]
    options = game.parse_options({})
    state = game.new(game.usual_seats, b"questions", options)
    view = game.view(state, min(game.to_act(state)))
    return Seen(view, options, held=tuple(view.hand))


def question(seed: int, budget: float = 30.0) -> Question:
    """What the seed has a slow worker do is in tests.thinking.slow."""
    return Question("rage", "normal", first_decision(), seed, budget)


@contextlib.asynccontextmanager
async def pool_of(workers: int, program: Sequence[str] = SLOW) -> AsyncIterator[Pool]:
    """Ended at the end."""
    pool = Pool(workers, program, obeys=1.0)
    try:
        yield pool
    finally:
        await pool.close()


async def ready(pool: Pool) -> int:
    """The pool's one worker, once it has answered; a busy machine takes its time to start one."""
    while True:
        with contextlib.suppress(NoAnswer):
            await pool.ask(question(AT_ONCE))
            return pool.pids[0]
