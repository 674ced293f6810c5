"""A table and everybody around it, for random commands: what must hold after each one is checked here."""

from itertools import count

import msgspec

from server.house import House
from server.mail import Asked, BotMoved, BotTurn, Command, Effects, Listing, Lost, Tick
from server.records import Moved, PartyBegun, Snapshot, TableKept
from server.store import MemoryStore
from server.table import Table
from tests.server.little import LITTLE
from tuicards.games import GAMES
from tuicards.games.api import AnyGame, Move, to_plain
from tuicards.time_control import read_clock
from tuicards.wire.messages import Done, MakeMove, Refused, Request, TableInfo, Update

PEOPLE = ("Ann", "Bo", "Cai", "Dee", "Eve")
CODE = "KTCH"
PLAYED: dict[str, AnyGame] = {**GAMES, "little": LITTLE}
SHORT = {"rage": {"round_plan": "2,1"}, "goat": {"limit": "6"}, "little": {}}
"""Options with which parties end soon."""

MOST_WAITS = 300
"""More waits than any table needs until it waits for a person who is here, or closes."""


class Company:
    """Gives commands to a table, and checks what comes of each."""

    def __init__(self, game: str, seats: int, clock: str) -> None:
        seeds = count()
        self.house = House(
            ("easy", "normal"), games=PLAYED, idle=2000.0, seed=lambda: next(seeds).to_bytes(32), watchers=2
        )
        self.now = 1000.0
        self.store = MemoryStore()
        rules = PLAYED[game]
        self.table = Table(
            rules, self.house, uid="u", code=CODE, title="kitchen", owner="Ann", seats=seats,
            options=rules.parse_options(SHORT[game]), clock=read_clock(clock),
        )  # fmt: skip
        self.ids = count(1)
        self.last_move: tuple[str, MakeMove] | None = None
        self.moved_at = (0, 0, 0)
        self.turns: list[BotTurn] = []
        self.kept: Snapshot | None = None
        """The table as the store was told last."""
        self.listing: Listing | None = None
        """The table's line as the lobby was told last."""
        self.cards: dict[str, TableInfo] = {}
        """The table's card as each person was told last, but for how long anybody is away."""
        self.shown: dict[str, tuple[int, int]] = {}
        """Party and number of the last picture that each person got."""

    # ---- commands --------------------------------------------------------------------------------------

    def do(self, command: Command) -> Effects:
        before, members = self._public_step(), set(self.table.seating.members)
        effects = self.table.do(command, self.now)
        self.store.put(effects.records)
        self._check_letters(effects, members, command)
        self._check_table(effects, before)
        self._check_told(effects)
        return effects

    def ask(self, who: str, request: Request) -> bool:
        """Whether it was carried out. It is answered once; a refusal has at most woken the person."""
        if self.table.seating.members:
            self.do(Tick())
        if self.table.closed:
            return False
        asleep, before = self._stands_in_for(who), self.picture_of_all()
        effects = self.do(Asked(who, request))
        answers = [
            message for name, message in effects.replies if isinstance(message, Done | Refused) and name == who
        ]
        assert [answer.id for answer in answers] == [request.id]
        if isinstance(answers[0], Refused) and not asleep:
            assert self.picture_of_all() == before
            assert effects.records == []
        return isinstance(answers[0], Done)

    def move(self, who: str, move: Move) -> bool:
        """A move as an answer to the newest picture."""
        assert self.table.party is not None
        request = MakeMove(id=next(self.ids), table=CODE, seq=self.table.party.seq, move=to_plain(move))
        accepted = self.ask(who, request)
        self.note_move(who, request, accepted)
        return accepted

    def note_move(self, who: str, request: MakeMove, accepted: bool) -> None:
        """The move to be repeated later, and where in the party it stands."""
        party, seat = self.table.party, self.table.seating.seat_of(who)
        if accepted and party is not None and seat is not None:
            self.last_move = (who, request)
            mine = [place for place, entry in enumerate(party.entries) if entry.seat == seat]
            self.moved_at = (party.number, seat, max(mine, default=-2))

    def repeat(self) -> None:
        """The last move that was accepted comes once more: it is answered as done, and not carried out again."""
        self.do(Tick())
        party = self.table.party
        if self.last_move is None or party is None or self.table.closed:
            return
        who, request = self.last_move
        moves, number = party.moves, party.number
        last = self.table.seating.is_here(who) and self._is_last_of(who)
        effects = self.do(Asked(who, request))
        if self.table.party is not None and self.table.party.number == number:
            assert self.table.party.moves == moves
        if last:
            assert (who, Done(request.id, again=True)) in effects.replies

    def _is_last_of(self, who: str) -> bool:
        """Whether the last move was the last of that person's seat, in the party that is there now."""
        party, seat = self.table.party, self.table.seating.seat_of(who)
        mine = [place for place, entry in enumerate(party.entries) if entry.seat == seat] if party else []
        return party is not None and seat is not None and self.moved_at == (party.number, seat, max(mine, default=-1))

    def play(self, pick: int) -> None:
        """Whoever is to act does, bots and people who are here; the `pick`-th of their moves."""
        table = self.table
        if table.party is None or table.state != "playing" or table.closed:
            return
        for seat in sorted(table.party.to_act):
            name = table.seating.chairs[seat].person
            legal = table.game.legal(table.party.state, seat)
            if table.seating.is_here(name):
                self.move(name, legal[pick % len(legal)])
                return
        self.let_bot_play(pick)

    def let_bot_play(self, pick: int) -> bool:
        """Whether it was a bot's turn. It answers with one of its moves."""
        due = self.table.bots_due()
        if due is None:
            return False
        self.now = max(self.now, due)
        turn = self.table.bot_turn(self.now)
        assert turn is not None
        self.turns = [*self.turns, turn][-5:]
        self.do(BotMoved(turn, turn.seen.view.legal[pick % len(turn.seen.view.legal)]))
        return True

    def restart(self) -> None:
        """The process ends and begins again: the record makes the same table, and everybody's connection is lost."""
        self.do(Tick())
        if self.table.closed or not (kept := self.store.load().tables):
            return
        old = self.table
        self.table = Table.restored(kept[0], PLAYED[kept[0].snapshot.game], self.house, self.now)
        assert self.table.snapshot() == old.snapshot()
        assert self._cards(self.table) == self._cards(old)
        assert self._lasting(self.table) == self._lasting(old)
        assert self.table.talk.again(CODE, True) == old.talk.again(CODE, True)
        for name in self.table.seating.members:
            assert not self.table.seating.is_here(name)
        self.do(Tick())

    @staticmethod
    def _lasting(table: Table) -> TableInfo:
        """What a record keeps of the card; connections, wishes and watchers end with the process."""
        info = table.info()
        seats = tuple(msgspec.structs.replace(seat, here=False, again=False, pause=False) for seat in info.seats)
        return msgspec.structs.replace(info, seats=seats, watchers=())

    # ---- what must hold --------------------------------------------------------------------------------

    def _check_letters(self, effects: Effects, members: set[str], command: Command) -> None:
        """Only members hear, each sees the own cards, and nobody learns of a secret."""
        members = members | set(self.table.seating.members)
        asker = {command.who} if isinstance(command, Asked) else set()
        for name, message in effects.letters():
            assert (
                name in (members | asker if isinstance(message, Done | Refused) else members) or name in effects.gone
            )
            assert self.table.snapshot().secret not in repr(message)
            if isinstance(message, Update) and message.table == CODE:
                self._check_picture(name, message)
            if isinstance(message, TableInfo):
                assert message.you == self.table.seating.seat_of(name)

    def _check_picture(self, name: str, update: Update) -> None:
        party = self.table.party
        if party is None or update.seq != party.seq:
            return
        assert update.view == party.view(self.table.seating.seat_of(name))
        assert self.shown.get(name, (0, 0)) <= (update.party, update.seq)
        self.shown[name] = (update.party, update.seq)

    def _check_table(self, effects: Effects, before: tuple[int, int]) -> None:
        table = self.table
        people = [chair.person for chair in table.seating.chairs if chair.person]
        assert len(people) == len(set(people))
        if table.seating.members and not table.closed:
            assert table.owner in table.seating.members
        steps = sum(isinstance(record, Moved | PartyBegun) for record in effects.records)
        party, seq = self._public_step()
        assert before[1] <= seq <= before[1] + steps or party != before[0]
        self._check_nobody_is_stuck()

    def _check_told(self, effects: Effects) -> None:
        """Store, lobby and people know the table as it is, though most commands tell them nothing."""
        self.listing = effects.listing or self.listing
        if self.table.closed:
            return
        assert self.listing == self.table.listing()
        kept = [record.snapshot for record in effects.records if isinstance(record, TableKept)]
        self.kept = kept[-1] if kept else self.kept
        assert self.kept == self.table.snapshot()
        for name in self.table.seating.here:
            you = self.table.seating.seat_of(name)
            card = msgspec.structs.replace(self.table.info(), you=you)
            told = [message for who, message in effects.letters() if who == name and isinstance(message, TableInfo)]
            self.cards[name] = still(told[-1]) if told else self.cards[name]
            assert self.cards[name] == card

    def _check_nobody_is_stuck(self) -> None:
        """Each seat that is waited for is a person's who can act, or a bot's, or time decides."""
        table = self.table
        if table.closed or table.state != "playing" or table.party is None:
            return
        assert table.party.to_act
        for seat in table.party.to_act:
            chair = table.seating.chairs[seat]
            here = table.seating.is_here(chair.person)
            assert not chair.free
            assert table.game.legal(table.party.state, seat)
            assert here or chair.bot or table.deadline() is not None or table.paused

    def let_time_pass(self) -> None:
        """Until only people who are here can go on, or the table is closed. It never waits for nothing."""
        for _ in range(MOST_WAITS):
            if self.table.closed or self._is_for_people():
                return
            due = self.table.deadline()
            if self.let_bot_play(0):
                continue
            assert due is not None, "the table waits for nobody and nothing"
            self.now = max(self.now, due)
            self.do(Tick())
            after = self.table.deadline()
            assert self.table.closed or after is None or after > self.now, "a wait that is over and not met"
        raise AssertionError("the table went on for ever")

    def _is_for_people(self) -> bool:
        """Whether somebody is here on whom it depends."""
        table = self.table
        if not table.seating.here:
            return False
        if table.state != "playing" or table.paused or table.party is None:
            return True
        waited = [table.seating.chairs[seat] for seat in table.party.to_act]
        return any(not chair.bot and table.seating.is_here(chair.person) for chair in waited)

    # ---- looking ---------------------------------------------------------------------------------------

    def picture_of_all(self) -> tuple[object, ...]:
        """Everything that a command could have changed, as far as anybody is told or will be."""
        return self.table.snapshot(), self.table.info(), self.table.listing(), self._cards(self.table)

    @staticmethod
    def _cards(table: Table) -> tuple[object, ...]:
        if table.party is None:
            return ()
        seats = (*range(len(table.seating.chairs)), None)
        views = tuple(table.party.view(seat) for seat in seats)
        return table.state, table.party.number, table.party.seq, tuple(table.party.asked), views

    def _public_step(self) -> tuple[int, int]:
        party = self.table.party
        return (party.number, party.seq) if party else (0, 0)

    def _stands_in_for(self, who: str) -> bool:
        seat = self.table.seating.seat_of(who)
        return seat is not None and self.table.seating.chairs[seat].stand_in

    def lose(self, who: str) -> None:
        self.do(Lost(who))


def still(card: TableInfo) -> TableInfo:
    """The card without what passes by itself."""
    seats = tuple(msgspec.structs.replace(seat, away=0, bot_in=None) for seat in card.seats)
    return msgspec.structs.replace(card, seats=seats)
