"""Between a guest's terminal and their SSH channel: bytes both ways, no faster than they are taken."""

import asyncio
import os
from collections.abc import Callable
from typing import Protocol

from server.limits import Bucket, Rate

SHOWN = Rate(64 * 1024, 512 * 1024)
"""Bytes to one guest; a client that writes more waits."""

TYPED = Rate(4 * 1024, 64 * 1024)
"""Bytes of one guest; who pastes more is read more slowly."""

DEAF = 30.0
"""Seconds after which a guest is given up who takes nothing of what is written."""

BLOCK = 16 * 1024


class Channel(Protocol):
    """What the bridge needs of an SSH channel."""

    def write(self, data: bytes) -> None: ...
    def pause_reading(self) -> None: ...
    def resume_reading(self) -> None: ...


class Bridge:
    """Carries bytes from its making until the client's end of the terminal is closed, or it is closed itself."""

    def __init__(self, terminal: int, channel: Channel, deaf: Callable[[], None], patience: float = DEAF) -> None:
        """`terminal` is our end, the bridge's own from now on.

        `deaf` is called when the guest has taken nothing for `patience` seconds.
        """
        self._loop = asyncio.get_running_loop()
        self._terminal, self._channel, self._tell_deaf = terminal, channel, deaf
        self._shown, self._typed = Bucket(SHOWN, self._loop.time), Bucket(TYPED, self._loop.time)
        self._waiting = bytearray()
        """Typed, and not yet taken by the client."""
        self._held: set[str] = set()
        """Why nothing is read from the terminal."""
        self._patience = patience
        self._waits: asyncio.TimerHandle | None = None
        self._slow_typing = False
        self._closed = False
        self._over = asyncio.Event()
        self._loop.add_reader(terminal, self._readable)

    # ---- from the client to the guest ------------------------------------------------------------------

    def hold(self, why: str) -> None:
        """The guest does not take what is written, for this reason. The client then waits."""
        self._hold(why)
        if self._waits is None:
            self._waits = self._loop.call_later(self._patience, self._tell_deaf)

    def release(self, why: str) -> None:
        """This reason is none any more."""
        self._release(why)
        if self._held <= {"budget"} and self._waits is not None:
            self._waits.cancel()
            self._waits = None

    def _hold(self, why: str) -> None:
        self._held.add(why)
        self._loop.remove_reader(self._terminal)

    def _release(self, why: str) -> None:
        self._held.discard(why)
        if not self._held and not self._closed and not self._over.is_set():
            self._loop.add_reader(self._terminal, self._readable)

    def _readable(self) -> None:
        try:
            data = os.read(self._terminal, BLOCK)
        except BlockingIOError:
            return
        except OSError:
            data = b""
        if not data:
            self._loop.remove_reader(self._terminal)
            self._over.set()
            return
        self._show(data)

    def _show(self, data: bytes) -> None:
        wait = self._shown.pour(len(data))
        if wait > 0:
            self._hold("budget")
            self._loop.call_later(wait, self._release, "budget")
        self._channel.write(data)

    async def drained(self) -> None:
        """Until all that the client wrote has been passed on, after its end."""
        await self._over.wait()

    # ---- from the guest to the client ------------------------------------------------------------------

    def typed(self, data: bytes) -> None:
        """The guest has typed."""
        wait = self._typed.pour(len(data))
        self._waiting += data
        if wait > 0:
            self._slow_typing = True
            self._loop.call_later(wait, self._listen_again)
        self._writable()

    def _listen_again(self) -> None:
        self._slow_typing = False
        self._balance()

    def _writable(self) -> None:
        if self._closed:
            return
        try:
            while self._waiting:
                del self._waiting[: os.write(self._terminal, self._waiting)]
        except BlockingIOError:
            pass
        except OSError:
            self._waiting.clear()
        self._balance()

    def _balance(self) -> None:
        """Listen to the guest while the client takes what is typed, and not too much comes."""
        if self._closed:
            return
        if self._waiting:
            self._loop.add_writer(self._terminal, self._writable)
        else:
            self._loop.remove_writer(self._terminal)
        if self._waiting or self._slow_typing:
            self._channel.pause_reading()
        else:
            self._channel.resume_reading()

    def close(self) -> None:
        """Carry no more, and close our end of the terminal."""
        if self._closed:
            return
        self._closed = True
        self._loop.remove_reader(self._terminal)
        self._loop.remove_writer(self._terminal)
        if self._waits is not None:
            self._waits.cancel()
        os.close(self._terminal)
        self._over.set()
