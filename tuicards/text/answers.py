"""What one may ask, told in complete sentences: the table, the lobby, people, moves."""

from collections.abc import Iterator, Mapping

import msgspec

from tuicards.client_state import ClientState
from tuicards.games import GAMES
from tuicards.games.api import Topic
from tuicards.speech import Speaker
from tuicards.text.voice import Voice
from tuicards.time_control import TimeControl
from tuicards.time_left import Left, control_words
from tuicards.wire.messages import EMOTES, SeatInfo, TableInfo, TableLine

NO_CLOCK = str(TimeControl())

SHOWN_DIGITS = 16
"""So many hexadecimal digits of a commitment are enough to compare."""

FEW_MOVES = 12
"""Up to so many legal moves are told unasked."""


class Clocks(msgspec.Struct, frozen=True):
    """For how long something has been so, in seconds."""

    table: float = 0.0
    """Since the newest picture of the table came."""
    turn: Mapping[int, float] = {}
    """Since the table waits for each seat in `to_act`."""
    left: Left = ()
    """How much each seat has left, where time is limited."""


# ---- the game -----------------------------------------------------------------------------------------


def topic_lines(state: ClientState, topic: Topic, voice: Voice, number: int | None = None) -> Iterator[str]:
    """What the game tells about a topic, or its part with this number; a sentence where there is nothing to tell."""
    speaker = voice.speaker(state)
    if state.game is None or state.view is None:
        yield speaker.say("text.no_party" if state.table else "text.at_no_table")
        return
    facts = state.game.facts(state.view, topic)
    if number is None:
        yield from map(speaker.fact, facts)
        return
    heads = [place for place, fact in enumerate(facts) if "number" in fact.params]
    if number > len(heads):
        yield speaker.say("text.no_such_trick", {"number": number, "count": len(heads)})
        return
    end = heads[number] if number < len(heads) else len(facts)
    yield from map(speaker.fact, facts[heads[number - 1] : end])


def move_lines(state: ClientState, voice: Voice) -> Iterator[str]:
    """What is legal now, numbered for choosing."""
    speaker = voice.speaker(state)
    if state.game is None or state.view is None:
        yield speaker.say("text.no_party" if state.table else "text.at_no_table")
        return
    if not state.view.my_turn:
        yield waiting(state, speaker)
    for number, move in enumerate(state.view.legal, 1):
        yield speaker.say("text.move", {"number": number, "move": voice.move(state.game, move)})


def few_moves(state: ClientState, voice: Voice) -> str:
    """The legal moves in one sentence's part, when they are few; else empty."""
    if state.game is None or state.view is None or len(state.view.legal) > FEW_MOVES:
        return ""
    return voice.moves(state.game, state.view.legal)


def waiting(state: ClientState, speaker: Speaker) -> str:
    """Whom the table waits for."""
    if state.view is None or not state.view.to_act:
        return speaker.say("text.over")
    return speaker.say("text.waiting_for", {"seats_named": state.view.to_act})


# ---- the table ----------------------------------------------------------------------------------------


def table_lines(state: ClientState, voice: Voice) -> Iterator[str]:
    """The table one is at: its game and options, who sits where, who watches."""
    speaker = voice.speaker(state)
    table = state.table
    if table is None:
        yield speaker.say("text.at_no_table")
        return
    words = {"table": table.table, "game": table.game, "title": table.title}
    yield speaker.say("text.at_table", words)
    if unusual(table.game, table.options):
        yield options_line(table, speaker)
    if table.clock != NO_CLOCK:
        yield clock_line(state, speaker)
    for number, seat in enumerate(table.seats):
        yield seat_line(number, who_sits(seat, speaker), state, speaker)
    if table.watchers:
        yield speaker.say("text.watchers", {"names": table.watchers})
    if table.commitment:
        yield speaker.say("text.fair", {"commitment": table.commitment[:SHOWN_DIGITS]})
    if state.paused:
        yield speaker.say("text.paused")
    if table.state != "playing":
        yield speaker.say(f"text.table_{table.state}", {"owner": table.owner})


def seat_line(number: int, who: str, state: ClientState, speaker: Speaker) -> str:
    """A seat, counted from 1, and who sits there."""
    mine = state.table is not None and number == state.table.you
    return speaker.say("text.seat_yours" if mine else "text.seat", {"number": number + 1, "who": who})


def who_sits(seat: SeatInfo, speaker: Speaker) -> str:
    """Who sits there, with all that matters about it."""
    words = {"name": seat.name, "level": level(seat.bot, speaker)}
    if not seat.name:
        return speaker.say("text.who_free")
    if seat.stand_in:
        return speaker.say("text.who_stand_in", words)
    if seat.bot:
        return speaker.say("text.who_bot", words)
    return speaker.say("text.who_person" if seat.here else "text.who_away", words)


def level(name: str, speaker: Speaker) -> str:
    """A bot's level in the reader's language."""
    return speaker.say(f"level.{name}") if speaker.knows(f"level.{name}") else name


def options_line(table: TableInfo, speaker: Speaker) -> str:
    """The options that differ from the game's defaults, as they are typed."""
    special = unusual(table.game, table.options)
    return speaker.say("text.options", {"options": special}) if special else speaker.say("text.options_usual")


def unusual(name: str, options: Mapping[str, str]) -> tuple[str, ...]:
    """The options that differ from the game's defaults."""
    defaults = {spec.name: spec.default for spec in GAMES[name].options} if name in GAMES else {}
    return tuple(f"{option}={value}" for option, value in options.items() if defaults.get(option) != value)


def clock_line(state: ClientState, speaker: Speaker) -> str:
    """How time is limited at the table."""
    if state.table is None:
        return speaker.say("text.at_no_table")
    return speaker.say("text.clock", {"clock": control_words(state.table.clock, speaker)})


def time_lines(state: ClientState, clocks: Clocks, voice: Voice) -> Iterator[str]:
    """Who has how much time left."""
    speaker = voice.speaker(state)
    if state.table is None or state.table.clock == NO_CLOCK or not state.running:
        yield clock_line(state, speaker)
        return
    for seat, seconds in enumerate(clocks.left):
        if seconds is not None:
            time = duration(seconds, speaker)
            yield speaker.say("text.time_left" if seconds else "text.time_up", {"seat": seat, "time": time})


# ---- people -------------------------------------------------------------------------------------------


def people_lines(state: ClientState, clocks: Clocks, voice: Voice) -> Iterator[str]:
    """Who is here: at the table, with who is thinking and who is away, and for how long; or in the lobby."""
    speaker = voice.speaker(state)
    table = state.table
    if table is None:
        people = state.lobby.people if state.lobby else ()
        yield speaker.say("text.people", {"names": people or (speaker.say("word.nobody"),)})
        return
    for number, seat in enumerate(table.seats):
        if seat.name:
            yield seat_line(number, _who_now(seat, clocks, speaker), state, speaker)
    yield speaker.say("text.watchers", {"names": table.watchers or (speaker.say("word.nobody"),)})
    if table.muted:
        yield speaker.say("text.silenced", {"names": table.muted})
    if state.running and state.view is not None:
        for waited in state.view.to_act:
            time = duration(clocks.turn.get(waited, 0.0), speaker)
            yield speaker.say("text.thinking", {"seat": waited, "time": time})


def _who_now(seat: SeatInfo, clocks: Clocks, speaker: Speaker) -> str:
    if seat.here or not seat.name or seat.stand_in:
        return who_sits(seat, speaker)
    words = {"name": seat.name, "time": duration(seat.away + clocks.table, speaker)}
    if seat.bot_in is None:
        return speaker.say("text.who_away_for", words)
    left = duration(max(0.0, seat.bot_in - clocks.table), speaker)
    return speaker.say("text.who_away_until", {**words, "left": left})


def duration(seconds: float, speaker: Speaker) -> str:
    """A length of time in seconds, or from two minutes on in minutes."""
    whole = int(seconds)
    if whole < 120:
        return speaker.say("text.seconds", {"seconds": whole})
    return speaker.say("text.minutes", {"minutes": whole // 60})


def ignored_line(state: ClientState, voice: Voice) -> str:
    """Whose words are not told."""
    speaker = voice.speaker(state)
    names = sorted(state.ignored)
    return speaker.say("text.ignored", {"names": names}) if names else speaker.say("text.ignored_nobody")


def emote_lines(state: ClientState, voice: Voice) -> Iterator[str]:
    """Every emote with what it says."""
    speaker = voice.speaker(state)
    for code in EMOTES:
        yield speaker.say("text.emote", {"emote": code, "text": speaker.say(f"emote.{code}")})


# ---- the lobby ----------------------------------------------------------------------------------------


def lobby_lines(state: ClientState, voice: Voice) -> Iterator[str]:
    """The public tables."""
    speaker = voice.speaker(state)
    if state.lobby is None or not state.lobby.tables:
        yield speaker.say("text.no_tables")
        return
    for table in state.lobby.tables:
        yield table_line(table, speaker)


def table_line(table: TableLine, speaker: Speaker) -> str:
    """A table in the lobby's list."""
    words = {name: getattr(table, name) for name in ("table", "title", "seats", "people", "bots", "owner")}
    return speaker.say(f"text.line_{table.state}", {**words, "game": table.game})
