"""The whole client in memory, so that forks of a program share it."""

import pkgutil
from importlib import import_module

import textual.layouts
from rich.cells import get_character_cell_size

import tuicards.bots
import tuicards.games
import tuicards.tui
from tuicards.games import GAMES
from tuicards.locale.languages import LANGUAGES, vocabulary

LATER = ("textual.scrollbar",)
"""What the toolkit imports only when it draws."""


def load_client() -> None:
    """Imports every module that a client may come to need, and reads the catalogues of all languages and the table of
    the widths of characters."""
    for name in LATER:
        import_module(name)
    get_character_cell_size("\u2588")
    for package in (textual.layouts, tuicards.bots, tuicards.games, tuicards.tui):
        for module in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
            import_module(module.name)
    for language in LANGUAGES.values():
        for game in GAMES.values():
            vocabulary(language, game)
