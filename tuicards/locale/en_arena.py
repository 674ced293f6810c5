"""English phrases of `tuicards arena`."""

from tuicards.phrase import Phrases

ARENA: Phrases = {
    "arena.bad_limit": "{text}: after the @ stands a number of worlds, as in hard@300, or seconds, as in hard@0.5s.",
    "arena.no_such_brain": "There is no bot at {text}. {why}",
    "arena.two_bots": "A ladder needs two different bots at least.",
    "arena.cannot_save": "{file} cannot be read and written: {why}. Name another file with --save.",
    "arena.not_saved": "{file}, line {line}: that is no file of an arena. Name another one with --save.",
    "arena.other_match": "{file} holds another match: it differs in {known}. Use the arguments it was begun with, or "
    "another file.",
    "arena.command_failed": "The command {text} does not play: {why}",
}
