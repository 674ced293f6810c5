"""One guest's session, from their command to the exit status."""

import asyncio
import contextlib
import logging
from collections.abc import Mapping
from typing import NamedTuple, Protocol

import asyncssh

from server.logs import about
from server.ssh.bridge import Bridge
from server.ssh.clients import Clients
from server.ssh.desk import Desk
from server.ssh.line import Line
from server.ssh.messages import WayIn
from server.ssh.terminal import believed, open_terminal, resize
from tuicards.errors import Refused
from tuicards.locale.languages import language_for
from tuicards.speech import Speaker
from tuicards.visits import Visit

log = logging.getLogger(__name__)

LAST_WORDS = 5.0
"""Seconds for what a client has written last to be passed on, once it has ended."""

FAREWELL = 3.0
"""Seconds for the guest's program to hang up once the session is over."""

EARLY = 4096
"""Bytes typed before there is a client to take them."""

WORDS, LONGEST_WORD = 4, 40
"""Of what is typed after the host."""

TURNED_AWAY = 1
SIGNALLED = 128

PUT_RIGHT = (
    "\x1b[<u\x1b[?1000l\x1b[?1002l\x1b[?1003l\x1b[?1006l\x1b[?1015l\x1b[?2004l\x1b[?2048l\x1b[?1004l"
    "\x1b[?7h\x1b[?1049l\x1b[?25h\x1b[0m"
)
"""Gives a terminal back as it was, in place of a client that could not: keys, mouse, pasting, lines that go on in
the next one, screen, cursor."""


class Caller(NamedTuple):
    """Who is at the other end, as far as SSH knows."""

    key: str
    """The fingerprint; empty: they have shown none."""
    name: str
    """The user name; empty: it is nobody's, and the guest is to be asked."""
    line: Line


class House(Protocol):
    """What all guests share."""

    desk: Desk
    clients: Clients

    def enter(self, guest: "Guest") -> int:
        """A number for the visit. Raises Refused `server_full`."""

    def leave(self, guest: "Guest") -> None:
        """The end of a session that has entered."""


class Guest(asyncssh.SSHServerSession[bytes]):
    """A session: a terminal and perhaps a command, which is no program but names a game or a table."""

    def __init__(self, house: House, caller: Caller) -> None:
        self._house, self.caller = house, caller
        self._channel: asyncssh.SSHServerChannel[bytes]
        self._term: str | None = None
        self._size = (0, 0)
        self._words: tuple[str, ...] = ()
        self._early = bytearray()
        self._terminal = -1
        self._bridge: Bridge | None = None
        self._task: asyncio.Task[None] | None = None
        self.number = 0
        self._parting = ""
        """The code of why the guest is sent away."""
        self._ends = False
        """Whether the session is to end, also where its client has not begun yet."""
        self._wild = False
        """Whether the terminal is as a client left it that could not put it right."""
        self.over = asyncio.Event()
        """Set when both ends have closed the session."""

    # ---- what SSH tells ----------------------------------------------------------------------------------

    def connection_made(self, chan: asyncssh.SSHServerChannel[bytes]) -> None:
        self._channel = chan

    def pty_requested(
        self, term_type: str, term_size: tuple[int, int, int, int], term_modes: Mapping[int, int]
    ) -> bool:
        self._term, self._size = term_type, term_size[:2]
        return True

    def shell_requested(self) -> bool:
        return True

    def exec_requested(self, command: str) -> bool:
        """No command is ever carried out: its words are handed to the client."""
        self._words = words_of(command)
        return True

    def subsystem_requested(self, subsystem: str) -> bool:
        return False

    def session_started(self) -> None:
        self.caller.line.stay()
        self._task = asyncio.create_task(self._run(), name="guest")

    def terminal_size_changed(self, width: int, height: int, pixwidth: int, pixheight: int) -> None:
        self._size = (width, height)
        if self._bridge is not None:
            resize(self._terminal, width, height)

    def data_received(self, data: bytes, datatype: int | None) -> None:
        if self._bridge is not None:
            self._bridge.typed(data)
            return
        self._early += data
        if len(self._early) > EARLY:
            self._channel.pause_reading()

    def eof_received(self) -> bool:
        """Nothing more can be typed, so that the client is of no use."""
        self._hang_up()
        return True

    def break_received(self, msec: int) -> bool:
        self._hang_up()
        return True

    def signal_received(self, signal: str) -> None:
        self._hang_up()

    def pause_writing(self) -> None:
        if self._bridge is not None:
            self._bridge.hold("channel")

    def resume_writing(self) -> None:
        if self._bridge is not None:
            self._bridge.release("channel")

    def connection_lost(self, exc: Exception | None) -> None:
        self.caller.line.close_within(FAREWELL)
        self.over.set()
        if self._task is not None:
            self._task.cancel()

    # ---- the visit ---------------------------------------------------------------------------------------

    def send_away(self, code: str) -> None:
        """End the session with this sentence."""
        self._parting = code
        self._hang_up()

    def _hang_up(self) -> None:
        self._ends = True
        self._house.clients.end(self.number)

    async def _run(self) -> None:
        """A fault ends this session alone."""
        try:
            self._exit(await self._visit())
        except Refused as refusal:
            self._tell(refusal)
            self._exit(TURNED_AWAY)
        except Exception:
            log.exception("an SSH session is ended by a fault")
            self._tell(Refused("ssh_trouble"))
            self._exit(TURNED_AWAY)

    async def _visit(self) -> int:
        """The exit status. Raises Refused."""
        if self._term is None:
            raise Refused("ssh_no_terminal")
        self.number = self._house.enter(self)
        try:
            way = await self._house.desk.admit(self.caller.key, self.caller.name, self.caller.line.host)
            if self._ends:
                raise Refused(self._parting or "ssh_no_terminal")
            self._note("ssh_came", way)
            try:
                return await self._play(way)
            finally:
                self._note("ssh_went", way)
        finally:
            self._hang_up()
            self._house.leave(self)

    def _note(self, event: str, way: WayIn) -> None:
        """In the audit log, and in the log."""
        name, key, address = way.admitted.name, self.caller.key or None, self.caller.line.host
        said = "%s has come by SSH from %s (%s)" if event == "ssh_came" else "%s has left SSH, from %s (%s)"
        facts: dict[str, str | int | None] = {"guest": self.number, "name": name, "key": key, "address": address}
        log.info(said, name or "a newcomer", address, key or "no key", extra=about(event, **facts))
        self._house.desk.note(event, **facts)

    async def _play(self, way: WayIn) -> int:
        try:
            self._terminal, clients = open_terminal(*self._size)
        except OSError as error:
            log.error("there is no terminal for a guest: %s", error.strerror)
            raise Refused("ssh_trouble") from None
        bridge = self._bridge = self.caller.line.bridge = Bridge(self._terminal, self._channel, self._deaf)
        try:
            ended = self._house.clients.begin(self._message(way), clients)
            bridge.typed(bytes(self._early))
            code = await ended
            self._wild = code != 0
            if code is not None:
                with contextlib.suppress(TimeoutError):
                    async with asyncio.timeout(LAST_WORDS):
                        await bridge.drained()
        finally:
            self._bridge = self.caller.line.bridge = None
            bridge.close()
        return self._part(code)

    def _message(self, way: WayIn) -> Visit:
        return Visit(
            number=self.number,
            address=way.address,
            ticket=way.admitted.ticket,
            name=way.admitted.name,
            environ=self._environ(),
            settings=way.admitted.settings,
            keeps=bool(self.caller.key),
            words=self._words,
        )

    def _environ(self) -> dict[str, str]:
        return believed(self._term or "", self._channel.get_environment_bytes())

    def _part(self, code: int | None) -> int:
        """The exit status of a client that has ended. Raises Refused where it could not say good-bye itself."""
        if self._parting or code is None:
            raise Refused(self._parting or "ssh_trouble")
        if code < 0 and self._ends:
            return SIGNALLED - code
        if code < 0:
            log.warning("a guest's client was ended by signal %d", -code)
            raise Refused("ssh_trouble")
        return code

    def _deaf(self) -> None:
        log.info("%s has stopped reading, and is cut off", self.caller.line.host)
        self.caller.line.abort()

    def _tell(self, refusal: Refused) -> None:
        """One sentence in the guest's language, on a terminal that is as it was before."""
        sentence = Speaker(language=language_for(self._environ())).error(refusal)
        with contextlib.suppress(OSError):
            if self._term is None:
                self._channel.write_stderr(f"{sentence}\n".encode())
            else:
                put_right = PUT_RIGHT if self._wild else ""
                self._channel.write(f"{put_right}{sentence}\r\n".encode())

    def _exit(self, status: int) -> None:
        with contextlib.suppress(OSError):
            self._channel.exit(status)


def words_of(command: str) -> tuple[str, ...]:
    """The words of a command, as far as somebody may have meant them for a game or a table."""
    printable = "".join(char if char.isprintable() else " " for char in command[: WORDS * LONGEST_WORD * 2])
    return tuple(word[:LONGEST_WORD] for word in printable.split()[:WORDS])
