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


class Control:
    """Listens for orders."""

    def __init__(self, path: Path, operator: Operator) -> None:
        self._path, self._operator = path, operator
        self._server: asyncio.Server | None = None

    async def start(self) -> None:
        """Raises SetupError `cannot_control`: the place is in use, or no socket can be made there."""
        try:
            bound = _bind(self._path)
            self._server = await asyncio.start_unix_server(self._answer, sock=bound, limit=LONGEST_LINE)
        except (OSError, AttributeError, NotImplementedError) as error:
            why = getattr(error, "strerror", None) or str(error)
            raise SetupError("cannot_control", file=str(self._path), why=why) from None

    async def stop(self) -> None:
        if self._server is not None:
            self._server.close()
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
    """The companion that listens for orders.

    A socket that was asked for has to be; without the usual one, in the data folder, the server runs all the same.
    """

    def __init__(self, upkeep: Upkeep, data: Path | None) -> None:
        self._upkeep, self._asked = upkeep, upkeep.places.control
        self._path = self._asked or (data and data / SOCKET)
        self._control: Control | None = None

    async def start(self, service: Service) -> None:
        """Raises SetupError `cannot_control`."""
        if self._path is None:
            return
        control = Control(self._path, service.operator(lambda: msgspec.to_builtins(self._upkeep.read_again(service))))
        try:
            await control.start()
        except SetupError as error:
            if self._asked:
                raise
            log.warning("%s", Speaker().say(error.code, error.params))
        else:
            self._control = control

    async def stop(self) -> None:
        if self._control is not None:
            await self._control.stop()


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


def _answers(path: Path) -> bool:
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as probe:
        probe.settimeout(1)
        return probe.connect_ex(str(path)) == 0
