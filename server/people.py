"""The people of a server, here or not, and their connections as the lobby sees them."""

from collections.abc import Mapping
from typing import Any, Protocol

from server.clock import Clock
from server.limits import Bucket, Limits
from server.lookalikes import looks
from server.origins import Origin
from tuicards.wire.messages import ServerMessage


class Peer(Protocol):
    """A person's connection, as the lobby sees it."""

    @property
    def host(self) -> str:
        """The address at its other end."""

    @property
    def origin(self) -> Origin:
        """Where it comes from."""

    def comes_from(self, host: str) -> None:
        """It is known now where it really comes from. Raises Refused where no more may come from there."""

    def send(self, message: ServerMessage) -> None: ...

    def close(self, code: str, params: Mapping[str, Any] | None = None, *, again: bool = False) -> None:
        """Say why, and hang up."""


class Person:
    """Somebody with a name and a token, here or not."""

    def __init__(self, name: str, token_hash: bytes, limits: Limits, clock: Clock) -> None:
        self.name = name
        self.token_hash = token_hash
        self.peer: Peer | None = None
        self.session = 0
        """Numbers the connection: of two of one person the higher is the later, on whichever server."""
        self.elsewhere = 0
        """The other server at which the person is connected, by number; 0: none."""
        self.table = ""
        self.came = 0.0
        """When the connection came, by the server's clock."""
        self.quiet_until = 0.0
        """So long the operator lets nobody hear this person."""
        self.look = looks(name)
        self.key = ""
        """The fingerprint of the SSH key whose name this is; empty: of none."""
        self.beyond_door = ""
        """The address of a guest of the SSH door, whose connections come from this machine; empty: no such guest."""
        self.seen: int | None = None
        """The number of the last picture of the table that the connection was sent."""
        self.following = False
        """Whether the connection has been shown the table it is at, and gets what the table sends."""
        self.requests = Bucket(limits.requests, clock)
        self.chat = Bucket(limits.chat, clock)
        self._joins = Bucket(limits.joins, clock)
        self._creates = Bucket(limits.creates, clock)

    @property
    def here(self) -> bool:
        """Whether the person is connected, to this server or to another that shares the lobby."""
        return self.peer is not None or bool(self.elsewhere)

    def limit(self, limits: Limits) -> None:
        """Other limits from now on."""
        self.requests.limit(limits.requests)
        self.chat.limit(limits.chat)
        self._joins.limit(limits.joins)
        self._creates.limit(limits.creates)

    def may_join(self) -> bool:
        """Whether neither this person nor those who come from the same place have joined too often."""
        return self._joins.take() and (self.peer is None or self.peer.origin.may_join())

    def may_create(self) -> bool:
        return self._creates.take() and (self.peer is None or self.peer.origin.may_create())

    def send(self, message: ServerMessage) -> None:
        if self.peer is not None:
            self.peer.send(message)
