"""One message of every kind with every field filled, and the same with only what must be there."""

from typing import Any, get_args

from tuicards.wire.codec import pack
from tuicards.wire.frames import frame
from tuicards.wire.messages import (
    PROTOCOL,
    About,
    AddBot,
    AddNonce,
    Bye,
    ClientMessage,
    Closing,
    Configure,
    CreateTable,
    Done,
    Emote,
    FreeSeat,
    GetRecord,
    Hello,
    JoinTable,
    Kick,
    LeaveTable,
    LeftTable,
    Lobby,
    Look,
    MakeMove,
    Message,
    Mute,
    Pause,
    Ping,
    Pong,
    RecordPart,
    Refused,
    Rematch,
    Said,
    Say,
    SeatInfo,
    ServerMessage,
    StandUp,
    StartParty,
    TableInfo,
    TableLine,
    TakeSeat,
    Update,
    WatchTable,
    Welcome,
)

HELLO = Hello(protocol=PROTOCOL, client="tests/1", name="Ana")

WELCOME = Welcome(
    protocol=PROTOCOL, server="tests/1", name="Ana", token="t0k3n", games=("rage", "goat"), levels=("easy", "normal")
)

OPTIONS = {"hook": "last_bidder", "scoring": "flat"}

FROM_CLIENT: tuple[ClientMessage, ...] = (
    HELLO,
    Hello(
        protocol=PROTOCOL,
        client="tests/1",
        name="Žofie 漢字",
        token="t0k3n",
        password="s3cret",
        table="K7QX",
        seen=41,
        ticket="t1ck3t",
    ),
    Look(),
    CreateTable(id=1, game="rage", seats=4),
    CreateTable(
        id=2,
        game="goat",
        seats=4,
        options=OPTIONS,
        preset="quick",
        title="kitchen",
        public=False,
        seat=3,
        hints=False,
        watchers_talk=True,
        clock="turn:30",
    ),
    Configure(id=3, seats=5),
    Configure(
        id=4,
        seats=5,
        options=OPTIONS,
        preset="quick",
        public=False,
        game="goat",
        hints=False,
        watchers_talk=True,
        clock="bank:300+5",
    ),
    JoinTable(id=5, table="K7QX"),
    JoinTable(id=6, table="K7QX", seat=2),
    WatchTable(id=7, table="K7QX"),
    TakeSeat(id=8, seat=0),
    StandUp(id=9),
    AddBot(id=10, seat=1),
    AddBot(id=11, seat=1, level="hard"),
    FreeSeat(id=12, seat=1),
    StartParty(id=13),
    Rematch(id=14),
    Pause(id=22, on=True),
    Kick(id=23, name="Bo"),
    Mute(id=24, name="Bo"),
    Mute(id=25, name="Bo", on=False),
    AddNonce(id=26, table="K7QX", commitment="ab" * 32, nonce="0f" * 16),
    GetRecord(id=20),
    GetRecord(id=21, party=2),
    MakeMove(id=15, table="K7QX", seq=41, move={"move": "play", "card": "WI", "colour": "G"}),
    Say(id=16, text="[north] 3 [tricks] \\[b \x1b"),
    Emote(id=17, code="well_played"),
    LeaveTable(id=2**53 - 1),
    Ping(7),
    Pong(7),
    Bye(),
)

FROM_SERVER: tuple[ServerMessage, ...] = (
    WELCOME,
    Welcome(protocol=PROTOCOL, server="tests/1", name="Bo", token="k", games=(), levels=(), table="K7QX"),
    About(protocol=PROTOCOL, server="tests/1", version="1.2.3", run="0f" * 8, games=("rage",)),
    About(
        protocol=PROTOCOL,
        server="tests/1",
        version="1.2.3",
        run="0f" * 8,
        games=("rage", "goat"),
        locked=True,
        people=3,
        tables=2,
        seats=5,
        club=("192.168.1.21", "tls://[fd00::2]:7111"),
    ),
    Done(15),
    Done(15, again=True),
    Refused(code="unknown_message"),
    Refused(id=15, code="must_follow", params={"colour": "G", "cards": ["G1", "G2"], "count": 2}),
    Closing(code="version"),
    Closing(code="stopping", params={"seconds": 3}, again=True),
    Lobby(tables=(), people=()),
    Lobby(
        tables=(
            TableLine(table="K7QX", game="rage", title="kitchen", seats=4, people=2, bots=1, state="open"),
            TableLine(
                table="M2PD",
                game="goat",
                title="",
                seats=4,
                people=4,
                bots=0,
                watchers=1,
                state="playing",
                owner="Bo",
                options=OPTIONS,
            ),
        ),
        people=("Ana", "Bo"),
    ),
    TableInfo(
        table="K7QX", game="rage", title="", options={}, seats=(), owner="Ana", public=True, state="open", party=0
    ),
    TableInfo(
        table="K7QX",
        game="rage",
        title="kitchen",
        options=OPTIONS,
        seats=(
            SeatInfo(),
            SeatInfo(name="Ana", again=True, pause=True),
            SeatInfo(name="Bo", bot="hard", stand_in=True, here=False, away=61, bot_in=0),
        ),
        owner="Ana",
        public=False,
        state="over",
        party=2,
        watchers=("Cai",),
        you=1,
        hints=False,
        watchers_talk=True,
        clock="turn:30",
        paused=True,
        commitment="ab" * 32,
        nonces=("", "0f" * 16, ""),
        muted=("Cai",),
    ),
    Update(table="K7QX", party=1, seq=1, view={"phase": "bid"}),
    Update(
        table="K7QX",
        party=2,
        seq=41,
        view={"phase": "play", "hand": ["R12", "WI"], "trump": None, "legal": [{"move": "bid", "tricks": 3}]},
        events=({"event": "bid_made", "seat": 0, "tricks": 3},),
        missed=True,
        left=(30_000, None),
    ),
    Said(name="Ana", text="hi"),
    Said(name="Cai", text="hi", table="K7QX", watcher=True, n=7, old=True),
    Said(name="Ana", code="emote.hello", table="K7QX"),
    Said(code="took_seat", params={"name": "Ana", "seat": 1}, table="K7QX"),
    RecordPart(table="K7QX", party=2, part=1, parts=2, text='{"tuicards":"replay"}\n'),
    LeftTable(table="K7QX", code="removed"),
    Ping(7),
    Pong(7),
)

CLIENT_KINDS: tuple[type[Message], ...] = get_args(ClientMessage)
SERVER_KINDS: tuple[type[Message], ...] = get_args(ServerMessage)


def tag(kind: type[Message] | Message) -> str:
    """The tag of a message or of its kind."""
    return str(kind.__struct_config__.tag)


def framed(plain: dict[str, Any]) -> bytes:
    """Any map as a frame, valid or not."""
    return frame(pack(plain))
