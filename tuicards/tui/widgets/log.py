"""The log: what has happened and what was said, as sentences, oldest first."""

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence

from tuicards.chat import speaker_of_line, words_of
from tuicards.client_state import ClientState
from tuicards.games.api import Event
from tuicards.locale.languages import ENGLISH, Language
from tuicards.speech import Speaker
from tuicards.tui.widgets.scene import Line
from tuicards.wire.messages import Said

KEPT = 400
"""Lines that can be read back."""

A_CARD = "Kh"
"""How this one is said tells with which signs all are."""

QUIET_EVENTS = frozenset({"drew"})
"""Events that every player knows will follow; the picture shows them."""

LOUD_EVENTS = frozenset(
    {
        "trump_turned",
        "trump_kept",
        "trump_named",
        "trump_gone",
        "trump_restored",
        "molodka",
        "round_scored",
        "game_ended",
    }
)
"""Events that change what is worth doing; they must not be overlooked."""


class Missed:
    """Stands for events that nobody can tell."""


Words = Callable[[Speaker], str]
"""A line of the program's own, such as about what it has just done by itself."""

Told = Event | Said | Missed | Words


class Log:
    """Collects lines from one state after another; each event and each thing said becomes a line once.

    When the reader goes over to another language or to other signs for cards, or ignores somebody, what is there is
    said anew.
    """

    def __init__(self) -> None:
        self._told: deque[Told] = deque(maxlen=KEPT)
        self._lines: deque[Line] = deque(maxlen=KEPT)
        self._said_for: tuple[Language, str, frozenset[str]] = (ENGLISH, "", frozenset())
        self._until = ("", 0, 0)
        self._last_said: Said | None = None

    def after(self, state: ClientState, speaker: Speaker) -> tuple[Line, ...]:
        """The lines after one more state."""
        said_for = (speaker.language, speaker.word("card", A_CARD), state.ignored)
        if said_for != self._said_for:
            self._said_for = said_for
            self._lines = deque(_lines(self._told, state, speaker), KEPT)
        table = state.table.table if state.table else ""
        now = (table, state.party, state.seq)
        if now != self._until:
            missed = state.missed and self._until[0] == table  # who has just come missed nothing
            self._until = now
            self._add([Missed()] if missed else [], state, speaker)
            self._add([one for one in state.events if one.__struct_config__.tag not in QUIET_EVENTS], state, speaker)
        self._add([said for said in self._new_chat(state) if _concerns(said, table)], state, speaker)
        return tuple(self._lines)

    def note(self, words: Words, speaker: Speaker) -> tuple[Line, ...]:
        """The lines with one of the program's own, unless it is the newest one already."""
        line = Line(words(speaker), "alert")
        if not self._lines or self._lines[-1] != line:
            self._told.append(words)
            self._lines.append(line)
        return tuple(self._lines)

    def _add(self, told: Sequence[Told], state: ClientState, speaker: Speaker) -> None:
        self._told.extend(told)
        self._lines.extend(_lines(told, state, speaker))

    def _new_chat(self, state: ClientState) -> tuple[Said, ...]:
        """What was said since the last state; the list is cut at its old end, so the last line told is looked for."""
        chat = state.chat
        last = self._last_said
        self._last_said = chat[-1] if chat else last
        for index in range(len(chat) - 1, -1, -1):
            if chat[index] is last:
                return chat[index + 1 :]
        return chat


def _concerns(said: Said, table: str) -> bool:
    """Whether it was said at this table, or is the server's word to everybody."""
    return said.table == table or not (said.table or said.name)


def _lines(told: Iterable[Told], state: ClientState, speaker: Speaker) -> Iterator[Line]:
    """A line for each, save what people say who are ignored."""
    for one in told:
        if not isinstance(one, Said) or not state.ignores(one.name):
            yield _line(one, speaker)


def _line(told: Told, speaker: Speaker) -> Line:
    match told:
        case Missed():
            return Line(speaker.say("play.missed"), "alert")
        case Said(name=""):
            return Line(speaker.say(told.code, told.params), "alert")
        case Said():
            words = f"{speaker_of_line(told, speaker)}: {words_of(told, speaker)}"
            return Line(words, "event" if told.old else "chat")
        case Event():
            loud = told.__struct_config__.tag in LOUD_EVENTS
            return Line(speaker.event(told), "alert" if loud else "event")
        case _:
            return Line(told(speaker), "alert")
