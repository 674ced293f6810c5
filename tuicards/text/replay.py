"""A party told again line by line: straight through, or step by step as one asks for it."""

import time
from collections.abc import Callable, Iterator, Mapping
from typing import Any, Literal, TypeAlias

from tuicards.errors import PlayerError, Refused
from tuicards.games.api import Seat
from tuicards.locale.languages import ENGLISH, Language
from tuicards.records import PartyRecord
from tuicards.replay import ROUND_ENDS, Replay
from tuicards.text.commands import LONGEST_LINE
from tuicards.text.narration import fresh_facts, tag_of
from tuicards.text.spelling import understood
from tuicards.text.terminal import LineReader, LineWriter, OutputClosed
from tuicards.text.voice import Manner, Voice

Eyes: TypeAlias = Seat | Literal["all"] | None
"""Whose cards are told: a seat's, everybody's, nobody's."""


def date_of(record: PartyRecord) -> str:
    """When it ended, in local time; empty where that is not known."""
    try:
        return time.strftime("%Y-%m-%d %H:%M", time.localtime(record.played)) if record.played is not None else ""
    except (OverflowError, OSError, ValueError):
        return ""


class Story:
    """What there is to tell of each step of a replay."""

    def __init__(self, replay: Replay, language: Language = ENGLISH, cards: Manner = "codes") -> None:
        self.replay = replay
        self.speaker = Voice(language, cards).speaker_at(replay.game, replay.record.names)

    def whole(self) -> Iterator[str]:
        """The whole party from its first line to its last."""
        yield from self.heading()
        yield from self.rest(0)

    def heading(self) -> Iterator[str]:
        """What was played, by whom and when."""
        record, say = self.replay.record, self.speaker.say
        usual = {spec.name: spec.default for spec in self.replay.game.options}
        options = [f"{name}={value}" for name, value in record.header.options.items() if usual.get(name) != value]
        names = [self.speaker.seat_name(seat) for seat in range(record.header.seats)]
        party = {"game": self.replay.game.name, "table": record.title or record.table, "names": names}
        yield say("replay.text.party", party)
        if date_of(record):
            yield say("replay.text.when", {"date": date_of(record)})
        if options:
            yield say("replay.text.options", {"options": options})

    def rest(self, at: int) -> Iterator[str]:
        """Everything from a step on to the end, with a heading for each round and trick."""
        for place in range(at, len(self.replay)):
            step = self.replay.steps[place]
            yield from self.events(place)
            if step.ends_round:
                for seat, cards in enumerate(step.face_down):
                    yield from self._face_down(seat, cards)
            if place < self.replay.last and (place == 0 or step.ends_round):
                yield self.place(place)
                yield from self.hands(place, "all")
            elif place < self.replay.last and self._trick_follows(place):
                after = self.replay.place(place + 1)
                yield self.speaker.say("replay.text.trick", _fields(after))
        yield from self.scores(self.replay.last)

    def _trick_follows(self, at: int) -> bool:
        step, after = self.replay.steps[at], self.replay.steps[at + 1]
        return (step.round, step.trick) != (after.round, after.trick) and after.trick > 0

    def place(self, at: int) -> str:
        """Where a step is."""
        place = self.replay.place(at)
        return self.speaker.say("replay.text.place", {"place": self.speaker.say(place.code, _fields(place))})

    def events(self, at: int) -> Iterator[str]:
        """What happened in a step; after the end of a round the scores that are new, too."""
        ends = [tag_of(event) in ROUND_ENDS for event in self.replay.steps[at].events] or [False]
        for line, end in zip(self.moves(at), ends, strict=True):
            yield line
            if end and at < self.replay.last:
                yield from self._fresh_scores(at)

    def moves(self, at: int) -> Iterator[str]:
        """What happened in a step, one line an event; a move that nobody else saw is told too."""
        step = self.replay.steps[at]
        if step.seat is None:
            yield self.speaker.say("replay.begin")
        elif not step.events:
            text = self.replay.record.entries[at - 1].move
            yield self.speaker.say("replay.private", {"seat": step.seat, "text": text})
        for event in step.events:
            yield self.speaker.event(event)

    def _fresh_scores(self, at: int) -> Iterator[str]:
        """The lines that a step has added to the score sheet."""
        before, after = (self.replay.game.view(self.replay.steps[place].state, None) for place in (at - 1, at))
        facts = self.replay.game.facts
        return map(self.speaker.fact, fresh_facts(facts(before, "scores"), facts(after, "scores")))

    def hands(self, at: int, eyes: Eyes) -> Iterator[str]:
        """The hand of a seat, or every hand, and what they have laid face down."""
        step, say = self.replay.steps[at], self.speaker.say
        seats = range(self.replay.record.header.seats)
        for seat in seats if eyes == "all" else [seat for seat in seats if seat == eyes]:
            cards = self.replay.game.view(step.state, seat).hand
            yield say("replay.text.hand" if cards else "replay.text.empty", {"seat": seat, "cards": cards})
            yield from self._face_down(seat, self.replay.face_down(at)[seat])

    def _face_down(self, seat: Seat, cards: tuple[str, ...]) -> Iterator[str]:
        if cards:
            yield self.speaker.say("replay.text.face_down", {"seat": seat, "cards": cards})

    def scores(self, at: int) -> Iterator[str]:
        """The score sheet."""
        return self._facts(at, "scores")

    def table(self, at: int) -> Iterator[str]:
        """The whole situation as a watcher sees it."""
        return self._facts(at, "table")

    def _facts(self, at: int, topic: Literal["table", "scores"]) -> Iterator[str]:
        view = self.replay.game.view(self.replay.steps[at].state, None)
        return (self.speaker.fact(fact) for fact in self.replay.game.facts(view, topic))


class TextReplay:
    """A walk through a replay by typed commands."""

    def __init__(self, story: Story) -> None:
        self._story = story
        self._replay = story.replay
        self._at = 0
        self._eyes: Eyes = None
        self.over = False
        """Whether the person has had enough."""

    def begin(self) -> Iterator[str]:
        """The lines to begin with."""
        yield from self._story.heading()
        yield self._say("replay.text.start")

    def obey(self, line: str) -> list[str]:
        """What a typed line is answered with."""
        typed = understood(line[:LONGEST_LINE].strip() or "next", COMMANDS, self._story.speaker)
        verb, _, words = typed.partition(" ")
        act = COMMANDS.get(verb)
        if act is None:
            return [self._say("unknown_command", text=verb[:40])]
        try:
            return list(act(self, words.strip()))
        except ValueError:
            return [self._say("usage", usage=self._say(f"replay.usage.{verb}"))]
        except PlayerError as error:
            return [self._story.speaker.error(error)]

    def _say(self, code: str, **params: Any) -> str:
        return self._story.speaker.say(code, params)

    def _go(self, to: int) -> Iterator[str]:
        if to == self._at:
            yield self._say("replay.text.at_end" if to else "replay.text.at_begin")
            return
        self._at = to
        yield self._story.place(to)
        yield from self._story.events(to)
        if self._replay.steps[to].round_over and to < self._replay.last:
            yield from self._story.hands(to, self._eyes)

    def next(self, words: str) -> Iterator[str]:
        _nothing(words)
        return self._go(self._replay.by_card(self._at, 1))

    def back(self, words: str) -> Iterator[str]:
        _nothing(words)
        return self._go(self._replay.by_card(self._at, -1))

    def round(self, words: str) -> Iterator[str]:
        return self._go_to(self._replay.round_begins(_number(words)))

    def trick(self, words: str) -> Iterator[str]:
        return self._go_to(self._replay.trick_begins(self._replay.round_at(self._at), _number(words)))

    def _go_to(self, to: int) -> Iterator[str]:
        """As `_go`, and told anew where one is there already."""
        if to == self._at:
            yield self._story.place(to)
            yield from self._story.events(to)
        else:
            yield from self._go(to)

    def seat(self, words: str) -> Iterator[str]:
        seats = self._replay.record.header.seats
        if words.lower() == "all":
            self._eyes = "all"
        else:
            number = _number(words)
            if not 1 <= number <= seats:
                raise Refused("replay.no_seat", number=number, seats=seats)
            self._eyes = number - 1
        return self._story.hands(self._at, self._eyes)

    def hand(self, words: str) -> Iterator[str]:
        _nothing(words)
        if self._eyes is None:
            raise Refused("replay.text.no_eyes")
        return self._story.hands(self._at, self._eyes)

    def table(self, words: str) -> Iterator[str]:
        _nothing(words)
        return self._story.table(self._at)

    def scores(self, words: str) -> Iterator[str]:
        _nothing(words)
        return self._story.scores(self._at)

    def rest(self, words: str) -> Iterator[str]:
        _nothing(words)
        before, self._at = self._at, self._replay.last
        if before == self._at:
            return iter([self._say("replay.text.at_end")])
        return self._story.rest(before + 1)

    def help(self, words: str) -> Iterator[str]:
        _nothing(words)
        return (self._say(f"replay.help.{verb}", usage=self._say(f"replay.usage.{verb}")) for verb in COMMANDS)

    def quit(self, words: str) -> Iterator[str]:
        _nothing(words)
        self.over = True
        return iter(())


COMMANDS: Mapping[str, Callable[[TextReplay, str], Iterator[str]]] = {
    "next": TextReplay.next,
    "back": TextReplay.back,
    "round": TextReplay.round,
    "trick": TextReplay.trick,
    "seat": TextReplay.seat,
    "hand": TextReplay.hand,
    "table": TextReplay.table,
    "scores": TextReplay.scores,
    "rest": TextReplay.rest,
    "help": TextReplay.help,
    "quit": TextReplay.quit,
}
"""What each command does. Phrases `replay.usage.VERB` and `replay.help.VERB` tell of it."""


async def tell_replay(story: Story, reader: LineReader | None, writer: LineWriter) -> None:
    """Tells the whole party, or with a reader what is asked for, until there is no more to read."""
    walk = TextReplay(story)
    try:
        if reader is None:
            writer.tell(story.whole())
            return
        writer.tell(walk.begin())
        while not walk.over:
            writer.prompt()
            line = await reader.line()
            if line is None:
                return
            writer.answered()
            writer.tell(walk.obey(line))
    except OutputClosed:
        return
    finally:
        writer.finish()


def _fields(place: Any) -> dict[str, Any]:
    return {name: getattr(place, name) for name in ("round", "rounds", "trick", "play", "plays")}


def _nothing(words: str) -> None:
    if words:
        raise ValueError


def _number(words: str) -> int:
    """Raises ValueError."""
    if not words.isdecimal():
        raise ValueError
    return int(words[:9])
