"""The link to a server: it connects, says hello, keeps the connection alive, and mends it when it breaks.

    link = Link(host, port, name="Ana")
    async for event in link.events(): ...     # in one task
    link.send(Say(id=link.next_id(), text="hi"))     # from anywhere, without waiting

What comes out is Connected, Disconnected, and the server's messages; greetings, last words, pings and
pongs are the link's own business. Trouble is a code with parameters, never an exception.

A server may be at several places. Who does not answer there is passed over at once; Trying tells which one it is,
and only when all have been tried in vain comes Disconnected. A connection that ends goes on at the next place.

What becomes of requests when the connection breaks: one that was sent and not answered may or may not
have been carried out. A move is sent again with the same id, which the server carries out once. Any
other is given up as Refused with the code `answer_lost`; the picture that follows shows what is true.
Requests made while the link is down are kept, up to a number, and sent as soon as it is up.
"""

import asyncio
import contextlib
import random
import secrets
from collections.abc import AsyncIterator, Callable, Sequence
from enum import Enum, auto
from typing import Any, NoReturn

from tuicards import __version__, errors
from tuicards.client_state import Connected, Disconnected, LinkEvent, Trying
from tuicards.dial import Unreachable, dial, hang_up
from tuicards.lost import Cause, Lost, of_all, told_by_server
from tuicards.pings import Pings
from tuicards.places import Place, Places
from tuicards.requests import Requests
from tuicards.retries import Retries
from tuicards.timing import Timing
from tuicards.tls import Trust
from tuicards.wire.codec import encode
from tuicards.wire.connection import ClientEnd
from tuicards.wire.messages import (
    PROTOCOL,
    Bye,
    ClientMessage,
    Closing,
    Done,
    Hello,
    LeftTable,
    Pong,
    Refused,
    Request,
    ServerMessage,
    Update,
    Welcome,
)

CHUNK = 16 * 1024
UNSENT = 64 * 1024
"""Bytes that may wait for a server that does not read; then requests are refused as `link_busy`."""
UNTOLD = 256
"""So many events wait for the consumer; then the link stops reading."""


class _Phase(Enum):
    TRYING = auto()
    UP = auto()
    GIVEN_UP = auto()
    """The server does not want us; only `retry` leads on."""
    CLOSED = auto()


class Link:
    """A connection to one server that mends itself.

    `token`, `table`, and the number last shown resume a person's place; the link keeps them up to date.
    A `ticket` says who comes, in place of a token, until the server has given one.
    With `trust` the connection is encrypted, to a server that proves who it is.
    `others` are further places of the same server, to be tried in this order after the first one.
    `jitter`: see `Retries`.
    """

    def __init__(
        self,
        host: str,
        port: int,
        *,
        name: str,
        token: str = "",
        password: str = "",
        ticket: str = "",
        table: str = "",
        trust: Trust | None = None,
        others: Sequence[Place] = (),
        timing: Timing | None = None,
        jitter: Callable[[], float] = random.random,
    ) -> None:
        self._places = Places((Place(host, port, trust), *others))
        self._name = name
        self._token = token
        self._password = password
        self._ticket = ticket
        self._shown = (table, 0)
        self._timing = timing or Timing()
        self._retries = Retries(self._timing, jitter)
        self._last_id = secrets.randbits(40)
        self._phase = _Phase.TRYING
        self._task: asyncio.Task[None] | None = None
        self._writer: asyncio.StreamWriter | None = None
        self._events: asyncio.Queue[LinkEvent | None] = asyncio.Queue()
        self._room = asyncio.Event()
        self._wake = asyncio.Event()
        self._requests = Requests()
        self._up_since = 0.0
        self._pings = Pings()

    # ---- for the program --------------------------------------------------------------------------

    @property
    def host(self) -> str:
        """Where the server is, or is looked for at present."""
        return self._places.present.host

    @property
    def address(self) -> str:
        """Host and port, as people type them."""
        return self._places.present.address

    @property
    def name(self) -> str:
        """The name the server knows this person by, or the one asked for before it has answered."""
        return self._name

    @property
    def token(self) -> str:
        """The key to this person's seats; empty before the server has given one."""
        return self._token

    @property
    def delay(self) -> float | None:
        """Seconds that a ping last took; None while unknown."""
        return self._pings.delay

    async def events(self) -> AsyncIterator[LinkEvent]:
        """Connects, and tells all that happens until `close`. One consumer at a time.

        A consumer that stops does not end the link; the next one goes on where it stopped.
        """
        if self._task is None and self._phase is not _Phase.CLOSED:
            self._task = asyncio.create_task(self._run(), name="tuicards link")
        while (event := await self._events.get()) is not None:
            self._room.set()
            yield event
        self._tell(None)
        await self._ended()

    def send(self, message: ClientMessage) -> None:
        """Sends the message, or keeps it until the link is up. Never waits, never raises.

        What cannot be sent comes back as Refused: `not_connected`, `link_busy`, `unsendable`,
        `message_too_long`.
        """
        if self._phase is _Phase.UP:
            self._transmit(message)
        elif self._phase is not _Phase.CLOSED and not (self._phase is _Phase.TRYING and self._requests.hold(message)):
            self._refuse(message, "not_connected")

    def next_id(self) -> int:
        """An id for the next request. Ids start anywhere, so that those of an earlier run are not used again."""
        self._last_id += 1
        return self._last_id

    def retry(self, *, name: str | None = None, password: str | None = None) -> None:
        """Try again at once, after a final refusal too, under another name or with another password if given."""
        if name is not None and name != self._name:
            self._name, self._token = name, ""
        if password is not None:
            self._password = password
        if self._phase is _Phase.GIVEN_UP:
            self._phase = _Phase.TRYING
        self._retries.begin_anew()
        self._wake.set()

    async def close(self, bye: bool = True) -> None:
        """Ends the link and `events`; with `bye` the server learns that the person goes on purpose."""
        if bye and self._phase is _Phase.UP:
            self._write(encode(Bye()))
        self._phase = _Phase.CLOSED
        if self._task is None:
            self._tell(None)
        else:
            self._task.cancel()
            await asyncio.wait({self._task})

    # ---- one connection after the other -----------------------------------------------------------

    async def _run(self) -> None:
        try:
            while True:
                lost = await self._round()
                await self._pause(self._down(lost))
                self._phase = _Phase.TRYING
        finally:
            self._phase = _Phase.CLOSED
            self._tell(None)

    async def _ended(self) -> None:
        """Waits for the end, and raises what brought it about if it was not `close`."""
        if self._task is not None:
            await asyncio.wait({self._task})
            if not self._task.cancelled():
                self._task.result()

    async def _round(self) -> Lost:
        """Until a connection has been up and is over, or all places were in vain: and why.

        In haste first, so that a machine that is gone holds nobody up; then with patience, if one may only be slow.
        """
        lost, slow = await self._go_through(self._timing.for_greeting(len(self._places)))
        if slow and len(self._places) > 1:
            lost, _ = await self._go_through(self._timing.connect)
        return lost

    async def _go_through(self, seconds: float) -> tuple[Lost, bool]:
        """Once from place to place, each with so long for its greeting; and whether one ran out of time."""
        failures: list[Lost] = []
        while len(failures) < len(self._places):
            self._tell_trying(len(failures) + 1)
            lost = await self._visit(seconds)
            if lost.cause is Cause.PERSON:
                return lost, False
            self._places.go_on()
            if self._phase is _Phase.UP:
                return lost, False
            failures.append(lost)
        return of_all(failures), any(lost.code == "timeout" for lost in failures)

    def _tell_trying(self, number: int) -> None:
        if len(self._places) > 1:
            self._tell(Trying(self.address, number, len(self._places)))

    async def _visit(self, seconds: float) -> Lost:
        """One connection, from dialling to its end, and why it ended."""
        end, place = ClientEnd(), self._places.present
        try:
            async with asyncio.timeout(seconds):
                reader, self._writer = await dial(place.host, place.port, seconds, place.trust)
                self._greet()
                while self._phase is not _Phase.UP:
                    self._receive(end, await reader.read(CHUNK))
            await self._listen(end, reader)
        except Lost as lost:
            return lost
        except Unreachable as error:
            return Lost(error.code, error.params)
        except errors.TuicardsError as error:
            return Lost(error.code, error.params, again=False, cause=Cause.PLACE)
        except TimeoutError:
            return Lost("timeout")
        except OSError:
            return Lost("connection_lost")
        finally:
            await self._hang_up()

    def _greet(self) -> None:
        """Says hello. Raises Refused when the name, the password or the table cannot be sent."""
        table, seen = self._shown
        hello = Hello(
            protocol=PROTOCOL,
            client=f"tuicards/{__version__}",
            name=self._name,
            token=self._token,
            password=self._password,
            ticket=self._ticket,
            table=table,
            seen=seen,
        )
        self._write(encode(hello))

    async def _listen(self, end: ClientEnd, reader: asyncio.StreamReader) -> NoReturn:
        """Takes in what comes, pings when nothing comes. Raises Lost or OSError when that is over."""
        waited, places = 0.0, len(self._places)
        quiet, silent = self._timing.before_ping(places), self._timing.of_silence(places)
        while True:
            await self._until_room()
            patience = min(quiet, silent - waited)
            try:
                async with asyncio.timeout(patience):
                    data = await reader.read(CHUNK)
            except TimeoutError:
                waited += patience
                if waited >= silent:
                    raise Lost("silent", {"seconds": round(waited)}) from None
                self._send_ping()
            else:
                waited = 0.0
                self._receive(end, data)

    def _receive(self, end: ClientEnd, data: bytes) -> None:
        """Raises Lost at the end of the stream, at the server's last words, and when the bytes are broken."""
        if not data:
            raise Lost("connection_lost")
        for message in end.receive(data):
            self._take(message)
        self._write(end.data_to_send())
        if end.error is not None:
            raise Lost(end.error.code, end.error.params, again=self._phase is _Phase.UP, cause=Cause.PLACE)

    def _take(self, message: ServerMessage) -> None:
        match message:
            case Welcome():
                self._welcomed(message)
            case Closing(code=code, params=params, again=again):
                raise told_by_server(code, params, again)
            case Refused(code=code, params=params) if self._phase is not _Phase.UP:
                raise told_by_server(code, params, again=False)
            case Pong(n=n):
                self._pings.answered(n, asyncio.get_running_loop().time())
            case _:
                self._note(message)
                self._tell(message)

    def _note(self, message: ServerMessage) -> None:
        """Remembers what the next hello has to say, and which requests still wait."""
        match message:
            case Done(id=request) | Refused(id=request):
                self._requests.answered(request)
            case Update(table=table, seq=seq):
                self._shown = (table, seq)
            case LeftTable():
                self._shown = ("", 0)

    def _welcomed(self, welcome: Welcome) -> None:
        """The connection stands: say so, then repeat the moves without an answer and send what was kept."""
        self._name, self._token, self._ticket = welcome.name, welcome.token, ""
        if welcome.table != self._shown[0]:
            self._shown = (welcome.table, 0)
        self._phase = _Phase.UP
        self._up_since = asyncio.get_running_loop().time()
        self._tell(Connected(welcome))
        moves, held = self._requests.resume()
        for message in moves:
            self._write(encode(message))
        for message in held:
            self._transmit(message)
        self._send_ping()

    def _down(self, lost: Lost) -> float | None:
        """Tells that the connection is over; the seconds until the next try, or None to wait for `retry`."""
        lived = asyncio.get_running_loop().time() - self._up_since if self._phase is _Phase.UP else 0.0
        self._retries.note(lived)
        retry_in = self._retries.next_wait() if lost.again else None
        self._phase = _Phase.TRYING if lost.again else _Phase.GIVEN_UP
        self._tell(Disconnected(lost.code, lost.params, retry_in))
        self._settle(lost.again)
        return retry_in

    async def _pause(self, seconds: float | None) -> None:
        """Until the time is over or `retry` is called; for ever without a time."""
        self._wake.clear()
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await self._wake.wait()

    async def _hang_up(self) -> None:
        writer, self._writer = self._writer, None
        self._pings.delay = None
        if writer is not None:
            await hang_up(writer, self._timing.farewell)

    # ---- out and in -------------------------------------------------------------------------------

    def _transmit(self, message: ClientMessage) -> None:
        if self._is_busy():
            self._refuse(message, "link_busy")
            return
        try:
            data = encode(message)
        except errors.Refused as error:
            self._refuse(message, error.code, error.params)
            return
        self._requests.sent(message)
        self._write(data)

    def _is_busy(self) -> bool:
        unsent = self._writer.transport.get_write_buffer_size() if self._writer else 0
        return self._requests.full or unsent > UNSENT

    def _write(self, data: bytes) -> None:
        if data and self._writer is not None and not self._writer.is_closing():
            self._writer.write(data)

    def _refuse(self, message: ClientMessage, code: str, params: dict[str, Any] | None = None) -> None:
        """Answers for the server. A message without an id asks for no answer."""
        if isinstance(message, Request):
            self._tell(Refused(id=message.id, code=code, params=params or {}))

    def _settle(self, again: bool) -> None:
        """Answers for the server what it can no longer answer itself."""
        lost, unsent = (self._requests.lose(), []) if again else self._requests.give_up()
        for message in lost:
            self._refuse(message, "answer_lost")
        for message in unsent:
            self._refuse(message, "not_connected")

    def _tell(self, event: LinkEvent | None) -> None:
        self._events.put_nowait(event)

    async def _until_room(self) -> None:
        while self._events.qsize() >= UNTOLD:
            self._room.clear()
            await self._room.wait()

    def _send_ping(self) -> None:
        self._write(encode(self._pings.next(asyncio.get_running_loop().time())))
