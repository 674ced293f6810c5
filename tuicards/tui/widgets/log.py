"""The log: what has happened and what was said, as sentences, oldest first."""

from collections import deque
from collections.abc import Sequence

from tuicards.chat import words_of
from tuicards.client_state import ClientState
from tuicards.games.api import Event
from tuicards.locale.languages import ENGLISH
from tuicards.speech import Speaker
from tuicards.tui.widgets.scene import Line
from tuicards.wire.messages import Said

KEPT = 60

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


Told = Event | Said | Missed | Line


class Log:
    """Collects lines from one state after another; each event and each thing said becomes a line once.

    When the reader goes over to another language, what is there is said anew.
    """

    def __init__(self) -> None:
        self._told: deque[Told] = deque(maxlen=KEPT)
        self._lines: deque[Line] = deque(maxlen=KEPT)
        self._language = ENGLISH
        self._until = ("", 0, 0)
        self._last_said: Said | None = None

    def after(self, state: ClientState, speaker: Speaker) -> tuple[Line, ...]:
        """The lines after one more state."""
        if speaker.language != self._language:
            self._language = speaker.language
            self._lines = deque((_line(told, speaker) for told in self._told), KEPT)
        table = state.table.table if state.table else ""
        now = (table, state.party, state.seq)
        if now != self._until:
            self._until = now
            self._add([Missed()] if state.missed else [], speaker)
            self._add([one for one in state.events if one.__struct_config__.tag not in QUIET_EVENTS], speaker)
        self._add([said for said in self._new_chat(state) if said.table == table], speaker)
        return tuple(self._lines)

    def note(self, text: str) -> tuple[Line, ...]:
        """The lines with one of the program's own, such as about what it has just done by itself."""
        line = Line(text, "alert")
        self._told.append(line)
        self._lines.append(line)
        return tuple(self._lines)

    def _add(self, told: Sequence[Told], speaker: Speaker) -> None:
        self._told.extend(told)
        self._lines.extend(_line(one, speaker) for one in told)

    def _new_chat(self, state: ClientState) -> tuple[Said, ...]:
        """What was said since the last state; the list is cut at its old end, so the last line told is looked for."""
        chat = state.chat
        last = self._last_said
        self._last_said = chat[-1] if chat else last
        for index in range(len(chat) - 1, -1, -1):
            if chat[index] is last:
                return chat[index + 1 :]
        return chat


def _line(told: Told, speaker: Speaker) -> Line:
    match told:
        case Line():
            return told
        case Missed():
            return Line(speaker.say("play.missed"), "alert")
        case Said(name=""):
            return Line(speaker.say(told.code, told.params), "alert")
        case Said():
            return Line(f"{told.name}: {words_of(told, speaker)}", "chat")
        case _:
            loud = told.__struct_config__.tag in LOUD_EVENTS
            return Line(speaker.event(told), "alert" if loud else "event")
