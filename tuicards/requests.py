"""What a client has asked and not been answered, and what it still has to say."""

from collections import deque

from tuicards.wire.messages import ClientMessage, MakeMove, Request

HELD = 32
"""So many messages wait for a connection."""

UNANSWERED = 64
"""So many requests wait for their answers."""

LATER = frozenset({"too_fast", "busy", "answer_lost", "not_connected", "link_busy"})
"""Refusals after which it makes sense to ask once more, when there is news of the table."""


class Requests:
    """The requests of one client, across the connections it has one after the other."""

    def __init__(self) -> None:
        self._held: deque[ClientMessage] = deque()
        self._unanswered: dict[int, ClientMessage] = {}

    @property
    def full(self) -> bool:
        """Whether no further request may be sent before one is answered."""
        return len(self._unanswered) >= UNANSWERED

    def hold(self, message: ClientMessage) -> bool:
        """Keep a message until there is a connection; False when too many are kept already."""
        if len(self._held) >= HELD:
            return False
        self._held.append(message)
        return True

    def sent(self, message: ClientMessage) -> None:
        """The message has gone out; if it is a request its answer is awaited."""
        if isinstance(message, Request):
            self._unanswered[message.id] = message

    def answered(self, request: int) -> None:
        """The request has its answer."""
        self._unanswered.pop(request, None)

    def resume(self) -> tuple[list[ClientMessage], list[ClientMessage]]:
        """For a new connection: the moves to send again, in order, and what was kept for it."""
        held = list(self._held)
        self._held.clear()
        return [message for message in self._unanswered.values() if isinstance(message, MakeMove)], held

    def lose(self) -> list[ClientMessage]:
        """The connection is gone: the requests that it may have swallowed, save moves, which go again."""
        waiting = self._unanswered
        self._unanswered = {number: asked for number, asked in waiting.items() if isinstance(asked, MakeMove)}
        return [asked for number, asked in waiting.items() if number not in self._unanswered]

    def give_up(self) -> tuple[list[ClientMessage], list[ClientMessage]]:
        """There will be no connection: the requests without an answer, and those never sent."""
        unanswered, held = list(self._unanswered.values()), list(self._held)
        self._unanswered.clear()
        self._held.clear()
        return unanswered, held
