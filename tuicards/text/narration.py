"""What is new, told in complete sentences: one line for each thing that happened."""

from collections.abc import Iterator

from tuicards.chat import words_of
from tuicards.client_state import ClientState, Connected, Disconnected, LinkEvent, Recorded
from tuicards.games import GAMES
from tuicards.games.api import Topic
from tuicards.speech import Speaker
from tuicards.wire.messages import (
    Closing,
    LeftTable,
    Lobby,
    Refused,
    Said,
    SeatInfo,
    TableInfo,
    TableLine,
    Update,
)

FEW_MOVES = 12
"""Up to so many legal moves are told unasked when one's turn comes."""


def speaker_for(state: ClientState) -> Speaker:
    """Says codes with the game and the names of the table one is at, from one's own seat."""
    table = state.table
    return Speaker(state.game, state.seat_names, table.you if table else None)


def news(before: ClientState, event: LinkEvent, now: ClientState) -> Iterator[str]:
    """The lines for one event, given what was known before and after it."""
    speaker = speaker_for(now)
    match event:
        case Connected():
            yield speaker.say(
                "text.connected_again" if before.welcome else "text.connected",
                {"server": event.welcome.server, "name": event.welcome.name},
            )
        case Disconnected():
            yield from _disconnected(event, speaker)
        case Lobby():
            yield from _lobby_news(before, event, speaker)
        case TableInfo():
            yield from _table_news(before.table, event, now, speaker)
        case Update():
            yield from _update_news(before, now, speaker)
        case Said():
            yield said(event, speaker)
        case Recorded(code=code, params=params) if code:
            yield speaker.say(code, params)
        case Refused() | Closing():
            yield speaker.say(event.code, event.params)
        case LeftTable():
            yield speaker.say(f"left.{event.code}", {"table": event.table})


def said(line: Said, speaker: Speaker) -> str:
    """A chat line or a notice."""
    words = words_of(line, speaker)
    if not line.name:
        return words
    return speaker.say("text.said_watching" if line.watcher else "text.said", {"name": line.name, "text": words})


def topic_lines(state: ClientState, topic: Topic) -> Iterator[str]:
    """What the game tells about a topic; a sentence where there is nothing to tell."""
    speaker = speaker_for(state)
    if state.game is None or state.view is None:
        yield speaker.say("text.no_party" if state.table else "text.at_no_table")
        return
    for fact in state.game.facts(state.view, topic):
        yield speaker.fact(fact)


def table_lines(state: ClientState) -> Iterator[str]:
    """The table one is at: its game and options, who sits where, who watches."""
    speaker = speaker_for(state)
    table = state.table
    if table is None:
        yield speaker.say("text.at_no_table")
        return
    yield speaker.say("text.at_table", {"table": table.table, "game": _game_title(table.game), "title": table.title})
    unusual = _unusual(table.game, table.options)
    if unusual:
        yield speaker.say("text.options", {"options": unusual})
    for number, seat in enumerate(table.seats):
        yield speaker.say(
            "text.seat_yours" if number == table.you else "text.seat",
            {"number": number + 1, "who": _who(seat, speaker)},
        )
    if table.watchers:
        yield speaker.say("text.watchers", {"names": table.watchers})
    if table.state != "playing":
        yield speaker.say(f"text.table_{table.state}", {"owner": table.owner})


def lobby_lines(state: ClientState) -> Iterator[str]:
    """The public tables."""
    speaker = speaker_for(state)
    if state.lobby is None or not state.lobby.tables:
        yield speaker.say("text.no_tables")
        return
    for table in state.lobby.tables:
        yield _table_line(table, speaker)


def people_lines(state: ClientState) -> Iterator[str]:
    """Who is here: at the table, or in the lobby."""
    speaker = speaker_for(state)
    if state.table is not None:
        for number, seat in enumerate(state.table.seats):
            if seat.name:
                yield speaker.say("text.seat", {"number": number + 1, "who": _who(seat, speaker)})
        yield speaker.say("text.watchers", {"names": state.table.watchers or (speaker.say("word.nobody"),)})
    else:
        people = state.lobby.people if state.lobby else ()
        yield speaker.say("text.people", {"names": people or (speaker.say("word.nobody"),)})


def move_lines(state: ClientState) -> Iterator[str]:
    """What is legal now, numbered for choosing."""
    speaker = speaker_for(state)
    if state.game is None or state.view is None:
        yield speaker.say("text.no_party" if state.table else "text.at_no_table")
        return
    if not state.view.legal:
        yield _waiting(state, speaker)
        return
    if not state.view.my_turn:
        yield _waiting(state, speaker)
    for number, move in enumerate(state.view.legal, 1):
        yield speaker.say("text.move", {"number": number, "move": state.game.format_move(move)})


def turn_lines(state: ClientState) -> Iterator[str]:
    """That it is one's turn, with one's hand and, when they are few, the legal moves."""
    if state.game is None or state.view is None:
        return
    speaker = speaker_for(state)
    yield from topic_lines(state, "hand")
    moves = tuple(state.game.format_move(move) for move in state.view.legal)
    if len(moves) <= FEW_MOVES:
        yield speaker.say("text.your_turn", {"moves": moves})
    else:
        yield speaker.say("text.your_turn_many", {"count": len(moves)})


def _disconnected(event: Disconnected, speaker: Speaker) -> Iterator[str]:
    yield speaker.say(event.code, event.params)
    if event.retry_in is not None:
        yield speaker.say("text.trying_again", {"seconds": max(1, round(event.retry_in))})


def _lobby_news(before: ClientState, lobby: Lobby, speaker: Speaker) -> Iterator[str]:
    if before.table is not None or before.lobby is None:
        yield speaker.say("text.lobby", {"tables": len(lobby.tables), "people": len(lobby.people)})
        return
    known = {table.table for table in before.lobby.tables}
    for table in lobby.tables:
        if table.table not in known:
            yield speaker.say("text.new_table", {"line": _table_line(table, speaker)})


def _table_line(table: TableLine, speaker: Speaker) -> str:
    return speaker.say(
        f"text.line_{table.state}",
        {
            "table": table.table,
            "game": _game_title(table.game),
            "title": table.title,
            "seats": table.seats,
            "people": table.people,
            "bots": table.bots,
            "owner": table.owner,
        },
    )


def _table_news(old: TableInfo | None, table: TableInfo, now: ClientState, speaker: Speaker) -> Iterator[str]:
    if old is None or old.table != table.table:
        yield from table_lines(now)
        return
    if (old.options, old.public, len(old.seats)) != (table.options, table.public, len(table.seats)):
        yield from table_lines(now)
        return
    for number, (was, seat) in enumerate(zip(old.seats, table.seats, strict=True)):
        yield from _seat_news(number, was, seat, speaker)
    if old.state != table.state and table.state == "open":
        yield speaker.say("text.table_open", {"owner": table.owner})


def _seat_news(number: int, was: SeatInfo, seat: SeatInfo, speaker: Speaker) -> Iterator[str]:
    if (was.name, was.bot, was.stand_in) != (seat.name, seat.bot, seat.stand_in):
        yield speaker.say("text.seat", {"number": number + 1, "who": _who(seat, speaker)})
    if seat.again and not was.again and not seat.bot:
        yield speaker.say("text.again", {"name": seat.name})


def _who(seat: SeatInfo, speaker: Speaker) -> str:
    """Who sits there, with all that matters about it."""
    words = {"name": seat.name, "level": seat.bot}
    if not seat.name:
        return speaker.say("text.who_free")
    if seat.stand_in:
        return speaker.say("text.who_stand_in", words)
    if seat.bot:
        return speaker.say("text.who_bot", words)
    return speaker.say("text.who_person" if seat.here else "text.who_away", words)


def _update_news(before: ClientState, now: ClientState, speaker: Speaker) -> Iterator[str]:
    if now.view is None or (before.party, before.seq, before.view) == (now.party, now.seq, now.view):
        return
    if now.missed:
        yield speaker.say("text.missed")
    for event in now.events:
        yield speaker.event(event)
    new_here = before.view is None and not now.events
    if now.missed or new_here:
        yield from topic_lines(now, "table")
    yield from _score_news(before, now, speaker)
    if now.view.my_turn and (before.view is None or not before.view.my_turn or before.view.legal != now.view.legal):
        yield from turn_lines(now)


def _score_news(before: ClientState, now: ClientState, speaker: Speaker) -> Iterator[str]:
    """The lines that are new on the score sheet; at the end of the party, how it ended.

    A round may leave every total as it was, so the sheet itself says whether there is news.
    """
    if now.game is None or now.view is None or before.view is None or before.party != now.party:
        return
    old = now.game.facts(before.view, "scores")
    fresh = [fact for fact in now.game.facts(now.view, "scores") if fact not in old]
    if now.view.outcome is not None and before.view.outcome is None and now.view.outcome.result not in fresh:
        fresh.append(now.view.outcome.result)
    yield from (speaker.fact(fact) for fact in fresh)


def _waiting(state: ClientState, speaker: Speaker) -> str:
    if state.view is None or not state.view.to_act:
        return speaker.say("text.over")
    return speaker.say("text.waiting_for", {"seats_named": state.view.to_act})


def _game_title(name: str) -> str:
    return GAMES[name].title if name in GAMES else name


def _unusual(name: str, options: dict[str, str]) -> tuple[str, ...]:
    """The options that differ from the game's defaults."""
    defaults = {spec.name: spec.default for spec in GAMES[name].options} if name in GAMES else {}
    return tuple(f"{option}={value}" for option, value in options.items() if defaults.get(option) != value)
