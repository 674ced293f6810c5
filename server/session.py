"""One peer: bytes in, bytes out, and the patience with it. What messages mean is the lobby's affair.

No peer can make the others wait: what it sends is taken in small pieces, between which everybody else
has a turn, and at a limited rate; what it is sent waits in its own outbox.
"""

import asyncio
import contextlib
import logging
import socket
from collections.abc import Mapping
from typing import Any, cast

from server.clock import Clock
from server.coming_round import ComingRound
from server.config import Settings
from server.heartbeats import Heartbeats
from server.limits import Bucket
from server.lobby import Lobby
from server.logs import about
from server.origins import Arrival, Origin
from server.outbox import Outbox
from server.packing import bytes_of
from server.people import Person
from server.prompt import PromptProtocol
from tuicards.errors import PlayerError
from tuicards.wire.connection import ServerEnd
from tuicards.wire.messages import ClientMessage, Closing, Hello, Look, Ping, Pong, ServerMessage

log = logging.getLogger(__name__)

READ = 1024
"""Bytes taken in at once: what they ask for is answered with fewer messages than the outbox holds."""

PATIENCE = 3
"""So many heartbeats without a sign of life, and the peer is lost."""

KERNEL_BUFFER = 16 * 1024
"""Bytes that the kernel is to hold each way. More would hide for long that a peer does not read, and old pictures
would wait there before the newest one."""

LATE = 0.5
"""Seconds by which a timer is late only where the process was stopped, or the machine asleep."""

PASSING = ("too_fast", "too_many_here", "cluster_waits")
"""Why a greeting is refused that may be repeated as it is."""

LAST_WORDS = 1.0
"""Seconds for a peer to read why it is closed."""


class Session:
    """One connection, from the first byte to the last. `run` returns when it is over."""

    def __init__(
        self,
        reader: asyncio.StreamReader,
        writer: asyncio.StreamWriter,
        lobby: Lobby,
        settings: Settings,
        arrival: Arrival,
        clock: Clock,
        coming_round: ComingRound,
        heartbeats: Heartbeats,
    ) -> None:
        """`coming_round` and `heartbeats` are the same for all sessions of a loop."""
        self._arrival = arrival
        self._reader, self._writer = reader, writer
        self._transport = cast(asyncio.Transport, writer.transport)
        self._coming_round, self._heartbeats = coming_round, heartbeats
        self._lobby, self._settings, self._tally = lobby, settings, lobby.tally
        self._end = ServerEnd()
        self._outbox = Outbox()
        self._wake = asyncio.Event()
        self._due = False
        """Whether what waits will be sent as soon as the loop comes round."""
        self._all_sent = asyncio.Event()
        self._person: Person | None = None
        self._closing: Closing | None = None
        self._pace = Bucket(settings.limits.messages, clock)
        _tune(writer)
        self._listening = False
        """Whether all that has come is taken, and nothing keeps the peer from being heard."""
        protocol = writer.transport.get_protocol()
        if isinstance(protocol, PromptProtocol):
            protocol.offer = self._take_at_once
        self._over = False
        self._abort: asyncio.TimerHandle | None = None
        self._greeting: asyncio.TimerHandle | None = None
        self._silent = 0
        """Heartbeats since the last sign of life."""
        self._stuck = 0
        """Heartbeats during which the peer has not taken what is being sent."""
        self._unasked = 0
        """Heartbeats since the person asked for something."""

    def apply(self, settings: Settings) -> None:
        """Other settings from now on."""
        self._settings = settings
        self._pace.limit(settings.limits.messages)

    async def run(self) -> None:
        sender = asyncio.create_task(self._send_all(), name="sender")
        heart = self._heartbeats.begin(self._beat, self._settings.ping_every)
        self._await_greeting()
        try:
            await self._read_all()
        except OSError:
            pass  # the peer is gone; nothing is left to tell it
        finally:
            self._leave()
            self._hang_up()
            if self._greeting is not None:
                self._greeting.cancel()
            heart.stop()
            await asyncio.gather(sender, return_exceptions=True)
            await self._shut()

    def _leave(self) -> None:
        if self._person is not None:
            self._lobby.lost(self._person, self)
            why = self._closing.code if self._closing is not None else None
            facts = about("went", person=self._person.name, address=self.host, why=why)
            log.info("%s is gone%s", self._person.name, f" ({why})" if why else "", extra=facts)

    async def _shut(self) -> None:
        self._writer.close()
        with contextlib.suppress(OSError):
            await self._writer.wait_closed()
        if self._abort is not None:
            self._abort.cancel()

    # ---- what the lobby may do -------------------------------------------------------------------------

    @property
    def host(self) -> str:
        return self._arrival.host

    @property
    def origin(self) -> Origin:
        return self._arrival.origin

    def comes_from(self, host: str) -> None:
        self._arrival.comes_from(host)

    def send(self, message: ServerMessage) -> None:
        if self._closing is not None:
            return
        self._outbox.put(message)
        if not self._due:
            self._due = True
            self._coming_round.call(self._send_at_once)

    def close(self, code: str, params: Mapping[str, Any] | None = None, *, again: bool = False) -> None:
        """Say why, and hang up. What comes in from now on does not count."""
        if self._closing is None:
            self._closing = Closing(code=code, params=dict(params or {}), again=again)
            self._hang_up()

    def abort(self) -> None:
        """Hang up without a word."""
        self._closing = self._closing or Closing(code="server_stopping")
        self._hang_up()
        self._writer.transport.abort()

    # ---- reading ---------------------------------------------------------------------------------------

    async def _read_all(self) -> None:
        while self._closing is None and not self._end.closed:
            self._listening = True
            data = await self._reader.read(READ)
            self._listening = False
            if not data:
                return
            before = self._end.frames
            await self._take(data)
            if not self._end.closed:
                await self._answer()
                await self._catch_up()
                await self._let_others(self._pace.pour(self._end.frames - before), more=len(data) == READ)

    def _take_at_once(self, data: bytes) -> bool:
        """What comes in small pieces from somebody who is let in and takes what is sent, as nearly all does."""
        if not self._listening or self._person is None or len(data) >= READ or self._is_behind():
            self._listening = False  # the task takes it, and waits where it has to
            return self._reader.at_eof()
        try:
            self._take_whole(data)
        except Exception as error:
            self._reader.set_exception(error)
        return True

    def _is_behind(self) -> bool:
        """Whether something waits to be sent to the peer."""
        return bool(self._outbox) or self._transport.get_write_buffer_size() > 0

    def _take_whole(self, data: bytes) -> None:
        before = self._end.frames
        for message in self._heard(data):
            if self._closing is None:
                self._handle(message)
        if self._end.closed or self._closing is not None:
            self._reader.feed_eof()
            return
        answers = self._end.data_to_send()
        if answers:
            self._transport.write(answers)
        wait = self._pace.pour(self._end.frames - before)
        if wait > 0:
            self._transport.pause_reading()
            asyncio.get_running_loop().call_later(wait, self._transport.resume_reading)

    def _heard(self, data: bytes) -> list[ClientMessage]:
        self._silent = 0
        self._tally.bytes_in += len(data)
        return self._end.receive(data)

    @staticmethod
    async def _let_others(wait: float, more: bool) -> None:
        """Read on after so long. Where no more has come yet, the others have their turn in any case."""
        if wait > 0 or more:
            await asyncio.sleep(wait)

    async def _take(self, data: bytes) -> None:
        for message in self._heard(data):
            if self._closing is not None:
                continue
            if isinstance(message, Hello):
                await self._greet(message)
            else:
                self._handle(message)

    def _handle(self, message: ClientMessage) -> None:
        if not isinstance(message, Pong):
            self._unasked = 0
        if isinstance(message, Look):
            self.send(self._lobby.about())
        elif self._person is not None:
            self._lobby.handle(self._person, message)

    async def _greet(self, hello: Hello) -> None:
        self._unasked = 0
        if self._greeting is not None:
            self._greeting.cancel()
        try:
            self._person = await self._lobby.enter(hello, self)
        except PlayerError as error:
            self.close(error.code, error.params, again=error.code in PASSING)
            facts = about("refused", address=self.host, code=error.code)
            log.info("%s is not let in: %s", self.host, error, extra=facts)
        else:
            client = hello.client[:60]
            facts = about("came", person=self._person.name, address=self.host, client=client)
            log.info("%s is %s, with %s", self.host, self._person.name, client, extra=facts)

    # ---- writing ---------------------------------------------------------------------------------------

    def _send_at_once(self) -> None:
        """Nearly always the kernel takes it all; only where it does not, the sender wakes and waits for it."""
        self._due = False
        transport = self._transport
        while not transport.get_write_buffer_size() and not transport.is_closing():
            data = self._next_bytes()
            if data:
                self._write(data)
                self._stuck = 0
            if len(data) < KERNEL_BUFFER:
                break  # that was all
        if transport.get_write_buffer_size() or self._outbox:
            self._wake.set()
            if self._outbox.full:
                self.close("too_slow", again=True)
        else:
            self._all_sent.set()

    async def _send_all(self) -> None:
        try:
            await self._send_until_over()
        finally:
            self._hang_up()

    async def _send_until_over(self) -> None:
        while not self._over or self._outbox:
            await self._wake.wait()
            self._wake.clear()
            while self._outbox:
                await self._send(self._next_bytes())
            await self._writer.drain()
            self._all_sent.set()
        if self._closing is not None:
            await self._send(bytes_of(self._closing))
        else:
            await self._answer()
        self._writer.close()

    def _next_bytes(self) -> bytes:
        """What waits, as much as the kernel takes at once."""
        data = b""
        while len(data) < KERNEL_BUFFER and (message := self._outbox.take()) is not None:
            data += bytes_of(message)
        return data

    async def _send(self, data: bytes) -> None:
        self._write(data)
        await self._writer.drain()
        self._stuck = 0

    def _write(self, data: bytes) -> None:
        self._transport.write(data)
        self._tally.bytes_out += len(data)

    async def _answer(self) -> None:
        """Send what the protocol itself answers; a peer that does not take it is not read further."""
        answers = self._end.data_to_send()
        if answers:
            self._writer.write(answers)
            await self._writer.drain()

    async def _catch_up(self) -> None:
        """Read on when the answers are sent: who asks much at once and listens is not one who does not read."""
        if self._outbox.half_full and not self._over:
            self._all_sent.clear()
            await self._all_sent.wait()

    def _hang_up(self) -> None:
        """Let the last words go out, but do not wait for long."""
        if not self._over:
            self._over = True
            self._wake.set()
            self._all_sent.set()
            transport = self._writer.transport
            self._abort = asyncio.get_running_loop().call_later(LAST_WORDS, transport.abort)

    # ---- patience --------------------------------------------------------------------------------------

    def _await_greeting(self) -> None:
        loop = asyncio.get_running_loop()
        due = loop.time() + self._settings.hello_within
        self._greeting = loop.call_at(due, self._check_greeted, due)

    def _check_greeted(self, due: float) -> None:
        """Where the server itself was late, the peer has all the time anew."""
        if asyncio.get_running_loop().time() - due > LATE:
            self._await_greeting()
        elif self._person is None:
            self.close("hello_late")

    def _beat(self) -> float:
        """Heartbeats are counted, not timed, so that a server that was stopped blames nobody for it.

        Returns seconds until the next one.
        """
        if not self._over:
            self._look_after()
        return self._settings.ping_every

    def _look_after(self) -> None:
        if self._stuck >= PATIENCE:
            self.close("too_slow", again=True)
        elif self._silent >= PATIENCE:
            self.close("peer_silent", again=True)
        elif self._is_idle():
            self.close("idle")
        elif self._silent and self._person is not None:
            self.send(Ping(self._silent))
        self._silent += 1
        self._stuck += bool(self._outbox)
        self._unasked += 1

    def _is_idle(self) -> bool:
        """Whether the person has been at no table and wanted nothing for longer than one may."""
        most = self._settings.limits.idle_person
        return 0 < most <= self._unasked * self._settings.ping_every and not (self._person and self._person.table)


def _tune(writer: asyncio.StreamWriter) -> None:
    """Send at once, and keep what has to wait in the outbox, where a newer picture takes an older one's place.

    Asked for no more than can have come, the kernel needs no 256 KiB of memory anew for each read.
    """
    writer.transport.set_write_buffer_limits(high=1, low=0)  # an encrypted one would never go on from 0
    writer.transport.max_size = KERNEL_BUFFER  # type: ignore[attr-defined]
    sock = writer.get_extra_info("socket")
    with contextlib.suppress(OSError):
        sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        sock.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, KERNEL_BUFFER)
        sock.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, KERNEL_BUFFER)
