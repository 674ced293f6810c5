"""English words and sentences of the screens around a table: home, ways to a server, settings, help, rules."""

from tuicards.phrase import Phrases

HOME: Phrases = {
    "home.name": "Your name",
}

SHELL: Phrases = {
    **HOME,
}
