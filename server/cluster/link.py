"""A node's link with the Redis or Valkey that all nodes share."""

import logging
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from server.cluster.asked import without_password
from server.cluster.calls import Calls
from server.cluster.contact import Contact
from server.cluster.entrance import kept_out
from server.cluster.faults import Away, Forgotten, NotNow, Refusal
from server.cluster.requirements import doubts, properties, require
from server.cluster.script import Order, Script, Word, spelled
from tuicards.errors import SetupError

if TYPE_CHECKING:
    from server.cluster.line import Line

PATIENCE = 1.0
"""Seconds for what is asked once."""

FIRST_PATIENCE = 5.0
"""Seconds for each thing that a node asks before it is one: a Redis that stands still for a moment keeps none out."""

MOST_ENTRIES = 500
"""Of each stream, in one reading."""

log = logging.getLogger(__name__)


class Link:
    """Asks Redis, and bears with it while it is away: stopped, started anew, cut off, full, a replica for a while."""

    def __init__(self, url: str) -> None:
        """`redis://HOST:PORT/DB`, `rediss://` for TLS, `unix://PATH`; a name and a password may be in it."""
        self._url = url
        self._contact = Contact()
        self._calls: Calls | None = None
        self._idle: list[Line] = []

    @property
    def away(self) -> bool:
        """Redis cannot be reached, or takes no orders just now: calls wait."""
        return self._contact.away

    @property
    def changed(self) -> Callable[[bool], None]:
        """Called with True when Redis goes away, and with False when it is back."""
        return self._contact.changed

    @changed.setter
    def changed(self, told: Callable[[bool], None]) -> None:
        self._contact.changed = told

    async def open(self) -> None:
        """Raises SetupError: `bad_cluster_url`, `cluster_unreachable`, `cluster_locked`, `cluster_untrusted`,
        `cluster_forbids`, `cluster_too_old`, `cluster_sharded`, or `no_cluster_extra` where redis-py is missing."""
        first = self._line()
        try:
            found = await _examined(first, self._url)
        except BaseException:
            await first.close(kindly=True)
            raise
        for doubt in doubts(found):
            log.warning("Redis at %s: %s", without_password(self._url), doubt)
        self._calls = Calls(first, self._contact)

    async def close(self) -> None:
        """Who still waits for an answer hears Away, and so does who asks from now on."""
        calls, self._calls = self._calls, None
        if calls is not None:
            await calls.close()
        while self._idle:
            await self._idle.pop().close(kindly=True)

    async def call(self, script: Script, keys: Sequence[str], args: Sequence[Word] = ()) -> Any:
        """What the script returns, as soon as Redis has run it, in the order of the calls.

        The caller may be cancelled; the script is run all the same. Raises Refusal, and Away when the link closes.
        """
        return await self._open_calls().made(Order(script, tuple(keys), spelled(args)))

    async def ask(self, *command: Word) -> Any:
        """A command's answer, as a call's: it too may be carried out twice. Its first key is the second word."""
        words = spelled(command)
        keys = tuple(word.decode(errors="replace") for word in words[1:2])
        return await self._open_calls().made(Order(None, keys, words))

    async def attempt(
        self, script: Script, keys: Sequence[str], args: Sequence[Word] = (), patience: float = PATIENCE
    ) -> Any:
        """What the script returns; asked once, beside the calls. Raises Away: perhaps it was run; Refusal."""
        try:
            answer = await self._apart(Order(script, tuple(keys), spelled(args)), patience)
        except Away as away:
            self._contact.failed("attempts", away)
            raise
        self._contact.succeeded("attempts")
        return answer

    async def read(
        self, streams: Mapping[str, str], block: float, patience: float = PATIENCE
    ) -> list[tuple[str, str, bytes]]:
        """What stands in the streams after these ids: (key, id, value of the field `v`), of each stream in order.

        Waits `block` seconds for something to come; nothing then. Raises Away.
        """
        words = ("XREAD", "COUNT", MOST_ENTRIES, "BLOCK", max(1, round(block * 1000)), "STREAMS")
        order = Order(None, (), spelled((*words, *streams, *streams.values())))
        found = await self._apart(order, block + patience)
        return [
            (key.decode(), entry.decode(), _value(fields))
            for key, entries in found or ()
            for entry, fields in entries
        ]

    def _open_calls(self) -> Calls:
        if self._calls is None:
            raise Away("the link is closed")
        return self._calls

    async def _apart(self, order: Order, patience: float) -> Any:
        """Asked once, on a line that nobody else uses meanwhile."""
        self._open_calls()
        line = self._idle.pop() if self._idle else self._line()
        try:
            (answer,) = await line.exchange([order], patience)
            if isinstance(answer, Forgotten):
                (answer,) = await line.exchange([order], patience)
        finally:
            if self._calls is None:
                await line.close(kindly=True)
            else:
                self._idle.append(line)
        if isinstance(answer, NotNow | Forgotten):
            raise Away(str(answer))
        if isinstance(answer, Refusal):
            raise answer
        return answer

    def _line(self) -> "Line":
        try:
            from server.cluster.line import Line
        except ImportError:
            raise SetupError("no_cluster_extra") from None
        try:
            return Line(self._url)
        except ValueError:
            raise SetupError("bad_cluster_url") from None


async def _examined(line: "Line", url: str) -> dict[str, str]:
    """What Redis says of itself, where it is fit."""
    try:
        (answer,) = await line.exchange([Order(None, (), spelled(["INFO"]))], FIRST_PATIENCE)
    except Away as away:
        raise kept_out(away, url) from None
    if isinstance(answer, Refusal):
        raise kept_out(answer)
    found = properties(answer)
    require(found)
    return found


def _value(fields: Sequence[bytes]) -> bytes:
    return dict(zip(fields[::2], fields[1::2], strict=True))[b"v"]
