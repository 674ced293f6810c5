"""The whole client in memory, so that forks of a program share it."""

import pkgutil
from importlib import import_module

import tuicards.bots
import tuicards.games
import tuicards.tui
from tuicards.games import GAMES
from tuicards.locale.languages import LANGUAGES, vocabulary


def load_client() -> None:
    """Imports every module that a client may come to need, and reads the catalogues of all languages."""
    for package in (tuicards.bots, tuicards.games, tuicards.tui):
        for module in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
            import_module(module.name)
    for language in LANGUAGES.values():
        for game in GAMES.values():
            vocabulary(language, game)
