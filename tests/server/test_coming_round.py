"""What is asked for in one round of the loop is done in the next."""

import asyncio

import pytest

from server.coming_round import ComingRound
from tests.server.peer import PATIENCE


async def test_what_is_due_is_done_once_in_order_and_a_fault_keeps_nothing_else_back(
    caplog: pytest.LogCaptureFixture,
) -> None:
    """The fault is in the log."""
    done: list[str] = []
    coming, over = ComingRound(), asyncio.Event()

    def fail() -> None:
        done.append("fails")
        raise RuntimeError

    for action in (lambda: done.append("first"), fail, lambda: done.append("last"), over.set):
        coming.call(action)
    assert done == []
    async with asyncio.timeout(PATIENCE):
        await over.wait()

    assert done == ["first", "fails", "last"]
    assert [record.message for record in caplog.records] == ["what was due in this round failed"]


async def test_what_is_asked_for_meanwhile_comes_in_the_round_after() -> None:
    """Whatever else the loop has to do has its turn before it."""
    done: list[str] = []
    coming, over = ComingRound(), asyncio.Event()

    def ask_for_more() -> None:
        asyncio.get_running_loop().call_soon(done.append, "something else")
        coming.call(finish)

    def finish() -> None:
        done.append("more")
        over.set()

    coming.call(ask_for_more)
    coming.call(lambda: done.append("the rest"))
    async with asyncio.timeout(PATIENCE):
        await over.wait()

    assert done == ["the rest", "something else", "more"]
