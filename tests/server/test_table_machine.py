"""Whatever anybody asks of a table, in whatever order: its promises hold. The promises stand in `company`."""

import os
from typing import Any

from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, precondition, rule, run_state_machine_as_test

from server.mail import Back, BotMoved, Tick
from tests.server.company import CODE, PEOPLE, Company
from tuicards.wire.messages import (
    EMOTES,
    AddBot,
    AddNonce,
    Configure,
    Emote,
    FreeSeat,
    GetRecord,
    JoinTable,
    Kick,
    LeaveTable,
    MakeMove,
    Mute,
    Pause,
    Rematch,
    Request,
    Say,
    StandUp,
    StartParty,
    TakeSeat,
    WatchTable,
)

SETUPS = (("little", 2), ("little", 3), ("rage", 3), ("goat", 4))
CLOCKS = ("none", "none", "turn:5", "bank:20+2")

people = st.sampled_from(PEOPLE)
somebody = st.sampled_from((*PEOPLE, "Bot 2", "nobody", ""))
seats = st.sampled_from((0, 1, 2, 3, 0, 1, 2, -1, 2**53 - 1))
texts = st.sampled_from(("", "hi", "\x1b[2J", "x" * 400, "\u202e", "none"))
picks = st.integers(0, 30)
BAD_MOVES: tuple[dict[str, Any], ...] = (
    {}, {"move": "bid"}, {"move": "bid", "tricks": 99}, {"move": "play", "card": "stumble"},
    {"move": "play", "card": "R5", "colour": "Q"}, {"move": "lead", "cards": []},
    {"move": "pass", "cards": ["6s"] * 9}, {"move": "molodka"}, {"move": "disarm"}, {"move": 5},
    {"move": "play", "card": ["R5"]},
)  # fmt: skip

REQUESTS: dict[str, st.SearchStrategy[dict[str, Any]]] = {
    "join": st.fixed_dictionaries({"table": st.just(CODE), "seat": st.none() | seats}),
    "watch": st.just({"table": CODE}),
    "sit": st.fixed_dictionaries({"seat": seats}),
    "stand": st.just({}),
    "add_bot": st.fixed_dictionaries({"seat": seats, "level": st.sampled_from(("easy", "normal", "clever"))}),
    "free_seat": st.fixed_dictionaries({"seat": seats}),
    "start": st.just({}),
    "rematch": st.just({}),
    "pause": st.fixed_dictionaries({"on": st.booleans()}),
    "kick": st.fixed_dictionaries({"name": somebody}),
    "mute": st.fixed_dictionaries({"name": somebody, "on": st.booleans()}),
    "leave": st.just({}),
    "get_record": st.fixed_dictionaries({"party": st.integers(-1, 3)}),
    "say": st.fixed_dictionaries({"text": texts}),
    "emote": st.fixed_dictionaries({"code": st.sampled_from((*EMOTES, "no_such"))}),
    "nonce": st.fixed_dictionaries(
        {
            "table": st.sampled_from((CODE, "XXXX")),
            "commitment": texts,
            "nonce": st.sampled_from(("", "0" * 32, "zz")),
        }
    ),
    "configure": st.fixed_dictionaries(
        {
            "seats": st.sampled_from((2, 3, 4, 0, 99)),
            "game": st.sampled_from(("", "rage", "goat", "little", "chess")),
            "options": st.sampled_from(({}, {"round_plan": "1"}, {"limit": "6"}, {"cards": "3"}, {"no": "such"})),
            "preset": st.sampled_from(("", "short", "none")),
            "clock": st.sampled_from((None, "none", "turn:5", "bank:9+1", "soon")),
            "hints": st.none() | st.booleans(),
            "watchers_talk": st.none() | st.booleans(),
        }
    ),
}
KINDS: dict[str, type[Request]] = {
    "join": JoinTable, "watch": WatchTable, "sit": TakeSeat, "stand": StandUp, "add_bot": AddBot,
    "free_seat": FreeSeat, "start": StartParty, "rematch": Rematch, "pause": Pause, "kick": Kick, "mute": Mute,
    "leave": LeaveTable, "get_record": GetRecord, "say": Say, "emote": Emote, "nonce": AddNonce,
    "configure": Configure,
}  # fmt: skip
Asking = tuple[type[Request], dict[str, Any]]


def asking(*kinds: str) -> st.SearchStrategy[Asking]:
    """A request of one of these kinds with any fields."""
    return st.sampled_from(kinds).flatmap(lambda kind: REQUESTS[kind].map(lambda fields: (KINDS[kind], fields)))


class TableMachine(RuleBasedStateMachine):
    """Commands by chance. `company` checks after each one what must hold."""

    company: Company

    @initialize(setup=st.sampled_from(SETUPS), clock=st.sampled_from(CLOCKS), bots=st.integers(0, 3))
    def begin(self, setup: tuple[str, int], clock: str, bots: int) -> None:
        """A table with its owner, another person, and bots on some of the other seats."""
        game, seats = setup
        self.company = Company(game, seats, clock)
        for name in PEOPLE[:2]:
            self.company.ask(name, JoinTable(id=next(self.company.ids), table=CODE))
        for seat in range(2, seats)[:bots]:
            self.company.ask("Ann", AddBot(id=next(self.company.ids), seat=seat))

    @precondition(lambda self: not self.open)
    @rule(setup=st.sampled_from(SETUPS), clock=st.sampled_from(CLOCKS))
    def begin_anew(self, setup: tuple[str, int], clock: str) -> None:
        """The table is closed: another one."""
        self.begin(setup, clock, 0)

    @property
    def open(self) -> bool:
        return not self.company.table.closed

    @precondition(lambda self: self.open)
    @rule(who=people, request=asking(*sorted(REQUESTS)))
    def ask(self, who: str, request: Asking) -> None:
        """Any request by anybody, at the table or not."""
        self._ask(who, request)

    @precondition(lambda self: self.open)
    @rule(who=people, request=asking("join", "watch", "sit", "sit", "stand", "leave"))
    def move_about(self, who: str, request: Asking) -> None:
        """Somebody comes, goes, sits down or gets up."""
        self._ask(who, request)

    @precondition(lambda self: self.open)
    @rule(pick=picks)
    def change_seats(self, pick: int) -> None:
        """Somebody who is there takes a seat that is nobody's."""
        seating = self.company.table.seating
        seats = [seat for seat, chair in enumerate(seating.chairs) if not chair.person]
        if seats and seating.here:
            who = seating.here[pick % len(seating.here)]
            self._ask(who, (TakeSeat, {"seat": seats[pick % len(seats)]}))

    @precondition(lambda self: self.open)
    @rule(request=asking("add_bot", "free_seat", "kick", "mute", "mute", "configure"))
    def use_the_owners_rights(self, request: Asking) -> None:
        """The owner arranges the table and its people."""
        self._ask(self.company.table.owner, request)

    def _ask(self, who: str, request: Asking) -> None:
        kind, fields = request
        self.company.ask(who, kind(id=next(self.company.ids), **fields))

    @precondition(lambda self: self.open)
    @rule(level=st.sampled_from(("easy", "normal")))
    def fill_and_start(self, level: str) -> None:
        """What an owner usually does."""
        table = self.company.table
        for seat, chair in enumerate(table.seating.chairs):
            if chair.free:
                self.company.ask(table.owner, AddBot(id=next(self.company.ids), seat=seat, level=level))
        self.company.ask(table.owner, StartParty(id=next(self.company.ids)))

    @precondition(lambda self: self.open)
    @rule(moves=st.lists(picks, min_size=1, max_size=12))
    def play_on(self, moves: list[int]) -> None:
        """Whoever is to act does, several times."""
        for pick in moves:
            self.company.play(pick)

    @precondition(lambda self: self.open and self.company.table.party is not None)
    @rule(who=people, pick=picks)
    def move_out_of_turn(self, who: str, pick: int) -> None:
        """Somebody plays what another seat might."""
        table = self.company.table
        assert table.party is not None
        legal = [
            move for seat in range(len(table.seating.chairs)) for move in table.game.legal(table.party.state, seat)
        ]
        if legal:
            self.company.move(who, legal[pick % len(legal)])

    @precondition(lambda self: self.open)
    @rule(who=people, move=st.sampled_from(BAD_MOVES), seq=st.integers(-1, 60), table=st.sampled_from((CODE, "XXXX")))
    def move_badly(self, who: str, move: dict[str, Any], seq: int, table: str) -> None:
        """Moves that are none, of old pictures, for other tables."""
        request = MakeMove(id=next(self.company.ids), table=table, seq=seq, move=move)
        if self.company.ask(who, request):
            assert move["move"] in ("molodka", "disarm")
            self.company.note_move(who, request, accepted=True)

    @precondition(lambda self: self.open and self.company.last_move is not None)
    @rule()
    def repeat_the_last_move(self) -> None:
        """It was sent twice: nothing happens twice."""
        self.company.repeat()

    @precondition(lambda self: self.open)
    @rule(who=people)
    def lose(self, who: str) -> None:
        """A connection breaks."""
        self.company.lose(who)

    @precondition(lambda self: self.open)
    @rule(who=people, seen=st.none() | st.integers(0, 60))
    def come_back(self, who: str, seen: int | None) -> None:
        """Somebody resumes, at the table or no longer."""
        self.company.do(Back(who, seen))

    @precondition(lambda self: self.open)
    @rule(seconds=st.sampled_from((0.1, 1.0, 6.0, 12.0, 61.0, 700.0, 30_000.0)))
    def wait(self, seconds: float) -> None:
        """Time passes."""
        self.company.now += seconds
        self.company.do(Tick())

    @precondition(lambda self: self.open and bool(self.company.turns))
    @rule(which=picks, pick=st.none() | picks)
    def answer_of_a_late_bot(self, which: int, pick: int | None) -> None:
        """A bot that was asked long ago answers, perhaps with nothing."""
        turn = self.company.turns[which % len(self.company.turns)]
        move = None if pick is None else turn.seen.view.legal[pick % len(turn.seen.view.legal)]
        self.company.do(BotMoved(turn, move))

    @precondition(lambda self: self.open and self.company.table.party is not None)
    @rule(move=st.sampled_from(BAD_MOVES))
    def a_bot_that_errs(self, move: dict[str, Any]) -> None:
        """A bot's move that the game refuses is replaced by one that it takes."""
        due = self.company.table.bots_due()
        if due is not None:
            self.company.now = max(self.company.now, due)
            turn = self.company.table.bot_turn(self.company.now)
            assert turn is not None
            self.company.do(BotMoved(turn, move))

    @precondition(lambda self: self.open)
    @rule()
    def restart(self) -> None:
        """The server is killed and comes back."""
        self.company.restart()

    @precondition(lambda self: self.open)
    @rule()
    def let_time_pass(self) -> None:
        """All that can happen without people does."""
        self.company.let_time_pass()

    def teardown(self) -> None:
        """From wherever it stands the table gets to somebody who is here, or ends; without people it closes."""
        if not hasattr(self, "company") or not self.open:
            return
        self.company.restart()
        self.company.let_time_pass()
        for name in PEOPLE:
            self.company.lose(name)
        self.company.let_time_pass()
        assert self.company.table.closed


def budget(examples: int, steps: int) -> settings:
    return settings(
        max_examples=examples, stateful_step_count=steps, deadline=None, derandomize=True, database=None,
        suppress_health_check=list(HealthCheck), print_blob=False,
        report_multiple_bugs=False, phases=(Phase.generate, Phase.shrink),
    )  # fmt: skip


def test_a_table_keeps_its_promises_whatever_is_asked(thorough: bool) -> None:
    """One answer a request, refusals that change nothing, cards for their owners, nobody stuck, nothing lost."""
    examples = int(os.environ.get("TUICARDS_EXAMPLES", "300" if thorough else "25"))
    run_state_machine_as_test(TableMachine, settings=budget(examples, 60 if thorough else 35))
