"""The two ends of a connection, sans-I/O: bytes in, messages out, and the answers that the protocol itself gives.

    end = ServerEnd()
    for message in end.receive(data): ...     # whole, valid messages, in order
    transport.write(end.data_to_send())       # pongs, refusals, last words
    if end.closed: close the transport        # after the bytes above

Neither end ever raises: whatever the peer sends becomes a message, an answer, or the end of the
connection. What a message does depends on the state and the kind of message only, and stands in the
two tables below; what they do not hold is the fault that the state names.
"""

from collections.abc import Callable, Mapping
from enum import Enum, auto
from typing import Any, ClassVar, Generic, TypeAlias, TypeVar

from tuicards.errors import PeerError
from tuicards.wire.codec import MAX_NUMBER, BadMessage, encode, glance, read_client, read_server, unpack
from tuicards.wire.frames import FrameReader
from tuicards.wire.messages import (
    MAX_FROM_CLIENT,
    MAX_FROM_SERVER,
    PROTOCOL,
    About,
    Bye,
    ClientMessage,
    Closing,
    Hello,
    Look,
    Message,
    Ping,
    Plain,
    Pong,
    Refused,
    ServerMessage,
    Welcome,
)

FAULTS_ALLOWED = 20
"""So many bad messages are answered on one connection; the next one ends it."""


class State(Enum):
    GREETING = auto()
    """The server waits for Hello, the client for Welcome."""
    OPEN = auto()
    CLOSED = auto()


class Step(Enum):
    """What becomes of a message."""

    DELIVER = auto()
    ANSWER_PING = auto()
    OPEN = auto()
    """Deliver it and go on to the open state."""
    END = auto()
    """Deliver it; nothing after it counts."""


ANY = Message
"""Stands for every kind of message without a line of its own."""

Table: TypeAlias = Mapping[State, Mapping[type[Message], Step | str]]
"""For each state, what each kind of message leads to; a text is the code of a fault."""

SERVER_STEPS: Table = {
    State.GREETING: {Hello: Step.OPEN, Look: Step.END, ANY: "hello_first"},
    State.OPEN: {
        Ping: Step.ANSWER_PING,
        Bye: Step.END,
        Hello: "second_hello",
        Look: "second_hello",
        ANY: Step.DELIVER,
    },
}

CLIENT_STEPS: Table = {
    State.GREETING: {
        Welcome: Step.OPEN,
        About: Step.END,
        Refused: Step.END,
        Closing: Step.END,
        Ping: Step.ANSWER_PING,
        ANY: "welcome_first",
    },
    State.OPEN: {
        Ping: Step.ANSWER_PING,
        Closing: Step.END,
        Welcome: "second_welcome",
        About: "second_welcome",
        ANY: Step.DELIVER,
    },
}

Incoming = TypeVar("Incoming", bound=Message)


class _End(Generic[Incoming]):
    """What both ends do alike. The subclasses say how a fault is met."""

    limit: ClassVar[int]
    steps: ClassVar[Table]

    def __init__(self, read: Callable[[Plain], Any]) -> None:
        self._read = read
        self._frames = FrameReader(self.limit)
        self._out = bytearray()
        self._faults = 0
        self._state = State.GREETING
        self.frames = 0
        """How many whole frames have come, good ones and bad ones."""

    @property
    def closed(self) -> bool:
        """Whether the connection is over for the protocol: send what is left, then close."""
        return self._state is State.CLOSED

    @property
    def greeted(self) -> bool:
        """Whether the greeting is over and the connection open."""
        return self._state is State.OPEN

    def receive(self, data: bytes) -> list[Incoming]:
        """The messages that are whole after these bytes. Never raises; once closed there are none."""
        bodies = self._frames.feed(data)
        self.frames += len(bodies)
        messages = [message for body in bodies for message in self._take(body)]
        if self._frames.error and not self.closed:
            self._end(self._frames.error)
        return messages

    def data_to_send(self) -> bytes:
        """The answers that the protocol itself gives, once."""
        out = bytes(self._out)
        self._out.clear()
        return out

    def _take(self, body: bytes) -> list[Incoming]:
        if self.closed:
            return []
        try:
            if self._state is State.GREETING:
                self._check_version(glance(body, self.limit))
            return self._step(self._read(unpack(body, self.limit)))
        except BadMessage as error:
            return self._fault(error, error.request)
        except PeerError as error:
            self._end(error)
            return []

    def _step(self, message: Incoming) -> list[Incoming]:
        steps = self.steps[self._state]
        match steps.get(type(message), steps[ANY]):
            case Step.ANSWER_PING if isinstance(message, Ping):
                self._out += encode(Pong(message.n))
                return []
            case Step.OPEN:
                self._state = State.OPEN
            case Step.END:
                self._state = State.CLOSED
            case str(code):
                return self._fault(PeerError(code), getattr(message, "id", 0))
        return [message]

    def _fault(self, error: PeerError, request: int) -> list[Incoming]:
        """Meet a whole frame that is of no use: the end while greeting or after too many, or else a refusal."""
        self._faults += 1
        if self._state is State.GREETING:
            self._end(error)
            return []
        if self._faults > FAULTS_ALLOWED:
            self._end(PeerError("too_many_faults", last=error.code))
            return []
        return self._refuse(Refused(id=request, code=error.code, params=dict(error.params)))

    def _check_version(self, plain: Plain) -> None:
        """Raises PeerError `version` where the map greets in another version."""
        raise NotImplementedError

    def _refuse(self, refused: Refused) -> list[Incoming]:
        raise NotImplementedError

    def _end(self, error: PeerError) -> None:
        raise NotImplementedError


class ServerEnd(_End[ClientMessage]):
    """The server's end of one connection.

    The first message has to be Hello in the server's version of the protocol, or Look; all else is answered with
    Closing. After that a bad message is answered with Refused, up to FAULTS_ALLOWED of them. Broken
    framing is answered with Closing. Pings are answered here, Bye closes without an answer.
    """

    limit = MAX_FROM_CLIENT
    steps = SERVER_STEPS

    def __init__(self) -> None:
        super().__init__(read_client)

    def _check_version(self, plain: Plain) -> None:
        if plain.get("t") == "hello":
            theirs = plain.get("protocol", "none")
            if type(theirs) is not int or theirs != PROTOCOL:
                raise PeerError("version", ours=PROTOCOL, yours=_shown(theirs))

    def _refuse(self, refused: Refused) -> list[ClientMessage]:
        self._out += encode(refused)
        return []

    def _end(self, error: PeerError) -> None:
        self._out += encode(Closing(code=error.code, params=dict(error.params)))
        self._state = State.CLOSED


class ClientEnd(_End[ServerMessage]):
    """The client's end of one connection.

    The first message has to be Welcome in the client's version, About, Refused or Closing. After that a message
    that cannot be understood is delivered as a Refused with the code `not_understood`, so that a request it
    may have answered is not waited for in vain and a person hears of it. `error` says why the client has to
    hang up; it is None after Refused or Closing.
    """

    limit = MAX_FROM_SERVER
    steps = CLIENT_STEPS

    def __init__(self) -> None:
        super().__init__(read_server)
        self.error: PeerError | None = None
        """`version`, `not_tuicards` (what greets is no server of ours), or what was wrong with the bytes."""

    def _check_version(self, plain: Plain) -> None:
        if plain.get("t") == "welcome":
            theirs = plain.get("protocol", "none")
            if type(theirs) is not int or theirs != PROTOCOL:
                raise PeerError("version", ours=_shown(theirs), yours=PROTOCOL)

    def _refuse(self, refused: Refused) -> list[ServerMessage]:
        return [Refused(id=refused.id, code="not_understood", params={"fault": refused.code})]

    def _end(self, error: PeerError) -> None:
        greeting = self._state is State.GREETING and error.code != "version"
        self.error = PeerError("not_tuicards", fault=error.code) if greeting else error
        self._state = State.CLOSED


def _shown(version: object) -> int | str:
    """A peer's version as the parameter of a code."""
    if type(version) is int and abs(version) <= MAX_NUMBER:
        return version
    try:
        return str(version)[:20]
    except RecursionError:
        return "..."
