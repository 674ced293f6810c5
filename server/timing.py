"""Time at a table: clocks that run out, silent people who play again, and pauses that all agree on."""

import msgspec

from server.mail import Effects
from server.playing import PlayedTable
from tuicards.errors import Refused
from tuicards.games.api import Seat
from tuicards.wire.messages import LeaveTable, Pause, Request

MISSES = 2
"""After so many turns in a row in which time was up a bot stands in; for who is not even here, after one."""


class TimedTable(PlayedTable):
    """What time does to a table in play, and how people stop it."""

    # ---- clocks ----------------------------------------------------------------------------------------

    def _settle_time(self, out: Effects, now: float) -> None:
        """Pauses begin and end, the right clocks run, and whose time is up is moved for."""
        self._settle_pause(out, now)
        if self.clocks.limited:
            self._settle_clocks(out, now)

    def _settle_clocks(self, out: Effects, now: float) -> None:
        self._let_clocks_run(now)
        for seat in self.clocks.expired(now):
            if seat in self.clocks.running:
                self._time_up(seat, out, now)
                self._let_clocks_run(now)
        self._tell_clocks(out, now)

    def _let_clocks_run(self, now: float) -> None:
        """After a restart a clock waits until its person has come back."""
        self._unreturned = {seat for seat in self._unreturned if not self._is_here(seat)}
        playing = self.state == "playing" and not self.paused
        waits = [seat for seat in self._waits if self._has_clock(seat) and seat not in self._unreturned]
        self.clocks.run(waits if playing else (), now)

    def _time_up(self, seat: Seat, out: Effects, now: float) -> None:
        assert self.party is not None
        chair = self.seating.chairs[seat]
        chair.missed += 1
        self._notice(out, "time_up", name=chair.person)
        self._play_for(seat, (self.game.time_out(self.party.state, seat),), out, now)
        if self.state == "playing" and (chair.missed >= MISSES or not self._is_here(seat)):
            self._stand_in(seat, out)

    def _tell_clocks(self, out: Effects, now: float) -> None:
        """All pictures say what is left after all that followed; who gets none gets one where other clocks run."""
        clocks = frozenset(filter(self._has_clock, range(len(self.seating.chairs))))
        faces = (clocks, self.clocks.running)
        if faces != self._faces:
            shown = {name for name, _ in out.updates}
            for name in self.seating.here:
                out.updates += () if name in shown else self._picture(name, ())
        self._faces = faces
        left = self._left(now)
        out.updates = [(name, msgspec.structs.replace(update, left=left)) for name, update in out.updates]

    def _is_here(self, seat: Seat) -> bool:
        return self.seating.is_here(self.seating.chairs[seat].person)

    def _wake(self, who: str, request: Request, out: Effects, now: float) -> None:
        """Who is here and asks for anything plays again, where a bot stood in for them."""
        seat = self.seating.seat_of(who)
        if seat is None or isinstance(request, LeaveTable) or not self.seating.is_here(who):
            return
        if self.seating.chairs[seat].stand_in:
            self.seating.chairs[seat].wake()
            self._let_bots_wait(now)
            self._notice(out, "plays_again", name=who)

    # ---- pauses ----------------------------------------------------------------------------------------

    def _pause(self, who: str, request: Pause, out: Effects, now: float) -> None:
        """A wish, or its end. Raises Refused `not_seated` or `not_playing`."""
        seat = self.seating.seat_of(who)
        if seat is None:
            raise Refused("not_seated")
        if self.state != "playing":
            raise Refused("not_playing")
        chair = self.seating.chairs[seat]
        asks = request.on and not chair.pause
        chair.pause = request.on
        if self.paused and not request.on:
            self._go_on(out, now)
        elif asks and not self.paused and not self._all_agree():
            self._notice(out, "pause_asked", name=who)

    def _all_agree(self) -> bool:
        """Whether everybody who plays and is here has asked for a pause."""
        wishes = (
            chair.pause for chair in self.seating.chairs if self.seating.is_here(chair.person) and not chair.bot
        )
        return next(wishes, False) and all(wishes)

    def _settle_pause(self, out: Effects, now: float) -> None:
        """A pause begins when all agree, and ends when nobody is at the table who could end it."""
        if self.state != "playing":
            return
        if self.paused:
            if not any(chair.person in self.seating.lost_at for chair in self.seating.chairs):
                self._go_on(out, now)
        elif self._all_agree():
            self.paused = True
            self._notice(out, "paused")

    def _go_on(self, out: Effects, now: float) -> None:
        """Clocks go on from where they stood; who is waited for in vain is waited for anew."""
        self._forget_pause()
        self._waits = dict.fromkeys(self._waits, now)
        self._let_bots_wait(now)
        self._notice(out, "goes_on")
