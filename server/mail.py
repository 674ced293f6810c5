"""What goes into a table and what comes out of it: commands and effects, plain values both."""

from dataclasses import dataclass, field
from typing import Any, TypeAlias

import msgspec

from server.records import Record
from tuicards.bots.seen import Seen
from tuicards.errors import PlayerError
from tuicards.wire.messages import LeftTable, Refused, Request, Said, ServerMessage, TableInfo, TableLine, Update


class Asked(msgspec.Struct, frozen=True, gc=False):
    """A person's request."""

    who: str
    request: Request


class Lost(msgspec.Struct, frozen=True):
    """A person's connection is gone."""

    who: str


class Back(msgspec.Struct, frozen=True):
    """A person has a new connection, which has shown this table up to `seen` (None: nothing of it)."""

    who: str
    seen: int | None = None
    quiet: bool = False
    """The connection was never gone: it is the table that has come back, on another server."""


class BotTurn(msgspec.Struct, frozen=True):
    """A question to a bot: what it may see, and nothing else."""

    party: int
    seq: int
    seat: int
    level: str
    seen: Seen
    seed: int


class BotMoved(msgspec.Struct, frozen=True):
    """The bot's answer. `move` None: it had none."""

    turn: BotTurn
    move: Any


class Tick(msgspec.Struct, frozen=True):
    """Time has passed."""


class Shut(msgspec.Struct, frozen=True):
    """The table is to close, whoever is at it: the operator wants it, or it has to give way."""


Command: TypeAlias = Asked | Lost | Back | BotMoved | Tick | Shut


class Act(msgspec.Struct, frozen=True):
    """What the operator will want to know of: something that one person did to another."""

    event: str
    by: str
    name: str


class Listing(msgspec.Struct, frozen=True):
    """What the lobby knows about a table."""

    line: TableLine
    public: bool
    holders: frozenset[str]
    here: int
    """How many people are at the table, seated or watching."""
    members: frozenset[str] = frozenset()
    """Who is there or expected back."""

    @property
    def deserted(self) -> bool:
        """Whether nobody is at its party."""
        return not self.here and self.line.state != "open"


@dataclass(slots=True)
class Effects:
    """What follows from one command. The actor stores the records first and tells people afterwards."""

    records: list[Record] = field(default_factory=list)
    arrived: list[str] = field(default_factory=list)
    """Whose connections follow this table from now on."""
    replies: list[tuple[str, ServerMessage]] = field(default_factory=list)
    infos: list[tuple[str, TableInfo]] = field(default_factory=list)
    updates: list[tuple[str, Update]] = field(default_factory=list)
    said: list[tuple[str, Said]] = field(default_factory=list)
    left: list[tuple[str, LeftTable]] = field(default_factory=list)
    gone: list[str] = field(default_factory=list)
    """Who is not at this table, whatever they asked for."""
    listing: Listing | None = None
    """The table's new line for the lobby, where it has changed."""
    closed: bool = False
    acts: list[Act] = field(default_factory=list)
    noticed: list[Said] = field(default_factory=list)
    """The notices to all who are at the table, each once, even where nobody is."""

    def reply(self, who: str, message: ServerMessage) -> None:
        self.replies.append((who, message))

    def refuse(self, who: str, request: Request, error: PlayerError) -> None:
        self.reply(who, Refused(id=request.id, code=error.code, params=dict(error.params)))

    def letters(self) -> list[tuple[str, ServerMessage]]:
        """Every message in the order in which it is to be sent."""
        return [*self.replies, *self.infos, *self.updates, *self.said, *self.left]
