"""What a typed line can stand for."""

from typing import Literal, TypeAlias

import msgspec

from tuicards.games import GAMES
from tuicards.games.api import Topic
from tuicards.text.voice import Manner
from tuicards.wire.messages import (
    AddBot,
    Configure,
    CreateTable,
    Emote,
    FreeSeat,
    JoinTable,
    Kick,
    LeaveTable,
    MakeMove,
    Mute,
    Pause,
    Rematch,
    Say,
    StandUp,
    StartParty,
    TakeSeat,
    WatchTable,
)

DEFAULT_GAME = next(iter(GAMES))
"""The game when nobody says."""

DEFAULT_LEVEL = "normal"

LONGEST_LINE = 900
"""Characters in a line; more would not fit into a message."""

UNSENT = 0
"""The id of a request until it is sent."""

AnyRequest: TypeAlias = (
    CreateTable | Configure | JoinTable | WatchTable | TakeSeat | StandUp | AddBot | FreeSeat | StartParty | Rematch
    | Pause | Kick | Mute | MakeMove | Say | Emote | LeaveTable
)  # fmt: skip


class Ask(msgspec.Struct, frozen=True):
    """Requests for the server, to be sent one after the other."""

    requests: tuple[AnyRequest, ...]


class TopicOf(msgspec.Struct, frozen=True):
    """Tell this about the view; with a number only that part of it."""

    topic: Topic
    number: int | None = None


class Show(msgspec.Struct, frozen=True):
    """Tell what the client itself knows."""

    what: Literal[
        "moves", "help", "who", "tables", "rules", "options", "emotes", "ignored", "settings", "languages", "clock",
        "time",
    ]  # fmt: skip
    words: str = ""


class Hint(msgspec.Struct, frozen=True):
    """Tell what a bot would do, and why."""


class Foolish(msgspec.Struct, frozen=True):
    """Keep the hint just told, or a bot's newest move, as foolish."""


class Move(msgspec.Struct, frozen=True):
    """A move in its text form."""

    text: str


class Pick(msgspec.Struct, frozen=True):
    """The move with this number in the list of legal moves, from 1."""

    number: int


class Auto(msgspec.Struct, frozen=True):
    """Let the program choose: one move, or all from now on, or none any more."""

    mode: Literal["once", "on", "off"]


class Ignore(msgspec.Struct, frozen=True):
    """Do not tell what this person says, or tell it again."""

    name: str
    ignore: bool = True


class Cards(msgspec.Struct, frozen=True):
    """Tell cards in this manner from now on."""

    manner: Manner


class Change(msgspec.Struct, frozen=True):
    """Change a setting."""

    setting: str
    value: str


class LookBack(msgspec.Struct, frozen=True):
    """Tell the party that is over again: step by step, or all of it."""

    whole: bool = False


class Export(msgspec.Struct, frozen=True):
    """Write the party that is over into a file."""

    file: str


class Quit(msgspec.Struct, frozen=True):
    """Leave the program."""


Command: TypeAlias = (
    Ask | TopicOf | Show | Hint | Foolish | Move | Pick | Auto | Ignore | Cards | Change | LookBack | Export | Quit
)
