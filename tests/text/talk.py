"""A person at the line-by-line client, with a real server behind it."""

import asyncio
import contextlib
import os
from collections.abc import AsyncIterator, Sequence
from pathlib import Path

from server.config import Settings
from server.service import Service, running
from tuicards.identity import Identity
from tuicards.locale.languages import ENGLISH, Language
from tuicards.preferences.saving import SettingsFile
from tuicards.recording import RecordingLink
from tuicards.settings import DEFAULTS
from tuicards.settings import Settings as Preferred
from tuicards.text.client import TextClient
from tuicards.text.commands import AnyRequest
from tuicards.text.terminal import LineReader, LineWriter

PATIENCE = 30.0


@contextlib.asynccontextmanager
async def house(password: str = "", bot_delay: float = 0.0) -> AsyncIterator[Service]:
    """A server on this machine whose bots answer at once, or after so many seconds."""
    async with running(Settings(host="127.0.0.1", port=0, bot_delay=bot_delay, password=password)) as service:
        yield service


class Guest:
    """Types lines, hears lines, and ends with an exit code."""

    def __init__(
        self,
        port: int,
        name: str,
        *,
        typed: bool = False,
        opening: Sequence[AnyRequest] = (),
        password: str = "",
        language: Language = ENGLISH,
        settings: Preferred = DEFAULTS,
        keeper: SettingsFile | None = None,
        positions: Path | None = None,
        addresses: Sequence[str] = (),
    ) -> None:
        """`typed`: the input is a terminal, so moves are not held back until one's turn."""
        keys, self._keyboard = os.pipe()
        self._screen, ink = os.pipe()
        self._ends = [keys, self._screen, ink]
        self._heard = ""
        self._news = asyncio.Event()
        link = RecordingLink(
            Identity(None), "127.0.0.1", port, name=name, password=password, keeps_token=False, folder=None
        )
        self._client = TextClient(
            link, LineReader(keys), LineWriter(ink), scripted=not typed, opening=opening, seed=1,
            language=language, settings=settings, keeper=keeper, own_machine=False,
            positions=positions, addresses=addresses,
        )  # fmt: skip
        self._task: asyncio.Task[int] | None = None

    async def __aenter__(self) -> "Guest":
        os.set_blocking(self._screen, False)
        asyncio.get_running_loop().add_reader(self._screen, self._listen)
        self._task = asyncio.create_task(self._client.run())
        return self

    async def __aexit__(self, *_: object) -> None:
        assert self._task is not None
        self.stops_typing()
        self._task.cancel()
        await asyncio.gather(self._task, return_exceptions=True)
        asyncio.get_running_loop().remove_reader(self._screen)
        for end in self._ends:
            os.close(end)

    @property
    def heard(self) -> list[str]:
        """All complete lines so far."""
        return self._heard.split("\n")[:-1]

    def types(self, *lines: str) -> None:
        os.write(self._keyboard, "".join(f"{line}\n" for line in lines).encode())

    def stops_typing(self) -> None:
        """The end of the input."""
        if self._keyboard >= 0:
            os.close(self._keyboard)
            self._keyboard = -1

    async def hears(self, text: str, times: int = 1) -> str:
        """The first line that holds the text, once so many do."""
        async with asyncio.timeout(PATIENCE):
            while len(found := [line for line in self.heard if text in line]) < times:
                self._news.clear()
                await self._news.wait()
        return found[0]

    async def line(self, place: int) -> str:
        """The line with this number, from 0."""
        async with asyncio.timeout(PATIENCE):
            while len(self.heard) <= place:
                self._news.clear()
                await self._news.wait()
        return self.heard[place]

    async def ends(self) -> int:
        """The exit code, once the client has ended and all that it wrote is heard."""
        assert self._task is not None
        async with asyncio.timeout(PATIENCE):
            code = await self._task
        self._listen()
        return code

    def _listen(self) -> None:
        with contextlib.suppress(BlockingIOError):
            while block := os.read(self._screen, 65536):
                self._heard += block.decode()
        self._news.set()
