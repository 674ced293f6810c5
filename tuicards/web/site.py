"""The pages, and the line between a browser's terminal and its client.

The terminal in the page is textual-serve's. It tells us, as texts of JSON: ["stdin", KEYS], ["resize", {"width",
"height"}], ["ping", ANYTHING]; what a client writes goes to it as bytes.
"""

import asyncio
import json
import logging
import os
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from html import escape
from pathlib import Path
from string import Template
from types import MappingProxyType
from typing import Any

import textual_serve
from aiohttp import WSMsgType, web

from tuicards.errors import PlayerError
from tuicards.locale.languages import ENGLISH, LANGUAGES, Language
from tuicards.preferences.values import Clean
from tuicards.speech import Speaker
from tuicards.web.doorway import Doorway
from tuicards.web.memories import NUMBER, Memories
from tuicards.web.visit import Visit, Window, begin, environment
from tuicards.wire.messages import NAME_LENGTH

log = logging.getLogger(__name__)

OURS = Path(__file__).parent / "page"
THEIRS = Path(textual_serve.__file__).parent / "static"
FILES: Mapping[str, Path] = MappingProxyType({
    "page.css": OURS / "page.css",
    "page.js": OURS / "page.js",
    "favicon.svg": OURS / "favicon.svg",
    "textual.js": THEIRS / "js" / "textual.js",
    "xterm.css": THEIRS / "css" / "xterm.css",
    "font.ttf": THEIRS / "fonts" / "RobotoMono-VariableFont_wght.ttf",
    "font-italic.ttf": THEIRS / "fonts" / "RobotoMono-Italic-VariableFont_wght.ttf",
})  # fmt: skip
"""All that can be fetched besides the two pages."""

LONGEST = 64 * 1024
"""Bytes of a message of a browser; what is pasted comes in one."""

HEARTBEAT = 20.0
PATIENCE = 30.0
"""Seconds after which a browser that answers nothing, or takes nothing, is given up."""

Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]


@dataclass(frozen=True, kw_only=True)
class Offer:
    """What is served, and to whom."""

    title: str
    arguments: tuple[str, ...]
    """What every client is started with, besides its visitor's name."""
    clean: Clean
    """How servers clean a name."""
    doorway: Doorway
    language: Language | None = None
    """For all; None: the one that each browser asks for."""
    password: str = field(default="", repr=False)
    most: int = 50
    """So many visitors at once."""


class Site:
    """The pages of one offer. `application` is for aiohttp; `close` sends all visitors away."""

    def __init__(self, offer: Offer, memories: Memories) -> None:
        self._offer = offer
        self._memories = memories
        self._visits: dict[asyncio.Task[Any], Visit | None] = {}

    def application(self) -> web.Application:
        """All that can be asked for."""
        application = web.Application(middlewares=[self._guard], client_max_size=LONGEST)
        application.router.add_get("/", self._door)
        application.router.add_get("/play", self._play)
        application.router.add_get("/ws/{visitor}/{name}", self._socket)
        for name, path in FILES.items():
            application.router.add_get(f"/{name}", _file(path))
        return application

    @property
    def clients(self) -> tuple[int, ...]:
        """The processes of the visitors who are here."""
        return tuple(visit.process for visit in self._visits.values() if visit is not None)

    async def close(self) -> None:
        """Ends all visits; returns when their clients are gone."""
        for task in self._visits:
            task.cancel()
        await self.all_gone()

    async def all_gone(self) -> None:
        """Waits for the end of all visits that there are now."""
        await asyncio.gather(*self._visits, return_exceptions=True)

    # ---- pages ------------------------------------------------------------------------------------------

    @web.middleware
    async def _guard(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        """Nothing for who calls this machine by a foreign name; and rules for the browser with every answer."""
        if not self._offer.doorway.knows(request.host):
            raise web.HTTPMisdirectedRequest(text=self._speaker(request).say("web.foreign_name"))
        try:
            answer = await handler(request)
        except web.HTTPException as refusal:
            refusal.headers.update(RULES)
            raise
        if not answer.prepared:
            answer.headers.update(RULES)
        return answer

    async def _door(self, request: web.Request) -> web.StreamResponse:
        return self._door_page(request)

    async def _play(self, request: web.Request) -> web.StreamResponse:
        name = request.query.get("name", "")
        if not name.strip():
            raise web.HTTPFound("./")
        if self._full:
            return self._door_page(request, "web.full", status=503)
        try:
            self._cleaned(name)
        except PlayerError as error:
            return self._door_page(request, error.code, error.params)
        return self._page("play.html", request, {})

    def _door_page(
        self, request: web.Request, code: str = "", params: Mapping[str, object] | None = None, status: int = 200
    ) -> web.Response:
        said = self._speaker(request).say(code, dict(params or {})) if code else ""
        return self._page("door.html", request, {"said": said}, status)

    def _page(self, file: str, request: web.Request, values: dict[str, str], status: int = 200) -> web.Response:
        speaker = self._speaker(request)
        shown = {name: speaker.say(f"web.{name}") for name in WORDS} | values
        shown |= {"title": self._offer.title, "language": self._language(request).code, "longest": str(NAME_LENGTH)}
        text = Template((OURS / file).read_text(encoding="utf-8"))
        page = text.substitute({name: escape(value) for name, value in shown.items()})
        return web.Response(text=page, content_type="text/html", status=status, headers={"Cache-Control": "no-store"})

    def _cleaned(self, name: str) -> str:
        """Raises Refused `bad_name`."""
        return self._offer.clean(name[: NAME_LENGTH + 1])

    def _language(self, request: web.Request) -> Language:
        return self._offer.language or asked_for(request.headers.get("Accept-Language", ""))

    def _speaker(self, request: web.Request) -> Speaker:
        return Speaker(language=self._language(request))

    # ---- visits -----------------------------------------------------------------------------------------

    @property
    def _full(self) -> bool:
        return len(self._visits) >= self._offer.most

    async def _socket(self, request: web.Request) -> web.StreamResponse:
        visitor, name = request.match_info["visitor"], request.match_info["name"]
        if not self._offer.doorway.trusts(request.headers.get("Origin"), request.host):
            raise web.HTTPForbidden
        if not NUMBER.fullmatch(visitor):
            raise web.HTTPNotFound
        if self._full:
            raise web.HTTPServiceUnavailable(text=self._speaker(request).say("web.full"))
        try:
            name = self._cleaned(name)
        except PlayerError as error:
            raise web.HTTPBadRequest(text=self._speaker(request).say(error.code, dict(error.params))) from None
        task = asyncio.current_task()
        assert task is not None
        self._visits[task] = None
        try:
            return await self._serve(request, visitor, name, task)
        finally:
            del self._visits[task]

    async def _serve(
        self, request: web.Request, visitor: str, name: str, task: asyncio.Task[Any]
    ) -> web.StreamResponse:
        """One visit from beginning to end."""
        socket = web.WebSocketResponse(heartbeat=HEARTBEAT, max_msg_size=LONGEST, compress=False)
        await socket.prepare(request)
        offer, language = self._offer, self._language(request)
        environ = environment(os.environ, self._memories.of(visitor), language.code, offer.password)
        try:
            visit = await begin([*offer.arguments, f"--name={name}"], environ, _window(request.query))
        except OSError as error:
            log.error("no client could be started: %s", error)
            await socket.close()
            return socket
        self._visits[task] = visit
        showing = asyncio.create_task(_show(visit, socket))
        try:
            await _listen(visit, socket)
        finally:
            showing.cancel()
            await asyncio.gather(showing, return_exceptions=True)
            await visit.end()
        return socket


async def _show(visit: Visit, socket: web.WebSocketResponse) -> None:
    """Hands on what the client writes; after its end, or where the browser takes nothing, the line is closed."""
    try:
        async for data in visit.written():
            async with asyncio.timeout(PATIENCE):
                await socket.send_bytes(data)
    except (TimeoutError, ConnectionError):
        pass
    await socket.close()


async def _listen(visit: Visit, socket: web.WebSocketResponse) -> None:
    """Does what the browser says until it goes, or says what no terminal says."""
    async for message in socket:
        try:
            kind, *rest = json.loads(message.data) if message.type is WSMsgType.TEXT else [""]
            if kind == "stdin":
                await visit.type(rest[0].encode())
            elif kind == "resize":
                visit.resize(_window(rest[0]))
            elif kind == "ping":
                await socket.send_json(["pong", *rest[:1]])
            elif kind not in ("focus", "blur"):
                break
        except (ValueError, TypeError, LookupError, AttributeError, RecursionError):
            break
    await socket.close()


def _window(told: Any) -> Window:
    """The size that a browser tells; 80x24 where it is none."""
    try:
        return Window(int(str(told["width"])[:6]), int(str(told["height"])[:6]))
    except (ValueError, LookupError, TypeError):
        return Window(80, 24)


def _file(path: Path) -> Handler:
    async def send(_: web.Request) -> web.StreamResponse:
        return web.FileResponse(path, headers={"Cache-Control": "no-cache"})

    return send


def asked_for(wishes: str) -> Language:
    """The language of ours that an Accept-Language header names first; English where it names none."""
    codes = [wish.partition(";")[0].partition("-")[0].strip().lower() for wish in wishes.split(",")]
    return next((LANGUAGES[code] for code in codes if code in LANGUAGES), ENGLISH)


RULES: Mapping[str, str] = MappingProxyType({
    "Content-Security-Policy": "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; "
    "font-src 'self'; img-src 'self' data:; connect-src 'self'; form-action 'self'; base-uri 'none'; "
    "frame-ancestors 'none'",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
})  # fmt: skip

WORDS = ("ask_name", "enter", "waiting", "over", "again", "another_name", "no_script")
"""What the pages say, by the end of its code."""
