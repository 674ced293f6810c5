"""English words of clocks and pauses, of the seat that a bot plays for its owner, and of fair deals."""

from tuicards.phrase import Phrases, Plural

CONTROL: Phrases = {
    "clock.none": "no clock",
    "clock.turn": "{seconds} s a turn",
    "clock.bank_minutes": "{minutes} min + {increment} s",
    "clock.bank_seconds": "{seconds} s + {increment} s",
}

SCREEN: Phrases = {
    "play.time": "time",
    "play.time.up": "up",
    "play.time_is_up": "time is up",
    "play.paused": "paused",
    "play.pause.title": "PAUSE",
    "play.pause.still": "No clock runs and no card can be played.",
    "play.pause.go_on": "The game is paused. {key}: go on",
    "play.pause.watching": "The game is paused",
    "play.pause.asks": Plural(
        "count", "{names} asks for a pause. {key} agrees", "{names} ask for a pause. {key} agrees"
    ),
    "play.pause.asks_watched": Plural("count", "{names} asks for a pause", "{names} ask for a pause"),
    "play.pause.asked": "You ask for a pause. To agree: {names}",
    "play.do.pause_agree": "pause ({names})",
    "play.do.pause_not": "no pause",
    "play.do.pause_end": "go on",
    "play.stand_in": "A bot plays for you. Any key takes the seat back",
    "play.bot_soon": "connection lost, a bot plays in {time}",
    "play.bot_now": "connection lost, a bot plays now",
}

SETTING_UP: Phrases = {
    "create.clock": "Clock",
    "create.clock.about": "How much time one has. For each turn, or for the whole party with some more after each "
    "own move. Whose time is up is moved for; after two such turns a bot plays. Other times: turn:30, bank:300+5.",
    "room.time": "Time:",
}

FAIR: Phrases = {
    "fair.title": "Fair deal",
    "fair.about": "The secret behind the cards is fixed; this is its fingerprint. After the party it can be checked.",
}

TEXT: Phrases = {
    "text.clock": "Time at this table: {clock}.",
    "text.time_left": "Time of {seat}: {time}.",
    "text.time_left.you": "Your time: {time}.",
    "text.time_up": "Time of {seat}: it is up.",
    "text.time_up.you": "Your time is up.",
    "text.you_have": "You have {time} left.",
    "text.paused": "The game is paused. Type go on, and it goes on.",
    "text.pause_end": "Type go on, and the game goes on.",
    "text.pause_agree": "Type pause to agree, or play on.",
    "text.stand_in": "A bot plays for you. Whatever you type takes the seat back.",
    "text.seat_back": "A bot has played for you: what you typed was not played. You play for yourself again.",
    "text.silenced": "Silenced: {names}.",
    "text.fair": "Fair deal, fingerprint of the secret behind the cards: {commitment}.",
    "text.said_old": "Earlier, {name}: {text}",
    "text.said_old_watching": "Earlier, {name}, watching: {text}",
}

CLOCK: Phrases = {**CONTROL, **SCREEN, **SETTING_UP, **FAIR, **TEXT}
