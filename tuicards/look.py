"""What a server says of itself to anybody, before one comes in."""

import asyncio
import re
import ssl
from dataclasses import dataclass, replace

import msgspec

from tuicards.address import MOST_ADDRESSES, Address, format_address
from tuicards.dial import Stream, Unreachable, dial, hang_up
from tuicards.errors import PeerError
from tuicards.safe_text import safe_text
from tuicards.tls import Trust, any_certificate
from tuicards.wire.codec import encode
from tuicards.wire.connection import ClientEnd
from tuicards.wire.messages import About, Closing, Look, ServerMessage

LONGEST = 40
"""Characters that are kept of each text; no server of ours says more."""

MOST_GAMES = 16

READ = 4096
GOODBYE = 0.2
"""Seconds for the other end to see that nobody is there any more."""

CODE = re.compile(r"[a-z_.]{1,40}")


@dataclass(frozen=True, slots=True)
class Seen:
    """A server as it was a moment ago."""

    address: Address
    """Where it answered."""
    about: About
    """Its texts are fit for a terminal, whoever wrote them."""
    delay: float
    """Seconds from the question to the answer, once the connection stood."""
    others: tuple[Address, ...] = ()
    """Where further servers have answered that share its lobby."""

    @property
    def where(self) -> str:
        """Its address as it is typed, or a list with the others behind it."""
        return ",".join(format_address(*address[:3]) for address in (self.address, *self.others))

    def shares_with(self, other: "Seen") -> bool:
        """Whether both say that they share a lobby, and are reached in the same way. What one alone says could be
        said by anybody, to be sent the tokens of the other's people."""
        one_way = self.address.tls == other.address.tls
        return one_way and _names(self, other) and _names(other, self)

    def beside(self, other: "Seen") -> "Seen":
        """The same with the other's address, where a list has room for it."""
        return replace(self, others=(*self.others, other.address)[: MOST_ADDRESSES - 1])


def _names(one: Seen, other: Seen) -> bool:
    return format_address(*other.address[:3]) in one.about.club


class _Anybody(Trust):
    """Takes every certificate: what is asked and what is answered is no secret."""

    def context(self) -> ssl.SSLContext:
        return any_certificate()

    def check(self, shown: bytes | None) -> None:
        """Whoever it is."""


async def look(address: Address, seconds: float = 3.0) -> Seen:
    """Ask the server there what it is.

    Raises Unreachable (`timeout` before `seconds` are over), Untrusted where it does not encrypt though the address
    says so, SetupError `bad_port`, and PeerError: `not_tuicards`, or the code with which it turns everybody away.
    """
    loop = asyncio.get_running_loop()
    end = loop.time() + seconds
    stream = await dial(address.host, address.port, seconds, _Anybody() if address.tls else None)
    try:
        async with asyncio.timeout_at(end):
            asked = loop.time()
            about = await _ask(stream)
            return Seen(address, about, loop.time() - asked)
    except TimeoutError:
        raise Unreachable("timeout") from None
    except OSError:
        raise Unreachable("connection_lost") from None
    finally:
        await hang_up(stream[1], GOODBYE)


async def _ask(stream: Stream) -> About:
    """Raises PeerError, OSError."""
    reader, writer = stream
    writer.write(encode(Look()))
    end = ClientEnd()
    while data := await reader.read(READ):
        for message in end.receive(data):
            return _about(message)
        if end.error is not None:
            raise end.error
    raise PeerError("not_tuicards", fault="no answer")


def _about(answer: ServerMessage) -> About:
    """What the server says of itself, fit to be shown. Raises PeerError where it says something else."""
    match answer:
        case About():
            return _cleaned(answer)
        case Closing(code=code) if CODE.fullmatch(code):
            raise PeerError(code)
        case _:
            raise PeerError("not_tuicards", fault="no answer")


def _cleaned(about: About) -> About:
    return msgspec.structs.replace(
        about,
        server=short(about.server),
        version=short(about.version),
        run=short(about.run),
        games=tuple(short(game) for game in about.games[:MOST_GAMES]),
        people=max(0, about.people),
        tables=max(0, about.tables),
        seats=max(0, about.seats),
    )


def short(text: str) -> str:
    """The beginning of a stranger's text, fit for a terminal."""
    return safe_text(text[:LONGEST])[:LONGEST]
