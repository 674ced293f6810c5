"""Commands wait for the task that reads them."""

import asyncio

import pytest

from server.mail import Lost
from server.mailbox import Mailbox
from tests.server.peer import PATIENCE

ANN, BO = Lost("Ann"), Lost("Bo")


async def test_what_was_put_first_is_taken_first() -> None:
    """And nothing once all is taken."""
    mailbox = Mailbox()
    mailbox.put(ANN)
    mailbox.put(BO)

    async with asyncio.timeout(PATIENCE):
        await mailbox.filled()
    assert [mailbox.take(), mailbox.take()] == [ANN, BO]
    assert len(mailbox) == 0
    with pytest.raises(IndexError):
        mailbox.take()


async def test_who_waits_goes_on_when_something_comes() -> None:
    """Though more comes before that, and again and again; a wait that was given up is in nobody's way."""
    mailbox = Mailbox()
    for gives_up in (False, True, False):
        waiting = asyncio.create_task(mailbox.filled())
        await asyncio.sleep(0)
        assert not waiting.done()
        if gives_up:
            waiting.cancel()
        mailbox.put(ANN)
        mailbox.put(BO)
        async with asyncio.timeout(PATIENCE):
            await asyncio.wait({waiting})
        assert waiting.cancelled() == gives_up
        assert [mailbox.take(), mailbox.take()] == [ANN, BO]
