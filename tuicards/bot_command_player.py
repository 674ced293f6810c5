"""One bot at a table of a server elsewhere: comes in, sits down, plays, asks for a rematch, and goes."""

import asyncio
import contextlib
import logging
import random
import signal
import sys
import time
from collections.abc import Callable, Iterator
from typing import Any

from tuicards.bot_command import Wish
from tuicards.bots.api import choose
from tuicards.bots.choice import Choice, Thinking
from tuicards.client import Link
from tuicards.client_state import ClientState, Disconnected, LinkEvent
from tuicards.destination import Destination
from tuicards.errors import PeerError, TuicardsError
from tuicards.errors import Refused as NotPossible
from tuicards.games.api import Move
from tuicards.join_code import table_marked
from tuicards.speech import Speaker
from tuicards.text.exchange import Exchange
from tuicards.text.standing import at_table, to_move
from tuicards.wire.messages import JoinTable, LeaveTable, LeftTable, Refused, Rematch, TakeSeat

PATIENCE = 120.0
"""Seconds that a lost link has to come back."""

HASTE = 3.0
"""Seconds for a move at a table with a clock, where each turn has at least 5."""

FAILURES = 3
"""So many moves may be refused in a row."""

MEANWHILE = frozenset({"stale", "paused", "party_running", "not_playing", "answer_lost"})
"""Refusals that tell of something that has happened meanwhile."""

GOES = frozenset({"left", "closed", "idle"})
"""Ways to leave a table that are nobody's fault."""

log = logging.getLogger("tuicards.bot")


class BotPlayer:
    """A bot on one link. `link` is closed at the end."""

    def __init__(self, link: Link, wish: Wish, place: Destination) -> None:
        self._link = link
        self._wish = wish
        self._place = place
        self._server = Exchange(link, self._heard, _puzzled)
        self._chance = random.Random()
        self._left = ""
        """How it came away from its table."""
        self._before = 0
        """Number of the party that was over when it came."""
        self._played: set[int] = set()
        """Numbers of the parties that it has seen to their end."""
        self._failures = 0
        self._stopped = False

    @property
    def _state(self) -> ClientState:
        return self._server.state

    async def run(self) -> None:
        """Plays until the parties are played or the table is gone.

        Raises PeerError with the code of what is in the way of the link, Refused with that of a table that does not
        want the bot.
        """
        listening, playing = asyncio.create_task(self._listen()), asyncio.create_task(self._play())
        try:
            await asyncio.wait((listening, playing), return_when=asyncio.FIRST_COMPLETED)
            (playing if playing.done() else listening).result()
        finally:
            self._stopped = True
            await _end(playing)
            await self._link.close()
            await _end(listening)

    # ---- hearing ------------------------------------------------------------------------------------

    async def _listen(self) -> None:
        """Raises PeerError once the link is down for good."""
        try:
            await self._server.listen(PATIENCE)
        except TimeoutError:
            raise PeerError("text.given_up", seconds=round(PATIENCE)) from None
        trouble = self._state.trouble
        if trouble is not None:
            raise PeerError(trouble.code, **trouble.params)

    def _heard(self, before: ClientState, event: LinkEvent, now: ClientState) -> None:
        match event:
            case LeftTable(code=code, table=table):
                self._left = code
                log.info("left table %s: %s", table, code)
            case Disconnected(code=code, retry_in=seconds) if seconds is not None:
                log.info("connection lost: %s; the next try in %.1f s", code, seconds)
        self._note_end(now)
        if not before.connected and now.connected and now.welcome is not None:
            place = f"{now.welcome.server} at {now.address}" if now.address else now.welcome.server
            log.info("connected to %s as %s", place, now.welcome.name)

    def _note_end(self, now: ClientState) -> None:
        """Each party once, and not one that was over already when the bot came."""
        outcome = now.view.outcome if now.view is not None else None
        if outcome is None or now.view is None or now.view.seat is None or now.party in (self._before, *self._played):
            return
        self._played.add(now.party)
        log.info("party %d is over: rank %d", now.party, outcome.ranks[now.view.seat])

    # ---- coming -------------------------------------------------------------------------------------

    async def _play(self) -> None:
        await self._server.until(lambda: self._state.welcome is not None)
        await self._server.settle(self._resumed)
        await self._sit_down()
        self._played.clear()
        self._before = self._state.party if self._over else 0
        while self._state.table is not None and not self._enough:
            await self._act()
        if self._state.table is not None:
            await self._ask(LeaveTable(id=0))
        elif self._left not in GOES and self._left:
            raise NotPossible(f"left.{self._left}", table=self._place.table)

    def _resumed(self) -> bool:
        """Whether the table that the bot came back to, if any, is known."""
        welcome = self._state.welcome
        return welcome is None or not welcome.table or at_table(self._state)

    async def _sit_down(self) -> None:
        """Raises Refused with the reason why there is no seat for the bot."""
        table = await self._table()
        if self._state.table is not None and self._state.table.table != table:
            await self._ask(LeaveTable(id=0))
        if self._state.table is None:
            await self._ask(JoinTable(id=0, table=table, seat=self._wish.seat))
        now = self._state.table
        if now is not None and now.you is None:
            raise NotPossible("not_seated")
        if now is not None:
            log.info("at table %s, %s, seat %d", now.table, now.game, (now.you or 0) + 1)

    async def _table(self) -> str:
        """The code of the table. Raises Refused where none has the mark of the join code."""
        if not self._place.mark:
            return self._place.table.strip().upper()
        await self._server.until(lambda: self._state.lobby is not None or at_table(self._state))
        if self._state.lobby is None:
            return self._state.table.table if self._state.table is not None else ""
        return table_marked(self._state.lobby, self._place.mark)

    # ---- at the table -------------------------------------------------------------------------------

    @property
    def _over(self) -> bool:
        """Whether a party is over and no other has begun."""
        table = self._state.table
        return table is not None and table.state == "over" and not self._state.running

    @property
    def _enough(self) -> bool:
        return self._wish.parties is not None and self._over and len(self._played) >= self._wish.parties

    async def _act(self) -> None:
        """One thing that is to be done, as soon as there is one."""
        await self._server.until(lambda: self._next() is not None)
        step = self._next()
        if step is not None:
            await step()

    def _next(self) -> Callable[[], Any] | None:
        state = self._state
        if state.table is None or self._enough:
            return self._nothing
        if not state.connected:
            return None
        if state.own_seat is None:
            return self._unseated
        if state.stood_in:
            return self._take_seat_back
        if to_move(state):
            return self._move
        return self._rematch if self._over and not state.own_seat.again else None

    async def _nothing(self) -> None:
        """It is over."""

    async def _unseated(self) -> None:
        raise NotPossible("not_seated")

    async def _take_seat_back(self) -> None:
        table = self._state.table
        if table is not None and table.you is not None:
            await self._ask(TakeSeat(id=0, seat=table.you))

    async def _rematch(self) -> None:
        await self._ask(Rematch(id=0))

    async def _ask(self, request: Any) -> None:
        """Raises Refused."""
        answer = await self._server.ask(request)
        if isinstance(answer, Refused) and answer.code not in MEANWHILE:
            raise NotPossible(answer.code, **answer.params)

    # ---- moves --------------------------------------------------------------------------------------

    async def _move(self) -> None:
        """Raises Refused where the table takes none of several moves."""
        began = time.monotonic()
        choice = await self._choice()
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(max(0.0, self._wish.delay - time.monotonic() + began)):
                await self._server.until(lambda: not self._may_make(choice.move))
        if not self._may_make(choice.move):
            return
        self._tell(choice, time.monotonic() - began)
        answer = await self._server.make(choice.move)
        self._failures = self._failures + 1 if isinstance(answer, Refused) else 0
        if isinstance(answer, Refused) and answer.code not in MEANWHILE and self._failures >= FAILURES:
            raise NotPossible(answer.code, **answer.params)

    async def _choice(self) -> Choice:
        """What the level chooses, in a thread, so that pings are answered meanwhile."""
        state, game = self._state, self._state.game
        seen = state.seen
        if game is None or seen is None or state.table is None:
            raise NotPossible("unknown_game", game=state.table.game if state.table else "", known=())
        limit = time.monotonic() + HASTE if state.table.clock != "none" else None
        legal = seen.view.legal

        def wanted() -> bool:
            view = self._state.view
            still = not self._stopped and view is not None and view.legal == legal
            return still and (limit is None or time.monotonic() < limit)

        thinking = Thinking(self._wish.budget, wanted)
        return await asyncio.to_thread(choose, game, self._wish.level, seen, self._chance.getrandbits(32), thinking)

    def _may_make(self, move: Move) -> bool:
        view = self._state.view
        return to_move(self._state) and view is not None and move in view.legal

    def _tell(self, choice: Choice, seconds: float) -> None:
        game = self._state.game
        if game is not None and log.isEnabledFor(logging.INFO):
            why = Speaker(game).say(choice.why.code, choice.why.params)
            log.info("%s after %.0f ms: %s", game.format_move(choice.move), 1000 * seconds, why)


def _puzzled(error: TuicardsError) -> None:
    log.warning("not understood: %s", error)


async def _end(task: "asyncio.Task[None]") -> None:
    """Ends a task, whatever it was about."""
    task.cancel()
    await asyncio.wait({task})
    if not task.cancelled():
        task.exception()


async def play_as(links: Callable[[str], Link], wish: Wish, place: Destination) -> None:
    """A bot under the first of its names that is free there. Raises what `BotPlayer.run` raises."""
    for name in wish.names:
        try:
            await BotPlayer(links(name), wish, place).run()
            break
        except PeerError as error:
            if error.code != "name_taken" or name == wish.names[-1]:
                raise


@contextlib.contextmanager
def until_terminated() -> Iterator[None]:
    """With SIGTERM what the running task does comes to an orderly end."""
    task, told = asyncio.current_task(), []
    assert task is not None

    def tell() -> None:
        told.append(signal.SIGTERM)
        task.cancel()

    asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, tell)
    try:
        yield
    except asyncio.CancelledError:
        if not told:
            raise


def log_to_stderr(verbose: bool) -> None:
    """Faults always, and what the bot does where that is asked for."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(logging.Formatter("%(asctime)s %(message)s", "%H:%M:%S"))
    logging.basicConfig(handlers=[handler], level=logging.WARNING)
    log.setLevel(logging.INFO if verbose else logging.WARNING)
