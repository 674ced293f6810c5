"""A party in a real browser: by keys, by mouse, in windows of several sizes."""

from pathlib import Path

import pytest

from tests.server.peer import open_house
from tests.web.chromium import CONTROL, Browser, chromium, needs_chromium
from tests.web.page import open_page, runs

PICTURE = Path(__file__).parents[2] / "screenshots" / "browser.png"
LARGEST = 200 * 1024
"""Bytes of the picture."""

pytestmark = [needs_chromium, pytest.mark.thorough]


async def come_in(browser: Browser, host: str, name: str) -> None:
    """Opens the page and types a name."""
    await browser.open(f"http://{host}/")
    await browser.until("document.activeElement.id == 'name'")
    await browser.type(name)
    await browser.press("Enter")
    await browser.sees("Here now: 1")


async def test_a_table_in_the_browser(tmp_path: Path, request: pytest.FixtureRequest) -> None:
    """By keys to a table, by mouse into the party; another size and a reload show it; then no client is left.

    With --update-pictures the picture in the documentation is taken here.
    """
    async with open_house(name="tuicards") as house, open_page(house, title="tuicards") as page:
        async with chromium(tmp_path) as browser:
            await browser.resize(1000, 640)
            await come_in(browser, page.host, "Ana")
            await browser.press("n")
            await browser.sees("what others see")
            await browser.press("s", CONTROL)
            await browser.sees("b Bots")
            await browser.press("b")
            await browser.sees("Bot 3")
            await browser.click_on("Start")
            await browser.sees("Your bid")
            await browser.press("Enter")
            await browser.sees("Your turn")
            picture = await browser.picture()

            await browser.resize(640, 480)
            await browser.until("window.innerWidth == 640 && window.caught.cols >= 80 && window.caught.rows >= 24")
            await browser.sees("Your turn")
            await browser.open(f"http://{page.host}/play?name=Ana")
            await browser.sees("Your turn")
            (client,) = page.site.clients
        await page.empty()

    assert not runs(client)
    assert 10_000 < len(picture) < LARGEST
    if request.config.getoption("--update-pictures", default=False):
        PICTURE.write_bytes(picture)


async def test_the_keys_that_browsers_have_uses_for(tmp_path: Path) -> None:
    """F3, F6, Ctrl+P, Ctrl+L and Ctrl+Q are ours; after Ctrl+Q, Enter comes back."""
    async with open_house() as house, open_page(house) as page, chromium(tmp_path) as browser:
        await browser.resize(1000, 640)
        await come_in(browser, page.host, "Ana")
        await browser.press("F3")
        await browser.sees("Kept for this browser")
        await browser.press("Escape")
        await browser.press("F6")
        await browser.sees("wide")
        await browser.press("p", CONTROL)
        await browser.sees("Quit")
        await browser.press("Escape")
        await browser.sees("Here now: 1")
        await browser.press("l", CONTROL)
        await browser.sees("Here now: 1")
        await browser.press("q", CONTROL)
        await browser.until("document.body.classList.contains('-closed')")
        await browser.press("Enter")
        await browser.until("!document.body.classList.contains('-closed')")
        await browser.sees("Here now: 1")
