"""How a table is arranged, and what is said at it: set-up, switches, bots, chat and notices."""

from typing import Any

from server.clocks import Clocks
from server.mail import Effects
from server.names import check_options, said_by
from server.tablestate import TableState
from server.talk import heard
from tuicards.errors import Refused
from tuicards.games.api import AnyGame, Seat
from tuicards.time_control import read_clock
from tuicards.wire.messages import Configure, Emote, Said, Say


class ArrangedTable(TableState):
    """What the owner may decide about a table, and what people say there."""

    # ---- the owner's rights ----------------------------------------------------------------------------

    def _add_bot(self, seat: Seat, level: str) -> None:
        self._check_not_playing()
        if level not in self.house.levels:
            raise Refused("unknown_level", level=level[:40], known=self.house.levels)
        chair = self._chair(seat)
        if chair.person:
            raise Refused("seat_taken", seat=seat)
        chair.bot = level

    def _configure(self, request: Configure, out: Effects) -> None:
        """Raises BadOptions, or Refused `party_running` or `too_many_people`."""
        game = self.house.game(request.game) if request.game not in ("", self.game.name) else self.game
        check_options(request.options)
        options = game.parse_options(request.options, request.preset or None)
        game.check(request.seats, options)
        clock = self.clocks.control if request.clock is None else read_clock(request.clock)
        same = (game, request.seats, options) == (self.game, len(self.seating.chairs), self.options)
        if self.state != "playing" or not same or clock != self.clocks.control:
            self._set_up(game, request.seats, options, out)
            self.clocks = Clocks(clock, request.seats)
        if not same:
            self._next_deal.anew(self.seating)
        self._switch(request, out)

    def _set_up(self, game: AnyGame, seats: int, options: Any, out: Effects) -> None:
        """An open table, of another game perhaps. People keep their seats, or get others, or watch."""
        self._check_not_playing()
        if game is not self.game:
            if len(self.seating.holders) > seats:
                raise Refused("too_many_people", people=len(self.seating.holders), most=seats)
            self.game = game
            self._notice(out, "game_changed", game=game.name)
        self._set_options(options)
        self.seating.resize(seats)
        self._seq = self.party.seq if self.party else self._seq
        self.state, self.party = "open", None
        self._forget_rematch()

    def _switch(self, request: Configure, out: Effects) -> None:
        """What may change at any time; players are told of it where it concerns how they play."""
        self.public = request.public
        if request.hints not in (None, self.hints):
            self.hints = not self.hints
            self._notice(out, "hints_on" if self.hints else "hints_off")
        if request.watchers_talk not in (None, self.watchers_talk):
            self.watchers_talk = not self.watchers_talk
            self._notice(out, "watchers_talk_on" if self.watchers_talk else "watchers_talk_off")

    def _forget_rematch(self) -> None:
        for chair in self.seating.chairs:
            chair.again = False

    def _forget_pause(self) -> None:
        self.paused = False
        for chair in self.seating.chairs:
            chair.pause = False

    # ---- talk ------------------------------------------------------------------------------------------

    def _speak(self, who: str, request: Say | Emote, out: Effects) -> None:
        """Players are heard by all; watchers by watchers alone while a party runs, unless the owner lets them."""
        self._check_voice(who)
        watching = self.seating.seat_of(who) is None
        apart = watching and self.state == "playing" and not self.watchers_talk
        line = self.talk.add(said_by(who, request, watcher=watching), apart)
        out.records.append(line)
        said = heard(line, self.code)
        out.said += [(name, said) for name in (self.seating.watchers if apart else self.seating.here)]

    def _tell_again(self, who: str, out: Effects) -> None:
        """What was said before to somebody who arrives, ahead of all that is said now."""
        apart = self.state != "playing" or self.seating.seat_of(who) is None
        out.said[:0] = [(who, said) for said in self.talk.again(self.code, apart)]

    def _notice(self, out: Effects, code: str, **params: str | int) -> None:
        said = Said(code=code, params=params, table=self.code)
        out.noticed.append(said)
        out.said += [(name, said) for name in self.seating.here]
