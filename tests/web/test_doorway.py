"""Who may come in: the page is for people on this network, not for other people's pages in their browsers."""

import aiohttp
import pytest
from yarl import URL

from tests.web.page import open_page
from tuicards.web.doorway import Doorway

DOORWAY = Doorway(URL("https://cards.example/evening/"), "Ana-Laptop.office.example")


@pytest.mark.parametrize(
    ("host", "known"),
    [
        ("192.168.1.5:7180", True),
        ("[fe80::1]:7180", True),
        ("localhost:7180", True),
        ("ana-laptop", True),
        ("ANA-LAPTOP.office.example.:7180", True),
        ("ana-laptop.local:7180", True),
        ("cards.example", True),
        ("rebound.example:7180", False),
        ("cards.example.evil.example", False),
        ("192.168.1.5.evil.example", False),
        ("", False),
        ("a b", False),
        ("evil.example@localhost", False),
        ("localhost/", False),
        ("[::1", False),
        ("host:99999999", False),
    ],
)
def test_a_machine_is_called_by_names_that_nobody_can_make_up(host: str, known: bool) -> None:
    """Numbers, names of this network and the one that was given; no name of the public system besides."""
    assert DOORWAY.knows(host) is known


@pytest.mark.parametrize(
    ("origin", "host", "trusted"),
    [
        (None, "192.168.1.5:7180", True),
        ("http://192.168.1.5:7180", "192.168.1.5:7180", True),
        ("http://192.168.1.5", "192.168.1.5:80", True),
        ("https://cards.example", "127.0.0.1:7180", True),
        ("http://192.168.1.5:8080", "192.168.1.5:7180", False),
        ("https://192.168.1.5:7180", "192.168.1.5", False),
        ("http://evil.example", "192.168.1.5:7180", False),
        ("http://cards.example", "127.0.0.1:7180", False),
        ("null", "192.168.1.5:7180", False),
        ("file://", "192.168.1.5:7180", False),
        ("http://[", "192.168.1.5:7180", False),
    ],
)
def test_only_our_own_page_opens_a_line(origin: str | None, host: str, trusted: bool) -> None:
    """The page that asks has to come from where it asks, or from the address that was given."""
    assert DOORWAY.trusts(origin, host) is trusted


async def test_foreign_names_and_pages_are_turned_away() -> None:
    """By name: 421 and what to do; by page: no line."""
    async with open_page() as page:
        status, text, _ = await page.get("/", Host="rebound.example")
        with pytest.raises(aiohttp.WSServerHandshakeError, match="403"):
            async with page.visit("Ana", Origin="http://evil.example"):
                pass
        with pytest.raises(aiohttp.WSServerHandshakeError, match="404"):
            async with page.visit("Ana", "../../etc"):
                pass

        assert status == 421
        assert "--public-url" in text
        assert page.site.clients == ()
