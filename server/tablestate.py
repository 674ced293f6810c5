"""What a table is, what each side sees of it (people, watchers, lobby, store), and what it waits for."""

import hashlib
from typing import Any, Literal, TypeVar

import msgspec

from server.clocks import Clocks
from server.deals import NextDeal, kept_deal, nonces_of
from server.house import House
from server.lookalikes import looks
from server.mail import BotTurn, Listing
from server.names import name_key
from server.party import Party
from server.records import Moved, SavedTable, Snapshot
from server.seating import Chair, Seating
from server.talk import TableTalk
from tuicards.errors import Refused, StorageError
from tuicards.fair_deal import Dealt
from tuicards.games.api import AnyGame, Seat
from tuicards.games.history import Header
from tuicards.records import PartyRecord
from tuicards.time_control import TimeControl, read_clock
from tuicards.wire.messages import Plain, SeatInfo, TableInfo, TableLine, Update

Kind = TypeVar("Kind", bound="TableState")

NO_CLOCK = TimeControl()


class TableState:
    """Everything about one table. `Table` changes it; `now` is any clock that never goes back."""

    def __init__(
        self, game: AnyGame, house: House, *, uid: str, code: str, title: str, owner: str, seats: int, options: Any,
        public: bool = True, hints: bool = True, watchers_talk: bool = False, clock: TimeControl = NO_CLOCK,
    ) -> None:  # fmt: skip
        """An open table with free seats. Raises BadOptions unless a party could start like this."""
        game.check(seats, options)
        self.game, self.house = game, house
        self.uid, self.code, self.title = uid, code, title
        self.public, self.hints, self.watchers_talk = public, hints, watchers_talk
        self._set_options(options)
        self.owner = owner
        self.state: Literal["open", "playing", "over"] = "open"
        self.seating = Seating(seats)
        self.party: Party | None = None
        self.parties = 0
        self.finished: PartyRecord | None = None
        """The party that ended last, if it is not forgotten."""
        self.closed = False
        self.talk = TableTalk(uid)
        self._seq = 0
        self._barred: tuple[str, ...] = ()
        self._muted: tuple[str, ...] = ()
        self._players: tuple[str, ...] = ()
        """Who has played the party that ended last, by seat."""
        self._held: dict[str, Seat] = {}
        """Which seat each person has played in this party: nobody may look into two hands."""
        self.clocks = Clocks(clock, seats)
        self.paused = False
        self._unreturned: set[Seat] = set()
        """Whose people have not been here since a restart."""
        self._faces: tuple[frozenset[Seat], frozenset[Seat]] | None = None
        """The seats that had clocks, and those whose clocks ran, when people were last shown."""
        self._waits: dict[Seat, float] = {}
        """Since when the table waits for each seat in `to_act`."""
        self._bots_at = 0.0
        self._empty_since: float | None = None
        self._active_at = 0.0
        """When one of its people last did something."""
        self._bot_secret = house.seed()
        self._next_deal = NextDeal(house.seed)
        self._told: tuple[TableInfo, dict[Seat, float]] | None = None
        self._kept: Snapshot | None = None
        self._listed: Listing | None = None
        self._marked: tuple[object, ...] | None = None

    @classmethod
    def restored(cls: type[Kind], saved: SavedTable, game: AnyGame, house: House, now: float) -> Kind:
        """The table of a record, waiting for its people. Raises StorageError or PlayerError if it does not fit."""
        kept = saved.snapshot
        table = cls(
            game,
            house,
            uid=kept.uid,
            code=kept.code,
            title=kept.title,
            owner=kept.owner,
            seats=len(kept.seats),
            options=game.parse_options(kept.options),
            public=kept.public,
            hints=kept.hints,
            watchers_talk=kept.watchers_talk,
            clock=read_clock(kept.clock),
        )
        table.paused = kept.paused
        table.seating = Seating.restored(kept.seats, kept.members, now)
        table._active_at = now
        table.parties, table._seq = kept.party, kept.seq
        table._barred, table._held, table._kept = kept.barred, dict(kept.held), kept
        table._muted = kept.muted
        table._players = kept.players
        table.talk = TableTalk(kept.uid, saved.talk)
        table._next_deal.restore(kept, table.seating)
        if saved.header is not None and kept.state != "open":
            table._replay(saved.header, kept_deal(saved), saved.moves, now)
        return table

    def _replay(self, header: Header, dealt: Dealt, moves: tuple[Moved, ...], now: float) -> None:
        if header.seats != len(self.seating.chairs):
            raise StorageError("record_with_gaps", seats=header.seats)
        self.party = Party(self.game, header, self.parties, self._seq, dealt)
        for number, moved in enumerate(moves):
            if moved.index != number:
                raise StorageError("record_with_gaps", move=number)
            move = self.game.parse_move(moved.entry.move)
            self.party.step(moved.entry.seat, move, moved.id, moved.seq)
        self.state = "playing" if self.party.outcome is None else "over"
        self._remember_party(self._players)
        self._waits = dict.fromkeys(self.party.to_act, now)
        banks = {moved.entry.seat: moved.left / 1000 for moved in moves if moved.left is not None}
        self.clocks = Clocks(self.clocks.control, header.seats, banks)
        self._unreturned = set(range(header.seats))

    def _remember_party(self, names: tuple[str, ...] = ()) -> None:
        """If the party is over: keep its record, with these names or those of who sits there now."""
        if self.party is not None and self.party.outcome is not None:
            seats = range(len(self.seating.chairs))
            self._players = names or tuple(self.seating.info(seat).name for seat in seats)
            self.finished = self.party.record(self._players, self.code, self.title)

    def _set_options(self, options: Any) -> None:
        """The options, and as texts: all of them, and those that are not the game's usual ones."""
        usual = self.game.format_options(self.game.parse_options({}))
        self.options, self.option_texts = options, self.game.format_options(options)
        self._unusual = {name: text for name, text in self.option_texts.items() if usual.get(name) != text}

    # ---- what others see -------------------------------------------------------------------------------

    def info(self, now: float | None = None) -> TableInfo:
        """The table's card, as a watcher gets it; without a time nothing is said of how long anybody is away."""
        commitment, nonces = self._shown_deal()
        return TableInfo(
            table=self.code,
            game=self.game.name,
            title=self.title,
            options=self.option_texts,
            seats=tuple(self._seat_info(seat, now) for seat in range(len(self.seating.chairs))),
            owner=self.owner,
            public=self.public,
            state=self.state,
            party=self.parties,
            watchers=self.seating.watchers,
            hints=self.hints,
            watchers_talk=self.watchers_talk,
            clock=str(self.clocks.control),
            paused=self.paused,
            commitment=commitment,
            nonces=nonces,
            muted=self._muted,
        )

    def _shown_deal(self) -> tuple[str, tuple[str, ...]]:
        """Commitment and numbers of the party that runs, or else of the next one."""
        if self.party is not None and self.state == "playing":
            return self.party.commitment, self.party.dealt.nonces
        return self._next_deal.commitment, nonces_of(self.seating)

    def _seat_info(self, seat: Seat, now: float | None) -> SeatInfo:
        info = self.seating.info(seat)
        lost = self.seating.lost_at.get(info.name)
        if now is None or lost is None:
            return info
        due = self._stand_ins().get(seat)
        bot_in = None if due is None else max(0, round(due - now))
        return msgspec.structs.replace(info, away=max(0, int(now - lost)), bot_in=bot_in)

    def snapshot(self) -> Snapshot:
        """What is kept of the table besides the record of its party."""
        return Snapshot(
            uid=self.uid,
            code=self.code,
            game=self.game.name,
            title=self.title,
            options=self.option_texts,
            seats=self.seating.kept(),
            members=tuple(name for name in self.seating.members if self.seating.seat_of(name) is not None),
            owner=self.owner,
            public=self.public,
            state=self.state,
            party=self.parties,
            seq=self.party.first_seq if self.party else self._seq,
            barred=self._barred,
            muted=self._muted,
            held=dict(self._held),
            players=self._players,
            hints=self.hints,
            watchers_talk=self.watchers_talk,
            clock=str(self.clocks.control),
            paused=self.paused,
            secret=self._next_deal.secret,
            nonces=nonces_of(self.seating),
        )

    def listing(self) -> Listing:
        """What the lobby knows of the table."""
        seating = self.seating
        return Listing(self._line(), self.public, seating.holders, len(seating.here), frozenset(seating.members))

    def _mark(self) -> tuple[object, ...] | None:
        """What card, snapshot and listing are made of: while it stays the same, so do they; None: they may not.

        Most commands are moves, which change none of it.
        """
        seating = self.seating
        if not seating.all_here:
            return None
        chairs = [(chair.person, chair.bot, chair.again, chair.pause, chair.nonce) for chair in seating.chairs]
        return (
            chairs, *seating.lost_at, self.owner, self.public, self.state, self.parties, self.paused, self.hints,
            self.watchers_talk, self.title, self.game.name, self.option_texts, self.clocks.control, self._barred,
            self._muted, self._players, tuple(self._held.items()), self._next_deal.secret, self._shown_deal(),
        )  # fmt: skip

    def _line(self) -> TableLine:
        return TableLine(
            table=self.code,
            game=self.game.name,
            title=self.title,
            seats=len(self.seating.chairs),
            people=len(self.seating.holders),
            bots=sum(chair.bots_own for chair in self.seating.chairs),
            watchers=len(self.seating.watchers),
            state=self.state,
            owner=self.owner,
            options=self._unusual,
        )

    def _picture(self, who: str, events: tuple[Plain, ...] | None) -> list[tuple[str, Update]]:
        """The whole picture for one person, if they are here and there is one. No events known: some were missed."""
        return [(who, self._update(who, events))] if self.party and self.seating.is_here(who) else []

    def _update(self, who: str, events: tuple[Plain, ...] | None) -> Update:
        assert self.party is not None
        return Update(
            table=self.code,
            party=self.party.number,
            seq=self.party.seq,
            view=self.party.view(self.seating.seat_of(who)),
            events=events or (),
            missed=events is None,
        )

    def _left(self, now: float) -> tuple[int | None, ...]:
        """The milliseconds that are left to each seat; nothing at all where time has no limit."""
        if not self.clocks.limited or not self._waits:
            return ()
        seats = range(len(self.seating.chairs))
        return tuple(round(1000 * self.clocks.left(seat, now)) if self._has_clock(seat) else None for seat in seats)

    def _has_clock(self, seat: Seat) -> bool:
        """Time is limited for people, not for bots."""
        chair = self.seating.chairs[seat]
        return self.clocks.limited and bool(chair.person) and not chair.bot

    # ---- what it waits for ---------------------------------------------------------------------------

    def bot_turn(self, now: float) -> BotTurn | None:
        """What to ask a bot now, if it is a bot's turn and time for it. Bots rest while no person is here."""
        if self.party is None or not self._bots_play() or now < self._bots_at:
            return None
        seat = min(self._bots_to_act())
        level, seen = self.seating.chairs[seat].bot, self.party.seen(seat)
        return BotTurn(self.parties, self.party.seq, seat, level, seen, self._bot_seed(seat))

    def bots_due(self) -> float | None:
        """When a bot is to be asked, as things stand."""
        return self._bots_at if self._bots_play() else None

    def _bots_play(self) -> bool:
        return self.state == "playing" and not self.paused and bool(self._bots_to_act()) and self.seating.anybody_here

    def _bots_to_act(self) -> list[Seat]:
        return [seat for seat in self._waits if self.seating.chairs[seat].bot]

    def _bot_seed(self, seat: Seat) -> int:
        assert self.party is not None
        place = f"{self.party.number} {self.party.moves} {seat}".encode()
        return int.from_bytes(hashlib.sha256(self._bot_secret + place).digest()[:8])

    def deadline(self) -> float | None:
        """When the next Tick is due; None: nothing depends on time."""
        times = list(self.clocks.ends().values()) if self.clocks.limited else []
        if not self.seating.all_here:
            times += self._due_for_lost()
        if self._empty_since is not None:
            times.append(self._empty_since + self._keep_for())
        if self.house.idle and self.seating.anybody_here:
            times.append(self._active_at + self.house.idle)
        return min(times, default=None)

    def _due_for_lost(self) -> list[float]:
        """When something becomes of those who are away."""
        times = [lost + self.house.grace for name, lost in self._lost_people() if not self._keeps_seat(name)]
        times += self._stand_ins().values()
        owner_lost = self.seating.lost_at.get(self.owner)
        if owner_lost is not None and self.seating.here:
            times.append(owner_lost + self.house.owner_grace)
        return times

    def _lost_people(self) -> list[tuple[str, float]]:
        return [(name, lost) for name, lost in self.seating.lost_at.items() if lost is not None]

    def _keeps_seat(self, name: str) -> bool:
        """A seat in play waits for its person for as long as there is the table."""
        return self.state == "playing" and self.seating.seat_of(name) is not None

    def _overdue(self) -> list[tuple[Seat, float]]:
        """The seats that the table waits for while their people are away, and since when; in a pause for none."""
        waits = []
        for seat, since in () if self.paused else self._waits.items():
            chair = self.seating.chairs[seat]
            lost = self.seating.lost_at.get(chair.person)
            if lost is not None and not chair.bot:
                waits.append((seat, max(lost, since)))
        return waits

    def _stand_ins(self) -> dict[Seat, float]:
        """When a bot will stand in on the seats that the table waits for in vain."""
        ends = self.clocks.ends()
        due = {seat: since + self.house.grace for seat, since in self._overdue()}
        return {seat: min(time, ends.get(seat, time)) for seat, time in due.items()}

    def _keep_for(self) -> float:
        """Who left on purpose is waited for less long than who was cut off."""
        return self.house.keep_lost if self.seating.lost_at else self.house.keep

    # ---- checks ----------------------------------------------------------------------------------------

    def _check_welcome(self, who: str) -> None:
        if name_key(who) in map(name_key, self._barred) or looks(who) in map(looks, self._barred):
            raise Refused("barred")

    def _check_voice(self, who: str) -> None:
        if who in self._muted:
            raise Refused("muted")

    def _check_owner(self, who: str) -> None:
        if who != self.owner:
            raise Refused("not_owner", owner=self.owner)

    def _check_not_playing(self) -> None:
        if self.state == "playing":
            raise Refused("party_running")

    def _chair(self, seat: Seat) -> Chair:
        if not 0 <= seat < len(self.seating.chairs):
            raise Refused("no_such_seat", number=seat + 1, seats=len(self.seating.chairs))
        return self.seating.chairs[seat]
