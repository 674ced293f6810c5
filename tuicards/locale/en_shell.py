"""English words and sentences of the screens around a table: home, ways to a server, options, help, rules."""

from tuicards.phrase import Phrases, Plural

HOME: Phrases = {
    "home.name": "Your name",
    "home.play": "Play {game} now",
    "home.play.note": Plural("count", "you and one bot", "you and {count} bots"),
    "home.host": "Host on the LAN",
    "home.host.note": "friends join from their own terminals",
    "home.join": "Join a server",
    "home.join.note": "on this network, by its address or a code",
    "home.watch": "Watch a table",
    "home.watch.note": "sit behind the players",
    "home.rules": "Rules",
    "home.rules.note": "of both games, on a page each",
    "home.settings": "Settings",
    "home.settings.note": "language, colours, keys, what asks first",
    "home.quit": "Quit",
    "home.name_first": "Say your name first: others will see it.",
}

NEARBY: Phrases = {
    "nearby.title": "Servers on this network",
    "nearby.none_yet": "No server found yet. Ask a friend for an address or a join code, and type it.",
    "nearby.people": Plural("count", "{count} person", "{count} people"),
    "nearby.nobody": "nobody there yet",
    "nearby.seats": Plural("count", "{count} free seat", "{count} free seats"),
    "nearby.locked": "password",
    "nearby.version": "version {version}",
}

JOIN: Phrases = {
    "join.title": "Join a server",
    "join.title_watch": "Watch a table",
    "join.hint": "Enter joins a server, or type an address or a join code",
    "join.looking": "Looking for {text} ...",
    "join.address": "Address",
    "join.address.hint": "192.168.1.20, cards.example:7110 or 7KQ-2MX",
    "join.table": "Table code",
    "join.table.hint": "empty: to the lobby",
    "join.password": "Password",
    "join.password.hint": "only if the server has one",
    "join.role": "To",
    "join.role.play": "play",
    "join.role.watch": "watch",
    "join.connect": "Connect",
    "join.back": "Back",
    "host.title": "Host on the LAN",
    "host.about": "A server starts inside this program. Everyone who can reach this computer may come, "
    "unless you set a password. It ends when you quit.",
    "host.password.hint": "empty: none",
    "host.go": "Host",
    "code.title": "Go to a table",
    "code.hint": "as its owner told you",
    "code.join": "Join",
    "code.watch": "Watch",
    "connect.connecting": "Connecting ...",
    "connect.trying": "Trying {address}, {number} of {count} ...",
    "connect.retry": "Try now",
}

CREATE: Phrases = {
    "create.new": "New table",
    "create.change": "Options of the table",
    "create.title": "Title",
    "create.title.hint": "what others see in the lobby",
    "create.game": "Game",
    "create.game.about": "Which game is played.",
    "create.preset": "Preset",
    "create.preset.about": "A set of options that belong together. Each can still be changed below.",
    "create.preset.usual": "the usual rules",
    "create.preset.own": "your own",
    "create.seats": "Seats",
    "create.seats.about": "How many play. Bots can take the seats that no person wants.",
    "create.public": "Lobby",
    "create.public.about": "A public table stands in the lobby's list. The other kind is found by its code only.",
    "create.public.yes": "public",
    "create.public.no": "by code only",
    "create.go": "Create",
    "create.set": "Set",
    "create.back": "Back",
    "create.value": "Value",
    "create.type": "Enter: type another value",
    "create.more": "{keys} creates the table as it stands",
    "create.more_set": "{keys} sets the options as they stand",
}

HELP: Phrases = {
    "helpscreen.title": "Help",
    "helpscreen.keys": "KEYS",
    "helpscreen.rules": "Rules",
    "helpscreen.settings": "Settings",
    "helpscreen.back": "Back",
    "helpscreen.legend": "Arrows, digits, Enter, Space, Tab and Escape are enough everywhere, and so is the mouse. "
    "Escape shows what can be done now; it never leaves a table. Keys can be changed in the settings file. "
    "If the terminal looks wrong after a crash, type: reset",
    "helpscreen.actions": "What to do",
    "helpscreen.where.home": "You are at home: nothing is connected. Choose a game to play against bots at once, "
    "or a way to other people.",
    "helpscreen.where.connect": "The program is on its way to a server. It tries again by itself; Back gives up.",
    "helpscreen.where.join": "You look for a server. Up and Down choose among those on your network, Enter joins. "
    "Whatever else you type is an address or a join code.",
    "helpscreen.where.lobby": "You are in the lobby of a server. The list shows its public tables: sit down at one, "
    "watch it, or make your own.",
    "helpscreen.where.room": "You are at a table whose party has not begun. Everybody takes a seat, "
    "bots fill the rest, and the owner starts.",
    "helpscreen.where.table": "You are at a table. The line above your cards says what is asked of you; "
    "the last line shows what can be done.",
    "helpscreen.where.settings": "Here you change what you prefer. Everything holds at once "
    "and is kept in the settings file.",
    "helpscreen.where.create": "Here you say how a table is to be. Left and Right change a value; "
    "the text below says what it means.",
    "helpscreen.where.rules": "You read the rules. Left and Right turn to another page.",
    "helpscreen.where.other": "These keys work here:",
}

RULES: Phrases = {
    "rules.guide": "{game} guide",
    "rules.whole": "{game} rules",
    "rules.back": "Back",
    "rules.at_table": "At this table",
    "rules.special": "Not as usual:",
    "rules.usual": "As usual:",
    "rules.option": "{option}: {value}",
    "rules.option_rule": "{option}: {value} ({rule})",
    "rules.here": "At this table: {option}: {value}",
}

PALETTE: Phrases = {
    "palette.title": "Everything that can be done here",
    "palette.hint": "type a part of its name",
    "palette.none": "Nothing here is called that.",
    "palette.help": "Enter does it, Esc goes back",
    "palette.theme": "Colours: {value}",
    "palette.language": "Language: {value}",
    "palette.presentation": "Layout: {value}",
    "palette.rules": "Rules: {page}",
}

SHELL: Phrases = {
    **HOME,
    **NEARBY,
    **JOIN,
    **CREATE,
    **HELP,
    **RULES,
    **PALETTE,
}
