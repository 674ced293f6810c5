"""The operator's way to a running server: a socket that only this user may open.

One JSON object on one line each way: an order as `{"do": "kick", "name": "Bo"}`, and for an answer
`{"done": {...}}` or `{"refused": {"code": ..., "params": {...}}}`.
"""

import asyncio
import contextlib
import logging
import os
import socket
from pathlib import Path

import msgspec

from server.operator import Operator
from server.orders import AnyOrder
from server.service import Service
from server.upkeep import Upkeep
from tuicards.errors import SetupError, TuicardsError
from tuicards.speech import Speaker

log = logging.getLogger(__name__)

SOCKET = "control.sock"
"""Its name in the data folder."""

LONGEST_LINE = 16 * 1024
PATIENCE = 5.0
"""Seconds for an order to come, and for its answer to be taken."""

LOOK_EVERY = 5.0
"""Seconds between two looks whether the socket is still in its place."""


class Control:
    """Listens for orders."""

    def __init__(self, path: Path, operator: Operator) -> None:
        self._path, self._operator = path, operator
        self._server: asyncio.Server | None = None
        self._made: tuple[int, int] | None = None
        """Which file the socket is, whatever its name comes to mean."""

    @property
    def in_place(self) -> bool:
        """Whether who opens the path comes here."""
        return self._made is not None and _which(self._path) == self._made

    async def start(self) -> None:
        """Raises SetupError `cannot_control`: the place is in use, or no socket can be made there."""
        try:
            bound = _bind(self._path)
            self._made = _which(self._path)
            self._server = await asyncio.start_unix_server(self._answer, sock=bound, limit=LONGEST_LINE)
        except (OSError, AttributeError, NotImplementedError) as error:
            why = getattr(error, "strerror", None) or str(error)
            raise SetupError("cannot_control", file=str(self._path), why=why) from None

    async def start_anew(self) -> None:
        """Orders that are being carried out are answered. Raises SetupError as `start`, and may be tried again."""
        former, self._server, self._made = self._server, None, None
        if former is not None:
            former.close()
        await self.start()

    async def stop(self) -> None:
        if self._server is not None:
            self._server.close()
            if self.in_place:
                with contextlib.suppress(OSError):
                    self._path.unlink()

    async def _answer(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with contextlib.suppress(OSError, ValueError, asyncio.IncompleteReadError):
            try:
                async with asyncio.timeout(PATIENCE):
                    line = await reader.readuntil(b"\n")
            except asyncio.LimitOverrunError:
                answer = _refused("bad_order", why="it is too long")
            else:
                answer = await self._carry_out(line)
            writer.write(answer + b"\n")
            async with asyncio.timeout(PATIENCE):
                await writer.drain()
        writer.close()

    async def _carry_out(self, line: bytes) -> bytes:
        try:
            order = msgspec.json.decode(line, type=AnyOrder)
            return msgspec.json.encode({"done": await self._operator.do(order)})
        except TuicardsError as error:
            return _refused(error.code, **error.params)
        except msgspec.DecodeError as error:
            return _refused("bad_order", why=str(error))
        except Exception:
            log.exception("an order of the operator met a fault")
            return _refused("fault")


class OperatorSocket:
    """The companion that listens for orders, and listens anew within seconds where its socket is deleted.

    A socket that was asked for has to be; without the usual one, in the data folder, the server runs all the same.
    """

    def __init__(self, upkeep: Upkeep, data: Path | None) -> None:
        self._upkeep, self._asked = upkeep, upkeep.places.control
        self._path = self._asked or (data and data / SOCKET)
        self._control: Control | None = None
        self._watch: asyncio.Task[None] | None = None

    async def start(self, service: Service) -> None:
        """Raises SetupError `cannot_control`."""
        if self._path is None:
            return
        operator = service.operator(lambda: msgspec.to_builtins(self._upkeep.read_again(service)))
        self._control = Control(self._path, operator)
        try:
            await self._control.start()
        except SetupError as error:
            if self._asked:
                raise
            _warn(error)
        self._watch = asyncio.create_task(self._look_after(self._control), name="control socket")

    async def stop(self) -> None:
        if self._watch is not None:
            self._watch.cancel()
            await asyncio.gather(self._watch, return_exceptions=True)
        if self._control is not None:
            await self._control.stop()

    async def _look_after(self, control: Control) -> None:
        """Say once that the socket is gone and cannot be made, and once that it is there again."""
        troubled = not control.in_place
        while True:
            await asyncio.sleep(LOOK_EVERY)
            if control.in_place:
                continue
            try:
                await control.start_anew()
            except SetupError as error:
                if not troubled:
                    _warn(error)
                troubled = True
            else:
                log.warning("there is a control socket at %s again", self._path)
                troubled = False


def _warn(error: SetupError) -> None:
    log.warning("%s", Speaker().say(error.code, error.params))


def _refused(code: str, **params: object) -> bytes:
    return msgspec.json.encode({"refused": {"code": code, "params": params}})


def _bind(path: Path) -> socket.socket:
    """A socket with mode 0600. One that a server left behind when it was killed gives way. Raises OSError."""
    made = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    try:
        if path.is_socket() and not _answers(path):
            path.unlink()
        before = os.umask(0o177)
        try:
            made.bind(str(path))
        finally:
            os.umask(before)
        made.setblocking(False)
    except BaseException:
        made.close()
        raise
    return made


def _which(path: Path) -> tuple[int, int] | None:
    """Device and number of what lies there; None where nothing does."""
    try:
        status = path.lstat()
    except OSError:
        return None
    return status.st_dev, status.st_ino


def _answers(path: Path) -> bool:
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as probe:
        probe.settimeout(1)
        return probe.connect_ex(str(path)) == 0
