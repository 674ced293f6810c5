"""What one seat knows: its view, and what it remembers of the deal in progress."""

from collections.abc import Iterable
from typing import Any

import msgspec

from tuicards.games.api import AnyGame, Event, Move, Seat, TableView


class Memory(msgspec.Struct, frozen=True):
    """What everybody saw since the deal in progress began, and which cards one seat has held in it.

    The cards are in the order in which they were played, those still in the hand last: so that one knows which of
    them went where. `whole` is False where the events begin later than the deal: for somebody who came back, or
    watched no start.
    """

    events: tuple[Event, ...] = ()
    held: tuple[str, ...] = ()
    whole: bool = False

    def after(self, game: AnyGame, events: Iterable[Event], hand: Iterable[str]) -> "Memory":
        """The memory with what was seen since, and with the cards now in the hand."""
        seen, held, whole, now = list(self.events), self.held, self.whole, dict.fromkeys(hand)
        for event in events:
            if game.deal_event is not None and isinstance(event, game.deal_event):
                seen, held, whole = [], (), True
            seen.append(event)
        gone = (card for card in held if card not in now)
        return Memory(tuple(seen), (*gone, *now), whole)


class Seen(msgspec.Struct, frozen=True):
    """All that a seat goes by: its view, the options of the party, and its memory (see `Memory`)."""

    view: Any
    options: Any
    events: tuple[Event, ...] = ()
    held: tuple[str, ...] = ()
    whole: bool = False


def seen_with(view: TableView, options: Any, memory: Memory) -> Seen:
    """The view and the options together with what is remembered."""
    return Seen(view, options, memory.events, memory.held, memory.whole)


class Recall:
    """What every seat of one table may remember of the deal in progress, kept where the party is played."""

    def __init__(self, game: AnyGame, seats: int) -> None:
        self._begins = game.deal_event
        self._events: list[Event] = []
        self._played: list[list[str]] = [[] for _ in range(seats)]

    def after(self, seat: Seat, move: Move, events: Iterable[Event]) -> None:
        """One more move of the party, and what everybody saw of it."""
        self._played[seat] += cards_of(move)
        for event in events:
            if self._begins is not None and isinstance(event, self._begins):
                self._events.clear()
                self._played = [[] for _ in self._played]
            self._events.append(event)
            self._played[getattr(event, "seat", seat)] += getattr(event, "cards", ())

    def seen(self, view: TableView, options: Any) -> Seen:
        """All that the seat of the view has to go by."""
        held = dict.fromkeys((*self._played[view.seat or 0], *view.hand))
        return Seen(view, options, tuple(self._events), tuple(held), whole=True)


def cards_of(move: Move) -> tuple[str, ...]:
    """The cards that a move names."""
    card = getattr(move, "card", None)
    return tuple(getattr(move, "cards", ())) if card is None else (card,)
