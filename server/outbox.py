"""What waits to be sent to one peer: little, and of every picture only the newest."""

from typing import TypeAlias

import msgspec

from tuicards.wire.messages import LeftTable, Lobby, Ping, ServerMessage, TableInfo, Update

MOST = 150
"""So many messages may wait; a peer that lets more pile up is not keeping up."""

EVENTS_CARRIED = 200

Key: TypeAlias = tuple[str, str | int]


class Outbox:
    """Messages in the order to send them. A newer picture takes the place of an older one that was not sent."""

    def __init__(self) -> None:
        self._waiting: dict[Key, ServerMessage] = {}
        self._count = 0

    def __len__(self) -> int:
        return len(self._waiting)

    @property
    def full(self) -> bool:
        return len(self._waiting) > MOST

    @property
    def half_full(self) -> bool:
        return 2 * len(self._waiting) > MOST

    def put(self, message: ServerMessage) -> None:
        match message:
            case Update(table=table):
                older = self._waiting.pop(("update", table), None)
                self._waiting["update", table] = _merged(older, message) if isinstance(older, Update) else message
            case TableInfo(table=table):
                self._waiting["table", table] = message
            case Lobby():
                self._waiting["lobby", ""] = message
            case Ping():
                self._waiting["ping", ""] = message
            case _:
                self._add(message)

    def _add(self, message: ServerMessage) -> None:
        if isinstance(message, LeftTable):
            self._waiting.pop(("update", message.table), None)
            self._waiting.pop(("table", message.table), None)
        self._count += 1
        self._waiting["message", self._count] = message

    def take(self) -> ServerMessage:
        """The next message. Raises KeyError when none waits."""
        key = next(iter(self._waiting), ("nothing", ""))
        return self._waiting.pop(key)


def _merged(older: Update, newer: Update) -> Update:
    """The newer picture with what happened before it; too much of that counts as missed."""
    events = older.events + newer.events
    if len(events) > EVENTS_CARRIED:
        return msgspec.structs.replace(newer, events=(), missed=True)
    return msgspec.structs.replace(newer, events=events, missed=older.missed or newer.missed)
