"""What of the app follows a link: what is known through it, what of it is told, and what is asked."""

import asyncio
import contextlib
import os
import time
from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Any

from textual import work
from textual.reactive import var
from textual.worker import Worker, WorkerState

from tuicards.address import told_on
from tuicards.client_state import ClientState, Connected, LinkEvent, Recorded
from tuicards.errors import TuicardsError
from tuicards.foolish import Foolish
from tuicards.positions import positions_folder
from tuicards.safe_text import safe_text
from tuicards.speech import Speaker
from tuicards.time_left import TimeLeft
from tuicards.tui.link import Backend, LinkLike, RequestRefused, Start
from tuicards.tui.personal import PersonalApp
from tuicards.tui.plan import Plan
from tuicards.wire.messages import ClientMessage, Done, LeftTable, Lobby, Refused, TableInfo

CLOSING_TIME = 1.0
"""Seconds that a goodbye may take."""


class LinkedApp(PersonalApp):
    """An app with one state, and one worker that folds the link's events into it."""

    state: var[ClientState] = var(ClientState, init=False)

    def __init__(
        self,
        link: LinkLike | None = None,
        *,
        start: Start,
        sheets: Sequence[str] = (),
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """`clock` tells the seconds by which the time at a table is counted on."""
        super().__init__(start, sheets)
        self.clock = clock
        self.link = link
        self._plan = Plan.of(start)
        self._hosted, self._where = True, start.where
        self._table_told = 0.0
        self.time_left = TimeLeft()
        """The seats' time at the table."""
        self.foolish = Foolish(positions_folder(os.environ) if start.own_files else None)
        """What the person calls foolish."""

    async def _show_route(self) -> None:
        """Puts the screen in front that fits what is known now."""
        raise NotImplementedError

    # ---- for the screens --------------------------------------------------------------------------

    @property
    def addresses(self) -> tuple[str, ...]:
        """Where friends reach the server one is on: this program's own, or one that is at several addresses, which
        are one entry then. Empty where that is not known."""
        hosted = self.start.backend.addresses() if self.start.backend and self._hosted else ()
        return hosted or told_on(self._where)

    def send(self, message: ClientMessage) -> None:
        """Hands a message to the link; without a link it does nothing."""
        if self.link is not None:
            self.link.send(message)

    def next_id(self) -> int:
        """A number for the next request."""
        return self.link.next_id() if self.link is not None else 0

    def speaker(self) -> Speaker:
        """Says codes with the names and the game of the table one is at, from one's own seat."""
        game, table = self.state.game, self.state.table
        return Speaker(game, self.state.seat_names, table.you if table else None, language=self.language)

    def say(self, code: str, params: Mapping[str, Any] | None = None) -> str:
        """The sentence for a code, safe to show whoever chose its words."""
        return safe_text(self.speaker().say(code, params))

    def worded(self, text: str) -> str:
        """The phrase for a code such as `key.app.quit`; a text that is no code stays as it is."""
        speaker = self.speaker()
        return speaker.say(text) if speaker.knows(text) else text

    def tell(self, code: str, params: Mapping[str, Any] | None = None, *, warn: bool = False) -> None:
        """Shows the sentence for a code in a toast."""
        self.notify(self.say(code, params), severity="warning" if warn else "information", markup=False)

    def mark_read(self) -> None:
        """The person has seen all that was said so far."""
        self.state = self.state.read()

    def ignore(self, name: str, ignore: bool = True) -> None:
        """From now on what somebody says is not shown, or is again; until the program ends."""
        self.state = self.state.ignoring(name, ignore)

    def seconds_since_table(self) -> float:
        """Age of the newest card of the table: what it tells of time is to be counted on from there."""
        return self.clock() - self._table_told

    # ---- the link ---------------------------------------------------------------------------------

    def use(self, link: LinkLike, start: Start) -> None:
        """Goes over to a link, and then to what the start asks for."""
        self.link, self._where = link, start.where
        self._plan = Plan.of(start)
        self._follow(link)

    @work(group="reach", exclusive=True, exit_on_error=False)
    async def reach(
        self, opening: Callable[[Backend], Awaitable[LinkLike]], start: Start, *, hosted: bool = False
    ) -> None:
        """Opens a link by way of the backend and goes over to it; says why when that cannot be.

        `hosted`: the server is this program's own, and friends may come.
        """
        if self.start.backend is not None:
            self.use(await opening(self.start.backend), start)
            self._hosted = hosted

    @work(group="link", exclusive=True, exit_on_error=False)
    async def _follow(self, link: LinkLike) -> None:
        async for event in link.events():
            if link is self.link:
                self._take(event)
                self.call_later(self._show_route)
                await asyncio.sleep(0)  # a flood of events does not hold up the keys

    def _take(self, event: LinkEvent) -> None:
        try:
            self._learn(event, self.state.after(event))
        except TuicardsError as error:
            self.tell(error.code, error.params, warn=True)
        match event:
            case Connected(welcome=welcome):
                self._ask(self._plan.begin(self.next_id, bool(welcome.table)))
            case Lobby():
                self._go_to_marked(event)
            case Done():
                self._ask(self._plan.after(event, self.next_id))
            case Refused():
                self._ask(self._plan.after(event, self.next_id))
                self.screen.post_message(RequestRefused(event))
            case TableInfo(state=state) if state != "open":
                self._plan.party_begun()
            case Recorded():
                self._tell_recorded(event)
            case LeftTable(table=table, code=code) if code != "left":
                self.tell(f"left.{code}", {"table": table}, warn=True)

    def _learn(self, event: LinkEvent, state: ClientState) -> None:
        """Goes over to what is known now; what it tells of time is to be counted on from this moment."""
        now = self.clock()
        if isinstance(event, TableInfo):
            self._table_told = now
        self.time_left = self.time_left.after(event, state, now)
        self.state = state
        for told in self.foolish.after(event, state):
            self.tell(told.code, told.params, warn=told.warn)

    def _go_to_marked(self, lobby: Lobby) -> None:
        """To the table that a join code means, now that there is a list of them."""
        try:
            self._ask(self._plan.in_lobby(lobby, self.next_id))
        except TuicardsError as error:
            self.tell(error.code, error.params, warn=True)

    def _tell_recorded(self, event: Recorded) -> None:
        """Whether the deal was fair, and what is wrong with the record."""
        if event.verdict is not None:
            self.tell(event.verdict.code, event.verdict.params, warn=not event.verdict.right)
        if event.code:
            self.tell(event.code, event.params, warn=True)

    def _ask(self, request: ClientMessage | None) -> None:
        if request is not None:
            self.send(request)

    def on_request_refused(self, event: RequestRefused) -> None:
        self.tell(event.refused.code, event.refused.params, warn=True)

    def on_worker_state_changed(self, event: Worker.StateChanged) -> None:
        if event.state is WorkerState.ERROR and event.worker.error is not None:
            self._worker_failed(event.worker.error)

    def _worker_failed(self, error: BaseException) -> None:
        if isinstance(error, TuicardsError):
            self.tell(error.code, error.params, warn=True)
        elif isinstance(error, Exception):
            self._handle_exception(error)

    def _drop_link(self) -> None:
        link, self.link = self.link, None
        self._plan = Plan()
        self.state = ClientState(ignored=self.state.ignored)
        if link is not None:
            self._close(link)

    @work(group="close")
    async def _close(self, link: LinkLike) -> None:
        await close_in_time(link)


async def close_in_time(link: LinkLike, bye: bool = True) -> None:
    """Says goodbye, where it is one, but waits no longer than CLOSING_TIME for it."""
    with contextlib.suppress(TimeoutError):
        async with asyncio.timeout(CLOSING_TIME):
            await link.close(bye)
