"""From a host and a port to an open connection, or to a code that says what is in the way."""

import asyncio
import contextlib
import errno
import socket
import threading
from typing import Any, TypeAlias

from tuicards.errors import SetupError, TuicardsError

READ_LIMIT = 16 * 1024
"""So much is read ahead; a server that sends faster waits."""

Stream: TypeAlias = tuple[asyncio.StreamReader, asyncio.StreamWriter]
Place: TypeAlias = tuple[int, Any]
"""An address family and an address of it."""


class Unreachable(TuicardsError):
    """Nobody answers there.

    Codes: `no_such_host`, `refused_connection`, `timeout`, `unreachable`, `cannot_connect`.
    """


async def dial(host: str, port: int, seconds: float) -> Stream:
    """An open connection to the first address of the host that answers, or Unreachable before `seconds` are over.

    The seconds left are shared among the addresses left, so that a dead one cannot use them up.
    Raises SetupError `bad_port` for a number that is no port: resolvers would take it modulo 65536.
    """
    if not 1 <= port <= 65535:
        raise SetupError("bad_port", port=str(port))
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
                return await _open(place)
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


async def _open(place: Place) -> Stream:
    family, address = place
    plug = socket.socket(family, socket.SOCK_STREAM)
    try:
        plug.setblocking(False)
        await asyncio.get_running_loop().sock_connect(plug, address)
        if plug.getsockname() == plug.getpeername():  # TCP lets a free local port be connected to itself
            raise ConnectionRefusedError
        return await asyncio.open_connection(sock=plug, limit=READ_LIMIT)
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
        case OSError(errno=errno.ENETUNREACH | errno.EHOSTUNREACH | errno.ENETDOWN | errno.EADDRNOTAVAIL):
            return Unreachable("unreachable")
        case OSError(strerror=str(reason)):
            return Unreachable("cannot_connect", detail=reason)
        case _:
            return Unreachable("cannot_connect", detail=str(failure)[:100])
