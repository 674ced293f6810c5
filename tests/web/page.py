"""A page that is served in the test's own process, and visitors who speak to it as the terminal in a browser does."""

import asyncio
import contextlib
import os
import re
import time
from collections.abc import AsyncIterator
from dataclasses import replace
from typing import Any
from urllib.parse import quote

import aiohttp

from server.addresses import listen
from server.names import clean_name
from tests.server.peer import House
from tuicards.web.command import Wish
from tuicards.web.serving import serving
from tuicards.web.site import Site

PATIENCE = 30.0
"""Seconds for an answer; one that does not come fails the test."""
CODES = re.compile(r"\x1b\[[\d;?<>$=]*[ -/]*[@-~]|\x1b\][^\x07]*\x07|\x1b[()].|\x1b.")

ANA, BO = "a" * 32, "b" * 32
"""What two browsers call themselves."""

WISH = Wish(address="", host="127.0.0.1", port=0, title="The page", public_url="", most=5)


class Page:
    """The page, and one browser's way to it."""

    def __init__(self, site: Site, port: int, browser: aiohttp.ClientSession) -> None:
        self.site = site
        self.host = f"127.0.0.1:{port}"
        self._browser = browser

    async def get(self, path: str, **headers: str) -> tuple[int, str, Any]:
        """Status, text and headers of an answer."""
        url = f"http://{self.host}{path}"
        async with self._browser.get(url, headers=headers, allow_redirects=False) as answer:
            return answer.status, await answer.text(), answer.headers

    @contextlib.asynccontextmanager
    async def visit(
        self, name: str, number: str = ANA, size: str = "width=80&height=24", **headers: str
    ) -> AsyncIterator["Visitor"]:
        """Somebody who comes in, and goes at the end. Raises aiohttp.WSServerHandshakeError."""
        url = f"http://{self.host}/ws/{number}/{quote(name, safe='')}?{size}"
        async with self._browser.ws_connect(url, headers=headers, max_msg_size=0) as socket:
            yield Visitor(socket)

    async def empty(self) -> None:
        """Waits until nobody is here any more."""
        async with asyncio.timeout(PATIENCE):
            await self.site.all_gone()


class Visitor:
    """One browser's terminal; it knows what was written to it, without the codes between."""

    def __init__(self, socket: aiohttp.ClientWebSocketResponse) -> None:
        self._socket = socket
        self._written = b""

    async def until(self, text: str) -> None:
        """Waits until the text has been written since the last time this was asked."""
        end = time.monotonic() + PATIENCE
        while text not in self.text:
            data: bytes | None = None
            with contextlib.suppress(TimeoutError, TypeError):
                data = await self._socket.receive_bytes(timeout=end - time.monotonic())
            assert data, f"{text!r} was never written: {self.text[-2000:]}"
            self._written += data
        self._written = b""

    async def over(self) -> None:
        """Waits until the line is closed by the other end."""
        async with asyncio.timeout(PATIENCE):
            while not self._socket.closed:
                await self._socket.receive()

    async def tell(self, *message: Any) -> None:
        """Says what the terminal in a page would, or would not."""
        await self._socket.send_json(message)

    async def send(self, text: str) -> None:
        """Sends a text that is no message of a terminal."""
        await self._socket.send_str(text)

    async def press(self, keys: str) -> None:
        await self.tell("stdin", keys)

    @property
    def text(self) -> str:
        return CODES.sub("", self._written.decode(errors="replace"))


@contextlib.asynccontextmanager
async def open_page(house: House | None = None, **wish: Any) -> AsyncIterator[Page]:
    """A page for a server, or for none; what is wished is that of `Wish`."""
    asked = replace(WISH, **wish)
    address = asked.address or (f"127.0.0.1:{house.service.port}" if house else "127.0.0.1:1")
    sockets = listen(asked.host, asked.port)
    port = sockets[0].getsockname()[1]
    async with serving(asked, address, clean_name, sockets) as site, aiohttp.ClientSession() as browser:
        yield Page(site, port, browser)


def runs(process: int) -> bool:
    """Whether a process is there."""
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    return True
