"""What one node tells another: requests on their way to a table's owner, and what the owner says to people."""

from typing import TypeAlias

import msgspec

from server.mail import Asked, Back, Command, Lost, Shut
from tuicards.wire.messages import ClientMessage, Request, ServerMessage


class Wanted(msgspec.Struct, frozen=True, tag=True):
    """To the owner of a table: a person's request, from the node `run`, where their session is.

    One of an older session than the latest known is not carried out, here and below.
    """

    table: str
    name: str
    run: int
    session: int
    request: ClientMessage
    unasked: bool = False
    """Nobody waits for an answer: on the way the request has an id all the same, since all requests have one."""

    @property
    def as_asked(self) -> Request:
        """The request as it was before it was on its way."""
        assert isinstance(self.request, Request)
        return msgspec.structs.replace(self.request, id=0) if self.unasked else self.request


class WasLost(msgspec.Struct, frozen=True, tag=True):
    """To the owner of a table: a person's connection is gone."""

    table: str
    name: str
    run: int
    session: int


class CameBack(msgspec.Struct, frozen=True, tag=True):
    """To the owner of a table: a person has a new connection, which has shown the table up to `seen`."""

    table: str
    name: str
    run: int
    session: int
    seen: int | None = None
    quiet: bool = False
    """The connection was never gone: it is the table that has another owner."""


class ShutDown(msgspec.Struct, frozen=True, tag=True):
    """To the owner of a table: the operator closes it."""

    table: str


class Followed(msgspec.Struct, frozen=True, tag=True):
    """To a person's node: they have arrived at the table.

    `fence`, here and below: the owner's. What an owner said before the present one may arrive later.
    """

    name: str
    table: str
    fence: int = 0


class Told(msgspec.Struct, frozen=True, tag=True):
    """To a person's node: a table's message for them."""

    name: str
    table: str
    message: ServerMessage
    fence: int = 0


class Departed(msgspec.Struct, frozen=True, tag=True):
    """To a person's node: they are not, or no longer, at the table."""

    name: str
    table: str
    fence: int = 0


class Handed(msgspec.Struct, frozen=True, tag=True):
    """To the node that is to own a table from now on: its last owner has let go of it."""

    code: str
    uid: str


class SentAway(msgspec.Struct, frozen=True, tag=True):
    """To a person's node: the operator sends them away, with this reason."""

    name: str
    code: str
    params: dict[str, str | int]


OfPerson: TypeAlias = Wanted | WasLost | CameBack
ToTable: TypeAlias = OfPerson | ShutDown
Letter: TypeAlias = Wanted | WasLost | CameBack | ShutDown | Followed | Told | Departed | Handed | SentAway


def to_table(table: str, command: Command, run: int, session: int) -> ToTable:
    """The letter that takes a command to a table's owner, from the node `run`, where the person's session is.

    Raises TypeError for what only the table's own node can command.
    """
    match command:
        case Asked(who=who, request=request):
            sent = request if request.id else msgspec.structs.replace(request, id=1)
            return Wanted(table, who, run, session, sent, unasked=not request.id)  # type: ignore[arg-type]
        case Lost(who=who):
            return WasLost(table, who, run, session)
        case Back(who=who, seen=seen, quiet=quiet):
            return CameBack(table, who, run, session, seen, quiet)
        case Shut():
            return ShutDown(table)
    raise TypeError(f"{type(command).__name__} concerns the table's own node only")


def command_of(letter: ToTable) -> Command:
    """What a table is to do that the letter has come to."""
    match letter:
        case Wanted(name=name):
            return Asked(name, letter.as_asked)
        case WasLost(name=name):
            return Lost(name)
        case CameBack(name=name, seen=seen, quiet=quiet):
            return Back(name, seen, quiet)
        case ShutDown():
            return Shut()
