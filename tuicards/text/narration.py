"""What is new, told in complete sentences: one line for each thing that happened, and nothing twice."""

from collections.abc import Iterator, Sequence

import msgspec

from tuicards.chat import words_of
from tuicards.client_state import ClientState, Connected, Disconnected, LinkEvent, Recorded, Trying
from tuicards.games.api import Event, Fact
from tuicards.replay import ROUND_ENDS
from tuicards.speech import Speaker
from tuicards.text.answers import (
    clock_line,
    duration,
    few_moves,
    options_line,
    seat_line,
    table_line,
    table_lines,
    topic_lines,
    who_sits,
)
from tuicards.text.voice import Voice
from tuicards.wire.messages import (
    Closing,
    LeftTable,
    Lobby,
    Refused,
    Said,
    SeatInfo,
    TableInfo,
    Update,
)

PARTY_ENDS = "party_ended"
"""The event that says no more than the result, which is told after the scores."""


def news(before: ClientState, event: LinkEvent, now: ClientState, voice: Voice, asked: bool = True) -> Iterator[str]:
    """The lines for one event, given what was known before and after it.

    `asked`: one's turn is told with one's hand and what is legal; not so where the program makes the moves, or a bot.
    """
    speaker = voice.speaker(now)
    match event:
        case Connected():
            yield _connected(before, event, now, speaker)
        case Trying(number=number) if number > 1:
            yield speaker.say("text.trying_address", msgspec.structs.asdict(event))
        case Disconnected():
            yield from _disconnected(event, speaker)
        case Lobby():
            yield from _lobby_news(before, event, speaker)
        case TableInfo():
            yield from _table_news(before.table, event, now, voice)
            if now.stood_in and not before.stood_in:
                yield speaker.say("text.stand_in")
        case Update():
            yield from _update_news(before, event, now, voice, asked and not now.stood_in)
        case Said() if now is not before:
            yield said(event, speaker)
        case Refused() | Closing():
            yield speaker.say(event.code, event.params)
        case Recorded():
            if event.verdict is not None:
                yield speaker.say(event.verdict.code, event.verdict.params)
            if event.code:
                yield speaker.say(event.code, event.params)
        case LeftTable():
            yield speaker.say(f"left.{event.code}", {"table": event.table})


def said(line: Said, speaker: Speaker) -> str:
    """A chat line, an emote or a notice."""
    text = words_of(line, speaker)
    if not line.name:
        return text
    code = "text.said_old" if line.old else "text.said"
    if line.watcher:
        code += "_watching"
    return speaker.say(code, {"name": line.name, "text": text})


def own_time(update: Update, state: ClientState, speaker: Speaker) -> Iterator[str]:
    """How much time one has, where it is limited."""
    me = state.table.you if state.table is not None else None
    left = update.left[me] if me is not None and me < len(update.left) else None
    if left is not None:
        yield time_words(left / 1000, speaker)


def time_words(seconds: float, speaker: Speaker) -> str:
    """How much time is left."""
    return speaker.say("text.you_have", {"time": duration(seconds, speaker)})


def turn_lines(state: ClientState, voice: Voice) -> Iterator[str]:
    """One's hand, and that it is one's turn; with the legal moves when they are few."""
    if state.game is None or state.view is None:
        return
    speaker = voice.speaker(state)
    hand = list(topic_lines(state, "hand", voice))
    moves = few_moves(state, voice)
    if moves:
        yield from hand[:1]
        yield speaker.say("text.your_turn", {"moves": moves})
    else:
        yield from hand
        yield speaker.say("text.your_turn_many", {"count": len(state.view.legal)})


def _connected(before: ClientState, event: Connected, now: ClientState, speaker: Speaker) -> str:
    """Where there are several addresses, by which of them."""
    code = "text.connected_again" if before.welcome else "text.connected"
    words = {"server": event.welcome.server, "name": event.welcome.name, "address": now.address}
    return speaker.say(f"{code}_at" if now.address else code, words)


def _disconnected(event: Disconnected, speaker: Speaker) -> Iterator[str]:
    yield speaker.say(event.code, event.params)
    if event.retry_in is not None:
        yield speaker.say("text.trying_again", {"seconds": max(1, round(event.retry_in))})


# ---- the lobby and the table --------------------------------------------------------------------------


def _lobby_news(before: ClientState, lobby: Lobby, speaker: Speaker) -> Iterator[str]:
    if before.table is not None or before.lobby is None:
        yield speaker.say("text.lobby", {"tables": len(lobby.tables), "people": len(lobby.people)})
        return
    known = {table.table for table in before.lobby.tables}
    for table in lobby.tables:
        if table.table not in known:
            yield speaker.say("text.new_table", {"line": table_line(table, speaker)})


def _table_news(old: TableInfo | None, table: TableInfo, now: ClientState, voice: Voice) -> Iterator[str]:
    speaker = voice.speaker(now)
    if old is None or old.table != table.table:
        yield from table_lines(now, voice)
        return
    anew = (old.game, old.options, len(old.seats)) != (table.game, table.options, len(table.seats))
    if anew:
        yield speaker.say("text.set_anew", {"game": table.game, "seats": len(table.seats)})
        yield options_line(table, speaker)
    if old.clock != table.clock:
        yield clock_line(now, speaker)
    if old.public != table.public:
        yield speaker.say("text.public" if table.public else "text.private")
    was = (*old.seats, *[SeatInfo()] * len(table.seats))
    for number, seat in enumerate(table.seats):
        yield from _seat_news(number, was[number], seat, now, speaker)
    if table.state == "open" and (anew or old.state != table.state):
        yield speaker.say("text.table_open", {"owner": table.owner})
    yield from _pause_news(old, now, speaker)


def _pause_news(old: TableInfo, now: ClientState, speaker: Speaker) -> Iterator[str]:
    """What one may type about a pause. That somebody asks, or that all stands still, is told by a notice."""
    table, own = now.table, now.own_seat
    if table is None or own is None:
        return
    if now.paused and not old.paused:
        yield speaker.say("text.pause_end")
    asked = {seat.name for seat in table.seats if seat.pause} - {seat.name for seat in old.seats if seat.pause}
    if asked - {own.name} and not own.pause and not now.paused:
        yield speaker.say("text.pause_agree")


def _seat_news(number: int, was: SeatInfo, seat: SeatInfo, now: ClientState, speaker: Speaker) -> Iterator[str]:
    """Who has come, gone or changed. That a bot stands in for somebody, or no longer, is told by a notice."""
    same_person = was.name == seat.name and (was.stand_in or seat.stand_in)
    if (was.name, was.bot) != (seat.name, seat.bot) and not same_person:
        yield seat_line(number, who_sits(seat, speaker), now, speaker)
    if seat.again and not was.again and not seat.bot:
        yield speaker.say("text.again", {"name": seat.name})


# ---- the game -----------------------------------------------------------------------------------------


def _update_news(before: ClientState, update: Update, now: ClientState, voice: Voice, asked: bool) -> Iterator[str]:
    if now.view is None or (before.party, before.seq, before.view) == (now.party, now.seq, now.view):
        return
    speaker = voice.speaker(now)
    new_here = (before.view is None or before.party != now.party) and not now.events
    if now.missed and before.view is not None:  # who has just come missed nothing
        yield speaker.say("text.missed")
    yield from _event_lines(before, now, speaker)
    if now.missed or new_here:
        yield from topic_lines(now, "table", voice)
    old = before.view if before.party == now.party else None
    if not asked:
        return
    if now.view.my_turn and (old is None or not old.my_turn or old.legal != now.view.legal):
        yield from turn_lines(now, voice)
        yield from own_time(update, now, speaker)
    elif now.view.legal and not now.view.my_turn:
        yield from (speaker.fact(fact) for fact in _fresh_rights(before, now))


def _event_lines(before: ClientState, now: ClientState, speaker: Speaker) -> Iterator[str]:
    """Each event, the scores after the end of a round, and at the end of a party how it ended."""
    scores = [speaker.fact(fact) for fact in _fresh_scores(before, now)]
    for event in now.events:
        tag = tag_of(event)
        if tag == PARTY_ENDS and _has_just_ended(before, now):
            continue
        yield speaker.event(event)
        if tag in ROUND_ENDS:
            yield from scores
            scores = []
    yield from scores


def _has_just_ended(before: ClientState, now: ClientState) -> bool:
    """Whether the end of this party was seen to come."""
    if now.view is None or before.view is None or before.party != now.party:
        return False
    return now.view.outcome is not None and before.view.outcome is None


def _fresh_scores(before: ClientState, now: ClientState) -> list[Fact]:
    """What is new on the score sheet; at the end of the party, how it ended.

    A round may leave every total as it was, and one line may be like another: the sheet itself says what is new.
    """
    if now.game is None or now.view is None or before.view is None or before.party != now.party:
        return []
    fresh = fresh_facts(now.game.facts(before.view, "scores"), now.game.facts(now.view, "scores"))
    if now.view.outcome is not None and _has_just_ended(before, now) and now.view.outcome.result not in fresh:
        fresh.append(now.view.outcome.result)
    return fresh


def tag_of(event: Event) -> str:
    """The code of an event."""
    return str(event.__struct_config__.tag)


def fresh_facts(old: Sequence[Fact], new: Sequence[Fact]) -> list[Fact]:
    """All from the first fact on that is another: a new line of the sheet, and with it how everybody stands now."""
    same = next((place for place, pair in enumerate(zip(old, new, strict=False)) if pair[0] != pair[1]), None)
    return list(new[min(len(old), len(new)) if same is None else same :])


def _fresh_rights(before: ClientState, now: ClientState) -> list[Fact]:
    """What one may do out of turn, where that is new; the cards themselves are not told again."""
    if now.game is None or now.view is None:
        return []
    old = now.game.facts(before.view, "hand") if before.view is not None and before.party == now.party else ()
    return [fact for fact in now.game.facts(now.view, "hand")[1:] if fact not in old]
