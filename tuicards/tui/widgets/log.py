"""The log: what has happened and what was said, as sentences, oldest first."""

from collections import deque

from tuicards.chat import words_of
from tuicards.client_state import ClientState
from tuicards.games.api import Event
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


class Log:
    """Collects lines from one state after another; each event and each thing said becomes a line once."""

    def __init__(self) -> None:
        self._lines: deque[Line] = deque(maxlen=KEPT)
        self._told = ("", 0, 0)
        self._last_said: Said | None = None

    def after(self, state: ClientState, speaker: Speaker) -> tuple[Line, ...]:
        """The lines after one more state."""
        table = state.table.table if state.table else ""
        now = (table, state.party, state.seq)
        if now != self._told:
            self._told = now
            if state.missed:
                self._lines.append(Line(speaker.say("play.missed"), "alert"))
            events = [event for event in state.events if event.__struct_config__.tag not in QUIET_EVENTS]
            self._lines.extend(_event_line(event, speaker) for event in events)
        self._lines.extend(_chat_line(said, speaker) for said in self._new_chat(state) if said.table == table)
        return tuple(self._lines)

    def note(self, text: str) -> tuple[Line, ...]:
        """The lines with one of the program's own, such as about what it has just done by itself."""
        self._lines.append(Line(text, "alert"))
        return tuple(self._lines)

    def _new_chat(self, state: ClientState) -> tuple[Said, ...]:
        """What was said since the last state; the list is cut at its old end, so the last line told is looked for."""
        chat = state.chat
        last = self._last_said
        self._last_said = chat[-1] if chat else last
        for index in range(len(chat) - 1, -1, -1):
            if chat[index] is last:
                return chat[index + 1 :]
        return chat


def _event_line(event: Event, speaker: Speaker) -> Line:
    loud = event.__struct_config__.tag in LOUD_EVENTS
    return Line(speaker.event(event), "alert" if loud else "event")


def _chat_line(said: Said, speaker: Speaker) -> Line:
    if not said.name:
        return Line(speaker.say(said.code, said.params), "alert")
    return Line(f"{said.name}: {words_of(said, speaker)}", "chat")
