"""A scripted SSH door: terminals for guests, whose clients the program under test keeps ready."""

import asyncio
import contextlib
import fcntl
import os
import re
import select
import socket
import struct
import subprocess
import sys
import termios
import threading
import time
from collections.abc import Callable, Iterator
from typing import Any, TypeVar

import msgspec
import pytest

from server.config import Settings
from server.service import running
from tests.bench.shown import Shown
from tuicards.visits import Ended, FromDoor, Stop, ToDoor, Visit

PATIENCE = 30.0
"""Seconds for what is to happen, on a machine with much else to do."""

UTF8 = {"TERM": "xterm-256color", "LANG": "C.UTF-8"}
HAS_FRAMES_ASKED, HAS_FRAMES = b"\x1b[?2026$p", b"\x1b[?2026;2$y"

Answer = TypeVar("Answer", bound=ToDoor)


class Guest:
    """One visit, seen from the outer end of its terminal."""

    def __init__(self, door: "Door", number: int, master: int) -> None:
        self._door, self.number, self.master = door, number, master
        self.shown = Shown()
        self.written = b""
        self.told: list[ToDoor] = []
        """What was said of this visit and not asked for yet."""

    def press(self, keys: bytes) -> None:
        os.write(self.master, keys)

    def resize(self, width: int, height: int) -> None:
        fcntl.ioctl(self.master, termios.TIOCSWINSZ, struct.pack("HHHH", height, width, 0, 0))

    @property
    def screen(self) -> str:
        return self.shown.text()

    def until(self, holds: str | Callable[[str], bool]) -> str:
        """Looks until the screen shows the text, or the condition holds; answers the screen."""
        seen = holds if callable(holds) else lambda screen: holds in screen
        if not self._door.wait(lambda: seen(self.screen)):
            pytest.fail(f"the screen never showed {holds!r}:\n{self.screen}")
        return self.screen

    def until_told(self, kind: type[Answer]) -> Answer:
        """The next message of a kind about this visit."""
        if not self._door.wait(lambda: any(isinstance(one, kind) for one in self.told)):
            pytest.fail(f"no {kind.__name__} came; the screen shows:\n{self.screen}")
        message = next(one for one in self.told if isinstance(one, kind))
        self.told.remove(message)
        return message

    def ended(self) -> int:
        """Waits for the end of the client; its exit code."""
        return self.until_told(Ended).code

    def stop(self) -> None:
        """The session is over, says the door."""
        self._door.say(Stop(self.number))

    def hang_up(self) -> None:
        """The terminal is gone; the door says nothing."""
        if self.master >= 0:
            os.close(self.master)
            self.master = -1

    def take_in(self) -> None:
        """Reads what has been written; a terminal that nobody has open any more is closed."""
        try:
            data = os.read(self.master, 65536)
        except OSError:
            data = b""
        self.written += data
        self.shown.take(data.decode(errors="replace"))
        if HAS_FRAMES_ASKED in data:
            self.press(HAS_FRAMES)
        if not data:
            self.hang_up()

    @property
    def text(self) -> str:
        """All that was ever written, without codes."""
        return re.sub(r"\x1b\[[\d;?<>$]*[ -/]*[@-~]", "", self.written.decode(errors="replace"))


class Door:
    """The program, and the door's end of the socket to it."""

    def __init__(self, address: str) -> None:
        self._address = address
        self._socket, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        with theirs:
            self.program = subprocess.Popen(
                [sys.executable, "-m", "tuicards.preloaded", str(theirs.fileno())],
                pass_fds=[theirs.fileno()], stdin=subprocess.DEVNULL, stderr=subprocess.PIPE,
            )  # fmt: skip
        self._guests: dict[int, Guest] = {}
        self._number = 0

    def visit(self, *words: str, size: tuple[int, int] = (80, 24), terminals: int = 1, **visit: Any) -> Guest:
        """Somebody comes. What is not said: a known key, named by the visit's number, on a terminal with UTF-8."""
        self._number += 1
        usual: dict[str, Any] = {
            "name": f"Ann {self._number}",
            "environ": UTF8,
            "settings": {},
            "keeps": True,
            "address": self._address,
        }
        message = Visit(
            number=self._number, ticket="", words=words, **(usual | visit)
        )  # fmt: skip
        master, slave = os.openpty()
        guest = self._guests[self._number] = Guest(self, self._number, master)
        guest.resize(*size)
        socket.send_fds(self._socket, [msgspec.json.encode(message)], [slave] * terminals)
        os.close(slave)
        return guest

    def say(self, message: FromDoor) -> None:
        self.say_bytes(msgspec.json.encode(message))

    def say_bytes(self, data: bytes) -> None:
        self._socket.send(data)

    def wait(self, holds: Callable[[], bool], seconds: float = PATIENCE) -> bool:
        """Takes in what is written and said until something holds; whether it ever does."""
        end = time.monotonic() + seconds
        while not holds():
            left = end - time.monotonic()
            if left <= 0:
                return False
            masters = [guest.master for guest in self._guests.values() if guest.master >= 0]
            watched: list[Any] = [self._socket, *masters]
            ready = select.select(watched, [], [], min(left, 0.1))[0]
            for guest in self._guests.values():
                if guest.master in ready:
                    guest.take_in()
            if self._socket in ready:
                self._hear(self._socket.recv(65536))
        return True

    def _hear(self, data: bytes) -> None:
        message: ToDoor = msgspec.json.decode(data, type=ToDoor)
        if message.number in self._guests:
            self._guests[message.number].told.append(message)

    def until_ready(self) -> None:
        """The program has loaded everything: a visit without a terminal is answered."""
        nobody = self.visit(terminals=0)
        nobody.ended()
        nobody.hang_up()

    def close(self) -> int:
        """The door goes; the program's exit code."""
        self._socket.close()
        for guest in self._guests.values():
            guest.hang_up()
        with self.program:
            return self.program.wait(PATIENCE)

    # ---- the program's belongings ---------------------------------------------------------------------

    @property
    def belongings(self) -> tuple[int, list[int]]:
        """The program's open descriptors, and its children."""
        process = f"/proc/{self.program.pid}"
        with open(f"{process}/task/{self.program.pid}/children") as children:
            return len(os.listdir(f"{process}/fd")), [int(pid) for pid in children.read().split()]


def is_there(pid: int) -> bool:
    return os.path.exists(f"/proc/{pid}")


@contextlib.contextmanager
def house(**settings: Any) -> Iterator[str]:
    """A server in a thread of its own; its address."""
    loop, address, end = asyncio.new_event_loop(), "", asyncio.Event()
    ready = threading.Event()

    async def serve() -> None:
        nonlocal address
        async with running(Settings(host="127.0.0.1", port=0, bot_delay=0.0, **settings)) as service:
            address = f"127.0.0.1:{service.port}"
            ready.set()
            await end.wait()

    thread = threading.Thread(target=lambda: loop.run_until_complete(serve()))
    thread.start()
    try:
        assert ready.wait(PATIENCE)
        yield address
    finally:
        loop.call_soon_threadsafe(end.set)
        thread.join()
        loop.close()
