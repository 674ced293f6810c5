"""One party in play: the state, its sequence numbers and what happened of late.

Nothing here waits or counts time, so the same steps that made a party make it again from its record.
"""

import logging
from collections import deque
from collections.abc import Sequence
from typing import Any

from tuicards.bots.seen import Recall, Seen
from tuicards.errors import PlayerError, Refused
from tuicards.fair_deal import Dealt
from tuicards.games.api import AnyGame, Event, Outcome, Seat, to_plain
from tuicards.games.history import Entry, Header, replay
from tuicards.records import PartyRecord
from tuicards.wire.messages import Plain

log = logging.getLogger(__name__)

STEPS_KEPT = 100
EVENTS_KEPT = 200
"""How much of the past can be told to a connection that comes back."""


class _Asks:
    """What a state asks of the seats: who is to act; and what they may do, looked up where that alone can tell."""

    def __init__(self, game: AnyGame, state: Any) -> None:
        self.to_act = game.to_act(state)
        self._game, self._state = game, state
        self._legal: dict[Seat, Sequence[Any]] = {}

    def differs(self, before: "_Asks", seat: Seat) -> bool:
        """Whether the seat is asked something else than before."""
        return (seat in self.to_act) != (seat in before.to_act) or self._may(seat) != before._may(seat)

    def _may(self, seat: Seat) -> Sequence[Any]:
        if seat not in self._legal:
            self._legal[seat] = self._game.legal(self._state, seat)
        return self._legal[seat]


class Party:
    """A game's state with a sequence number that rises by one with each public step."""

    def __init__(self, game: AnyGame, header: Header, number: int, seq: int, dealt: Dealt | None = None) -> None:
        """A new party. Raises BadOptions when it cannot start, StorageError for a record of other rules."""
        self.game = game
        self.header = header
        self.dealt = dealt or Dealt()
        self.commitment = self.dealt.commitment
        """What the header's seed was made of, where that is known. Secret like the seed."""
        self.number = number
        self.state: Any = replay(game, header, ())
        self.first_seq = seq
        self.seq = seq
        self.entries: list[Entry] = []
        self._seats = range(header.seats)
        self.asked = [seq] * header.seats
        """For each seat the sequence number since which it has been asked the same."""
        self._asks = _Asks(game, self.state)
        self._accepted: dict[Seat, tuple[int, int, str]] = {}
        self._recent: deque[tuple[Plain, ...]] = deque()
        self._told = 0
        """How many events these are."""
        self._options = game.parse_options(header.options)
        self._recall = Recall(game, header.seats)

    @property
    def to_act(self) -> frozenset[Seat]:
        return self.game.to_act(self.state)

    @property
    def outcome(self) -> Outcome | None:
        return self.game.outcome(self.state)

    def view(self, seat: Seat | None) -> Any:
        return self.game.view(self.state, seat)

    def seen(self, seat: Seat) -> Seen:
        """All that the seat has to go by."""
        return self._recall.seen(self.view(seat), self._options)

    @property
    def moves(self) -> int:
        return len(self.entries)

    def record(self, names: tuple[str, ...], table: str, title: str) -> PartyRecord:
        """All of it, with every secret. Raises Refused `party_running` before the party is over."""
        outcome = self.outcome
        if outcome is None:
            raise Refused("party_running")
        return PartyRecord(
            header=self.header,
            entries=tuple(self.entries),
            outcome=outcome,
            names=names,
            table=table,
            title=title,
            party=self.number,
            secret=self.dealt.secret,
            nonces=self.dealt.nonces,
        )

    def stale(self, seat: Seat, seq: int) -> bool:
        """Whether an answer to the update `seq` answers another question than the one now asked."""
        return not self.asked[seat] <= seq <= self.seq

    def repeats(self, seat: Seat, request: int, seq: int, text: str) -> bool:
        """Whether this is the seat's last accepted request once more."""
        return self._accepted.get(seat) == (request, seq, text)

    def step(self, seat: Seat, move: Any, request: int, seq: int) -> tuple[Plain, ...]:
        """Carry out a move and tell what everybody saw; nothing: a private step. Raises PlayerError."""
        self.state, events = self._apply(seat, move)
        text = self.game.format_move(move)
        self.entries.append(Entry(seat, text))
        self._accepted[seat] = (request, seq, text)
        self._recall.after(seat, move, events)
        public = tuple([to_plain(event) for event in events])
        if public:
            self.seq += 1
            self._remember(public)
        self._ask_anew()
        return public

    def _apply(self, seat: Seat, move: Any) -> tuple[Any, tuple[Event, ...]]:
        """A move on which the rules themselves stumble is refused too: one odd message must not end a table."""
        try:
            applied: tuple[Any, tuple[Event, ...]] = self.game.apply(self.state, seat, move)
        except PlayerError:
            raise
        except Exception:
            log.exception("the rules of %s stumbled over a move of seat %d", self.game.name, seat)
            raise Refused("fault") from None
        return applied

    def since(self, seen: int) -> tuple[Plain, ...] | None:
        """All events after the update `seen`, or None where they are no longer, or not of this party."""
        count = self.seq - seen
        if not 0 <= count <= len(self._recent):
            return None
        steps = list(self._recent)[len(self._recent) - count :]
        return tuple(event for step in steps for event in step)

    def _ask_anew(self) -> None:
        before, now = self._asks, _Asks(self.game, self.state)
        self._asks = now
        for seat in self._seats if self.game.out_of_turn else before.to_act | now.to_act:
            if now.differs(before, seat):
                self.asked[seat] = self.seq

    def _remember(self, events: tuple[Plain, ...]) -> None:
        self._recent.append(events)
        self._told += len(events)
        while len(self._recent) > STEPS_KEPT or self._told > EVENTS_KEPT:
            self._told -= len(self._recent.popleft())
