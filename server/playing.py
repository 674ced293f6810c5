"""Play at a table: moves of people and of bots, each a step of the party, and the end of one."""

import logging

import msgspec

from server.arranging import ArrangedTable
from server.logs import about
from server.mail import BotTurn, Effects
from server.records import Moved, PartyOver
from tuicards.errors import IllegalMove, PlayerError, Refused
from tuicards.games.api import Move, Seat, from_plain
from tuicards.wire.messages import MakeMove, Plain

log = logging.getLogger(__name__)

TRICK_DONE = "trick_won"
"""The event after which a bot waits longer, in every game of tricks."""


class PlayedTable(ArrangedTable):
    """What moves do to a table."""

    # ---- moves of people -------------------------------------------------------------------------------

    def _make_move(self, who: str, request: MakeMove, out: Effects, now: float) -> bool:
        """Whether it had been carried out before. Raises Refused, or IllegalMove with the game's code."""
        seat = self.seating.seat_of(who)
        if request.table != self.code:
            raise Refused("wrong_table", table=request.table[:40])
        if seat is None:
            raise Refused("not_seated")
        if self.party is None:
            raise Refused("not_playing")
        move: Move = from_plain(request.move, self.game.move_type)
        if self.party.repeats(seat, request.id, request.seq, self._text(move)):
            return True
        if self.state != "playing":
            raise Refused("not_playing")
        if self.party.stale(seat, request.seq):
            raise Refused("stale")
        if self.paused:
            raise Refused("paused")
        if self._step(seat, move, request.id, request.seq, out, now):
            self.seating.chairs[seat].missed = 0
        return False

    def _text(self, move: Move) -> str:
        """The move's text form; a move of the right shape but with impossible content has none."""
        try:
            return self.game.format_move(move)
        except (ValueError, LookupError, TypeError):
            raise IllegalMove("bad_move", text=repr(move)[:200]) from None

    def _step(self, seat: Seat, move: Move, request: int, seq: int, out: Effects, now: float) -> bool:
        """Carry out a seat's move; False: a private step, which only the seat itself is told of."""
        assert self.party is not None
        events = self.party.step(seat, move, request, seq)
        entry = self.party.entries[-1]
        left = self._stop_clock(seat, now) if events else None
        out.records.append(Moved(self.uid, self.parties, self.party.moves - 1, entry, request, seq, left))
        if not events:
            out.updates += self._picture(self.seating.chairs[seat].person, ())
            return False
        self._waits.pop(seat, None)
        self._waits = {waited: self._waits.get(waited, now) for waited in self.party.to_act}
        self._bots_at = now + self.house.pace(any(event.get("event") == TRICK_DONE for event in events))
        self._show(out, events)
        self._end_party(out)
        return True

    def _stop_clock(self, seat: Seat, now: float) -> int | None:
        """The milliseconds left after the seat's turn; None where no clock ran."""
        if not self.clocks.limited:
            return None
        own = self._has_clock(seat)
        self.clocks.moved(seat, now, own)
        return round(1000 * self.clocks.left(seat, now)) if own else None

    def _end_party(self, out: Effects) -> None:
        """When the party is over, seats of people who have left belong to their bots."""
        assert self.party is not None
        outcome = self.party.outcome
        if outcome is None:
            return
        self.state = "over"
        self._waits = {}
        self._forget_pause()
        self._remember_party()
        for seat, chair in enumerate(self.seating.chairs):
            if chair.person and chair.person not in self.seating.lost_at:
                self.seating.empty(seat, bot=chair.bot)
        out.records.append(PartyOver(self.uid, self.parties, msgspec.json.encode(outcome).decode()))

    def _show(self, out: Effects, events: tuple[Plain, ...]) -> None:
        """What happened and the new picture, to everybody who is here."""
        for name in self.seating.here:
            out.updates.append((name, self._update(name, events)))

    # ---- bots ------------------------------------------------------------------------------------------

    def _stand_in(self, seat: Seat, out: Effects) -> None:
        """From now on a bot plays for the person on this seat, and everybody hears of it."""
        chair = self.seating.chairs[seat]
        chair.bot = self.house.stand_in
        self._notice(out, "stand_in", name=chair.person)

    def _let_bots_wait(self, now: float) -> None:
        """No bot plays sooner than after its pause from now on."""
        self._bots_at = max(self._bots_at, now + self.house.bot_delay)

    def _bot_moved(self, turn: BotTurn, move: Move | None, out: Effects, now: float) -> None:
        """A bot's answer counts while it is still its turn. A move that the game refuses must not stop the table."""
        if self.awaits(turn):
            self._play_for(turn.seat, () if move is None else (move,), out, now)

    def awaits(self, turn: BotTurn) -> bool:
        """Whether it is still the bot's turn, and what it plays counts."""
        party = self.party
        if party is None or self.closed or not self._bots_play() or turn.party != self.parties:
            return False
        return turn.seat in self._bots_to_act() and not party.stale(turn.seat, turn.seq)

    @property
    def bot_levels(self) -> frozenset[str]:
        """The levels of the bots that will be asked, once there is a party, as long as people are here."""
        levels = frozenset([chair.bot for chair in self.seating.chairs if chair.bot])
        return levels if levels and self.seating.here else frozenset()

    def _play_for(self, seat: Seat, moves: tuple[Move, ...], out: Effects, now: float) -> None:
        """Play the first of these moves that the game accepts, or else any that it does."""
        assert self.party is not None
        for choice in (*moves, *self.game.legal(self.party.state, seat)):
            if self._step_for(seat, choice, out, now):
                return
        raise RuntimeError(f"no move is accepted on seat {seat} of table {self.code}")

    def _step_for(self, seat: Seat, move: Move, out: Effects, now: float) -> bool:
        """Whether the seat has been played for: a private step alone would leave the table waiting."""
        assert self.party is not None
        try:
            return self._step(seat, move, 0, self.party.seq, out, now)
        except PlayerError as error:
            facts = about("move_refused", table=self.code, game=self.game.name, seat=seat, code=error.code)
            log.error("table %s: a move for seat %d is refused: %s", self.code, seat, error.code, extra=facts)
            return False
