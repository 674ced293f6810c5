"""What every node of a cluster is to know, in one order: values only. Each says how things are, not what changed,
so that hearing one twice changes nothing."""

from typing import TypeAlias

import msgspec

from server.mail import Listing
from server.records import Banned, KeyBound, KeyForgotten, PersonForgotten, PersonKept, Unbanned
from tuicards.wire.messages import Said


class Came(msgspec.Struct, frozen=True, tag=True):
    """A person's connection is at this run of a node. Of two sessions the higher one counts."""

    name: str
    run: int
    session: int


class Went(msgspec.Struct, frozen=True, tag=True):
    """The session is over; it means nothing where there is a later one."""

    name: str
    session: int


class Listed(msgspec.Struct, frozen=True, tag=True):
    """A table and its owner. Of two fences the higher one counts."""

    code: str
    uid: str
    run: int
    fence: int
    listing: Listing | None = None
    """None: just made."""
    handed: bool = False
    """The owner before has let go of it, and passes on what still reaches it."""


class Closed(msgspec.Struct, frozen=True, tag=True):
    """The table is no more."""

    code: str
    uid: str


class Heard(msgspec.Struct, frozen=True, tag=True):
    """A line for everybody who is in the lobby, or (`all`) for everybody who is here."""

    said: Said
    all: bool = False


class Quieted(msgspec.Struct, frozen=True, tag=True):
    """The operator lets nobody hear this person for so many seconds; 0: they may talk again."""

    name: str
    seconds: float


class Kept(msgspec.Struct, frozen=True, tag=True):
    """A record of the lobby: a person, a key, a ban, or the end of one."""

    record: PersonKept | PersonForgotten | KeyBound | KeyForgotten | Banned | Unbanned


class Gone(msgspec.Struct, frozen=True, tag=True):
    """This run of a node is no more: nobody is connected there, and its tables are to be taken over."""

    run: int


Fact: TypeAlias = Came | Went | Listed | Closed | Heard | Quieted | Kept | Gone


class Stated(msgspec.Struct, frozen=True):
    """A fact and the run of the node that stated it."""

    run: int
    fact: Fact


class Directory(msgspec.Struct, frozen=True):
    """What all facts so far amount to: what a node has to know when it begins."""

    people: tuple[PersonKept, ...] = ()
    keys: tuple[KeyBound, ...] = ()
    bans: tuple[Banned, ...] = ()
    present: tuple[Came, ...] = ()
    tables: tuple[Listed, ...] = ()
