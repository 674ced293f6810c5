"""A scripted person: sits at a table, plays, drops out and comes back, again and again."""

import asyncio
import contextlib
import random
import secrets
import time
from typing import Any

from tests.soak.connection import Connection
from tests.soak.ledger import Acknowledged, Ledger
from tests.soak.plan import Pending, Plan, Way
from tuicards.games import GAMES
from tuicards.games.api import from_plain
from tuicards.wire.messages import (
    PROTOCOL,
    AddBot,
    AddNonce,
    Bye,
    Closing,
    CreateTable,
    Done,
    GetRecord,
    Hello,
    JoinTable,
    LeaveTable,
    LeftTable,
    Lobby,
    MakeMove,
    RecordPart,
    Refused,
    Rematch,
    Request,
    Said,
    Say,
    ServerMessage,
    StartParty,
    TableInfo,
    TakeSeat,
    Update,
    WatchTable,
    Welcome,
)

TALKS = 0.01
"""How often a move comes with a word."""

RETRY = 0.5
"""Seconds between two tries to do what did not go at once."""


class Person:
    """Lives through any number of connections. The first of a plan's people owns its table; others may watch it."""

    def __init__(
        self,
        name: str,
        plan: Plan,
        owner: bool,
        way: Way,
        ledger: Ledger,
        pace: float,
        seed: int,
        *,
        watches: bool = False,
        keeps_records: bool = False,
    ) -> None:
        """`pace`: seconds to think, on average; `keeps_records`: whether each party's record is asked for."""
        self._name, self._plan, self._owner, self._watches = name, plan, owner, watches
        self._way, self._ledger, self._pace, self._keeps_records = way, ledger, pace, keeps_records
        self._chance = random.Random(seed)
        self._token = ""
        self._last_id = secrets.randbits(40)
        self._connection: Connection | None = None
        self._table: TableInfo | None = None
        self._seen: tuple[str, int, int] = ("", 0, 0)
        """Table, party and sequence number that were shown last."""
        self._first = True
        """Whether the next update is the first on its connection."""
        self._pending: Pending | None = None
        self._asked: dict[int, Request] = {}
        self._rematch = 0
        self._commitment = ""
        self._here_since = 0.0
        self._frozen = False
        self._update: Update | None = None
        """The newest on this connection."""
        self._errands: set[asyncio.Task[None]] = set()
        self._parts: dict[tuple[str, int], list[str]] = {}
        """What has come of records."""
        self._records: set[tuple[str, int]] = set()
        """Those that are here."""
        self.over = False
        self.last_orders = False
        """Whether a party that runs is played to its end, and none begins any more."""

    @property
    def at_rest(self) -> bool:
        """Here, with no party to play and no record to come."""
        if self._connection is None or not self._connection.answered or self._asked or self._pending:
            return False
        info = self._table
        if info is None:
            return not self._plan.code
        return info.state != "playing" and not (info.state == "over" and self._lacks(info))

    def _lacks(self, info: TableInfo) -> bool:
        return self._keeps_records and (info.table, info.party) not in self._records

    def hurry(self, pace: float) -> None:
        """Last orders, and so many seconds to think."""
        self.last_orders, self._pace = True, pace

    def told(self) -> str:
        """Where the person is, for whoever looks why something takes so long."""
        info, update = self._table, self._update
        place = "nowhere" if self._connection is None else "lobby" if info is None else f"{info.table} {info.state}"
        asked = None if update is None else (update.seq, update.view["to_act"], update.view["seat"])
        return f"{self._name} ({self._plan.code}): {place}, {asked}, {self._pending}, {list(self._asked.values())}"

    # ---- one connection after the other ------------------------------------------------------------------

    async def live(self) -> None:
        while not self.over:
            with contextlib.suppress(OSError):
                await self._visit()
            await asyncio.sleep(self._chance.uniform(0.05, RETRY))

    async def _visit(self) -> None:
        connection = await self._way.connect()
        self._connection, self._first, self._here_since = connection, True, time.monotonic()
        table, _, seq = self._seen
        connection.send(
            Hello(protocol=PROTOCOL, client="soak/1", name=self._name, token=self._token, table=table, seen=seq)
        )
        try:
            async for message in connection.messages():
                self._take(message)
        finally:
            self._connection, self._table, self._update = None, None, None
            self._asked.clear()
            self._parts.clear()
            self._rematch, self._commitment = 0, ""
            connection.reset()

    def go(self) -> None:
        """Leave for good."""
        self.over = True
        if self._connection is not None:
            self._send(LeaveTable(id=self._next_id()))
            self._send(Bye())

    # ---- mishaps -------------------------------------------------------------------------------------------

    async def drop(self) -> None:
        """The connection breaks."""
        if self._connection is not None:
            self._ledger.counts["connections dropped"] += 1
            self._connection.reset()

    async def freeze(self, seconds: float) -> None:
        """Nothing is read for a while, as on a machine that sleeps."""
        if self._connection is not None:
            self._ledger.counts["slow readers"] += 1
            connection = self._connection
            connection.stop_reading()
            self._frozen = True
            await asyncio.sleep(seconds)
            self._frozen = False
            connection.reset()

    def check_progress(self) -> None:
        """Note how long the table makes this person wait."""
        info = self._table
        if info is not None and info.state == "playing" and not self._frozen:
            seats = [(seat.name, seat.bot, seat.here) for seat in info.seats]
            asked = self._update.view["to_act"] if self._update is not None else ()
            told = f"{self._name} at {info.table} ({info.game}, clock {info.clock}); asked {asked} of {seats}"
            self._ledger.waited(info.table, self._here_since, told)

    # ---- what comes ----------------------------------------------------------------------------------------

    def _take(self, message: ServerMessage) -> None:
        match message:
            case Welcome():
                self._welcomed(message)
            case Lobby():
                self._seek()
            case TableInfo():
                self._table = message
                self._arrange(message)
            case Update():
                self._show(message)
            case Done(id=request, again=again):
                self._done(request, again)
            case Refused(id=request, code=code):
                self._refused(request, code)
            case LeftTable(table=table, code=code):
                self._leave_behind(table, code)
            case Said():
                self._ledger.heard(message)
            case RecordPart():
                self._collect(message)
            case Closing(code=code):
                self._closed(code)
            case _:
                pass

    def _welcomed(self, welcome: Welcome) -> None:
        if welcome.name != self._name:
            self._ledger.broken.append(f"{self._name} is called {welcome.name}")
        self._token = welcome.token
        if welcome.table:
            self._repeat()

    def _closed(self, code: str) -> None:
        """Who never heard that the name is theirs takes another one."""
        self._ledger.counts[f"closed: {code}"] += 1
        if code == "name_taken":
            if self._token:
                self._ledger.broken.append(f"{self._name} has a token, and the name is taken")
            self._name += "b"

    def _repeat(self) -> None:
        """A move without an answer is sent again as it was."""
        if self._pending is not None:
            self._send(self._pending.request)

    def _seek(self) -> None:
        """In the lobby: on to the table, or make one."""
        if self.over or self._asked:
            return
        plan = self._plan
        if self.last_orders and not plan.code:
            return
        if self._owner and not plan.code:
            self._ask(
                CreateTable(
                    id=self._next_id(), game=plan.game, seats=plan.seats, options=plan.options, clock=plan.clock
                )
            )
        elif plan.code:
            coming = WatchTable if self._watches else JoinTable
            self._ask(coming(id=self._next_id(), table=plan.code))
        else:
            self._after(RETRY, self._seek)

    def _arrange(self, info: TableInfo) -> None:
        if self._owner:
            self._plan.code = info.table
        if info.state == "over" and self._lacks(info) and not self._asked:
            self._ask(GetRecord(id=self._next_id(), party=info.party))
        if info.you is None:
            return
        if info.state != "playing" and info.commitment and info.commitment != self._commitment:
            self._commitment = info.commitment
            nonce = AddNonce(
                id=self._next_id(), table=info.table, commitment=info.commitment, nonce=secrets.token_hex(16)
            )
            self._send(nonce)
        if info.state == "playing" and info.seats[info.you].stand_in:
            self._send(TakeSeat(id=self._next_id(), seat=info.you))
        elif self.last_orders:
            return
        elif info.state == "over" and info.party != self._rematch:
            self._rematch = info.party
            self._send(Rematch(id=self._next_id()))
        elif info.state == "open" and info.owner == self._name:
            self._fill(info)

    def _fill(self, info: TableInfo) -> None:
        """When all the people are here, bots take the other seats, and the party begins."""
        people = [seat for seat in info.seats if seat.name and not seat.bot]
        if len(people) < self._plan.people or self._asked:
            return
        free = [number for number, seat in enumerate(info.seats) if not seat.name and not seat.bot]
        for seat in free:
            self._send(AddBot(id=self._next_id(), seat=seat, level="easy"))
        self._ask(StartParty(id=self._next_id()))

    def _collect(self, part: RecordPart) -> None:
        """Parts come in order."""
        texts = self._parts.setdefault((part.table, part.party), [])
        texts.append(part.text)
        if part.part == part.parts:
            self._records.add((part.table, part.party))
            self._ledger.recorded(part.table, part.party, "".join(self._parts.pop((part.table, part.party))))

    def _show(self, update: Update) -> None:
        table, party, seen = self._seen
        if self._first and (table, party) == (update.table, update.party):
            self._ledger.came_back(update.table, update.party, update.seq, seen)
        elif table == update.table and (update.party, update.seq) < (party, seen):
            self._ledger.broken.append(f"{self._name} is shown {update.seq} of table {table} after {seen}")
        self._ledger.pictured(self._name, update)
        if update.view.get("outcome") and (update.table, update.party, update.seq) != self._seen:
            self._ledger.counts["ends of parties seen"] += 1
        self._first, self._seen = False, (update.table, update.party, update.seq)
        self._ledger.shown(update.table, update.party, update.seq)
        self._update = update
        self._consider()

    def _consider(self) -> None:
        """If it is this person's turn, and no move is on its way: think, then move."""
        update = self._update
        if update is not None and self._pending is None and update.view["seat"] in update.view["to_act"]:
            self._after(self._chance.expovariate(1 / self._pace), lambda: self._move(update))

    def _move(self, update: Update) -> None:
        if self._pending is not None or self._seen != (update.table, update.party, update.seq):
            return
        move = self._chance.choice(update.view["legal"])
        request = MakeMove(id=self._next_id(), table=update.table, seq=update.seq, move=move)
        self._pending = Pending(request, update.party, update.view["seat"], time.monotonic())
        self._send(request)
        if self._chance.random() < TALKS:
            self._send(Say(id=self._next_id(), text=f"{self._name} says {self._chance.random()}"))

    def _done(self, request: int, again: bool) -> None:
        self._asked.pop(request, None)
        pending = self._pending
        if pending is None or pending.request.id != request:
            return
        self._pending = None
        game = GAMES[self._plan.game]
        text = game.format_move(from_plain(pending.request.move, game.move_type))
        self._ledger.counts["moves acknowledged after a break"] += again
        move = Acknowledged(pending.request.table, pending.party, request, pending.seat, text)
        self._ledger.acknowledged(move, None if again else time.monotonic() - pending.sent)
        self._consider()

    def _refused(self, request: int, code: str) -> None:
        asked = self._asked.pop(request, None)
        self._ledger.refusals[code] += 1
        if self._pending is not None and self._pending.request.id == request:
            self._pending = None
            self._consider()
        if isinstance(asked, JoinTable | WatchTable) and code == "no_such_table":
            self._plan.code = ""
        if isinstance(asked, JoinTable | WatchTable | CreateTable):
            self._after(RETRY, self._seek)
        elif isinstance(asked, GetRecord):
            self._after(RETRY, self._ask_again)
        elif isinstance(asked, StartParty) and self._table is not None:
            self._after(RETRY, self._start_again)

    def _start_again(self) -> None:
        if self._table is not None and not self.last_orders:
            self._arrange(self._table)

    def _ask_again(self) -> None:
        """For the record."""
        if self._table is not None:
            self._arrange(self._table)

    def _leave_behind(self, table: str, code: str) -> None:
        self._ledger.counts[f"left: {code}"] += 1
        self._table, self._update, self._pending = None, None, None
        if self._plan.code == table and code != "left":
            self._plan.code = ""

    # ---- out -------------------------------------------------------------------------------------------------

    def _next_id(self) -> int:
        self._last_id += 1
        return self._last_id

    def _ask(self, request: Request) -> None:
        self._asked[request.id] = request
        self._send(request)

    def _send(self, message: Any) -> None:
        if self._connection is not None:
            self._connection.send(message)

    def _after(self, seconds: float, action: Any) -> None:
        """Do it later, if the same connection still stands."""
        connection = self._connection

        async def errand() -> None:
            await asyncio.sleep(seconds)
            if self._connection is connection and not self.over:
                action()

        task = asyncio.create_task(errand())
        self._errands.add(task)
        task.add_done_callback(self._errands.discard)
