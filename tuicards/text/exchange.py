"""Questions to the server and their answers, beside everything else that the server tells."""

import asyncio
import contextlib
from collections.abc import Callable
from typing import TypeAlias

import msgspec

from tuicards.client import Link
from tuicards.client_state import ClientState, Disconnected, LinkEvent
from tuicards.errors import TuicardsError
from tuicards.games.api import Move, to_plain
from tuicards.text.commands import UNSENT, AnyRequest
from tuicards.text.standing import settled
from tuicards.wire.messages import Done, MakeMove, Refused, Update

SETTLING_TIME = 5.0
"""Seconds to wait for the picture that follows an answer; somebody may undo it before it can be seen."""

LATER = frozenset({"too_fast", "busy"})
"""Refusals that mean: ask again in a moment."""

ATTEMPTS = 20
LATER_MEANS = 0.3
"""Seconds."""

Listener: TypeAlias = Callable[[ClientState, LinkEvent, ClientState], None]
"""Is told of each event, with what was known before and after it."""


class Exchange:
    """One link, what is known through it, and the requests that wait for an answer."""

    def __init__(self, link: Link, told: Listener, faulty: Callable[[TuicardsError], None]) -> None:
        """`faulty` is told of an event that makes no sense; it changes nothing."""
        self.state = ClientState()
        self._link = link
        self._told = told
        self._faulty = faulty
        self._news = asyncio.Event()
        self._answers: dict[int, asyncio.Future[Done | Refused]] = {}
        self._updates = 0
        self._updates_at_answer = 0

    # ---- hearing ------------------------------------------------------------------------------------

    async def listen(self, patience: float | None) -> None:
        """Takes in all that is told. Returns when the link will not come up, or has been down for `patience` seconds.

        Raises TimeoutError in the second case.
        """
        async with asyncio.timeout(None) as limit:
            async for event in self._link.events():
                final = isinstance(event, Disconnected) and self._is_final(event)
                self._hear(msgspec.structs.replace(event, retry_in=None) if final else event)
                if final:
                    return
                self._set_limit(limit, patience)

    def _is_final(self, lost: Disconnected) -> bool:
        """A first connection that fails is not tried again."""
        return lost.retry_in is None or self.state.welcome is None

    def _set_limit(self, limit: asyncio.Timeout, patience: float | None) -> None:
        if self.state.connected:
            limit.reschedule(None)
        elif patience is not None and limit.when() is None:
            limit.reschedule(asyncio.get_running_loop().time() + patience)

    def _hear(self, event: LinkEvent) -> None:
        before = self.state
        try:
            self.state = before.after(event)
        except TuicardsError as error:
            self._faulty(error)
            return
        if not is_for_later(event):
            self._told(before, event, self.state)
        match event:
            case Done() | Refused():
                self._answer(event)
            case Update():
                self._updates += 1
        self.wake()

    def _answer(self, answer: Done | Refused) -> None:
        self._updates_at_answer = self._updates
        waiting = self._answers.pop(answer.id, None)
        if waiting is not None and not waiting.done():
            waiting.set_result(answer)

    # ---- waiting ------------------------------------------------------------------------------------

    def wake(self) -> None:
        """Let everybody who waits look again."""
        self._news.set()
        self._news = asyncio.Event()

    async def until(self, holds: Callable[[], bool]) -> None:
        """Wait until it holds; it is looked at after each event."""
        while not holds():
            await self._news.wait()

    async def settle(self, holds: Callable[[], bool]) -> None:
        """Wait until it holds, but no longer than SETTLING_TIME."""
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(SETTLING_TIME):
                await self.until(holds)

    # ---- asking -------------------------------------------------------------------------------------

    async def ask(self, request: AnyRequest) -> Done | Refused:
        """The answer to a request, once its effect is known. Its id is chosen here.

        A server that is asked too much at once is asked again a little later.
        """
        answer = await self._ask_once(request)
        for _ in range(ATTEMPTS):
            if not is_for_later(answer):
                break
            await asyncio.sleep(LATER_MEANS)
            answer = await self._ask_once(request)
        return answer

    async def make(self, move: Move) -> Done | Refused:
        """The answer to a move in the present position, once the picture after it is there."""
        table = self.state.table.table if self.state.table is not None else ""
        answer = await self.ask(MakeMove(id=UNSENT, table=table, seq=self.state.seq, move=to_plain(move)))
        if isinstance(answer, Done):
            await self.settle(lambda: self._updates > self._updates_at_answer)
        return answer

    async def _ask_once(self, request: AnyRequest) -> Done | Refused:
        request = msgspec.structs.replace(request, id=self._link.next_id())
        waiting: asyncio.Future[Done | Refused] = asyncio.get_running_loop().create_future()
        self._answers[request.id] = waiting
        before = self.state
        self._link.send(request)
        answer = await waiting
        if isinstance(answer, Done):
            await self.settle(lambda: settled(request, before, self.state))
        return answer


def is_for_later(event: LinkEvent) -> bool:
    """Whether it is a refusal that means: ask again in a moment."""
    return isinstance(event, Refused) and event.code in LATER
