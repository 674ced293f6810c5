"""Bots that look ahead: where they think, what plays when they cannot, and when they play."""

import asyncio
import logging
import os
import signal
from collections.abc import AsyncIterator

import pytest

from server.config import Settings
from server.house import House
from server.mail import BotTurn
from server.thinkers import Thinkers
from tests.server.little import LITTLE
from tests.thinking.questions import SLOW, first_decision, question, ready
from tests.thinking.slow import AS_LONG_AS_WANTED, AT_ONCE, DIES
from tuicards.bots.api import Seen
from tuicards.games import GAMES
from tuicards.games.api import AnyGame, Move
from tuicards.thinking.pool import NoAnswer, Pool

RAGE = GAMES["rage"]
SEEN = first_decision()


def turn(seed: int, level: str = "hard") -> BotTurn:
    """What the seed has a worker do is in tests.thinking.slow."""
    return BotTurn(1, 1, 0, level, SEEN, seed)


def last_legal(game: AnyGame, level: str, seen: Seen, seed: int) -> Move:
    """How bots play here that answer at once: not as those do that think."""
    assert level == "normal"
    move: Move = seen.view.legal[-1]
    return move


FIRST, LAST = SEEN.view.legal[0], SEEN.view.legal[-1]


@pytest.fixture
async def thinkers() -> AsyncIterator[Thinkers]:
    """One process that thinks, and is ready."""
    thinkers = Thinkers(Settings(bot_budget=20), last_legal, Pool(1, SLOW))
    await ready(thinkers.pool)
    yield thinkers
    await thinkers.close()


async def test_rules_of_thumb_ask_no_process() -> None:
    """Nor does a game that the processes do not know."""
    thinkers = Thinkers(Settings(), last_legal, Pool(1, SLOW))
    thinkers.expect("easy")
    assert await thinkers.move(RAGE, turn(AT_ONCE, "normal")) == LAST
    with pytest.raises(AssertionError):
        await thinkers.move(LITTLE, turn(AT_ONCE))
    assert thinkers.pool.pids == ()
    await thinkers.close()


async def test_a_bot_whose_process_is_gone_plays_by_rules_of_thumb(
    thinkers: Thinkers, caplog: pytest.LogCaptureFixture
) -> None:
    """At once, and the log says so once in a while; the next that asks has its move thought about again."""
    moves = await asyncio.gather(*(thinkers.move(RAGE, turn(DIES)) for _ in range(3)))
    assert moves == [LAST] * 3
    assert [record.levelno for record in caplog.records] == [logging.WARNING]
    assert "play as normal ones" in caplog.text

    (pid,) = thinkers.pool.pids or (0,)
    if pid:
        os.kill(pid, signal.SIGKILL)
    while await thinkers.move(RAGE, turn(AT_ONCE)) != FIRST:
        pass


async def test_whoever_is_cancelled_wants_no_answer(thinkers: Thinkers) -> None:
    """The process is free at once for others."""
    thinking = asyncio.create_task(thinkers.move(RAGE, turn(AS_LONG_AS_WANTED)))
    await asyncio.sleep(0)
    thinking.cancel()
    async with asyncio.timeout(10):
        assert await thinkers.move(RAGE, turn(AT_ONCE)) == FIRST


def test_whether_a_bot_had_to_think_cannot_be_told_from_its_pause() -> None:
    """A single card to play takes it as long as a choice: what an expert may think is in its pause."""
    house = House(("easy", "normal", "hard"), bot_budget=0.5)
    assert house.thought("normal") == 0
    assert 0.5 < house.thought("hard") <= house.bot_delay


async def test_after_the_end_nobody_thinks(thinkers: Thinkers) -> None:
    """A late question has no answer, and starts no process."""
    await thinkers.close()
    with pytest.raises(NoAnswer):
        await thinkers.pool.ask(question(AT_ONCE))
    assert thinkers.pool.pids == ()
