"""What is kept: people, tables and the moves of every party. Values only; the store writes them."""

from typing import TypeAlias

import msgspec

from tuicards.games.history import Entry, Header
from tuicards.secrecy import told_without


class PersonKept(msgspec.Struct, frozen=True, tag=True):
    """A person and the SHA-256 of the token that opens their seats; the token itself is never kept."""

    name: str
    token_hash: bytes
    seen: int = 0
    """When last here, in seconds since 1970; 0: now."""

    def __repr__(self) -> str:
        return told_without(self, "token_hash")


class PersonForgotten(msgspec.Struct, frozen=True, tag=True):
    name: str


class KeyBound(msgspec.Struct, frozen=True, tag=True):
    """An SSH key, the name that is its own, and what is remembered of it. Times are in seconds since 1970."""

    fingerprint: str
    name: str
    since: int
    seen: int
    settings: dict[str, str] | None = None
    """None: nothing has been chosen yet."""


class KeyForgotten(msgspec.Struct, frozen=True, tag=True):
    fingerprint: str


class SeatKept(msgspec.Struct, frozen=True, omit_defaults=True):
    """A seat of a kept table: whose it is and which bot plays there, if any."""

    person: str = ""
    bot: str = ""


class Snapshot(msgspec.Struct, frozen=True, kw_only=True):
    """A table without its party: enough, with the record of the party, to be there again after a restart."""

    uid: str
    """Names the table for ever; its code may be used again once it is closed."""
    code: str
    game: str
    title: str
    options: dict[str, str]
    seats: tuple[SeatKept, ...]
    members: tuple[str, ...]
    """The people who were at the table, in the order in which they came."""
    owner: str
    public: bool
    state: str
    party: int
    seq: int
    """Before the first party and after a new set-up: the sequence number; else that of the party's first update."""
    barred: tuple[str, ...] = ()
    held: dict[str, int] = {}
    """Which seat each person has played in this party."""
    players: tuple[str, ...] = ()
    """Who has played the party that ended last, by seat."""
    hints: bool = True
    watchers_talk: bool = False
    clock: str = "none"
    paused: bool = False
    secret: str = ""
    """Behind the deals of the next party, hexadecimal; nobody is told before that party is over."""
    nonces: tuple[str, ...] = ()
    """What each seat has added to the next deal."""
    muted: tuple[str, ...] = ()

    def __repr__(self) -> str:
        return told_without(self, "secret")


class TableKept(msgspec.Struct, frozen=True, tag=True):
    snapshot: Snapshot


class TableClosed(msgspec.Struct, frozen=True, tag=True):
    """The table is no more; its parties stay in the archive."""

    uid: str
    why: str = ""
    """`fault`, where the program was to blame; then the table is there to be looked at."""


class PartyBegun(msgspec.Struct, frozen=True, tag=True):
    uid: str
    party: int
    header: Header
    secret: str = ""
    """The header's seed is made of this and of the nonces; both hexadecimal. Empty: of older releases."""
    nonces: tuple[str, ...] = ()

    def __repr__(self) -> str:
        return told_without(self, "secret")


class Moved(msgspec.Struct, frozen=True, gc=False, tag=True):
    """An accepted move, with the request that brought it (0: a bot's)."""

    uid: str
    party: int
    index: int
    entry: Entry
    id: int
    seq: int
    left: int | None = None
    """Milliseconds that the mover's clock had left after it; None where no clock ran."""


class Spoken(msgspec.Struct, frozen=True, tag=True):
    """A line or an emote at a table, numbered from 1. `apart`: players were not to hear it during the party."""

    uid: str
    n: int
    name: str
    text: str = ""
    code: str = ""
    watcher: bool = False
    apart: bool = False


class Banned(msgspec.Struct, frozen=True, tag=True):
    """Somebody whom this server does not let in: a name's key (`name`) or an address (`address`)."""

    kind: str
    value: str
    why: str = ""


class Unbanned(msgspec.Struct, frozen=True, tag=True):
    kind: str
    value: str


class PartyOver(msgspec.Struct, frozen=True, tag=True):
    """`outcome` is the game's Outcome as JSON."""

    uid: str
    party: int
    outcome: str


Record: TypeAlias = (
    PersonKept
    | PersonForgotten
    | TableKept
    | TableClosed
    | PartyBegun
    | Moved
    | PartyOver
    | Spoken
    | Banned
    | Unbanned
    | KeyBound
    | KeyForgotten
)


class SavedTable(msgspec.Struct, frozen=True):
    """A table that was not closed, and the record of its party."""

    snapshot: Snapshot
    header: Header | None = None
    moves: tuple[Moved, ...] = ()
    secret: str = ""
    nonces: tuple[str, ...] = ()
    """Of the party of this header."""
    talk: tuple[Spoken, ...] = ()
    """The last lines said there, oldest first."""

    def __repr__(self) -> str:
        return told_without(self, "secret")


class Saved(msgspec.Struct, frozen=True):
    """All that a server needs to go on where it stopped."""

    people: tuple[PersonKept, ...] = ()
    tables: tuple[SavedTable, ...] = ()
    bans: tuple[Banned, ...] = ()
    keys: tuple[KeyBound, ...] = ()
