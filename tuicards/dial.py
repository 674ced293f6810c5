"""From a host and a port to an open connection, or to a code that says what is in the way."""

import asyncio
import contextlib
import errno
import socket
import ssl
import threading
from typing import Any, TypeAlias

from tuicards.address import format_address
from tuicards.errors import SetupError, TuicardsError
from tuicards.tls import Trust, Untrusted, any_certificate, failed_handshake, shown_certificate

READ_LIMIT = 16 * 1024
"""So much is read ahead; a server that sends faster waits."""

Stream: TypeAlias = tuple[asyncio.StreamReader, asyncio.StreamWriter]
Place: TypeAlias = tuple[int, Any]
"""An address family and an address of it."""


class Unreachable(TuicardsError):
    """Nobody answers there.

    Codes: `no_such_host`, `refused_connection`, `timeout`, `unreachable`, `connection_lost`, `cannot_connect`.
    """


async def dial(host: str, port: int, seconds: float, trust: Trust | None = None) -> Stream:
    """An open connection to the first address of the host that answers, or Unreachable before `seconds` are over.

    With `trust` it is encrypted, and the other end has proved who it is; or Untrusted is raised.
    The seconds left are shared among the addresses left, so that a dead one cannot use them up.
    Raises SetupError `bad_port` for a number that is no port (resolvers would take it modulo 65536), and
    `bad_ca_file`.
    """
    if not 1 <= port <= 65535:
        raise SetupError("bad_port", port=str(port))
    door = _Door(host, trust) if trust else None
    loop = asyncio.get_running_loop()
    end = loop.time() + seconds
    failures: list[Exception] = []
    try:
        async with asyncio.timeout_at(end):
            places = await _resolve(host, port)
    except TimeoutError:
        raise Unreachable("timeout") from None
    for tried, place in enumerate(places):
        try:
            async with asyncio.timeout((end - loop.time()) / (len(places) - tried)):
                return await (door.open(place) if door else _open(place))
        except (OSError, OverflowError) as error:
            failures.append(error)
    raise _why(failures)


async def hang_up(writer: asyncio.StreamWriter, seconds: float) -> None:
    """Close the connection. The other end has `seconds` to take the last bytes."""
    writer.close()
    with contextlib.suppress(OSError):
        try:
            async with asyncio.timeout(seconds):
                await writer.wait_closed()
        except TimeoutError:
            writer.transport.abort()
            await writer.wait_closed()


async def _resolve(host: str, port: int) -> list[Place]:
    """The host's addresses. Raises Unreachable.

    A thread of its own asks, because the loop's threads are waited for at the end of the program, and a
    name server that is down would hold it up.
    """
    loop = asyncio.get_running_loop()
    answer: asyncio.Future[list[Place] | None] = loop.create_future()

    def settle(places: list[Place] | None) -> None:
        if not answer.done():
            answer.set_result(places)

    def ask() -> None:
        places: list[Place] | None = None
        with contextlib.suppress(OSError, ValueError, OverflowError):
            found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
            places = [(family, address) for family, _, _, _, address in found]
        with contextlib.suppress(RuntimeError):  # the loop is closed: nobody waits any more
            loop.call_soon_threadsafe(settle, places)

    threading.Thread(target=ask, name="resolver", daemon=True).start()
    places = await answer
    if not places:
        raise Unreachable("no_such_host", host=host[:60])
    return places


class _Door:
    """Opens encrypted connections to a host."""

    def __init__(self, host: str, trust: Trust) -> None:
        self._host, self._trust = host, trust
        self._context = trust.context()

    async def open(self, place: Place) -> Stream:
        """Raises Untrusted, or OSError where nobody is reached."""
        try:
            reader, writer = await _open(place, self._context, self._host)
        except ssl.SSLError as error:
            seen = await self._look(place) if isinstance(error, ssl.SSLCertVerificationError) else None
            raise failed_handshake(error, seen, format_address(self._host, place[1][1], tls=True)) from None
        try:
            self._trust.check(shown_certificate(writer))
        except Untrusted:
            writer.transport.abort()
            raise
        return reader, writer

    async def _look(self, place: Place) -> bytes | None:
        """The certificate that is shown there, from a connection on which nothing is said."""
        try:
            _, writer = await _open(place, any_certificate(), self._host)
        except OSError:
            return None
        writer.transport.abort()
        return shown_certificate(writer)


async def _open(place: Place, context: ssl.SSLContext | None = None, name: str = "") -> Stream:
    """`name` is what the certificate has to be for."""
    family, address = place
    plug = socket.socket(family, socket.SOCK_STREAM)
    try:
        plug.setblocking(False)
        plug.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)  # or a move waits for what was sent before it
        await asyncio.get_running_loop().sock_connect(plug, address)
        if plug.getsockname() == plug.getpeername():  # TCP lets a free local port be connected to itself
            raise ConnectionRefusedError
        if context is None:
            return await asyncio.open_connection(sock=plug, limit=READ_LIMIT)
        server = name.partition("%")[0]
        return await asyncio.open_connection(sock=plug, limit=READ_LIMIT, ssl=context, server_hostname=server)
    except BaseException:
        plug.close()
        raise


def _why(failures: list[Exception]) -> Unreachable:
    """One code for all addresses: where one was reached and refused, that says most."""
    failure = next((error for error in failures if isinstance(error, ConnectionRefusedError)), failures[-1])
    match failure:
        case ConnectionRefusedError():
            return Unreachable("refused_connection")
        case TimeoutError():
            return Unreachable("timeout")
        case ConnectionResetError() | ConnectionAbortedError() | BrokenPipeError():
            return Unreachable("connection_lost")
        case OSError(errno=errno.ENETUNREACH | errno.EHOSTUNREACH | errno.ENETDOWN | errno.EADDRNOTAVAIL):
            return Unreachable("unreachable")
        case OSError(strerror=str(reason)):
            return Unreachable("cannot_connect", detail=reason)
        case _:
            return Unreachable("cannot_connect", detail=str(failure)[:100])
