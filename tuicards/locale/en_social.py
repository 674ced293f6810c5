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

CHAT: Phrases = {
    "chat.title": "Chat",
    "chat.new": Plural("count", "{count} new", "{count} new"),
    "chat.empty": "Nothing said yet.",
    "chat.say": "Say something",
    "chat.watching": "{name} (watching)",
    "chat.emotes": "Say in every language",
}

PEOPLE: Phrases = {
    "people.server": "Who is here",
    "people.table": "Who is at this table",
    "people.free": "free",
    "people.you": "you",
    "people.owner": "owner",
    "people.ignored": "ignored",
    "people.watching": "watching",
    "people.bot": "bot: {level}",
    "people.stand_in": "a bot stands in: {level}",
    "people.to_act": "to move now",
    "people.again": "wants another party",
    "people.away": "away",
    "people.left": "has left",
    "people.away_seconds": "away for {count} s",
    "people.away_minutes": "away for {count} min",
    "people.away_hours": "away for {count} h",
    "people.bot_in": "a bot plays after {seconds} s",
    "people.ignore": "Ignore: what {name} says is not shown",
    "people.heed": "Hear {name} again",
    "people.remove": "Remove {name}, who cannot come back to this table",
    "people.remove_bot": "Take {name} off this seat",
    "level.easy": "easy",
    "level.normal": "normal",
    "level.hard": "hard",
}

LOBBY_SCREEN: Phrases = {
    "lobby.not_connected": "not connected",
    "lobby.delay": "{delay} ms",
    "lobby.place": "Lobby of {server}",
    "lobby.place.bare": "Lobby",
    "lobby.tables": "Tables",
    "lobby.signs": "{person} person  {bot} bot  {free} free",
    "lobby.people": "Here now: {count}",
    "lobby.ignored": "{name}, ignored",
    "lobby.none": "No tables yet: {key} makes one.",
    "lobby.friends": "Friends reach you with: {commands}",
    "lobby.open": "open",
    "lobby.playing": "playing",
    "lobby.over": "finished",
    "lobby.owner": "owner {name}",
    "lobby.option": "{option}: {value}",
    "lobby.watching": Plural("count", "{count} watching", "{count} watching"),
    "lobby.usual": "the usual options",
}

ROOM_SCREEN: Phrases = {
    "room.place": "{game} · {title}",
    "room.place.bare": "{game}",
    "room.seats": "Seats",
    "room.seat": "Seat {number}",
    "room.need": Plural("count", "one seat is free", "{count} seats are free"),
    "room.ready": "all taken: {name} may start",
    "room.ready.you": "all taken: you may start",
    "room.watching": "watching: {names}",
    "room.invite": "Invite",
    "room.public": "public",
    "room.by_code": "by code only",
    "room.options": "Options",
    "room.option": "{option}:",
    "room.special": "Not as usual",
    "room.usual": "As usual",
    "room.all_usual": "All as usual",
    "room.allowed": "Allowed at this table",
    "room.hints": "Hints:",
    "room.hints.yes": "yes",
    "room.hints.no": "no",
    "room.watchers_talk": "Watchers' talk:",
    "room.watchers_talk.yes": "everybody sees it",
    "room.watchers_talk.no": "apart, while a party runs",
    "room.sit": "Sit here",
    "room.stand": "Stand up and watch",
    "room.put_bot": "Put a bot here: {level}",
    "room.other_game": "Another game for this table",
    "room.game_line": Plural("count", "{game}, {count} seat", "{game}, {count} seats"),
}

DIALOGS: Phrases = {
    "dialog.choose": "Enter chooses, Esc goes back",
    "dialog.quit.ask": "A party is running. If you quit, your seat waits for you, "
    "and later a bot plays on in your place.",
    "dialog.quit": "Quit",
    "dialog.play_on": "Play on",
    "dialog.lost": "Connection lost",
    "dialog.retry": "Try now",
    "dialog.leave": "Leave",
    "dialog.small": "This window is {width} x {height}.",
    "dialog.small.needs": "The table needs 80 x 24.",
    "dialog.small.wait": "Make it larger: the game waits.",
}

SOCIAL: Phrases = {
    **EMOTE,
    **HOUSE,
    **CHAT,
    **PEOPLE,
    **LOBBY_SCREEN,
    **ROOM_SCREEN,
    **DIALOGS,
}
