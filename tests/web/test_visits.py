"""Visitors of the page: each has a client of their own, which comes and goes with them."""

import asyncio
import os
import signal

import aiohttp
import pytest

from tests.server.peer import open_house
from tests.web.page import ANA, BO, open_page, runs
from tuicards.join_code import join_code

CONTROL_Q, CONTROL_S, CONTROL_Z = "\x11", "\x13", "\x1a"


@pytest.mark.thorough
async def test_who_goes_leaves_no_process_and_finds_the_seat_again() -> None:
    """Keys and sizes reach the client; a reload is at the same table at once; the name lets nobody else in.

    Ctrl+Z stops nothing that nobody could let go on, and with Ctrl+Q the page is told that it is over.
    """
    async with open_house() as house, open_page(house) as page:
        async with page.visit("Ana", ANA) as ana:
            await ana.until("Here now: 1")
            await ana.tell("resize", {"width": 110, "height": 30})
            await ana.press("n")
            await ana.until("New table")
            await ana.press(CONTROL_S)
            await ana.until("Leave")
            (client,) = page.site.clients
        await page.empty()
        assert not runs(client)

        async with page.visit("Ana", BO) as stranger, page.visit("Ana", ANA) as ana:
            await ana.until("Leave")
            await stranger.until("is called Ana already")
            await ana.press(CONTROL_Z)
            await ana.press(CONTROL_Q)
            await ana.over()


NO_MESSAGES = ["no JSON", '["stdin", 7]', '["eval", "1"]', "[" * 9999]


@pytest.mark.parametrize("text", NO_MESSAGES, ids=range(len(NO_MESSAGES)))
async def test_what_no_terminal_says_ends_the_visit(text: str) -> None:
    """The line is closed, the client goes, and the page is there for others."""
    async with open_page() as page:
        async with page.visit("Ana") as ana:
            await ana.send(text)
            await ana.over()
        await page.empty()

        assert (await page.get("/"))[0] == 200


@pytest.mark.thorough
async def test_a_join_code_leads_every_visitor_to_its_table() -> None:
    """As it leads who types it after `tuicards join`."""
    async with open_house() as house:
        table = await (await house.enter("Ann")).create(public=True)
        code = join_code("127.0.0.1", house.service.port, table)
        async with open_page(address=code) as page, page.visit("Bo", BO) as bo:
            await bo.until("Bo  you")


@pytest.mark.thorough
async def test_sizes_that_nobody_has_are_cut_to_reason() -> None:
    """No size, one cell and millions of cells are survived; the next sane one is drawn (S04)."""
    async with open_house() as house, open_page(house) as page, page.visit("Ana", size="width=x") as ana:
        await ana.until("Here now: 1")
        for width, height in ((0, 0), (1, 1), (65535, 65535), (-5, 10**12), ("80", None), (80, 24)):
            await ana.tell("resize", {"width": width, "height": height})
        await ana.press("?")
        await ana.until("Esc")


@pytest.mark.thorough
async def test_a_client_that_does_not_end_is_ended() -> None:
    """Even one that is stopped is gone some seconds after its visitor."""
    async with open_house() as house, open_page(house) as page:
        async with page.visit("Ana") as ana:
            await ana.until("Here now: 1")
            (client,) = page.site.clients
            os.kill(client, signal.SIGSTOP)
        await page.empty()

        assert not runs(client)


async def test_there_is_room_for_so_many() -> None:
    """One more is told so, on the page and on the line, and can come when another one goes."""
    async with open_page(most=1) as page:
        async with page.visit("Ana"):
            status, text, _ = await page.get("/play?name=Bo")
            with pytest.raises(aiohttp.WSServerHandshakeError, match="503"):
                async with page.visit("Bo", BO):
                    pass
        await page.empty()

        assert status == 503
        assert "no room" in text
        assert (await page.get("/play?name=Bo"))[0] == 200


@pytest.mark.thorough
async def test_fifty_visits_cut_off_leave_nothing() -> None:
    """Children and descriptors are back at the start after visitors came and went in all stages of a start (S06)."""
    async with open_house() as house, open_page(house, most=50) as page:
        before = len(os.listdir("/proc/self/fd"))

        async def come_and_go(number: int) -> None:
            async with page.visit(f"Guest {number + 100}", f"{number:032x}"):
                await asyncio.sleep(number / 25)

        for batch in range(5):
            await asyncio.gather(*(come_and_go(batch * 10 + number) for number in range(10)))
        await page.empty()

        assert abs(len(os.listdir("/proc/self/fd")) - before) <= 2
