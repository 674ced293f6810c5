"""The messages of the protocol, typed. The tag `t` names the message; PROTOCOL.md tells the conversation.

At this level a move, an event and a view are opaque maps: the game that the table plays reads them.
"""

from typing import Annotated, Any, Literal, TypeAlias

import msgspec

from tuicards.secrecy import told_without

PROTOCOL = 1
"""Version of the protocol. Both ends compare it before anything else."""

DEFAULT_PORT = 7110

MAX_FROM_CLIENT = 4 * 1024
MAX_FROM_SERVER = 64 * 1024
"""Longest frame body in bytes, by sender."""

NAME_LENGTH = 20
CHAT_LENGTH = 300
"""Longest name and chat line in characters."""

EMOTES = (
    "hello", "good_luck", "well_played", "nice_try", "thanks", "sorry", "oops", "thinking", "hurry", "bye",
)  # fmt: skip
"""What can be said by code, so that each reader has it in their own language."""

Plain: TypeAlias = dict[str, Any]


class Message(msgspec.Struct, frozen=True, gc=False, tag_field="t", omit_defaults=True):
    """Base of all messages."""


class Request(Message, frozen=True, kw_only=True):
    """A client's request. The server answers each with Done or Refused, naming the same id.

    Ids are chosen by the client, above 0, and not used twice for different requests.
    """

    id: Annotated[int, msgspec.Meta(ge=1)]


# ---- from the client ---------------------------------------------------------------------------------


class Hello(Message, frozen=True, kw_only=True, tag="hello"):
    """The first message. With a token it resumes the person that the token belongs to, seats and all."""

    protocol: int
    client: str
    """Program and version, for the log."""
    name: str = ""
    token: str = ""
    password: str = ""
    table: str = ""
    seen: int = 0
    """When resuming: the table and the last sequence number this client has shown, to be told what it missed."""
    ticket: str = ""
    """From the server's own SSH door, for one greeting: says who this is, in place of a token."""

    def __repr__(self) -> str:
        return told_without(self, "token", "password", "ticket")


class Look(Message, frozen=True, tag="look"):
    """In place of Hello: what is this server? It answers About to everybody, and closes."""


class CreateTable(Request, frozen=True, kw_only=True, tag="create"):
    """Make a table and sit at it. Empty `options` and `preset` mean the game's defaults."""

    game: str
    seats: int
    options: dict[str, str] = {}
    preset: str = ""
    title: str = ""
    public: bool = True
    seat: int = 0
    hints: bool = True
    watchers_talk: bool = False
    clock: str = "none"
    """How time is limited, as text: `none`, `turn:30`, `bank:300+5`; see `tuicards.time_control`."""


class Configure(Request, frozen=True, kw_only=True, tag="configure"):
    """Owner, while no party runs: set game, options, seats or publicity anew. People keep seats that still exist.

    During a party what concerns the game must stay as it is; the switches may change.
    """

    seats: int
    options: dict[str, str] = {}
    preset: str = ""
    public: bool = True
    game: str = ""
    """Empty: the game stays."""
    hints: bool | None = None
    watchers_talk: bool | None = None
    clock: str | None = None
    """None: as before."""


class JoinTable(Request, frozen=True, kw_only=True, tag="join"):
    """Come to a table by its code and take a seat (None: the first free one)."""

    table: str
    seat: int | None = None


class WatchTable(Request, frozen=True, kw_only=True, tag="watch"):
    """Come to a table by its code and watch."""

    table: str


class TakeSeat(Request, frozen=True, kw_only=True, tag="sit"):
    """At a table: take a free seat, or change to it. During play: take over a bot's seat that no person owns."""

    seat: int


class StandUp(Request, frozen=True, kw_only=True, tag="stand"):
    """Give up the seat and watch. During play a bot takes it."""


class AddBot(Request, frozen=True, kw_only=True, tag="add_bot"):
    """Owner: put a bot of a level on a free seat."""

    seat: int
    level: str = "normal"


class FreeSeat(Request, frozen=True, kw_only=True, tag="free_seat"):
    """Owner, before the start: remove the bot or the person from a seat."""

    seat: int


class StartParty(Request, frozen=True, kw_only=True, tag="start"):
    """Owner: begin; every seat must be taken."""


class Rematch(Request, frozen=True, kw_only=True, tag="rematch"):
    """After a party: ask for another with the same seats and options. It starts when every person seated asks."""


class Pause(Request, frozen=True, kw_only=True, tag="pause"):
    """During a party: ask for a pause, or take that back. The game stops when every person seated and here asks.

    With `on` false in a pause: the game goes on, whoever of those seated says so.
    """

    on: bool


class Kick(Request, frozen=True, kw_only=True, tag="kick"):
    """Owner: send a person away for good, seated or watching. In play a bot takes the seat."""

    name: str


class Mute(Request, frozen=True, kw_only=True, tag="mute"):
    """Owner: what this person says at the table reaches nobody, until that is taken back."""

    name: str
    on: bool = True


class AddNonce(Request, frozen=True, kw_only=True, tag="nonce"):
    """Seated, while no party runs: a number of one's own that goes into the next deal, with the table's commitment.

    32 hexadecimal digits. A later one takes its place.
    """

    table: str
    commitment: str
    """The commitment to which this answers."""
    nonce: str


class GetRecord(Request, frozen=True, kw_only=True, tag="get_record"):
    """At a table: the record of its party that ended last. It comes as RecordParts after Done."""

    party: int = 0
    """The party's number, if no other will do."""


class MakeMove(Request, frozen=True, kw_only=True, tag="move"):
    """Answer to the update `seq` of this table. The same id is carried out once, however often it is sent."""

    table: str
    seq: int
    move: Plain


class Say(Request, frozen=True, kw_only=True, tag="say"):
    """Chat: at the table one is at, or else in the lobby."""

    text: str


class Emote(Request, frozen=True, kw_only=True, tag="emote"):
    """One of EMOTES: where one is, like Say."""

    code: str


class LeaveTable(Request, frozen=True, kw_only=True, tag="leave"):
    """Back to the lobby. A seat in play goes to a bot; the person may come back to it."""


class Ping(Message, frozen=True, tag="ping"):
    """Either side may ask; the other answers Pong with the same number."""

    n: int


class Pong(Message, frozen=True, tag="pong"):
    n: int


class Bye(Message, frozen=True, tag="bye"):
    """The client goes on purpose. Its seats wait as after LeaveTable."""


ClientMessage: TypeAlias = (
    Hello | Look | CreateTable | Configure | JoinTable | WatchTable | TakeSeat | StandUp | AddBot | FreeSeat
    | StartParty | Rematch | Pause | Kick | Mute | AddNonce | GetRecord | MakeMove | Say | Emote
    | LeaveTable | Ping | Pong | Bye
)  # fmt: skip


# ---- from the server ---------------------------------------------------------------------------------


class Welcome(Message, frozen=True, kw_only=True, tag="welcome"):
    """Answer to Hello. The token is the person's key: keep it, tell nobody."""

    protocol: int
    server: str
    name: str
    token: str
    games: tuple[str, ...]
    levels: tuple[str, ...]
    """Levels of bots on offer."""
    table: str = ""
    """The table this person is at, if any; its TableInfo and Update follow."""

    def __repr__(self) -> str:
        return told_without(self, "token")


class About(Message, frozen=True, kw_only=True, tag="about"):
    """Answer to Look: what anybody may know of a server before coming in."""

    protocol: int
    server: str
    """What it calls itself."""
    version: str
    """Of the program, for people to read."""
    run: str
    """Made anew when the server starts: two addresses with one `run` lead to the same server."""
    games: tuple[str, ...]
    locked: bool = False
    """Whether it asks for a password."""
    people: int = 0
    """Those who are here."""
    tables: int = 0
    """Public ones."""
    seats: int = 0
    """Free seats at public tables that have not begun."""
    club: tuple[str, ...] = ()
    """Where other servers announce themselves that share its lobby, as people type it."""


class Done(Message, frozen=True, tag="done"):
    """The request was carried out. `again`: it had been carried out before."""

    id: int
    again: bool = False


class Refused(Message, frozen=True, kw_only=True, tag="refused"):
    """The request (id 0: a message without one) was not carried out; nothing has changed."""

    id: int = 0
    code: str
    params: dict[str, Any] = {}


class Closing(Message, frozen=True, kw_only=True, tag="closing"):
    """The server's last words on this connection. `again`: coming back with the token makes sense."""

    code: str
    params: dict[str, Any] = {}
    again: bool = False


class TableLine(msgspec.Struct, frozen=True, gc=False, kw_only=True, omit_defaults=True):
    """A table in the lobby's list."""

    table: str
    game: str
    title: str
    seats: int
    people: int
    bots: int
    watchers: int = 0
    state: Literal["open", "playing", "over"]
    owner: str = ""
    options: dict[str, str] = {}
    """Those that differ from the game's defaults."""


class Lobby(Message, frozen=True, tag="lobby"):
    """The public tables and who is here. Sent to whoever is at no table, whenever it changes; newest wins."""

    tables: tuple[TableLine, ...]
    people: tuple[str, ...]


class SeatInfo(msgspec.Struct, frozen=True, gc=False, kw_only=True, omit_defaults=True):
    """Who sits on a seat. An empty `name` is a free seat."""

    name: str = ""
    bot: str = ""
    """Level of the bot that plays here; with `stand_in`, for the absent person of that name."""
    stand_in: bool = False
    here: bool = True
    """False while the person's connection is lost."""
    again: bool = False
    """Has asked for a rematch."""
    pause: bool = False
    """Has asked for a pause."""
    away: int = 0
    """Whole seconds for which the connection had been lost when this was sent; clients count on from there."""
    bot_in: int | None = None
    """Whole seconds, from then on, until a bot stands in; None where that depends on what others do first."""


class TableInfo(Message, frozen=True, kw_only=True, tag="table"):
    """All that is public about the table one is at, save the game itself. Sent whenever it changes; newest wins."""

    table: str
    game: str
    title: str
    options: dict[str, str]
    """Every option as text."""
    seats: tuple[SeatInfo, ...]
    owner: str
    public: bool
    state: Literal["open", "playing", "over"]
    party: int
    """Parties begun at this table; 0 before the first."""
    watchers: tuple[str, ...] = ()
    you: int | None = None
    """Your seat; None while you watch."""
    hints: bool = True
    """Whether the owner lets players ask what a bot would do."""
    watchers_talk: bool = False
    """Whether players see during a party what watchers say. Without a party they always do."""
    clock: str = "none"
    """How time is limited, as text; see `tuicards.time_control`."""
    paused: bool = False
    """The game stands still: no clock runs, no bot plays, no move is accepted."""
    commitment: str = ""
    """SHA-256 of the secret behind the deals of the party that runs, or else of the next one; hexadecimal."""
    nonces: tuple[str, ...] = ()
    """What each seat has added to that deal, empty where nothing; hexadecimal."""
    muted: tuple[str, ...] = ()
    """Whose talk the owner has silenced."""


class Update(Message, frozen=True, kw_only=True, tag="update"):
    """What happened, and the whole picture after it. A newer one replaces an older one that was not sent.

    `seq` rises by one with each public step and goes on counting in the table's next party; a private
    step (arming) repeats it.
    """

    table: str
    party: int
    seq: int
    view: Plain
    """A map once it has come; who sends may leave the game's own view here, which packs to the same bytes."""
    events: tuple[Plain, ...] = ()
    """All events since the last update sent on this connection (or since Hello's `seen`)."""
    missed: bool = False
    """True when events before these could not be told: show the view as it is."""
    left: tuple[int | None, ...] = ()
    """With a clock: for each seat the milliseconds left when this was made; None where no clock runs against it.

    It counts down for those in `to_act`, unless the table is paused; clients count by their own clocks.
    """


class Said(Message, frozen=True, kw_only=True, tag="said"):
    """A chat line; with a `code` in place of a text an emote (`emote.hello`); without a `name` a notice."""

    name: str = ""
    text: str = ""
    code: str = ""
    params: dict[str, Any] = {}
    table: str = ""
    """Where it was said; empty in the lobby."""
    watcher: bool = False
    n: int = 0
    """At a table: lines and emotes are numbered from 1, and the last ones are sent again to whoever arrives.

    A client shows a number that it has seen only once. 0: not kept.
    """
    old: bool = False
    """It was said before one came."""


class RecordPart(Message, frozen=True, kw_only=True, tag="record_part"):
    """A piece of a replay file. The texts of all parts, in order, are the file."""

    table: str
    party: int
    part: int
    """From 1 to `parts`."""
    parts: int
    text: str


class LeftTable(Message, frozen=True, kw_only=True, tag="left"):
    """You are in the lobby now, and why: `left`, `removed`, `closed`, `fault`, `idle`."""

    table: str
    code: str


ServerMessage: TypeAlias = (
    Welcome | About | Done | Refused | Closing | Lobby | TableInfo | Update | Said | RecordPart | LeftTable | Ping
    | Pong
)  # fmt: skip
