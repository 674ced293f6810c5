"""What people type, read into commands.

A line is a command if its first word is one of VERBS, in English or in the reader's language; a whole number picks
from the list that `?` gave; every other line is a move in the text form of the game.
"""

import re
from collections.abc import Callable, Mapping
from typing import TypeAlias

import msgspec

from tuicards.client_state import ClientState
from tuicards.errors import Refused
from tuicards.games import GAMES
from tuicards.games.api import Topic
from tuicards.speech import Speaker
from tuicards.text.commands import (
    DEFAULT_GAME,
    DEFAULT_LEVEL,
    LONGEST_LINE,
    UNSENT,
    Ask,
    Auto,
    Cards,
    Change,
    Command,
    Export,
    Foolish,
    Hint,
    Ignore,
    LookBack,
    Move,
    Pick,
    Quit,
    Show,
    TopicOf,
)
from tuicards.text.spelling import understood
from tuicards.time_control import TimeControl, read_clock
from tuicards.wire.messages import (
    AddBot,
    Configure,
    CreateTable,
    Emote,
    FreeSeat,
    JoinTable,
    Kick,
    LeaveTable,
    Mute,
    Pause,
    Rematch,
    Say,
    StandUp,
    StartParty,
    TakeSeat,
    WatchTable,
)

Maker: TypeAlias = Callable[[str, ClientState], Command]


def read_command(line: str, state: ClientState, speaker: Speaker) -> Command | None:
    """The command that a line stands for, in the reader's language; None for an empty line.

    Raises Refused: `usage` with the right form, `line_too_long`; BadOptions `bad_clock`.
    """
    if len(line) > LONGEST_LINE:
        raise Refused("line_too_long", limit=LONGEST_LINE)
    verb, _, rest = understood(line.strip(), VERBS, speaker).partition(" ")
    if not verb:
        return None
    if verb.isdecimal() and not rest:
        return Pick(int(verb[:9]))
    make = VERBS.get(verb)
    if make is None:
        return Move(line.strip())
    try:
        return make(rest.strip(), state)
    except ValueError:
        raise Refused("usage", usage=speaker.say(f"usage.{verb}")) from None


def table_request(words: str) -> CreateTable:
    """The table that `create` describes. Raises ValueError, BadOptions."""
    rest, title = _title(words)
    named, seats, options = _settings(rest.split(), CREATE_WORDS)
    game = named.get("game", DEFAULT_GAME)
    usual = GAMES[game].usual_seats if game in GAMES else 0
    return CreateTable(
        id=UNSENT,
        game=game,
        seats=seats or usual,
        options=options,
        preset=named.get("preset", ""),
        title=title,
        public="private" not in named,
        clock=named.get("clock", str(TimeControl())),
    )


CREATE_WORDS = frozenset({"game", "preset", "private", "clock"})
SET_WORDS = frozenset({"game", "preset", "private", "clock"})


def _title(words: str) -> tuple[str, str]:
    """The words before `title=`, and all that comes after it."""
    before, found, title = re.split(r"(?:^|\s)(title=)", words, maxsplit=1) if "title=" in words else (words, "", "")
    if found and not title.strip():
        raise ValueError
    return before, title.strip()


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
        elif name == "clock" and equals:
            named["clock"] = str(read_clock(value))
        elif equals:
            options[name] = value
        elif word in ("private", "public"):
            named |= {"private": ""} if word == "private" else {}
        else:
            named["game"] = word.lower()
    if not named.keys() <= allowed:
        raise ValueError
    return named, seats, options


def _create(words: str, state: ClientState) -> Command:
    return Ask((table_request(words),))


def _set(words: str, state: ClientState) -> Command:
    """Options stay as they are where the game does."""
    if not words:
        raise ValueError
    named, seats, options = _settings(words.split(), SET_WORDS)
    here = state.table
    other = named.get("game", here.game if here else "")
    if "game" in named and other not in GAMES:
        raise ValueError
    same = here is not None and other == here.game
    kept = dict(here.options) if here and same and not named.get("preset") else {}
    usual = len(here.seats) if here and same else GAMES[other].usual_seats if other in GAMES else 0
    request = Configure(
        id=UNSENT,
        seats=seats or usual,
        options=kept | options,
        preset=named.get("preset", ""),
        public="private" not in named and (here is None or here.public or "public" in words.split()),
        game="" if same else other,
        clock=named.get("clock"),
    )
    return Ask((request,))


def _switch(name: str) -> Maker:
    """A command that turns something at the table on or off, and leaves the rest as it is."""
    return lambda words, state: Ask((msgspec.structs.replace(_as_it_is(state), **{name: _on_or_off(words)}),))


def _as_it_is(state: ClientState) -> Configure:
    """Asks for the table as it is: to be changed in one point."""
    here = state.table
    return Configure(
        id=UNSENT,
        seats=len(here.seats) if here else 0,
        options=dict(here.options) if here else {},
        public=here is None or here.public,
    )


def _clock(words: str, state: ClientState) -> Command:
    if not words:
        return Show("clock")
    return Ask((msgspec.structs.replace(_as_it_is(state), clock=str(read_clock(words))),))


def _go(words: str, state: ClientState) -> Command:
    if words.lower() not in ("", "on"):
        raise ValueError
    return Ask((Pause(id=UNSENT, on=False),))


def _kick(words: str, state: ClientState) -> Command:
    return Ask((Kick(id=UNSENT, name=_given(words)),))


def _mute(words: str, state: ClientState) -> Command:
    return Ask((Mute(id=UNSENT, name=_given(words)),))


def _unmute(words: str, state: ClientState) -> Command:
    return Ask((Mute(id=UNSENT, name=_given(words), on=False),))


def _on_or_off(words: str) -> bool:
    if words.lower() not in ("on", "off"):
        raise ValueError
    return words.lower() == "on"


def _join(words: str, state: ClientState) -> Command:
    code, _, seat = words.partition(" ")
    return Ask((JoinTable(id=UNSENT, table=_given(code), seat=_number(seat) - 1 if seat else None),))


def _watch(words: str, state: ClientState) -> Command:
    return Ask((WatchTable(id=UNSENT, table=_given(words)),))


def _sit(words: str, state: ClientState) -> Command:
    return Ask((TakeSeat(id=UNSENT, seat=_number(words) - 1),))


def _free(words: str, state: ClientState) -> Command:
    return Ask((FreeSeat(id=UNSENT, seat=_number(words) - 1),))


def _bot(words: str, state: ClientState) -> Command:
    parts = words.split()
    seats = [_number(parts.pop(0)) - 1] if parts and parts[0].isdecimal() else _free_seats(state)
    level = parts.pop(0) if parts else DEFAULT_LEVEL
    if parts:
        raise ValueError
    return Ask(tuple(AddBot(id=UNSENT, seat=seat, level=level) for seat in seats))


def _free_seats(state: ClientState) -> list[int]:
    return [number for number, seat in enumerate(state.table.seats) if not seat.name] if state.table else [0]


def _say(words: str, state: ClientState) -> Command:
    return Ask((Say(id=UNSENT, text=_given(words)),))


def _emote(words: str, state: ClientState) -> Command:
    return Ask((Emote(id=UNSENT, code="_".join(words.lower().split())),)) if words else Show("emotes")


def _ignore(words: str, state: ClientState) -> Command:
    return Ignore(words) if words else Show("ignored")


def _unignore(words: str, state: ClientState) -> Command:
    return Ignore(_given(words), ignore=False)


def _auto(words: str, state: ClientState) -> Command:
    return Auto(("on" if _on_or_off(words) else "off") if words else "once")


def _cards(words: str, state: ClientState) -> Command:
    match words.lower():
        case "codes":
            return Cards("codes")
        case "words":
            return Cards("words")
    raise ValueError


def _language(words: str, state: ClientState) -> Command:
    return Change("language", words.lower()) if words else Show("languages")


def _change(words: str, state: ClientState) -> Command:
    setting, _, value = words.partition(" ")
    return Change(setting, value.strip()) if setting else Show("settings")


def _replay(words: str, state: ClientState) -> Command:
    if words.lower() not in ("", "all"):
        raise ValueError
    return LookBack(whole=bool(words))


def _trick(words: str, state: ClientState) -> Command:
    return TopicOf("tricks", _number(words)) if words else TopicOf("trick")


def _with_words(what: str) -> Maker:
    """A question about what the words say."""
    return lambda words, state: msgspec.convert({"what": what, "words": words}, Show)


def _bare(command: Command) -> Maker:
    """A command that takes no words."""

    def make(words: str, state: ClientState) -> Command:
        if words:
            raise ValueError
        return command

    return make


def _topic(topic: Topic) -> Maker:
    return _bare(TopicOf(topic))


def _number(word: str) -> int:
    """A number as people count, from 1."""
    if not word.isdecimal() or int(word[:9]) < 1:
        raise ValueError
    return int(word[:9])


def _given(words: str) -> str:
    if not words:
        raise ValueError
    return words


VERBS: Mapping[str, Maker] = {
    "?": _bare(Show("moves")),
    "help": _with_words("help"),
    "hand": _topic("hand"),
    "trick": _trick,
    "last": _topic("last"),
    "tricks": _topic("tricks"),
    "scores": _topic("scores"),
    "table": _topic("table"),
    "options": _with_words("options"),
    "rules": _with_words("rules"),
    "hint": _bare(Hint()),
    "foolish": _bare(Foolish()),
    "auto": _auto,
    "say": _say,
    "emote": _emote,
    "who": _bare(Show("who")),
    "ignore": _ignore,
    "unignore": _unignore,
    "tables": _bare(Show("tables")),
    "create": _create,
    "join": _join,
    "watch": _watch,
    "sit": _sit,
    "stand": _bare(Ask((StandUp(id=UNSENT),))),
    "set": _set,
    "hints": _switch("hints"),
    "watchers": _switch("watchers_talk"),
    "bot": _bot,
    "free": _free,
    "start": _bare(Ask((StartParty(id=UNSENT),))),
    "clock": _clock,
    "time": _bare(Show("time")),
    "pause": _bare(Ask((Pause(id=UNSENT, on=True),))),
    "go": _go,
    "kick": _kick,
    "mute": _mute,
    "unmute": _unmute,
    "rematch": _bare(Ask((Rematch(id=UNSENT),))),
    "replay": _replay,
    "export": lambda words, state: Export(words),
    "leave": _bare(Ask((LeaveTable(id=UNSENT),))),
    "language": _language,
    "cards": _cards,
    "settings": _change,
    "quit": _bare(Quit()),
}
"""Each command's first word, and what it becomes. Phrases `usage.VERB`, `help.VERB` and `more.VERB` tell of it."""
