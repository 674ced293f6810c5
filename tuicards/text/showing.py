"""Whatever one may ask to see: which lines answer it."""

from collections.abc import Iterable

from tuicards.client_state import ClientState
from tuicards.text.answers import (
    Clocks,
    clock_line,
    emote_lines,
    ignored_line,
    lobby_lines,
    move_lines,
    people_lines,
    time_lines,
)
from tuicards.text.commands import Show
from tuicards.text.liking import Liking
from tuicards.text.manual import help_lines, language_line, option_lines, rule_lines


def shown(show: Show, state: ClientState, liking: Liking, clocks: Clocks) -> Iterable[str]:
    """`clocks`: the time of each seat at this moment."""
    voice = liking.voice
    match show.what:
        case "moves":
            return move_lines(state, voice)
        case "who":
            return people_lines(state, clocks, voice)
        case "tables":
            return lobby_lines(state, voice)
        case "emotes":
            return emote_lines(state, voice)
        case "ignored":
            return [ignored_line(state, voice)]
        case "clock":
            return [clock_line(state, voice.speaker(state))]
        case "time":
            return time_lines(state, clocks, voice)
        case "languages":
            return [language_line(state, voice)]
        case "settings":
            return liking.lines(state)
        case "help":
            return list(help_lines(show.words, state, voice))
        case "options":
            return list(option_lines(show.words, state, voice))
        case "rules":
            return rule_lines(show.words, state, voice)
