"""English names of what keys do (`key.ID`, a word or two) and what that means (`key.ID.tip`), by binding id."""

from tuicards.phrase import Phrases

APP: Phrases = {
    "key.app.quit": "Quit",
    "key.app.quit.tip": "Leave the program",
    "key.app.redraw": "Redraw",
    "key.app.redraw.tip": "Draw the whole screen anew",
    "key.app.theme": "Colours",
    "key.app.theme.tip": "The next colours: dark, light, safe for every eye, the terminal's own",
    "key.app.presentation": "Layout",
    "key.app.presentation.tip": "The next layout: by itself, wide, compact, poor",
    "key.app.pause": "Pause",
    "key.app.pause.tip": "Back to the shell; fg returns",
    "key.app.help": "Help",
    "key.app.help.tip": "Where you are, and all keys of this screen",
}

HOME: Phrases = {
    "key.home.menu": "Menu",
    "key.home.menu.tip": "Back to the list",
    "key.home.name": "Your name",
    "key.home.name.tip": "Change the name that others see",
}

FORMS: Phrases = {
    "key.dialog.close": "Back",
    "key.dialog.close.tip": "Close this and change nothing",
    "key.choice.enter": "Change",
    "key.choice.enter.tip": "The next value, or one of your own",
    "key.rules.before": "Page before",
    "key.rules.before.tip": "The page before this one",
    "key.rules.next": "Next page",
    "key.rules.next.tip": "The page after this one",
}

KEYS: Phrases = {
    **APP,
    **HOME,
    **FORMS,
}
