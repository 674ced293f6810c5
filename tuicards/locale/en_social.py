"""English phrases of lobby, room, chat, who is here, and the small dialogs between them."""

from tuicards.phrase import Phrases, Plural

EMOTE: Phrases = {
    "emote.hello": "Hello!",
    "emote.good_luck": "Good luck!",
    "emote.well_played": "Well played!",
    "emote.nice_try": "Nice try!",
    "emote.thanks": "Thank you!",
    "emote.sorry": "Sorry!",
    "emote.oops": "Oops!",
    "emote.thinking": "Let me think.",
    "emote.hurry": "Your turn, please!",
    "emote.bye": "Goodbye!",
    "unknown_emote": "There is no sign called {emote}. There are: {known}.",
}

HOUSE: Phrases = {
    "game_changed": "The game at this table is {game} now.",
    "hints_on": "Hints are allowed at this table now.",
    "hints_off": "Hints are not allowed at this table any more.",
    "watchers_talk_on": "Players see now what watchers say.",
    "watchers_talk_off": "Players do not see any more what watchers say while a party runs.",
    "too_many_people": Plural(
        "people",
        "There is {people} person with a seat; that game has {most}.",
        "There are {people} people with seats; that game has {most}: some have to stand up first.",
    ),
}

SOCIAL: Phrases = {
    **EMOTE,
    **HOUSE,
}
