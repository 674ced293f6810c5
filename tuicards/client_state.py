"""What a client knows: everything that the server has told it, folded into one value.

The full-screen and the text client show the same `ClientState`; neither applies a rule of a game.
"""

from typing import Any, TypeAlias

import msgspec

from tuicards.bots.seen import Memory, Seen, seen_with
from tuicards.errors import IllegalMove, PeerError
from tuicards.games import GAMES
from tuicards.games.api import AnyGame, Event, TableView, from_plain
from tuicards.records import PartyRecord
from tuicards.verify import Verdict
from tuicards.wire.messages import (
    LeftTable,
    Lobby,
    Said,
    SeatInfo,
    ServerMessage,
    TableInfo,
    Update,
    Welcome,
)

CHAT_KEPT = 200

LONGEST = 10**9
"""Milliseconds. No clock has so many left."""

MOST_SEATS = 16
"""At a table of a game that this program does not know."""


class Connected(msgspec.Struct, frozen=True):
    """The link is up, for the first time or again."""

    welcome: Welcome


class Trying(msgspec.Struct, frozen=True):
    """A connection is being made to one of several addresses of the server: the `number`th, from 1, of `count`."""

    address: str
    number: int
    count: int


class Disconnected(msgspec.Struct, frozen=True):
    """The link is down. `retry_in` is in seconds; None means that the link will not try again by itself."""

    code: str
    params: dict[str, Any] = {}
    retry_in: float | None = None


class Recorded(msgspec.Struct, frozen=True):
    """The record of the party that has ended at one's table; `code` says what is wrong, if anything."""

    record: PartyRecord | None
    code: str = ""
    params: dict[str, Any] = {}
    verdict: Verdict | None = None
    """Whether deal, moves and result are as they should be; None where that could not be found out."""


LinkEvent: TypeAlias = Connected | Disconnected | Trying | Recorded | ServerMessage


class ClientState(msgspec.Struct, frozen=True, kw_only=True):
    """One client's knowledge. `view` and `events` belong to the newest update of the table it is at."""

    connected: bool = False
    trouble: Disconnected | None = None
    trying: Trying | None = None
    """Which of the server's addresses is tried at the moment."""
    address: str = ""
    """Where one is connected, or was last; empty where the server has but one address."""
    welcome: Welcome | None = None
    lobby: Lobby | None = None
    awaited: bool = False
    """Whether one is at a table that the server has still to tell of."""
    table: TableInfo | None = None
    party: int = 0
    seq: int = 0
    view: TableView | None = None
    events: tuple[Event, ...] = ()
    missed: bool = False
    memory: Memory = Memory()
    """What one's seat remembers of the deal in progress."""
    chat: tuple[Said, ...] = ()
    """What was said where one is, and the notices. What ignored people say does not come in."""
    unread: int = 0
    """How much others have said since the person last looked; the client says when that is: `read`."""
    record: PartyRecord | None = None
    """Of the table's party that ended last, once it has come."""
    ignored: frozenset[str] = frozenset()
    """People whose words and emotes are not shown, as `ignores` compares names. Only this client knows."""

    @property
    def game(self) -> AnyGame | None:
        """The game of the table one is at."""
        return GAMES.get(self.table.game) if self.table else None

    @property
    def seen(self) -> Seen | None:
        """All that a bot would go by on one's own seat; None where there is no picture."""
        if self.game is None or self.table is None or self.view is None:
            return None
        return seen_with(self.view, self.game.parse_options(self.table.options), self.memory)

    @property
    def seat_names(self) -> tuple[str, ...]:
        """Name of each seat of the table; empty where nobody sits."""
        return tuple(seat.name for seat in self.table.seats) if self.table else ()

    @property
    def just_over(self) -> PartyRecord | None:
        """The record of the party whose end is shown."""
        if self.record is None or self.view is None or self.view.outcome is None:
            return None
        return self.record if self.record.party == self.party else None

    @property
    def running(self) -> bool:
        """Whether a party goes on as far as one has seen: its last picture may come after its end."""
        if self.table is None:
            return False
        unseen = self.view is not None and self.view.outcome is None
        return self.table.state == "playing" or (self.table.state == "over" and unseen)

    @property
    def own_seat(self) -> SeatInfo | None:
        """What is told of one's own seat; None while one watches."""
        table = self.table
        if table is None or table.you is None or not 0 <= table.you < len(table.seats):
            return None
        return table.seats[table.you]

    @property
    def stood_in(self) -> bool:
        """Whether a bot plays for oneself."""
        return self.running and self.own_seat is not None and self.own_seat.stand_in

    @property
    def paused(self) -> bool:
        """Whether the party stands still."""
        return self.running and self.table is not None and self.table.paused

    @property
    def heard(self) -> tuple[Said, ...]:
        """The chat without what ignored people said before they were ignored."""
        return tuple(said for said in self.chat if not self.ignores(said.name))

    def ignores(self, name: str) -> bool:
        """Whether this person's words are not shown, however the name is capitalised."""
        return name.casefold() in self.ignored

    def ignoring(self, name: str, ignore: bool = True) -> "ClientState":
        """From now on the person's words are not shown, or are again. Oneself cannot be ignored."""
        mine = self.welcome is not None and self.welcome.name == name
        one = frozenset() if mine or not name else frozenset({name.casefold()})
        return msgspec.structs.replace(self, ignored=self.ignored | one if ignore else self.ignored - one)

    def read(self) -> "ClientState":
        """The person has seen all that was said so far."""
        return msgspec.structs.replace(self, unread=0) if self.unread else self

    def after(self, event: LinkEvent) -> "ClientState":
        """The knowledge after one more message. Messages that change none return the same value."""
        replace = msgspec.structs.replace
        match event:
            case Connected(welcome=welcome):
                kept = self if welcome.table else self._at_no_table()
                address = self.trying.address if self.trying else self.address
                kept = replace(kept, awaited=bool(welcome.table) and kept.table is None)
                return replace(kept, connected=True, trouble=None, trying=None, address=address, welcome=welcome)
            case Trying():
                return replace(self, trying=event)
            case Disconnected():
                return replace(self, connected=False, trouble=event, trying=None)
            case Lobby():
                return replace(self, lobby=event, awaited=False)
            case TableInfo():
                return self._told_of(event)
            case Update():
                return self._updated(event)
            case Said():
                return self._said(event)
            case Recorded(record=PartyRecord() as record) if self.table and self.table.table == record.table:
                return replace(self, record=record)
            case LeftTable():
                return self._at_no_table()
            case _:
                return self

    def _updated(self, update: Update) -> "ClientState":
        """Raises PeerError `not_understood` when the picture is not one of the table's game."""
        if self.table is None or self.table.table != update.table or self.game is None or self.table.state == "open":
            return self
        view = _view_of(self.game, update, len(self.table.seats))
        events = _events_of(self.game, update, view)
        missed = update.missed or len(events) < len(update.events)
        before = Memory() if missed else self.memory
        memory = before.after(self.game, events, view.hand)
        return msgspec.structs.replace(
            self, party=update.party, seq=update.seq, view=view, events=events, missed=missed, memory=memory
        )

    def _told_of(self, table: TableInfo) -> "ClientState":
        """A table that is open again or has another game has no picture; what was said there stays.

        Raises PeerError `not_understood` for a table that cannot be.
        """
        old = self.table
        if not _is_table(table):
            raise PeerError("not_understood", fault="bad_table")
        fresh = self if old and old.table == table.table else self._at_no_table()
        if table.state == "open" or (old and (old.game, len(old.seats)) != (table.game, len(table.seats))):
            fresh = msgspec.structs.replace(fresh, party=0, seq=0, view=None, events=(), missed=False)
        if old and old.table == table.table and old.state != "playing" and table.state == "playing":
            fresh = msgspec.structs.replace(fresh, memory=Memory(whole=True))
        return msgspec.structs.replace(fresh, table=table)

    def _said(self, said: Said) -> "ClientState":
        if self.ignores(said.name) or self._has(said):
            return self
        others = said.name and not said.old and not (self.welcome and self.welcome.name == said.name)
        chat = (*self.chat, said)[-CHAT_KEPT:]
        return msgspec.structs.replace(self, chat=chat, unread=self.unread + bool(others))

    def _has(self, said: Said) -> bool:
        """Whether this line is there already: those that the server keeps are sent again to whoever comes back."""
        return said.n > 0 and any((one.n, one.table) == (said.n, said.table) for one in self.chat)

    def _at_no_table(self) -> "ClientState":
        return msgspec.structs.replace(
            self,
            awaited=False,
            table=None,
            party=0,
            seq=0,
            view=None,
            events=(),
            missed=False,
            memory=Memory(),
            chat=(),
            unread=0,
            record=None,
        )


def _is_table(table: TableInfo) -> bool:
    """Whether its number of seats is possible, and one's own seat among them."""
    game: AnyGame | None = GAMES.get(table.game)
    sizes = range(1, MOST_SEATS + 1) if game is None else game.seats
    return len(table.seats) in sizes and (table.you is None or 0 <= table.you < len(table.seats))


def _view_of(game: AnyGame, update: Update, seats: int) -> TableView:
    """Raises PeerError `not_understood`."""
    try:
        view: TableView = from_plain(update.view, game.view_type)
    except IllegalMove:
        raise PeerError("not_understood", fault="bad_picture") from None
    timed = len(update.left) in (0, seats) and all(left is None or 0 <= left <= LONGEST for left in update.left)
    if len(view.counts) != seats or not timed:
        raise PeerError("not_understood", fault="bad_picture")
    return view


def _events_of(game: AnyGame, update: Update, view: TableView) -> tuple[Event, ...]:
    """What happened; nothing, where it does not go with the picture: some may be of the party before.

    Raises PeerError `not_understood` where the picture is none even so.
    """
    try:
        events = tuple(from_plain(event, game.event_type) for event in update.events)
    except IllegalMove:
        events = ()
    if game.plausible(view, events):  # what holds for both holds for the picture alone: as a rule one look is enough
        return events
    if not game.plausible(view, ()):
        raise PeerError("not_understood", fault="bad_picture")
    return ()
