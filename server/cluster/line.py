"""One connection to Redis or Valkey: orders go out, answers come back, or it breaks. Only here redis-py is known."""

import asyncio
import re
import ssl
from collections.abc import Sequence
from typing import Any

from redis.asyncio.connection import Connection, parse_url
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff
from redis.exceptions import (
    AuthenticationError,
    ClusterDownError,
    NoScriptError,
    OutOfMemoryError,
    ReadOnlyError,
    RedisError,
    ResponseError,
    TryAgainError,
)

from server.cluster.faults import Away, Forgotten, Locked, NotNow, Refusal, Untrusted
from server.cluster.script import Order, packed

PATIENCE = 1.0
"""Seconds for an answer that Redis does not hold back on purpose."""

_OURS: dict[str, Any] = {
    "decode_responses": False,
    "health_check_interval": 0,
    "protocol": 2,
    "retry": Retry(NoBackoff(), 0),
    "socket_connect_timeout": PATIENCE,
    "socket_timeout": None,
}
"""The same answers from every version of redis-py; waiting and trying again is done here."""

_PASSING = (ClusterDownError, OutOfMemoryError, ReadOnlyError, TryAgainError)
_PASSING_WORDS = re.compile(r"(^|-)(BUSY|LOADING|MASTERDOWN|MISCONF|NOREPLICAS|OOM|READONLY) ")
"""The first word of a refusal; Redis 6 has it inside, where a command of a script was refused."""


class Line:
    """A connection that is made when something is asked, and made anew after it broke. One user at a time."""

    def __init__(self, url: str) -> None:
        """Raises ValueError for an address that is none."""
        options: dict[str, Any] = {**parse_url(url), **_OURS}
        self._kind: type[Connection] = options.pop("connection_class", Connection)
        self._options = options
        self._connection = self._new()
        self._known: set[str] = set()

    async def exchange(self, orders: Sequence[Order], patience: float = PATIENCE) -> list[Any]:
        """What Redis answers to each, in order; a Refusal stands for itself.

        Raises Away: there is no answer within `patience` seconds, and each may have been carried out or not. It is
        Locked or Untrusted where that is why.
        """
        try:
            async with asyncio.timeout(patience):
                await self._connect()
                return await self._exchange(orders)
        except BaseException as error:
            await self.close()
            if isinstance(error, Exception):
                raise _away(error) from error
            raise

    async def close(self, kindly: bool = False) -> None:
        """Nothing more is heard of what was asked. `kindly`: wait until the connection is closed."""
        broken, self._connection = self._connection, self._new()
        await broken.disconnect(nowait=not kindly)

    def _new(self) -> Connection:
        try:
            return self._kind(**self._options)
        except (TypeError, RedisError) as error:
            raise ValueError(str(error)) from error

    async def _connect(self) -> None:
        """The ping is refused while Redis loads what it kept, so that it never takes up a part of the orders only."""
        if self._connection.is_connected:
            return
        await self._connection.connect()  # type: ignore[no-untyped-call]
        await self._connection.send_command("PING")
        await self._connection.read_response()

    async def _exchange(self, orders: Sequence[Order]) -> list[Any]:
        await self._connection.send_packed_command(b"".join([packed(order.words(self._known)) for order in orders]))
        return [await self._answer(order) for order in orders]

    async def _answer(self, order: Order) -> Any:
        try:
            return await self._connection.read_response()
        except NoScriptError as error:
            if order.script is not None:
                self._known.discard(order.script.digest)
            return Forgotten(str(error))
        except ResponseError as error:
            return NotNow(str(error)) if _passes(error) else Refusal(str(error))


def _away(error: Exception) -> Away:
    if isinstance(error, TimeoutError):
        return Away("no answer in time")
    if isinstance(error, AuthenticationError):
        return Locked(str(error))
    if isinstance(error.__context__, ssl.SSLCertVerificationError):
        return Untrusted(error.__context__.verify_message)
    if isinstance(error.__context__, ssl.SSLError) and error.__context__.library == "X509":
        return Untrusted(error.__context__.reason)
    return Away(str(error) or repr(error))


def _passes(error: ResponseError) -> bool:
    return isinstance(error, _PASSING) or _PASSING_WORDS.search(str(error)) is not None
