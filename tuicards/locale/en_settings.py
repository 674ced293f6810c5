"""English words and sentences about the settings: on their screen, in the file, and for what is wrong in it."""

from tuicards.phrase import Phrases

PERSON: Phrases = {
    "settings.person": "You",
    "settings.name": "Name",
    "settings.name.about": "What others call you. Empty: the name used last, or else the one of your account.",
    "settings.name.empty": "as last time",
    "settings.language": "Language",
    "settings.language.about": "The language of everything you read. Empty: as your locale says. "
    "Others at the table read their own.",
    "settings.language.empty": "as the locale says",
}

SCREEN: Phrases = {
    "settings.screen": "Screen",
    "settings.theme": "Colours",
    "settings.theme.about": "The colours of everything. 'safe' keeps Rage's six colours apart for colour-blind eyes; "
    "'terminal' takes your terminal's own.",
    "settings.theme.auto": "by itself",
    "settings.theme.dark": "dark",
    "settings.theme.light": "light",
    "settings.theme.safe": "safe for every eye",
    "settings.theme.terminal": "the terminal's own",
    "settings.presentation": "Layout",
    "settings.presentation.about": "How much is shown at once. 'poor' draws with plain letters and few colours; "
    "'auto' goes by the window and the terminal.",
    "settings.presentation.auto": "by itself",
    "settings.presentation.wide": "wide",
    "settings.presentation.compact": "compact",
    "settings.presentation.poor": "poor: plain letters",
    "settings.colour_depth": "Colour depth",
    "settings.colour_depth.about": "How many colours your terminal is sent. 'auto' goes by its name; "
    "the variable NO_COLOR is stronger.",
    "settings.colour_depth.auto": "by itself",
    "settings.colour_depth.truecolor": "16 million",
    "settings.colour_depth.256": "256",
    "settings.colour_depth.16": "16",
    "settings.colour_depth.none": "none",
    "settings.signs": "Signs",
    "settings.signs.about": "Whether suits and lines are drawn with signs or with plain letters. "
    "'auto' goes by the terminal's name and the locale.",
    "settings.signs.auto": "by itself",
    "settings.signs.full": "signs",
    "settings.signs.plain": "plain letters",
    "settings.mouse": "Mouse",
    "settings.mouse.about": "Whether clicks come to the game. Off: your terminal selects and copies text as usual.",
    "settings.motion": "Motion",
    "settings.motion.about": "Whether cards may move and light up for a moment. Nothing ever waits for it.",
    "settings.pause": "Trick stays",
    "settings.pause.about": "Seconds for which a finished trick stays on the table, from 0 to 10. "
    "Any key ends the pause.",
    "settings.pause.value": "{seconds} s",
}

HAND: Phrases = {
    "settings.hand": "Hand",
    "settings.colours": "Order of colours",
    "settings.colours.about": "The order of Rage's colours in your hand: each of the letters R O Y G B P once.",
    "settings.suits": "Order of suits",
    "settings.suits.about": "The order of Goat's suits in your hand: each of the letters s h c d once "
    "(spades, hearts, clubs, diamonds).",
    "settings.ranks": "Ranks",
    "settings.ranks.about": "Whether low cards stand first or high ones.",
    "settings.ranks.up": "low first",
    "settings.ranks.down": "high first",
    "settings.trump": "Trump cards",
    "settings.trump.about": "Where the trump cards of your hand stand.",
    "settings.trump.first": "first",
    "settings.trump.last": "last",
    "settings.trump.in_place": "in their place",
    "settings.play_only_card": "Only card plays itself",
    "settings.play_only_card.about": "When the rules leave you a single move, it is made for you.",
    "settings.ask_before_slips": "Ask before slips",
    "settings.ask_before_slips.about": "A move that a bot calls a costly slip asks once before it is made.",
    "settings.hints": "Hints",
    "settings.hints.about": "Whether a key may show what a good bot would do, with the reason.",
    "settings.guide": "First-game guide",
    "settings.guide.about": "A few short hints that go along with your first game.",
}

NOTICES: Phrases = {
    "settings.notices": "Notices",
    "settings.bell": "Bell",
    "settings.bell.about": "The terminal's bell tells that it is your turn.",
    "settings.notice": "Desktop notice",
    "settings.notice.about": "Your desktop tells that it is your turn, by a code that your terminal may know.",
    "settings.notice.off": "off",
    "settings.notice.osc9": "OSC 9",
    "settings.notice.osc777": "OSC 777",
}

TEXT: Phrases = {
    "settings.text": "Text client",
    "settings.cards": "Cards",
    "settings.cards.about": "How the text client tells cards: as they are typed (G12), or in words (green 12), "
    "which a screen reader reads best.",
    "settings.cards.codes": "as typed",
    "settings.cards.words": "in words",
}

CONFIRM: Phrases = {
    "settings.confirm": "Questions",
    "settings.leave": "Ask before leaving",
    "settings.leave.about": "Leaving a running party asks once, also when you quit the program.",
    "settings.bid": "Ask before bids",
    "settings.bid.about": "A bid, which cannot be taken back, asks once.",
}

DIALOG: Phrases = {
    "settings.title": "Settings",
    "settings.on": "on",
    "settings.off": "off",
    "settings.back": "Back",
    "settings.kept": "Kept in {place}",
    "settings.kept_by_key": "Kept with your SSH key",
    "settings.kept_nowhere": "You came without a key: changes hold until you quit.",
    "settings.no_place": "No settings file here: changes hold until you quit.",
    "settings.stronger": "{variable} decides this at every start; a change here holds until you quit.",
    "settings.type": "Enter: type a value of your own",
    "settings.keys_hint": "Keys are changed in the file; 'tuicards config --keys' lists them.",
}

FAULTS: Phrases = {
    "settings.no_file": "{place} is no file. The defaults hold.",
    "settings.missing": "There is no file {place}. The defaults hold.",
    "settings.unreadable": "{place} cannot be read: {why}. The defaults hold.",
    "settings.too_long": "{place} is too long for a settings file. The defaults hold.",
    "settings.not_utf8": "{place}: this is not UTF-8 text. The whole file is left out; the defaults hold.",
    "settings.not_toml": "{place}: this is not TOML ({detail}). The whole file is left out; the defaults hold.",
    "settings.unknown_section": "{place}: there is no section {key}. There are: {known}.",
    "settings.not_a_section": "{place}: {key} has to be a section, written [{key}].",
    "settings.unknown_key": "{place}: there is no setting {key} here. There are: {known}.",
    "settings.bad.bool": "{place}: {key} cannot be {value}. It can be: {known}.",
    "settings.bad.choice": "{place}: {key} cannot be {value}. It can be: {known}.",
    "settings.bad.language": "{place}: {key} cannot be {value}. It can be: {known}, or empty.",
    "settings.bad.seconds": "{place}: {key} cannot be {value}. It has to be seconds from 0 to 10.",
    "settings.bad.letters": "{place}: {key} cannot be {value}. It needs each of these letters once: {known}.",
    "settings.bad.name": "{place}: the name {value} cannot be used: {why}.",
    "settings.bad.name.bare": "{place}: {key} has to be text in quotes.",
    "settings.bad.keys": '{place}: {key} needs keys in quotes, such as "h,f5".',
    "settings.keys.unknown": "{place}: no key has the id {key}. Like it are: {known}. "
    "All are told by: tuicards config --keys",
    "settings.keys.no_key": "{place}: {value} is no key for {key}. "
    "A key is a letter, f1 to f12, or a name such as: {known}.",
    "settings.keys.needed": "{place}: {value} cannot be taken for {key}: everybody needs it.",
    "settings.keys.typed": "{place}: {value} cannot be the key for {key}: it works while one types, "
    "so it needs Ctrl or is F1 to F12.",
    "settings.keys.clash": "{place}: {value} cannot be the key for {key}: it is the one for {other}.",
    "settings.rest_holds": "What is wrong is left out; all else holds.",
    "settings.not_saved": "{place} cannot be written: {why}. The change holds until you quit.",
    "settings.not_saved_over": "{place} cannot be read as settings, so it is not written over. "
    "The change holds until you quit.",
}

CONFIG: Phrases = {
    "config.path": "The settings file is {place}",
    "config.no_file_yet": "There is no settings file yet; 'tuicards config --write' makes {place}",
    "config.no_place": "There is no place for a settings file: neither XDG_CONFIG_HOME nor HOME is set.",
    "config.from.default": "default",
    "config.from.file": "from {place}",
    "config.from.environment": "from the environment: {place}",
    "config.from.flag": "from the command line: {place}",
    "config.written": "Written: {place}",
    "config.exists": "{place} is there already; it is not written over.",
    "config.cannot_write": "{place} cannot be written: {why}.",
    "config.needs_place": "There is no place for a settings file: set HOME, or name one with --config FILE.",
    "config.file.head": "Settings of tuicards. Each stands at its default here.",
    "config.file.order": "The environment is stronger than this file, and a flag on the command line is stronger "
    "still.",
    "config.file.values": "It can be: {known}. Variable: {variable}",
    "config.file.variable": "Variable: {variable}",
    "config.file.keys": "Keys by the id of what they do, several with commas between. All ids are told by: "
    "tuicards config --keys",
    "config.keys.head": "Id, keys, and what they do. Change them in the section [keys] of the settings file.",
}

SETTINGS: Phrases = {
    **PERSON,
    **SCREEN,
    **HAND,
    **NOTICES,
    **TEXT,
    **CONFIRM,
    **DIALOG,
    **FAULTS,
    **CONFIG,
}
