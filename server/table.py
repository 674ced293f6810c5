"""A table: people, seats and one party after another. Commands in, effects out; it waits for nothing.

A command either changes the table or is refused and changes nothing. After each one the table is
brought in order (`_settle`): owner's rights, a rematch that all have asked for, whether it is to close;
then whatever has become different is told: the table's card to its people, the snapshot to the store,
the line to the lobby. So no command has to remember whom to tell.
"""

import logging
from typing import TypeAlias

import msgspec

from server.clocks import Clocks
from server.mail import Asked, Back, BotMoved, Command, Effects, Lost, Shut, Tick
from server.owning import OwnedTable
from server.party import Party
from server.records import PartyBegun, TableKept
from tuicards.errors import PlayerError, Refused
from tuicards.games.api import Seat
from tuicards.games.history import Header
from tuicards.records import PART_LENGTH, in_parts, to_text
from tuicards.wire.messages import (
    AddBot,
    AddNonce,
    Configure,
    Done,
    Emote,
    FreeSeat,
    GetRecord,
    JoinTable,
    Kick,
    LeaveTable,
    LeftTable,
    MakeMove,
    Mute,
    Pause,
    RecordPart,
    Rematch,
    Request,
    Say,
    StandUp,
    StartParty,
    TakeSeat,
    WatchTable,
)

log = logging.getLogger(__name__)

OfOwner: TypeAlias = AddBot | FreeSeat | Configure | StartParty | Kick | Mute
"""What nobody but the owner may ask for."""


class Table(OwnedTable):
    """One table. Only its actor touches it."""

    # ---- commands --------------------------------------------------------------------------------------

    def do(self, command: Command, now: float) -> Effects:
        """Carry out a command. A refused request is answered, and has changed nothing."""
        out = Effects()
        match command:
            case Asked(who=who, request=request):
                self._asked(who, request, out, now)
            case Back():
                self._back(command, out, now)
            case Lost(who=who):
                self._lost(who, out, now)
            case BotMoved(turn=turn, move=move):
                self._bot_moved(turn, move, out, now)
            case Tick():
                self._tick(out, now)
            case Shut():
                self._shut(out)
                return out
        self._settle(out, now)
        if not self._has_only_played(command, out):
            self._tell_changes(out, now)
        return out

    def _asked(self, who: str, request: Request, out: Effects, now: float) -> None:
        self._wake(who, request, out, now)
        try:
            again = self._carry_out(who, request, out, now)
        except PlayerError as error:
            out.refuse(who, request, error)
            if error.code == "stale" and isinstance(request, MakeMove):
                out.updates += self._picture(who, ())
        else:
            self._active_at = now
            out.replies.insert(0, (who, Done(request.id, again=again)))
        if who not in self.seating.lost_at and who not in out.gone:
            out.gone.append(who)

    def _carry_out(self, who: str, request: Request, out: Effects, now: float) -> bool:
        """Whether the request had been carried out before. Raises PlayerError."""
        if who not in self.seating.lost_at and not isinstance(request, JoinTable | WatchTable):
            raise Refused("not_at_table")
        if isinstance(request, MakeMove):
            return self._make_move(who, request, out, now)
        if isinstance(request, OfOwner):
            self._check_owner(who)
        match request:
            case JoinTable(seat=seat):
                self._join(who, seat, out, now)
            case WatchTable():
                self._watch(who, out, now)
            case TakeSeat(seat=seat):
                self._take_seat(who, seat, out)
            case StandUp():
                self._stand_up(who, out)
            case LeaveTable():
                self._leave(who, "left", out)
            case AddBot(seat=seat, level=level):
                self._add_bot(seat, level)
            case FreeSeat(seat=seat):
                self._free_seat(seat, out)
            case Kick():
                self._kick(request, out)
            case Mute():
                self._mute(request, out)
            case Configure():
                self._configure(request, out)
            case StartParty():
                self._start(out, now)
            case Rematch():
                self._rematch(who)
            case Pause():
                self._pause(who, request, out, now)
            case AddNonce():
                self._add_nonce(who, request)
            case GetRecord(party=number):
                self._send_record(who, number, out)
            case Say() | Emote():
                self._speak(who, request, out)
            case _:
                raise Refused("not_here", kind=type(request).__name__)
        return False

    # ---- coming and going ------------------------------------------------------------------------------

    def _join(self, who: str, seat: Seat | None, out: Effects, now: float) -> None:
        self._check_welcome(who)
        own = self.seating.seat_of(who)
        if own is None or (seat not in (None, own) and self.state != "playing"):
            self._seat(who, self._free_seat_for(who) if seat is None else seat)
        self._arrive(who, out, now)

    def _watch(self, who: str, out: Effects, now: float) -> None:
        self._check_welcome(who)
        if self.seating.seat_of(who) is not None:
            raise Refused("seated_here")
        if who not in self.seating.lost_at and len(self.seating.watchers) >= self.house.watchers:
            raise Refused("too_many_watchers", limit=self.house.watchers)
        self._arrive(who, out, now)

    def _arrive(self, who: str, out: Effects, now: float) -> None:
        """The person is at the table and sees it; a bot that stood in for them gets up."""
        if who not in self.seating.lost_at:
            self._notice(out, "joined", name=who)
        self.seating.lost_at[who] = None
        self._present(who, None, out, now)

    def _back(self, back: Back, out: Effects, now: float) -> None:
        who = back.who
        if who not in self.seating.lost_at:
            out.left.append((who, LeftTable(table=self.code, code="left")))
            out.gone.append(who)
            return
        self._active_at = now
        if self.seating.lost_at[who] is not None:
            self.seating.lost_at[who] = None
            if not back.quiet and self.seating.seat_of(who) is not None:
                self._notice(out, "connection_back", name=who)
        self._present(who, back.seen, out, now)

    def _present(self, who: str, seen: int | None, out: Effects, now: float) -> None:
        seat = self.seating.seat_of(who)
        if seat is not None:
            self.seating.chairs[seat].wake()
        self._let_bots_wait(now)
        out.arrived.append(who)
        self._tell_again(who, out)
        events = self.party.since(seen) if self.party and seen is not None else None
        out.updates += self._picture(who, events)

    def _lost(self, who: str, out: Effects, now: float) -> None:
        if self.seating.is_here(who):
            self.seating.lost_at[who] = now
            if self.seating.seat_of(who) is not None:
                code = "connection_lost" if self.state == "playing" else "lost_between"
                self._notice(out, code, name=who, seconds=round(self.house.grace))

    def _leave(self, who: str, code: str, out: Effects) -> None:
        """Away on purpose. In play a bot stands in; after it a bot takes the seat; before it the seat is free."""
        seat = self.seating.seat_of(who)
        if seat is not None:
            if self.state == "playing":
                self.seating.chairs[seat].bot = self.house.stand_in
            else:
                self._vacate(seat)
        del self.seating.lost_at[who]
        out.left.append((who, LeftTable(table=self.code, code=code)))
        out.gone.append(who)
        noticed = "removed" if code == "removed" else "left"
        self._notice(out, "stand_in" if self._stands_in(seat) else noticed, name=who)

    def _stands_in(self, seat: Seat | None) -> bool:
        return seat is not None and self.seating.chairs[seat].stand_in

    def _take_seat(self, who: str, seat: Seat, out: Effects) -> None:
        if self.seating.seat_of(who) == seat:
            return
        if self.seating.seat_of(who) is not None and self.state == "playing":
            raise Refused("seated_here")
        self._seat(who, seat)
        out.updates += self._picture(who, ())

    def _stand_up(self, who: str, out: Effects) -> None:
        seat = self.seating.seat_of(who)
        if seat is None:
            raise Refused("not_seated")
        self._vacate(seat)
        out.updates += self._picture(who, ())

    def _seat(self, who: str, seat: Seat) -> None:
        """Raises Refused `no_such_seat`, `seat_taken` or `held_another`."""
        chair = self._chair(seat)
        if not (chair.free or (chair.bots_own and self.state != "open")):
            raise Refused("seat_taken", seat=seat)
        if self.state == "playing" and self._held.get(who, seat) != seat:
            raise Refused("held_another", seat=self._held[who])
        before = self.seating.seat_of(who)
        self.seating.sit(who, seat)
        if before is not None and self.state == "over":
            self.seating.empty(before, bot=self.house.stand_in)
        self._held[who] = seat

    def _free_seat_for(self, who: str) -> Seat:
        held = self._held.get(who) if self.state == "playing" else None
        seat = self.seating.first(takeable=self.state != "open") if held is None else held
        if seat is None:
            raise Refused("table_full")
        return seat

    # ---- the owner's rights ----------------------------------------------------------------------------

    def _start(self, out: Effects, now: float) -> None:
        self._check_not_playing()
        self.house.drain.check()
        for seat, chair in enumerate(self.seating.chairs):
            if chair.free:
                raise Refused("seat_free", seat=seat)
        self._begin(out, now)

    def _begin(self, out: Effects, now: float) -> None:
        """A new party from zero. Raises BadOptions when the game cannot start like this."""
        seats = len(self.seating.chairs)
        dealt = self._next_deal.dealt(self.seating)
        header = Header(self.game.name, self.game.version, seats, dealt.seed, self.option_texts)
        before = self.party.seq if self.party else self._seq
        self.party = Party(self.game, header, self.parties + 1, before + 1, dealt)
        self._next_deal.anew(self.seating)
        self.parties += 1
        self.state = "playing"
        self._held = {name: seat for name in self.seating.holders if (seat := self.seating.seat_of(name)) is not None}
        self._forget_rematch()
        self._forget_pause()
        self.clocks, self._unreturned = Clocks(self.clocks.control, seats), set()
        for chair in self.seating.chairs:
            chair.missed = 0
        self._waits = dict.fromkeys(self.party.to_act, now)
        self._bots_at = now + self.house.bot_delay
        out.records.append(PartyBegun(self.uid, self.parties, header, dealt.secret, dealt.nonces))
        self._show(out, ())
        self._end_party(out)

    # ---- after a party ---------------------------------------------------------------------------------

    def _send_record(self, who: str, number: int, out: Effects) -> None:
        """The record of the party that ended last. One that runs has none for anybody: it holds every card."""
        record = self.finished
        if record is None or number not in (0, record.party):
            running = self.state == "playing" and number in (0, self.parties)
            raise Refused("party_running" if running else "no_record")
        texts = in_parts(to_text(record), PART_LENGTH)
        for part, text in enumerate(texts, 1):
            piece = RecordPart(table=self.code, party=record.party, part=part, parts=len(texts), text=text)
            out.reply(who, piece)

    def _add_nonce(self, who: str, request: AddNonce) -> None:
        seat = self.seating.seat_of(who)
        if request.table != self.code:
            raise Refused("wrong_table", table=request.table[:40])
        if seat is None:
            raise Refused("not_seated")
        self._check_not_playing()
        self._next_deal.add(self.seating, seat, request.commitment, request.nonce)

    def _rematch(self, who: str) -> None:
        seat = self.seating.seat_of(who)
        if self.state != "over":
            raise Refused("party_running" if self.state == "playing" else "not_playing")
        if seat is None:
            raise Refused("not_seated")
        self.house.drain.check()
        self.seating.chairs[seat].again = True

    # ---- time ------------------------------------------------------------------------------------------

    def _tick(self, out: Effects, now: float) -> None:
        for seat, since in self._overdue():
            if now >= since + self.house.grace:
                self._stand_in(seat, out)
        for name, lost in self._lost_people():
            if now >= lost + self.house.grace and not self._keeps_seat(name):
                self._leave(name, "left", out)
        if self.house.idle and now >= self._active_at + self.house.idle:
            for name in self.seating.here:
                self._leave(name, "idle", out)

    # ---- order after each command ----------------------------------------------------------------------

    def _settle(self, out: Effects, now: float) -> None:
        self._pass_on_rights(out, now)
        self._start_rematch(out, now)
        self._settle_time(out, now)
        self._close_if_empty(out, now)

    def _has_only_played(self, command: Command, out: Effects) -> bool:
        """Whether it was a move within a party, and nothing of note: card, snapshot and line are as they were."""
        moved = isinstance(command, Asked) and isinstance(command.request, MakeMove) and self.state == "playing"
        return moved and self._marked is not None and not out.noticed

    def _tell_changes(self, out: Effects, now: float) -> None:
        mark = self._mark()
        if mark is None or mark != self._marked or out.arrived:
            self._tell_info(out, now)
            self._keep(out)
            self._list(out)
        self._marked = mark

    def _pass_on_rights(self, out: Effects, now: float) -> None:
        """The rights go on from an owner who has left, or is lost for a while with somebody else here."""
        lost = self.seating.lost_at.get(self.owner, 0.0)
        if lost is None:
            return
        waited = now >= lost + self.house.owner_grace and bool(self.seating.here)
        heir = self.seating.heir(self.owner)
        if heir is not None and (self.owner not in self.seating.lost_at or waited):
            self.owner = heir
            self._notice(out, "new_owner", name=heir)

    def _start_rematch(self, out: Effects, now: float) -> None:
        if self.state != "over" or self.house.drain.on:
            return
        asked = [chair.again for chair in self.seating.chairs if self.seating.is_here(chair.person)]
        if asked and all(asked):
            self._begin(out, now)

    def _close_if_empty(self, out: Effects, now: float) -> None:
        if self.seating.anybody_here:
            self._empty_since = None
        elif self._empty_since is None:
            self._empty_since = now
        nobody = not self.seating.lost_at and self.state != "playing"
        late = self._empty_since is not None and now >= self._empty_since + self._keep_for()
        if nobody or late:
            self._close(out)

    def _tell_info(self, out: Effects, now: float) -> None:
        """The card, when it has changed. That time passes is no change: clients have clocks."""
        told = (self.info(), self._stand_ins())
        changed = told != self._told
        self._told = told
        whom = self.seating.here if changed else [name for name in self.seating.here if name in out.arrived]
        if whom:
            info = self.info(now)
            out.infos += [(name, msgspec.structs.replace(info, you=self.seating.seat_of(name))) for name in whom]

    def _keep(self, out: Effects) -> None:
        snapshot = self.snapshot()
        if snapshot != self._kept and not self.closed:
            self._kept = snapshot
            out.records.append(TableKept(snapshot))

    def _list(self, out: Effects) -> None:
        listing = self.listing()
        if listing != self._listed:
            self._listed = out.listing = listing
