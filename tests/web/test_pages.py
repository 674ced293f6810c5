"""What can be fetched: two pages, and what they are made of."""

import pytest

from tests.web.page import open_page
from tuicards.web.site import FILES, asked_for


async def test_the_pages_hold_all_they_need() -> None:
    """Everything comes from this machine, and browsers are told to take nothing from anywhere else."""
    async with open_page(title="Ana & <Bo>") as page:
        status, door, headers = await page.get("/")
        play = (await page.get("/play?name=Ana"))[1]
        found = [(await page.get(f"/{name}"))[0] for name in FILES if not name.endswith(".ttf")]

    assert status == 200
    assert "Ana &amp; &lt;Bo&gt;" in door
    assert "default-src 'none'" in headers["Content-Security-Policy"]
    assert set(found) == {200}
    assert all(f'"{name}"' in door + play + "font" for name in FILES if not name.endswith(".ttf"))
    assert "http://" not in door + play
    assert "https://" not in door + play


@pytest.mark.parametrize(
    "path", ["/static/", "/page/", "/download/x", "/site.py", "/%2e%2e/site.py", "/ws/x", "/play/", "/..%2fsite.py"]
)
async def test_nothing_else_is_there(path: str) -> None:
    """No folder is listed, no file but ours is sent, and nothing is downloaded."""
    async with open_page() as page:
        status, text, headers = await page.get(path)

        assert status in (400, 404)
        assert "import" not in text
        assert headers["X-Content-Type-Options"] == "nosniff"


async def test_a_name_that_cannot_be_is_told_at_the_door() -> None:
    """In the browser's language; no name at all leads back to the door."""
    async with open_page() as page:
        status, text, _ = await page.get("/play?name=%3Cx%3E%0A", **{"Accept-Language": "es-MX,es;q=0.9,en;q=0.5"})
        missing, _, headers = await page.get("/play?name=+")

        assert status == 200
        assert '<html lang="es">' in text
        assert "Ese nombre" in text
        assert "<x>" not in text
        assert (missing, headers["Location"]) == (302, "./")


@pytest.mark.parametrize(
    ("wishes", "code"), [("", "en"), ("fr, ru;q=0.8", "ru"), ("th-TH", "th"), ("*", "en"), (",;=,q", "en")]
)
def test_a_browser_has_the_first_of_its_languages_that_there_is(wishes: str, code: str) -> None:
    """English where there is none of them."""
    assert asked_for(wishes).code == code
