"""Pages for machines: GET and HEAD over HTTP/1.1, one request a connection, with little patience."""

import asyncio
import logging
import socket
from collections.abc import Callable, Mapping
from typing import NamedTuple, TypeAlias

from server.acceptor import Acceptor
from server.addresses import listen

log = logging.getLogger(__name__)

LONGEST_REQUEST = 8 * 1024
PATIENCE = 5.0
"""Seconds for a request to come, and for its answer to be taken."""
MOST_CALLERS = 32

STATUSES = {
    200: "OK",
    400: "Bad Request",
    404: "Not Found",
    405: "Method Not Allowed",
    431: "Request Header Fields Too Large",
    500: "Internal Server Error",
    503: "Service Unavailable",
}


class Page(NamedTuple):
    """An answer."""

    status: int
    content: bytes
    kind: str = "text/plain; charset=utf-8"

    def encode(self, whole: bool = True) -> bytes:
        """As it goes out; without the content where that is not asked for."""
        head = (
            f"HTTP/1.1 {self.status} {STATUSES[self.status]}",
            f"Content-Type: {self.kind}",
            f"Content-Length: {len(self.content)}",
            "Cache-Control: no-store",
            "X-Content-Type-Options: nosniff",
            *(("Allow: GET, HEAD",) if self.status == 405 else ()),
            "Connection: close",
        )
        return "\r\n".join((*head, "", "")).encode() + (self.content if whole else b"")


def plain(status: int) -> Page:
    """A page that says no more than its status."""
    return Page(status, f"{STATUSES[status]}\n".encode())


Pages: TypeAlias = Mapping[str, Callable[[], Page]]
"""What there is at each path."""


class TinyHttp:
    """Answers at one host and port. Whoever is slow, endless or one of too many is not waited for."""

    def __init__(self, pages: Pages) -> None:
        self._pages = pages
        self._acceptor = Acceptor(self._arrived, b"")
        self._callers: set[asyncio.Task[None]] = set()
        self.port = 0
        """Where it listens, once it does."""

    def start(self, host: str, port: int) -> None:
        """Raises SetupError: `port_taken`, `unknown_host`, `cannot_listen`."""
        sockets = listen(host, port)
        self.port = sockets[0].getsockname()[1]
        self._acceptor.start(sockets)

    async def stop(self) -> None:
        await self._acceptor.stop()
        for caller in self._callers:
            caller.cancel()
        await asyncio.gather(*self._callers, return_exceptions=True)

    def _arrived(self, sock: socket.socket, host: str) -> None:
        if len(self._callers) >= MOST_CALLERS:
            sock.close()
            return
        caller = asyncio.create_task(self._serve(sock), name="page")
        self._callers.add(caller)
        caller.add_done_callback(self._callers.discard)

    async def _serve(self, sock: socket.socket) -> None:
        """One request, and its answer; `abort` lets nothing wait in the kernel for a caller who does not read."""
        try:
            reader, writer = await asyncio.open_connection(sock=sock, limit=LONGEST_REQUEST)
        except OSError:
            sock.close()
            return
        try:
            async with asyncio.timeout(PATIENCE):
                writer.write(await self._answer(reader))
                await writer.drain()
                writer.close()
                await writer.wait_closed()
        except (OSError, TimeoutError, asyncio.IncompleteReadError):
            pass  # nobody is left to tell
        finally:
            writer.transport.abort()

    async def _answer(self, reader: asyncio.StreamReader) -> bytes:
        try:
            head = await reader.readuntil(b"\r\n\r\n")
        except asyncio.LimitOverrunError:
            return plain(431).encode()
        words = head.split(b"\r\n", 1)[0].decode("latin-1").split(" ")
        if len(words) != 3 or not words[2].startswith("HTTP/1."):
            return plain(400).encode()
        return self._page(words[0], words[1]).encode(whole=words[0] != "HEAD")

    def _page(self, method: str, target: str) -> Page:
        if method not in ("GET", "HEAD"):
            return plain(405)
        make = self._pages.get(target.split("?", 1)[0])
        if make is None:
            return plain(404)
        try:
            return make()
        except Exception:
            log.exception("the page %s met a fault", target)
            return plain(500)
