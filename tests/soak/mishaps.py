"""What happens to people's connections, and the end of what goes on beside them."""

import asyncio
import random
from collections.abc import Sequence

from tests.soak.person import Person


async def mishaps(
    people: Sequence[Person], chance: random.Random, *, every: float, freezes: float, lasting: tuple[float, float]
) -> None:
    """Now here, now there somebody's connection breaks or stands still, until this is cancelled.

    `every`: seconds between two mishaps of one person, on average; `freezes`: the share of those after which nothing
    is read for a while, of between so many seconds.
    """
    running: set[asyncio.Task[None]] = set()
    while True:
        await asyncio.sleep(chance.expovariate(len(people) / every))
        person = chance.choice(people)
        frozen = chance.random() < freezes
        task = asyncio.create_task(person.freeze(chance.uniform(*lasting)) if frozen else person.drop())
        running.add(task)
        task.add_done_callback(running.discard)


async def end(tasks: Sequence[asyncio.Task[None]]) -> None:
    """Stop them all; returns when they have."""
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
