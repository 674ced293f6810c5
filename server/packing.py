"""Messages to bytes for peers: a fault in one message is no fault of a connection."""

import logging

from tuicards.errors import PlayerError
from tuicards.wire import messages as wire
from tuicards.wire.codec import encode
from tuicards.wire.messages import ServerMessage

log = logging.getLogger(__name__)


class _Lobbies:
    """The lobby's picture, which goes to many, encoded once."""

    def __init__(self) -> None:
        self._last: tuple[wire.Lobby, bytes] | None = None

    def encode(self, picture: wire.Lobby) -> bytes:
        if self._last is None or self._last[0] is not picture:
            self._last = (picture, encode(picture))
        return self._last[1]


_lobbies = _Lobbies()


def bytes_of(message: ServerMessage) -> bytes:
    """The message on the wire; nothing, and a line in the log, if it cannot be sent."""
    try:
        return _lobbies.encode(message) if isinstance(message, wire.Lobby) else encode(message)
    except PlayerError as error:
        log.error("a message cannot be sent: %s", error)
        return b""
