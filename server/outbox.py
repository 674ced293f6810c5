"""What waits to be sent to one peer: little, and of every picture only the newest.

All of it together is bounded in bytes too: the longest message that is never replaced is a chat line, which
has a limit of its own, and the parts of a record wait apart, a few records at most.
"""

from typing import TypeAlias

import msgspec

from tuicards.records import MOST_PARTS
from tuicards.wire.messages import Done, LeftTable, Lobby, Ping, RecordPart, Said, ServerMessage, TableInfo, Update

MOST = 150
"""So many messages may wait; a peer that lets more pile up is not keeping up."""

EVENTS_CARRIED = 200

MOST_RECORDS = 3
"""So many whole records may wait."""

Key: TypeAlias = tuple[str, str | int]


class Outbox:
    """Messages in the order to send them. A newer picture takes the place of an older one that was not sent.

    The parts of a record go out when nothing else waits, so that a game goes on while one is being fetched.
    """

    def __init__(self) -> None:
        self._waiting: dict[Key, ServerMessage] = {}
        self._parts: list[RecordPart] = []
        self._count = 0

    def __len__(self) -> int:
        return len(self._waiting) + len(self._parts)

    @property
    def full(self) -> bool:
        return len(self._waiting) > MOST or len(self._parts) > MOST_RECORDS * MOST_PARTS

    @property
    def half_full(self) -> bool:
        return 2 * len(self._waiting) > MOST

    def put(self, message: ServerMessage) -> None:
        match message:
            case Done():
                self._add(message)
            case Update(table=table):
                key = ("update", table)
                older = self._waiting.pop(key, None)
                self._waiting[key] = _merged(older, message) if isinstance(older, Update) else message
            case TableInfo(table=table):
                self._waiting["table", table] = message
            case Lobby():
                self._waiting["lobby", ""] = message
            case Ping():
                self._waiting["ping", ""] = message
            case RecordPart():
                self._add_part(message)
            case Said(table=table, n=n) if n:
                self._say(message, (f"said {n}", table))
            case _:
                self._add(message)

    def _add(self, message: ServerMessage) -> None:
        if isinstance(message, LeftTable):
            self._waiting.pop(("update", message.table), None)
            self._waiting.pop(("table", message.table), None)
        self._count += 1
        self._waiting["message", self._count] = message

    def _say(self, said: Said, key: Key) -> None:
        """A line that is told again while it waits comes once; it is old only if it always was."""
        older = self._waiting.pop(key, said)
        self._waiting[key] = older if isinstance(older, Said) and not older.old else said

    def _add_part(self, part: RecordPart) -> None:
        """A record that is asked for anew comes anew, from its first part on."""
        if part.part == 1:
            self._parts = [other for other in self._parts if (other.table, other.party) != (part.table, part.party)]
        self._parts.append(part)

    def take(self) -> ServerMessage | None:
        """The next message; None when none waits."""
        for key in self._waiting:
            return self._waiting.pop(key)
        return self._parts.pop(0) if self._parts else None


def _merged(older: Update, newer: Update) -> Update:
    """The newer picture with what happened before it; what is too much, or of a former party, counts as missed."""
    events = older.events + newer.events
    if len(events) > EVENTS_CARRIED or older.party != newer.party:
        return msgspec.structs.replace(newer, events=(), missed=True)
    return msgspec.structs.replace(newer, events=events, missed=older.missed or newer.missed)
