"""Workers that think: each question has one answer or is known to have none, and no worker outlives who asked it."""

import asyncio
import contextlib
import os
import select
import signal
import subprocess
import sys

import pytest

from tests.thinking.questions import SLOW, pool_of, question, ready
from tests.thinking.slow import AS_LONG_AS_WANTED, AT_ONCE, DEAF, DIES, FAILS, TELLS_ITSELF
from tuicards.thinking.machine import spare_cores
from tuicards.thinking.pool import NoAnswer
from tuicards.thinking.process import PROGRAM, passed_on


def gone(pid: int, patience: float = 10.0) -> bool:
    """Whether the process ends within so many seconds."""
    try:
        life = os.pidfd_open(pid)
    except ProcessLookupError:
        return True
    try:
        return bool(select.select([life], [], [], patience)[0])
    finally:
        os.close(life)


async def test_many_who_ask_share_the_time_of_one_worker() -> None:
    """Each gets a part of its budget, the less the longer the queue is; alone it has all of it."""
    async with pool_of(1) as pool:
        await ready(pool)
        alone = await pool.ask(question(AT_ONCE))
        together = await asyncio.gather(*(pool.ask(question(AT_ONCE)) for _ in range(10)))

    assert alone.sure == pytest.approx(30)
    assert [choice.sure for choice in together] == pytest.approx([30 / waiting for waiting in range(10, 0, -1)])
    assert pool.pids == ()


@pytest.mark.thorough
async def test_who_would_wait_too_long_is_told_so_at_once() -> None:
    """A worker that answers slowly has a short queue; it answers those who are in it."""
    async with pool_of(1) as pool:
        await ready(pool)
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(2):
                await pool.ask(question(AS_LONG_AS_WANTED))
        await ready(pool)
        asking = [asyncio.ensure_future(pool.ask(question(AT_ONCE))) for _ in range(60)]
        answers = await asyncio.gather(*asking, return_exceptions=True)
    refused = [answer for answer in answers if isinstance(answer, NoAnswer)]
    assert 0 < len(refused) < 60
    assert answers[-len(refused) :] == refused


async def test_a_worker_stops_when_its_answer_is_no_longer_wanted() -> None:
    """It is free for the next question long before its time is up, and need not be ended for that."""
    async with pool_of(1) as pool:
        pid = await ready(pool)
        asking = asyncio.create_task(pool.ask(question(AS_LONG_AS_WANTED)))
        await asyncio.sleep(0)
        waiting = asyncio.create_task(pool.ask(question(AS_LONG_AS_WANTED)))
        next_one = asyncio.create_task(pool.ask(question(AT_ONCE)))
        await asyncio.sleep(0)
        waiting.cancel()
        asking.cancel()
        async with asyncio.timeout(10):
            assert (await next_one).sure == pytest.approx(30)
        assert (pool.pids, pool.lost) == ((pid,), 0)


@pytest.mark.thorough
async def test_a_worker_that_does_not_stop_is_ended_and_replaced() -> None:
    """What hangs holds up nobody for long."""
    async with pool_of(1) as pool:
        pid = await ready(pool)
        asking = asyncio.create_task(pool.ask(question(DEAF)))
        await asyncio.sleep(0.05)
        asking.cancel()
        assert await asyncio.to_thread(gone, pid)
        assert await ready(pool) != pid
        assert pool.lost == 1


async def test_a_worker_that_dies_is_replaced_and_its_question_has_no_answer() -> None:
    """Who asked is told at once. One that dies while it is idle loses no question."""
    async with pool_of(1) as pool:
        pid = await ready(pool)
        async with asyncio.timeout(10):
            with pytest.raises(NoAnswer, match="has ended"):
                await pool.ask(question(DIES))
        second = await ready(pool)
        os.kill(second, signal.SIGKILL)
        assert await asyncio.to_thread(gone, second)
        assert len({pid, second, await ready(pool)}) == 3
        assert pool.lost == 2


async def test_a_bot_that_breaks_down_is_told_of_and_costs_no_worker() -> None:
    """The reason is the fault's own."""
    async with pool_of(1) as pool:
        await ready(pool)
        with pytest.raises(NoAnswer, match="ZeroDivisionError"):
            await pool.ask(question(FAILS))
        assert pool.lost == 0


async def test_workers_that_cannot_begin_are_not_started_without_end() -> None:
    """However many ask, a handful of processes is tried, and everybody is told."""
    async with pool_of(2, (sys.executable, "-c", "")) as pool:
        answers = await asyncio.gather(*(pool.ask(question(AT_ONCE)) for _ in range(50)), return_exceptions=True)
        answers += await asyncio.gather(*(pool.ask(question(AT_ONCE)) for _ in range(50)), return_exceptions=True)
        assert {type(answer) for answer in answers} == {NoAnswer}
        assert 1 <= pool.lost <= 4
    async with pool_of(1, ("/no/such/program",)) as pool:
        with pytest.raises(NoAnswer):
            await pool.ask(question(AT_ONCE))


ASKER = """
import asyncio, sys
from tests.thinking.questions import SLOW, question, ready
from tests.thinking.slow import DEAF
from tuicards.thinking.pool import Pool
async def main():
    pool = Pool(1, SLOW)
    await ready(pool)
    thinking = asyncio.create_task(pool.ask(question(DEAF)))
    await asyncio.sleep(0.05)
    print(*pool.pids, flush=True)
    await thinking
asyncio.run(main())
"""


def test_no_worker_outlives_who_asked_it() -> None:
    """Even one that hangs ends when its asker is killed."""
    with subprocess.Popen([sys.executable, "-c", ASKER], stdout=subprocess.PIPE, text=True) as asker:
        assert asker.stdout is not None
        pid = int(asker.stdout.readline())
        asker.kill()
        assert gone(pid)


async def test_a_worker_of_the_program_itself_plays() -> None:
    """The process that a pool starts by itself knows the bots; it takes what others leave of the processor."""
    async with pool_of(1, PROGRAM) as pool:
        pid = await ready(pool)
        choice = await pool.ask(question(AT_ONCE))
        assert os.getpriority(os.PRIO_PROCESS, pid) > os.getpriority(os.PRIO_PROCESS, 0)
        assert os.getsid(pid) == pid
    assert choice.move in question(AT_ONCE).seen.view.legal


async def test_a_worker_answers_while_a_child_of_it_compiles_and_then_the_child_does() -> None:
    """Nobody waits for the compiler, no question is lost, and the child ends with its parent."""
    async with pool_of(1, (*SLOW, "compiles")) as pool:
        pid = await ready(pool)
        who = pid
        while who == pid:
            who = round((await pool.ask(question(TELLS_ITSELF))).sure or 0)
        asking = asyncio.create_task(pool.ask(question(AS_LONG_AS_WANTED)))
        await asyncio.sleep(0)
        asking.cancel()
        assert (await pool.ask(question(TELLS_ITSELF))).sure == who
        assert (pool.pids, pool.lost) == ((pid,), 0)
        os.kill(pid, signal.SIGKILL)
        assert await asyncio.to_thread(gone, who)


def test_a_worker_gets_no_secrets() -> None:
    """Of the environment it has what a program needs to run."""
    given = {"PATH": "/bin", "PYTHONPATH": "x", "TUICARDS_PASSWORD": "sesame", "TERM": "xterm", "SSH_AUTH_SOCK": "s"}
    assert passed_on(given) == {"PATH": "/bin", "PYTHONPATH": "x"}


def test_there_is_always_a_worker() -> None:
    """On a machine with one core, too."""
    assert spare_cores() >= 1
    assert SLOW != PROGRAM
