"""The one task that touches a table: a mailbox, the clock, bots that think; store first, publish afterwards."""

import asyncio
import logging
import time
from collections.abc import Sequence
from typing import Protocol

from server import chronicle
from server.clock import Clock
from server.cluster.faults import Outdated
from server.logs import about
from server.mail import Act, Asked, BotMoved, BotTurn, Command, Effects, Listing, Tick
from server.mailbox import Mailbox
from server.records import TableClosed
from server.store import Journal
from server.table import Table
from tuicards.games.api import AnyGame, Move
from tuicards.wire.messages import LeaveTable, LeftTable, Refused, ServerMessage

log = logging.getLogger(__name__)

LEAST_WAIT = 0.02
"""Seconds: where the clock stands for a moment, what is due soon is not asked for all the time."""

MAILBOX = 200
"""So many commands may wait at a table; a further request is refused, and nothing is lost by it."""


class Bots(Protocol):
    """Whoever plays on seats without people."""

    def expect(self, level: str) -> None:
        """A bot of this level will be asked."""

    async def move(self, game: AnyGame, turn: BotTurn) -> Move:
        """What the bot plays; who is cancelled does not want to know any more."""


class Audience(Protocol):
    """Who hears what comes out of a table."""

    def follow(self, name: str, table: str) -> None:
        """From now on this person's connection gets the table's messages."""

    def tell(self, name: str, table: str, message: ServerMessage) -> None: ...

    def departed(self, name: str, table: str) -> None:
        """The person is not, or no longer, at the table."""

    def listed(self, table: str, listing: Listing) -> None:
        """The table has another line in the lobby."""

    def noted(self, table: str, act: Act) -> None:
        """The table's owner has done something to somebody."""

    def closed(self, table: str) -> None:
        """The table is no more."""

    def taken(self, table: str, waiting: Sequence[Command]) -> None:
        """Another server has the table by now; what happened here since was told to nobody, and these still wait."""


class TableActor:
    """Runs one table: takes commands from its mailbox one at a time and carries out their effects."""

    def __init__(self, table: Table, store: Journal, audience: Audience, bots: Bots, clock: Clock) -> None:
        self._table = table
        self._store = store
        self._audience = audience
        self._bots = bots
        self._clock = clock
        self._mailbox = Mailbox()
        self._thinking: asyncio.Task[None] | None = None
        self._turn: BotTurn | None = None
        """What the bot is asked that thinks."""
        self._task: asyncio.Task[None] | None = None
        self._alarm: asyncio.TimerHandle | None = None
        """Puts a Tick into the mailbox when time is up."""
        self._alarm_due = 0.0
        """The time for which it is set, by the table's clock."""
        self._retiring = False
        """Whether the table is to go on elsewhere."""
        self._unanswered: Command | None = None
        """What the table is working at."""
        self.code = table.code

    def start(self) -> None:
        self._task = asyncio.create_task(self._run(), name=f"table {self.code}")

    def cancel(self) -> None:
        """Begin to stop where it is."""
        for task in (self._thinking, self._task):
            if task is not None:
                task.cancel()

    async def stop(self) -> None:
        """Stop where it is. All that has been told is in the store."""
        self.cancel()
        waiting = [task for task in (self._thinking, self._task) if task is not None]
        await asyncio.gather(*waiting, return_exceptions=True)

    async def retire(self) -> list[Command]:
        """Stop between two commands, without a word to anybody; what still waited in the mailbox."""
        self._retiring = True
        self._mailbox.put(Tick())
        if self._task is not None:
            await self._task
        return self.left_over()

    def left_over(self) -> list[Command]:
        """What the table has answered nobody, and will not: it goes on elsewhere."""
        current = [] if self._unanswered is None else [self._unanswered]
        self._unanswered = None
        return current + [self._mailbox.take() for _ in range(len(self._mailbox))]

    def post(self, command: Command) -> bool:
        """Put a command into the mailbox. A request finds no room when too many wait, unless it is to leave."""
        turned_away = isinstance(command, Asked) and not isinstance(command.request, LeaveTable)
        if turned_away and len(self._mailbox) >= MAILBOX:
            return False
        self._mailbox.put(command)
        return True

    async def _run(self) -> None:
        try:
            while not self._table.closed and not self._retiring:
                command = await self._next()
                self._unanswered = command
                effects = self._table.do(command, self._clock())
                self._stop_thinking()
                await self._carry_out(effects)
                self._unanswered = None
                self._ask_bot()
        except Outdated:
            self._retiring = True
            self._audience.taken(self.code, self.left_over())
        except Exception:
            log.exception(
                "table %s is closed by a fault; its record is kept", self.code, extra=about("fault", table=self.code)
            )
            await self._give_up()
        finally:
            self._stop_alarm()
        self._stop_thinking(at_once=True)
        if self._table.closed:
            self._send_away()

    async def _next(self) -> Command:
        """The next command, with a turn for everybody else before it."""
        if self._mailbox:
            await asyncio.sleep(0)
        else:
            self._set_alarm()
            await self._mailbox.filled()
        return self._mailbox.take()

    def _set_alarm(self) -> None:
        """A Tick comes when time is up. One that is set for too early stays, since moves put off what is due."""
        due = self._table.deadline()
        if due is None or (self._alarm is not None and due >= self._alarm_due):
            return
        self._stop_alarm()
        self._alarm_due = due
        self._alarm = asyncio.get_running_loop().call_later(self._wait(due), self._ring)

    def _ring(self) -> None:
        self._alarm = None
        self._mailbox.put(Tick())

    def _stop_alarm(self) -> None:
        if self._alarm is not None:
            self._alarm.cancel()
            self._alarm = None

    def _wait(self, due: float | None) -> float:
        """Seconds until then; none where there is nothing to wait for."""
        wait = 0.0 if due is None else due - self._clock()
        return max(LEAST_WAIT, wait) if wait > 0 else 0.0

    async def _carry_out(self, effects: Effects) -> None:
        if effects.records:
            self._store.put(effects.records)
            self._table.house.tally.note(self._table.game.name, effects.records)
            await self._store.settled()
        chronicle.tell(self._table, effects)
        for name in effects.arrived:
            self._audience.follow(name, self.code)
        for name, message in effects.letters():
            self._audience.tell(name, self.code, message)
        for name in effects.gone:
            self._audience.departed(name, self.code)
        for act in effects.acts:
            self._audience.noted(self.code, act)
        if effects.listing is not None:
            self._audience.listed(self.code, effects.listing)

    async def _give_up(self) -> None:
        """Close the table as it is: its people hear of it, its record stays, with the reason."""
        self._table.closed = True
        self._store.put([TableClosed(self._table.uid, "fault")])
        await self._store.settled()
        if isinstance(self._unanswered, Asked):
            self._refuse(self._unanswered, "fault")
        for name in self._table.seating.members:
            self._audience.tell(name, self.code, LeftTable(table=self.code, code="fault"))
            self._audience.departed(name, self.code)

    def _send_away(self) -> None:
        """Answer the requests that came too late."""
        while self._mailbox:
            command = self._mailbox.take()
            if isinstance(command, Asked):
                self._refuse(command, "no_such_table", table=self.code)
        self._audience.closed(self.code)

    def _refuse(self, asked: Asked, code: str, **params: str) -> None:
        self._audience.tell(asked.who, self.code, Refused(id=asked.request.id, code=code, params=params))

    def _stop_thinking(self, at_once: bool = False) -> None:
        """Nobody waits for a bot any more that is asked nothing: its turn is over, or the table stands still."""
        if self._thinking is not None and (at_once or self._turn is None or not self._table.awaits(self._turn)):
            self._thinking.cancel()
            self._thinking = self._turn = None

    def _ask_bot(self) -> None:
        """Let a bot think beside the table, so that the others need not wait for it."""
        levels = self._table.bot_levels
        if not levels:
            return
        for level in levels:
            self._bots.expect(level)
        due = None if self._thinking or self._table.closed else self._table.bots_due()
        turn = None if due is None else self._table.bot_turn(due)
        if turn is not None:
            self._turn = turn
            self._thinking = asyncio.create_task(self._think(turn), name=f"bot at table {self.code}")

    async def _think(self, turn: BotTurn) -> None:
        """It thinks during the pause before its move, so that how long it thought does not tell of its cards."""
        move, asked = None, time.perf_counter()
        due = self._clock() + self._table.house.thought(turn.level)
        try:
            move = await self._bots.move(self._table.game, turn)
        except Exception:
            facts = about("bot_fault", table=self.code, game=self._table.game.name, seat=turn.seat)
            log.exception("table %s: the bot on seat %d found no move", self.code, turn.seat, extra=facts)
        self._table.house.tally.thought(turn.level, time.perf_counter() - asked)
        while (wait := self._wait(max(due, self._table.bots_due() or 0.0))) > 0:  # noqa: ASYNC110, it may become longer
            await asyncio.sleep(wait)
        self.post(BotMoved(turn, move))
