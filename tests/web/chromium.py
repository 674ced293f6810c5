"""A headless Chromium, driven by the DevTools protocol."""

import asyncio
import base64
import contextlib
import shutil
import time
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import aiohttp
import pytest

PROGRAM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
PATIENCE = 60.0
"""Seconds for something to be shown."""

needs_chromium = pytest.mark.skipif(PROGRAM is None, reason="chromium is not installed")

FLAGS = [
    "--headless=new", "--no-sandbox", "--disable-gpu", "--enable-unsafe-swiftshader", "--hide-scrollbars",
    "--disable-background-networking", "--no-first-run", "--remote-debugging-port=0", "--force-device-scale-factor=1",
]  # fmt: skip

CODES = {"Enter": (13, "\r"), "Escape": (27, ""), "F3": (114, ""), "F6": (117, "")}
"""Windows' numbers of keys, and the text that they write."""

CATCH = """
Object.defineProperty(Object.prototype, "terminal", {
  configurable: true,
  set(terminal) {
    window.caught = terminal.buffer ? terminal : window.caught;
    Object.defineProperty(this, "terminal", { value: terminal, configurable: true, writable: true });
  },
});
window.shown = () => {
  const lines = window.caught ? window.caught.buffer.active : { length: 0 };
  return Array.from({ length: lines.length }, (_, row) => lines.getLine(row).translateToString());
};
"""
"""Runs in every page before all else, and lays hands on the terminal: what it draws on a canvas cannot be read."""

CONTROL = 2
"""The bit of the key among the modifiers."""


class Browser:
    """One window with one page."""

    def __init__(self, line: aiohttp.ClientWebSocketResponse) -> None:
        self._line = line
        self._number = 0

    async def do(self, method: str, **params: Any) -> Any:
        """Gives an order and returns its result."""
        self._number += 1
        await self._line.send_json({"id": self._number, "method": method, "params": params})
        while True:
            answer = await self._line.receive_json(timeout=PATIENCE)
            if answer.get("id") == self._number:
                assert "error" not in answer, answer
                return answer["result"]

    async def js(self, expression: str) -> Any:
        """The value of an expression in the page."""
        answer = await self.do("Runtime.evaluate", expression=expression, returnByValue=True, awaitPromise=True)
        assert "exceptionDetails" not in answer, answer
        return answer["result"].get("value")

    async def at_next_frame(self, expression: str) -> Any:
        """The value of an expression after the page has been drawn again; None while it goes over to another one."""
        with contextlib.suppress(AssertionError):
            return await self.js(f"new Promise(requestAnimationFrame).then(() => {expression})")
        return None

    async def until(self, expression: str) -> None:
        """Waits until an expression in the page is true."""
        end = time.monotonic() + PATIENCE
        while not await self.at_next_frame(expression):
            assert time.monotonic() < end, f"it was never true that {expression}"

    async def open(self, address: str) -> None:
        await self.do("Page.navigate", url=address)
        await self.until("document.readyState == 'complete'")

    async def resize(self, width: int, height: int) -> None:
        """Gives the page another size, in pixels."""
        await self.do(
            "Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=False
        )

    async def type(self, text: str) -> None:
        """Presses the keys of these characters."""
        for character in text:
            await self.press(character)

    async def press(self, key: str, modifiers: int = 0) -> None:
        number, text = CODES.get(key, (ord(key[0].upper()), key))
        common = {"key": key, "code": key, "windowsVirtualKeyCode": number, "modifiers": modifiers}
        written = {} if modifiers or not text else {"text": text}
        await self.do("Input.dispatchKeyEvent", type="keyDown", **common, **written)
        await self.do("Input.dispatchKeyEvent", type="keyUp", **common)

    async def click(self, x: float, y: float) -> None:
        for what in ("mouseMoved", "mousePressed", "mouseReleased"):
            await self.do("Input.dispatchMouseEvent", type=what, x=x, y=y, button="left", clickCount=1)

    async def sees(self, text: str) -> tuple[int, int]:
        """Waits until the terminal shows a text, and returns column and row, from 0, of where it begins."""
        end, lines = time.monotonic() + PATIENCE, list[str]()
        while time.monotonic() < end:
            lines = await self.at_next_frame("window.shown()") or []
            for row, line in enumerate(lines):
                if text in line:
                    return line.index(text), row
        pytest.fail("\n".join([f"{text!r} was never shown:", *lines]))

    async def click_on(self, text: str) -> None:
        """Clicks into the middle of a text in the terminal."""
        column, row = await self.sees(text)
        left, top, width, height, columns, rows = await self.js(
            "(({x, y, width, height}) => [x, y, width, height, window.caught.cols, window.caught.rows])"
            "(document.querySelector('.xterm-screen').getBoundingClientRect())"
        )
        await self.click(left + (column + len(text) / 2) * width / columns, top + (row + 0.5) * height / rows)

    async def picture(self) -> bytes:
        """What the page looks like, as PNG."""
        answer = await self.do("Page.captureScreenshot", format="png")
        return base64.b64decode(answer["data"])


@contextlib.asynccontextmanager
async def chromium(profile: Path) -> AsyncIterator[Browser]:
    """A browser that knows nobody, and its page."""
    assert PROGRAM is not None
    command = [PROGRAM, *FLAGS, f"--user-data-dir={profile}", "about:blank"]
    program = await asyncio.create_subprocess_exec(*command, stderr=asyncio.subprocess.PIPE)
    assert program.stderr is not None
    draining: list[asyncio.Task[bytes]] = []
    try:
        host = await _listening_at(program.stderr)
        draining.append(asyncio.create_task(program.stderr.read()))
        async with aiohttp.ClientSession() as session:
            async with session.get(f"http://{host}/json") as answer:
                (page,) = [found for found in await answer.json() if found["type"] == "page"]
            async with session.ws_connect(page["webSocketDebuggerUrl"], max_msg_size=0) as line:
                browser = Browser(line)
                await browser.do("Page.enable")
                await browser.do("Page.addScriptToEvaluateOnNewDocument", source=CATCH)
                yield browser
    finally:
        program.terminate()
        await asyncio.gather(program.wait(), *draining)


async def _listening_at(told: asyncio.StreamReader) -> str:
    """Host and port, which the browser tells once it listens."""
    async with asyncio.timeout(PATIENCE):
        async for line in told:
            if b"DevTools listening on ws://" in line:
                return line.decode().split("/")[2]
    pytest.fail("chromium does not start")
