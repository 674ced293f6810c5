"""The program that keeps clients ready, and the clients that it has begun."""

import asyncio
import contextlib
import logging
import os
import socket
from asyncio.subprocess import DEVNULL, PIPE
from collections.abc import Callable, Sequence

import msgspec

from tuicards.visits import Chosen, Ended, Stop, ToDoor, Visit

log = logging.getLogger(__name__)

FIRST_PAUSE, LONGEST_PAUSE = 0.5, 30.0
"""Seconds before the program is started anew; twice as long each time that it ends soon again."""

LONGEST_MESSAGE = 64 * 1024
LAST_WORDS = 0.2
"""Seconds for what the program has said last to be heard."""

ENDING = 5.0
"""Seconds that the program may take to end its clients."""


class Clients:
    """Hands visits over, and says how each has ended. The program is started anew when it ends by itself."""

    def __init__(self, command: Sequence[str], chosen: Callable[[int, dict[str, str]], None]) -> None:
        """The command is given the descriptor of its socket as one argument more.

        `chosen` is called with a visit's number and its guest's settings.
        """
        self._command, self._chosen = command, chosen
        self._orders: asyncio.Queue[tuple[Visit | Stop, int | None]] = asyncio.Queue()
        """What the program has not been told yet, each with a descriptor that is ours to close."""
        self._visits: dict[int, asyncio.Future[int | None]] = {}
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        self._task = asyncio.create_task(self._keep_ready(), name="clients")

    async def stop(self) -> None:
        """End the program, and with it all clients."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    def begin(self, visit: Visit, terminal: int) -> asyncio.Future[int | None]:
        """Begin a client in a terminal, whose descriptor is no longer the caller's.

        The exit code is there when nothing of the client is left; None: the program has broken, and all its clients.
        """
        ended = self._visits[visit.number] = asyncio.get_running_loop().create_future()
        self._orders.put_nowait((visit, terminal))
        return ended

    def end(self, number: int) -> None:
        """End a client whose guest has gone."""
        if number in self._visits:
            self._orders.put_nowait((Stop(number), None))

    async def _keep_ready(self) -> None:
        pause, loop = FIRST_PAUSE, asyncio.get_running_loop()
        while True:
            began = loop.time()
            try:
                await self._run()
            except OSError as error:
                self._forget_all()
                log.error("the program that keeps clients ready cannot be started: %s", error.strerror or error)
            pause = FIRST_PAUSE if loop.time() - began > LONGEST_PAUSE else pause
            await asyncio.sleep(pause)
            pause = min(2 * pause, LONGEST_PAUSE)

    async def _run(self) -> None:
        """The program from its start to its end. Raises OSError where it cannot be started."""
        ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        with ours:
            ours.setblocking(False)
            with theirs:
                process = await asyncio.create_subprocess_exec(
                    *self._command, str(theirs.fileno()), pass_fds=[theirs.fileno()],
                    stdin=DEVNULL, stdout=DEVNULL, stderr=PIPE,
                )  # fmt: skip
            assert process.stderr is not None
            listening = asyncio.create_task(self._listen(ours))
            tasks = [listening, *map(asyncio.create_task, (self._tell(ours), _complaints(process.stderr)))]
            try:
                await _until_gone(process, listening)
                log.error("the program that keeps clients ready has ended by itself")
            finally:
                self._forget_all()
                for task in tasks[:2]:
                    task.cancel()
                await asyncio.gather(*tasks[:2], return_exceptions=True)
                ours.close()
                await _ended(process)
                tasks[2].cancel()
                await asyncio.gather(tasks[2], return_exceptions=True)

    async def _tell(self, sock: socket.socket) -> None:
        """Hand over what the program is to be told, each in turn."""
        while True:
            order, descriptor = await self._orders.get()
            try:
                await _send(sock, msgspec.json.encode(order), [] if descriptor is None else [descriptor])
            except OSError as error:
                log.error("the program that keeps clients ready takes nothing: %s", error.strerror or error)
                return
            finally:
                if descriptor is not None:
                    os.close(descriptor)

    async def _listen(self, sock: socket.socket) -> None:
        """Take what the program says until it has gone."""
        loop = asyncio.get_running_loop()
        with contextlib.suppress(OSError):
            while data := await loop.sock_recv(sock, LONGEST_MESSAGE):
                try:
                    self._hear(msgspec.json.decode(data, type=ToDoor))
                except msgspec.DecodeError as error:
                    log.error("a message of the program that keeps clients ready cannot be understood: %s", error)

    def _hear(self, message: ToDoor) -> None:
        match message:
            case Chosen(number=number, settings=settings):
                self._chosen(number, settings)
            case Ended(number=number, code=code):
                _settle(self._visits.pop(number, None), code)

    def _forget_all(self) -> None:
        """The end of all visits that the program was told of or was to be told of."""
        while not self._orders.empty():
            _, descriptor = self._orders.get_nowait()
            if descriptor is not None:
                os.close(descriptor)
        for ended in self._visits.values():
            _settle(ended, None)
        self._visits.clear()


def _settle(ended: asyncio.Future[int | None] | None, code: int | None) -> None:
    if ended is not None and not ended.done():
        ended.set_result(code)


async def _send(sock: socket.socket, data: bytes, descriptors: list[int]) -> None:
    """Send one message as soon as it is taken. Raises OSError."""
    loop = asyncio.get_running_loop()
    while True:
        try:
            socket.send_fds(sock, [data], descriptors)
            return
        except BlockingIOError:
            pass
        room = loop.create_future()
        loop.add_writer(sock, lambda: None if room.done() else room.set_result(None))  # noqa: B023, waited for here
        try:
            await room
        finally:
            loop.remove_writer(sock)


async def _complaints(stderr: asyncio.StreamReader) -> None:
    """What the program writes to its stderr goes into the log."""
    with contextlib.suppress(ValueError):
        while line := await stderr.readline():
            log.warning("clients: %s", line.decode("utf-8", "replace").rstrip())


async def _until_gone(process: asyncio.subprocess.Process, listening: asyncio.Task[None]) -> None:
    """Until the program has ended and all that it said is heard. Its clients may hold its socket open after it."""
    gone = asyncio.create_task(process.wait())
    try:
        await asyncio.wait([gone, listening], return_when=asyncio.FIRST_COMPLETED)
        await asyncio.wait([listening], timeout=LAST_WORDS)
    finally:
        gone.cancel()


async def _ended(process: asyncio.subprocess.Process) -> None:
    """The program ends when its socket is closed; when it does not, it is killed."""
    with contextlib.suppress(TimeoutError):
        async with asyncio.timeout(ENDING):
            await process.wait()
    if process.returncode is None:
        with contextlib.suppress(ProcessLookupError):
            process.kill()
        await process.wait()
