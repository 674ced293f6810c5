"""What people type, read into commands.

A line is a command if its first word is one of VERBS; a whole number picks from the list that `?` gave;
every other line is a move in the text form of the game.
"""

from collections.abc import Callable, Mapping
from typing import Literal, TypeAlias

import msgspec

from tuicards.client_state import ClientState
from tuicards.errors import Refused
from tuicards.games import GAMES
from tuicards.games.api import Topic
from tuicards.wire.messages import (
    AddBot,
    Configure,
    CreateTable,
    FreeSeat,
    JoinTable,
    LeaveTable,
    MakeMove,
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
    | MakeMove | Say | LeaveTable
)  # fmt: skip


class Ask(msgspec.Struct, frozen=True):
    """Requests for the server, to be sent one after the other."""

    requests: tuple[AnyRequest, ...]


class TopicOf(msgspec.Struct, frozen=True):
    """Tell this about the view."""

    topic: Topic


class Show(msgspec.Struct, frozen=True):
    """Tell what the client itself knows."""

    what: Literal["moves", "help", "who", "tables", "rules"]
    words: str = ""


class Move(msgspec.Struct, frozen=True):
    """A move in its text form."""

    text: str


class Pick(msgspec.Struct, frozen=True):
    """The move with this number in the list of legal moves, from 1."""

    number: int


class Auto(msgspec.Struct, frozen=True):
    """Let the program choose: one move, or all from now on, or none any more."""

    mode: Literal["once", "on", "off"]


class Quit(msgspec.Struct, frozen=True):
    """Leave the program."""


Command: TypeAlias = Ask | TopicOf | Show | Move | Pick | Auto | Quit
Maker: TypeAlias = Callable[[str, ClientState], Command]


def read_command(line: str, state: ClientState) -> Command | None:
    """The command that a line stands for; None for an empty line.

    Raises Refused: `usage` with the right form, `line_too_long`.
    """
    if len(line) > LONGEST_LINE:
        raise Refused("line_too_long", limit=LONGEST_LINE)
    verb, _, rest = line.strip().partition(" ")
    if not verb:
        return None
    if verb.isdecimal() and not rest:
        return Pick(int(verb[:9]))
    known = VERBS.get(verb.lower())
    if known is None:
        return Move(line.strip())
    usage, make = known
    try:
        return make(rest.strip(), state)
    except ValueError:
        raise Refused("usage", usage=usage) from None


def table_request(words: str) -> CreateTable:
    """The table that `create` describes. Raises ValueError."""
    named, seats, options = _settings(words.split(), CREATE_WORDS)
    game = named.get("game", DEFAULT_GAME)
    usual = GAMES[game].usual_seats if game in GAMES else 0
    return CreateTable(
        id=UNSENT,
        game=game,
        seats=seats or usual,
        options=options,
        preset=named.get("preset", ""),
        public="private" not in named,
    )


CREATE_WORDS = frozenset({"game", "preset", "private"})
SET_WORDS = frozenset({"preset", "private"})


def _settings(words: list[str], allowed: frozenset[str]) -> tuple[dict[str, str], int, dict[str, str]]:
    """Named words, the number of seats (0: not said) and the game's options."""
    named: dict[str, str] = {}
    options: dict[str, str] = {}
    seats = 0
    for word in words:
        name, equals, value = word.partition("=")
        if word.isdecimal():
            seats = int(word[:9])
        elif name == "preset" and equals:
            named["preset"] = value
        elif equals:
            options[name] = value
        elif word in ("private", "public"):
            named |= {"private": ""} if word == "private" else {}
        else:
            named["game"] = word
    if not named.keys() <= allowed:
        raise ValueError
    return named, seats, options


def _create(words: str, state: ClientState) -> Command:
    return Ask((table_request(words),))


def _set(words: str, state: ClientState) -> Command:
    named, seats, options = _settings(words.split(), SET_WORDS)
    here = state.table
    kept = dict(here.options) if here and not named.get("preset") else {}
    return Ask(
        (
            Configure(
                id=UNSENT,
                seats=seats or (len(here.seats) if here else 0),
                options=kept | options,
                preset=named.get("preset", ""),
                public="private" not in named and (here is None or here.public or "public" in words.split()),
            ),
        )
    )


def _join(words: str, state: ClientState) -> Command:
    code, _, seat = words.partition(" ")
    return Ask((JoinTable(id=UNSENT, table=_given(code), seat=_seat(seat) if seat else None),))


def _watch(words: str, state: ClientState) -> Command:
    return Ask((WatchTable(id=UNSENT, table=_given(words)),))


def _sit(words: str, state: ClientState) -> Command:
    return Ask((TakeSeat(id=UNSENT, seat=_seat(words)),))


def _free(words: str, state: ClientState) -> Command:
    return Ask((FreeSeat(id=UNSENT, seat=_seat(words)),))


def _bot(words: str, state: ClientState) -> Command:
    parts = words.split()
    seats = [_seat(parts.pop(0))] if parts and parts[0].isdecimal() else _free_seats(state)
    level = parts.pop(0) if parts else DEFAULT_LEVEL
    if parts:
        raise ValueError
    return Ask(tuple(AddBot(id=UNSENT, seat=seat, level=level) for seat in seats))


def _free_seats(state: ClientState) -> list[int]:
    return [number for number, seat in enumerate(state.table.seats) if not seat.name] if state.table else [0]


def _say(words: str, state: ClientState) -> Command:
    return Ask((Say(id=UNSENT, text=_given(words)),))


def _auto(words: str, state: ClientState) -> Command:
    match words.lower():
        case "":
            return Auto("once")
        case "on":
            return Auto("on")
        case "off":
            return Auto("off")
    raise ValueError


def _bare(command: Command) -> Maker:
    """A command that takes no words."""

    def make(words: str, state: ClientState) -> Command:
        if words:
            raise ValueError
        return command

    return make


def _seat(word: str) -> int:
    """A seat as people count, from 1."""
    if not word.isdecimal() or int(word[:9]) < 1:
        raise ValueError
    return int(word[:9]) - 1


def _given(words: str) -> str:
    if not words:
        raise ValueError
    return words


VERBS: Mapping[str, tuple[str, Maker]] = {
    "?": ("?", _bare(Show("moves"))),
    "help": ("help", _bare(Show("help"))),
    "hand": ("hand", _bare(TopicOf("hand"))),
    "trick": ("trick", _bare(TopicOf("trick"))),
    "scores": ("scores", _bare(TopicOf("scores"))),
    "table": ("table", _bare(TopicOf("table"))),
    "rules": ("rules [WORD]", lambda words, state: Show("rules", words)),
    "auto": ("auto [on|off]", _auto),
    "say": ("say TEXT", _say),
    "who": ("who", _bare(Show("who"))),
    "tables": ("tables", _bare(Show("tables"))),
    "create": ("create [GAME] [SEATS] [OPTION=VALUE ...] [preset=NAME] [private]", _create),
    "join": ("join TABLE [SEAT]", _join),
    "watch": ("watch TABLE", _watch),
    "sit": ("sit SEAT", _sit),
    "stand": ("stand", _bare(Ask((StandUp(id=UNSENT),)))),
    "set": ("set [SEATS] [OPTION=VALUE ...] [preset=NAME] [private|public]", _set),
    "bot": ("bot [SEAT] [LEVEL]", _bot),
    "free": ("free SEAT", _free),
    "start": ("start", _bare(Ask((StartParty(id=UNSENT),)))),
    "rematch": ("rematch", _bare(Ask((Rematch(id=UNSENT),)))),
    "leave": ("leave", _bare(Ask((LeaveTable(id=UNSENT),)))),
    "quit": ("quit", _bare(Quit())),
}
"""Each command's first word: how it is written, and what it becomes."""
