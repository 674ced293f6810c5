"""Takes connections from listening sockets, and goes on when the process has no descriptor left."""

import asyncio
import contextlib
import errno
import logging
import os
import socket
from collections.abc import Callable, Iterable
from typing import TypeAlias

log = logging.getLogger(__name__)

USED_UP = frozenset({errno.EMFILE, errno.ENFILE, errno.ENOBUFS, errno.ENOMEM})
PAUSE = 0.02
"""Seconds between two tries while accepting fails, so that it costs little."""
COMPLAIN_EVERY = 60.0

Welcome: TypeAlias = Callable[[socket.socket, str], None]
"""What becomes of a connection from a host. It does not wait."""


class Acceptor:
    """Hands over each connection in turn. When descriptors are used up it turns one after the other away.

    For that it keeps one descriptor to spare: a connection that waits to be accepted would otherwise be
    ready for ever, and never answered.
    """

    def __init__(self, welcome: Welcome, farewell: bytes) -> None:
        """`farewell` is what those hear for whom there is no descriptor."""
        self._welcome, self._farewell = welcome, farewell
        self._listening: list[socket.socket] = []
        self._tasks: list[asyncio.Task[None]] = []
        self._spare: int | None = None
        self._complained = -COMPLAIN_EVERY

    def start(self, listening: Iterable[socket.socket]) -> None:
        self._spare = _spare()
        for sock in listening:
            self._listening.append(sock)
            self._tasks.append(asyncio.create_task(self._accept_all(sock), name="acceptor"))

    async def stop(self) -> None:
        """Accept no more, and give the sockets back."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        for sock in self._listening:
            sock.close()
        if self._spare is not None:
            os.close(self._spare)
            self._spare = None

    async def _accept_all(self, listening: socket.socket) -> None:
        loop = asyncio.get_running_loop()
        while True:
            try:
                sock, address = await loop.sock_accept(listening)
            except OSError as error:
                await self._meet(error, listening)
            else:
                self._hand_over(sock, str(address[0]))
            await asyncio.sleep(0)

    def _hand_over(self, sock: socket.socket, host: str) -> None:
        """A fault there ends this connection alone."""
        try:
            self._welcome(sock, host)
        except Exception:
            log.exception("a connection from %s is closed by a fault", host)
            sock.close()

    async def _meet(self, error: OSError, listening: socket.socket) -> None:
        """A connection that was gone before it was accepted is nothing to speak of."""
        if error.errno in USED_UP:
            self._complain(error)
            self._turn_one_away(listening)
        await asyncio.sleep(PAUSE)

    def _turn_one_away(self, listening: socket.socket) -> None:
        if self._spare is not None:
            os.close(self._spare)
        with contextlib.suppress(OSError):
            sock, _ = listening.accept()
            turn_away(sock, self._farewell)
        self._spare = _spare()

    def _complain(self, error: OSError) -> None:
        now = asyncio.get_running_loop().time()
        if now - self._complained >= COMPLAIN_EVERY:
            self._complained = now
            log.warning("no connection can be accepted for now: %s", error.strerror)


def turn_away(sock: socket.socket, farewell: bytes) -> None:
    """Say so and close at once. What the peer has said is read, so that it is not cut off before it hears."""
    with contextlib.suppress(OSError):
        sock.setblocking(False)
        sock.send(farewell)
        sock.recv(8192)
    sock.close()


def _spare() -> int | None:
    try:
        return os.open(os.devnull, os.O_RDONLY)
    except OSError:
        return None
